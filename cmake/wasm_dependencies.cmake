# The libraries that galley links, built for wasm32 from the sources that
# tools/fetch_sources.sh puts into build/sources; the targets have the names that
# dependencies.cmake gives those of the system.
enable_language(C)
set(sources ${PROJECT_SOURCE_DIR}/build/sources)
foreach(name simdjson libyaml pcre2)
  if(NOT IS_DIRECTORY ${sources}/${name})
    message(FATAL_ERROR "${sources}/${name} is missing: run tools/fetch_sources.sh ${sources} ${name}")
  endif()
endforeach()

add_library(simdjson STATIC ${sources}/simdjson/singleheader/simdjson.cpp)
target_include_directories(simdjson SYSTEM PUBLIC ${sources}/simdjson/singleheader)
target_compile_features(simdjson PUBLIC cxx_std_20)
target_compile_definitions(simdjson PUBLIC SIMDJSON_EXCEPTIONS=0)
add_library(simdjson::simdjson ALIAS simdjson)

file(GLOB yaml_sources ${sources}/libyaml/src/*.c)
add_library(yaml STATIC ${yaml_sources})
target_include_directories(yaml SYSTEM PUBLIC ${sources}/libyaml/include)
target_compile_definitions(yaml PRIVATE
  YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5")
add_library(PkgConfig::yaml ALIAS yaml)

# As its own build does it by default, without the compiler to machine code.
set(pcre2 ${PROJECT_BINARY_DIR}/pcre2)
configure_file(${sources}/pcre2/src/config.h.generic ${pcre2}/config.h COPYONLY)
configure_file(${sources}/pcre2/src/pcre2.h.generic ${pcre2}/pcre2.h COPYONLY)
configure_file(${sources}/pcre2/src/pcre2_chartables.c.dist ${pcre2}/pcre2_chartables.c COPYONLY)
set(pcre2_parts auto_possess compile config context convert dfa_match error extuni find_bracket
  jit_compile maketables match match_data newline ord2utf pattern_info script_run serialize
  string_utils study substitute substring tables ucd valid_utf xclass)
list(TRANSFORM pcre2_parts REPLACE .+ ${sources}/pcre2/src/pcre2_\\0.c)
add_library(pcre2-16 STATIC ${pcre2}/pcre2_chartables.c ${pcre2_parts})
target_include_directories(pcre2-16 SYSTEM PUBLIC ${pcre2} PRIVATE ${sources}/pcre2/src)
target_compile_definitions(pcre2-16 PRIVATE
  HAVE_CONFIG_H PCRE2_CODE_UNIT_WIDTH=16 SUPPORT_PCRE2_16 SUPPORT_UNICODE PCRE2_STATIC)
add_library(PkgConfig::pcre2 ALIAS pcre2-16)
