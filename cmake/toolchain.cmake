# How things are compiled here, before any target exists: the compiler cache,
# and the sanitizers, which must be the same in every part of a program.

if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(GALLEY_CCACHE ccache)
  mark_as_advanced(GALLEY_CCACHE)
  if(GALLEY_CCACHE)
    # Without this ccache leaves alone whatever uses a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_SLOPPINESS=pch_defines,time_macros ${GALLEY_CCACHE})
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
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # What the sanitizers add hides from g++ which member of a union is in use.
    add_compile_options(-Wno-maybe-uninitialized)
    # Undefined behaviour is an illegal instruction, not a call with a description: those
    # made up two thirds of every program.  With `handle_sigill=1` in ASAN_OPTIONS, as
    # `./dev test` has it, the place is printed.
    add_compile_options(-fsanitize-undefined-trap-on-error)
  endif()
endif()

if(GALLEY_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "GALLEY_FUZZ needs clang, which brings libFuzzer; use the preset `fuzz`.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
