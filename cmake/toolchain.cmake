# How things are compiled here, before any target exists: the compiler cache,
# and the sanitizers, which must be the same in every part of a program.

if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(GALLEY_CCACHE ccache)
  mark_as_advanced(GALLEY_CCACHE)
  if(GALLEY_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${GALLEY_CCACHE})
  endif()
endif()

if(NOT CMAKE_BUILD_TYPE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel." FORCE)
endif()

if(GALLEY_SANITIZE)
  # A find ends the program, so that no test can pass over one.
  add_compile_options(-fsanitize=${GALLEY_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${GALLEY_SANITIZE})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  # What the sanitizers add hides from g++ which member of a union is in use.
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

if(GALLEY_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "GALLEY_FUZZ needs clang, which brings libFuzzer; use the preset `fuzz`.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
