# The libraries that galley links, all of them linked in: what is made runs on any Linux with
# glibc 2.34 or later.  The archives are Debian's; that of simdjson is made from the source
# that tools/fetch_sources.sh puts into build/sources, as Debian has none.  libpq is loaded
# where it is there, as ever.
function(galley_linked_in name archive)
  find_library(${archive}_file NAMES ${archive} REQUIRED)
  add_library(${name} STATIC IMPORTED)
  set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${${archive}_file})
endfunction()

find_package(PkgConfig REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(libpq REQUIRED libpq)

set(source ${PROJECT_SOURCE_DIR}/build/sources/simdjson/singleheader)
if(NOT EXISTS ${source}/simdjson.cpp)
  message(FATAL_ERROR "run tools/fetch_sources.sh build/sources simdjson first")
endif()
# The header is the system's, so that objects are those of any other build.
add_library(simdjson STATIC ${source}/simdjson.cpp)
target_include_directories(simdjson PRIVATE ${source})
target_compile_features(simdjson PUBLIC cxx_std_20)
set_target_properties(simdjson PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_library(simdjson::simdjson ALIAS simdjson)

galley_linked_in(PkgConfig::yaml libyaml.a)
galley_linked_in(PkgConfig::pcre2 libpcre2-16.a)
galley_linked_in(PkgConfig::sqlite libsqlite3.a)
set_property(TARGET PkgConfig::sqlite PROPERTY INTERFACE_LINK_LIBRARIES m)

# The runtime of the compiler as well, with the two functions that it takes from later glibcs.
function(galley_portable target)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/packaging/older_glibc.cc)
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL)
endfunction()
