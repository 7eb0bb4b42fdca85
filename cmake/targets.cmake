# What the targets of ours have in common, and how a folder declares a test, a
# fuzz target or a benchmark.

# Warnings for `target` only; they are errors in our presets, not for packagers.
function(galley_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow)
  # g++ 12 warns at -O2 and above of an overlap inside its own operator+ for strings
  # that cannot happen (GCC bug 105651, mended in 13).
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  # Sizes have 32 bits there.  Those that come from outside were compared with a limit, which
  # is smaller, before they become one.
  if(GALLEY_WASM)
    target_compile_options(${target} PRIVATE -Wno-shorten-64-to-32 -Wno-sign-conversion
      -Wno-implicit-int-conversion -Wno-c++11-narrowing)
  endif()
  if(GALLEY_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

# What makes a mistake in `target` harder to use, in what is shipped: SECURITY.md lists
# it, tests/hardening looks for it in the command.  Sanitizers have checks of their own.
function(galley_hardened target)
  if(GALLEY_SANITIZE OR NOT GALLEY_HARDENED)
    return()
  endif()
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  target_compile_options(${target} PRIVATE -fstack-protector-strong
    $<${optimised}:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=2>)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    target_compile_options(${target} PRIVATE -fcf-protection)
  endif()
  target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now)
endfunction()

# The names and the version of a shared library of ours: what is marked for export is in it,
# everything else, that of dependencies too, is not.
function(galley_exports target)
  file(STRINGS ${PROJECT_SOURCE_DIR}/include/galley/galley_c.h line REGEX "^#define GALLEY_ABI ")
  string(REGEX MATCH "[0-9]+$" abi "${line}")
  set(map ${PROJECT_BINARY_DIR}/galley_exports.map)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/galley_exports.map.in ${map} @ONLY)
  set_target_properties(${target} PROPERTIES
    SOVERSION ${abi}
    VERSION ${abi}.${PROJECT_VERSION}
    LINK_DEPENDS ${map})
  target_link_options(${target} PRIVATE LINKER:--version-script=${map})
endfunction()

# For sources in which objects of about 100 bytes are made all the time: g++ for x86-64
# clears and copies those with `rep stos` and `rep movs`, which take 30 cycles to
# begin.  A few plain moves do it in three.
function(galley_plain_moves)
  set(strategy unrolled_loop:512:noalign,libcall:-1:noalign)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY galley APPEND PROPERTY COMPILE_OPTIONS
      $<$<CONFIG:Release>:-mmemset-strategy=${strategy};-mmemcpy-strategy=${strategy}>)
  endif()
endfunction()

# galley_compiles_quickly(TARGET): for a target that need not run fast under the sanitizers:
# g++ takes two to three times as long to optimise the checks as to insert them.
function(galley_compiles_quickly target)
  if(GALLEY_SANITIZE AND NOT GALLEY_FUZZ)
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# A program that sees the inside of the library: all of src/, not only what the
# shared library exports.
function(galley_internal_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE galley_internal)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  galley_warnings(${name})
  galley_compiles_quickly(${name})
endfunction()

# galley_shared_parts(NAME SOURCES...): what several programs outside the library have in
# common, compiled once.
function(galley_shared_parts name)
  add_library(${name} STATIC ${ARGN})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  galley_warnings(${name})
  galley_compiles_quickly(${name})
endfunction()

# GoogleTest's header, which half of the time to compile a test would go to.
if(GALLEY_TESTS)
  set(source ${PROJECT_BINARY_DIR}/test_headers.cc)
  file(CONFIGURE OUTPUT ${source} CONTENT "// A target needs a source.\n")
  add_library(test_headers OBJECT ${source})
  target_compile_features(test_headers PRIVATE cxx_std_20)
  target_link_libraries(test_headers PRIVATE GTest::gtest)
  target_precompile_headers(test_headers PRIVATE <gtest/gtest.h>)
  target_compile_options(test_headers PRIVATE -O0)
  set_target_properties(test_headers PROPERTIES CXX_EXTENSIONS OFF)
  galley_warnings(test_headers)
endif()

# galley_test(NAME SOURCES...): one GoogleTest program, of the tests beside the
# code of one folder.  It is never optimised: what it tests is.
function(galley_test name)
  if(NOT GALLEY_TESTS)
    return()
  endif()
  galley_internal_program(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gtest_main)
  target_compile_options(${name} PRIVATE -O0)
  target_precompile_headers(${name} REUSE_FROM test_headers)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# galley_starts_early(TESTS...): these take longest, and what starts last should end soon.
function(galley_starts_early)
  set_tests_properties(${ARGN} PROPERTIES COST 100)
endfunction()

# galley_marks_command_test(TEST TARGETS...): this test, which needs TARGETS, runs
# the real command, or what is installed.  `./dev test` runs it with the optimised
# command too, and not only with the sanitized one.
add_custom_target(command_tests)
function(galley_marks_command_test test)
  set_tests_properties(${test} PROPERTIES LABELS command)
  add_dependencies(command_tests galley galley_cli ${ARGN})
endfunction()

# galley_fuzz(NAME SOURCE SEEDS DIR [DICT FILE]): one fuzz target, with paths
# from fuzz/.  With GALLEY_FUZZ it is built for libFuzzer; otherwise it is a
# program that replays its seeds, and a test.
function(galley_fuzz name source)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "SEEDS;DICT" "")
  galley_internal_program(fuzz_${name} ${source})
  if(NOT GALLEY_FUZZ)
    target_link_libraries(fuzz_${name} PRIVATE fuzz_replay)
    add_test(NAME fuzz_${name}
      COMMAND fuzz_${name} ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SEEDS})
    return()
  endif()
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  # What `./dev fuzz` reads: name, seeds, dictionary.
  set(line "${name} fuzz/${arg_SEEDS}")
  if(arg_DICT)
    string(APPEND line " fuzz/${arg_DICT}")
  endif()
  file(APPEND ${CMAKE_CURRENT_BINARY_DIR}/targets.txt "${line}\n")
endfunction()

# galley_bench(NAME SOURCES...): one benchmark, run by `./dev bench`.
add_custom_target(benchmarks)
function(galley_bench name)
  galley_internal_program(bench_${name} ${ARGN})
  target_link_libraries(bench_${name} PRIVATE benchmark::benchmark_main)
  add_dependencies(benchmarks bench_${name})
endfunction()

# galley_public_bench(NAME SOURCES...): a program of a benchmark that uses galley as any
# other program does, through its public headers.
function(galley_public_bench name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE galley::galley)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench)
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF)
  galley_warnings(${name})
  add_dependencies(benchmarks ${name})
endfunction()

# galley_bench_peer(NAME SOURCES...): a program that bench/text/run.py times beside
# others.
function(galley_bench_peer name)
  galley_internal_program(peer_${name} ${ARGN})
  target_include_directories(peer_${name} PRIVATE ${PROJECT_SOURCE_DIR}/bench)
  add_dependencies(benchmarks peer_${name})
endfunction()
