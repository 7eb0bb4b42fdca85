# The addon: galley.node, which needs nothing but the C library.  Node has some of these
# libraries inside, of other versions, and its names come first: ours are linked into the
# addon, whose names nobody else sees.
#
# GALLEY_NODE_HEADERS is the folder that node_api.h is in, and GALLEY_SOURCES that of
# tools/fetch_sources.sh; `./dev package node` gives both.
set(GALLEY_NODE_HEADERS "" CACHE PATH "The folder of node_api.h.")
set(GALLEY_SOURCES ${PROJECT_SOURCE_DIR}/build/sources CACHE PATH "The folder of the sources of libraries.")

set(simdjson ${GALLEY_SOURCES}/simdjson/singleheader/simdjson.cpp)
if(NOT GALLEY_NODE_HEADERS OR NOT EXISTS ${simdjson})
  return()
endif()

add_library(galley_addon MODULE EXCLUDE_FROM_ALL
  src/addon/addon.cc ${exports} ${simdjson} $<TARGET_OBJECTS:galley>
  ${PROJECT_SOURCE_DIR}/packaging/older_glibc.cc)
# There is no other archive of it.
set_source_files_properties(${simdjson} PROPERTIES COMPILE_OPTIONS -w)
target_compile_features(galley_addon PRIVATE cxx_std_20)
target_include_directories(galley_addon PRIVATE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR}/src)
target_include_directories(galley_addon SYSTEM PRIVATE ${GALLEY_NODE_HEADERS})
target_link_libraries(galley_addon PRIVATE
  -l:libyaml.a -l:libpcre2-16.a -l:libsqlite3.a Threads::Threads m ${CMAKE_DL_LIBS})
target_link_options(galley_addon PRIVATE -static-libstdc++ -static-libgcc -s
  LINKER:-Bsymbolic LINKER:--gc-sections
  LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/addon.map)
set_target_properties(galley_addon PROPERTIES
  PREFIX "" OUTPUT_NAME galley SUFFIX .node
  CXX_EXTENSIONS OFF
  CXX_VISIBILITY_PRESET hidden
  LINK_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/addon.map
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
galley_warnings(galley_addon)
galley_hardened(galley_addon)
