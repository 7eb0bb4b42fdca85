# Run by the test `consumers`; the variables are in CMakeLists.txt beside it.
set(prefix ${scratch}/prefix)
set(program ${CMAKE_CURRENT_LIST_DIR}/program)
file(REMOVE_RECURSE ${scratch})

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    string(REPLACE ";" " " words "${ARGN}")
    message(FATAL_ERROR "${words}\nstatus ${status}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

function(expect_output)
  run(${ARGN})
  if(NOT output MATCHES "consumer: ok")
    message(FATAL_ERROR "the program printed\n${output}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
run(${prefix}/bin/galley --version)

foreach(document chat model sections task test)
  if(NOT EXISTS ${prefix}/share/galley/schemas/${document}.schema.json)
    message(FATAL_ERROR "the schema of ${document} documents was not installed")
  endif()
endforeach()

# The prefix may be moved after the install.
file(RENAME ${prefix} ${prefix}_moved)
set(prefix ${prefix}_moved)
run(${prefix}/bin/galley --version)

run(${CMAKE_COMMAND} -G Ninja -S ${program} -B ${scratch}/find_package
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_PREFIX_PATH=${prefix})
run(${CMAKE_COMMAND} --build ${scratch}/find_package)
expect_output(${scratch}/find_package/consumer)

# The programs that docs/cpp.md and docs/c.md show are these, and they do what they say.
function(expect_shown file page)
  file(READ ${program}/${file} hello)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/../../docs/${page} page_text)
  string(REGEX REPLACE "^[^\n]*\n" "" shown "${hello}")
  string(FIND "${page_text}" "${shown}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "docs/${page} does not show tests/consumers/program/${file}")
  endif()
endfunction()
expect_shown(hello.cc cpp.md)
expect_shown(hello.c c.md)
run(${scratch}/find_package/hello)
if(NOT output STREQUAL [[Hello Ann: harbour, weather
system: You talk about the harbour.
user: Begin, Ann.
{"messages":[{"role":"system","content":"You talk about the harbour."},{"role":"user","content":"Begin, Ann."}]}
]])
  message(FATAL_ERROR "the program of docs/cpp.md printed\n${output}")
endif()

function(expect_hello_c)
  run(${ARGN})
  if(NOT output STREQUAL "Hello Ann! harbour, weather\n")
    message(FATAL_ERROR "the program of docs/c.md printed\n${output}")
  endif()
endfunction()
expect_hello_c(${scratch}/find_package/hello_c)

set(ENV{PKG_CONFIG_PATH} ${prefix}/${libdir}/pkgconfig)
run(pkg-config --static --cflags --libs galley)
separate_arguments(flags UNIX_COMMAND "${output}")
run(${compiler} -std=c++20 ${program}/main.cc -o ${scratch}/pkg_config ${flags}
  -Wl,-rpath,${prefix}/${libdir})
expect_output(${scratch}/pkg_config)

run(pkg-config --cflags --libs galley)
separate_arguments(flags UNIX_COMMAND "${output}")
run(${c_compiler} -std=c99 -pedantic -Wall -Wextra -Werror ${program}/hello.c -o ${scratch}/hello_c
  ${flags} -Wl,-rpath,${prefix}/${libdir})
expect_hello_c(${scratch}/hello_c)
