# What `cmake --install` puts where: headers, library, command, completions, manual pages, schemas, templates, a
# CMake package and a pkg-config file.  All of it may be moved afterwards.
# tests/consumers builds programs against the result.
include(CMakePackageConfigHelpers)

set(galley_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/galley)
set(galley_pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/galley
  TYPE INCLUDE
  FILES_MATCHING PATTERN *.h)
install(TARGETS galley_cli)
# What is linked in is no library of anybody's system, so only the shared library goes along.
if(GALLEY_PORTABLE)
  install(TARGETS galley_shared)
else()
  install(TARGETS galley EXPORT galleyTargets)
  if(TARGET galley_shared)
    install(TARGETS galley_shared EXPORT galleyTargets)
    # Takes the place of the other one where it is asked for.
    install(TARGETS galley_cli_shared COMPONENT shared_command EXCLUDE_FROM_ALL)
  endif()
  install(EXPORT galleyTargets
    NAMESPACE galley::
    DESTINATION ${galley_package_dir})
endif()

# Whose vocabularies the library holds.
install(FILES ${PROJECT_SOURCE_DIR}/NOTICE ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)

# For those who check prompts as they check code: docs/ci.md.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ci
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(FILES ${PROJECT_SOURCE_DIR}/.pre-commit-hooks.yaml
  DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/ci)

# For editors that check what authors write.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/src/compile/schemas
  DESTINATION ${CMAKE_INSTALL_DATADIR}/galley)

# Templates to start from, which the command finds beside itself as its builtin tier.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/templates
  DESTINATION ${CMAKE_INSTALL_DATADIR}/galley
  PATTERN *.test.yaml EXCLUDE)

# The command prints its completions itself; a cross build cannot run it.
if(NOT CMAKE_CROSSCOMPILING)
  set(galley_bash_dir ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  set(galley_zsh_dir ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  set(galley_fish_dir ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  foreach(completion bash/galley zsh/_galley fish/galley.fish)
    cmake_path(GET completion PARENT_PATH shell)
    set(file ${PROJECT_BINARY_DIR}/completions/${completion})
    add_custom_command(OUTPUT ${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/completions/${shell}
      COMMAND galley_cli completions ${shell} > ${file}
      DEPENDS galley_cli
      VERBATIM)
    list(APPEND galley_completions ${file})
    install(FILES ${file} DESTINATION ${galley_${shell}_dir})
  endforeach()
  add_custom_target(galley_completions ALL DEPENDS ${galley_completions})

  # Manual pages too: one of the whole, and one of each command.
  set(galley_manual_dir ${PROJECT_BINARY_DIR}/man)
  add_custom_command(OUTPUT ${galley_manual_dir}/galley.1
    COMMAND ${CMAKE_COMMAND} -D command=$<TARGET_FILE:galley_cli> -D directory=${galley_manual_dir}
      -P ${CMAKE_CURRENT_LIST_DIR}/write_manual.cmake
    DEPENDS galley_cli ${CMAKE_CURRENT_LIST_DIR}/write_manual.cmake
    VERBATIM)
  add_custom_target(galley_manual ALL DEPENDS ${galley_manual_dir}/galley.1)
  # Whoever installs asks for what the command prints of itself.
  add_dependencies(galley_completions galley_manual)
  install(DIRECTORY ${galley_manual_dir}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()

if(GALLEY_PORTABLE)
  return()
endif()

# Only a static library passes its dependencies on to the program that links it;
# the command finds a shared one beside itself.
get_target_property(galley_type galley TYPE)
if(galley_type STREQUAL STATIC_LIBRARY)
  set(galley_static ON)
  set(galley_requires_private "simdjson, yaml-0.1, libpcre2-16, sqlite3")
  set(galley_libs_private "-l${CMAKE_DL_LIBS}")
else()
  set(galley_static OFF)
  set(galley_requires_private "")
  set(galley_libs_private "")
  file(RELATIVE_PATH galley_bin_to_lib
    ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(galley_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${galley_bin_to_lib}")
endif()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/galleyConfig.cmake.in galleyConfig.cmake
  INSTALL_DESTINATION ${galley_package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(galleyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/galleyConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/galleyConfigVersion.cmake
  DESTINATION ${galley_package_dir})

file(RELATIVE_PATH galley_pc_to_prefix
  ${CMAKE_INSTALL_PREFIX}/${galley_pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/galley.pc.in galley.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/galley.pc
  DESTINATION ${galley_pkgconfig_dir})
