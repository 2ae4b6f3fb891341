# cmake --install: the program, the library with its headers, presets and assets, and a CMake package so that
# find_package(glueball) gives glueball::glueball. The components are the Debian packages (Packages.cmake).
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/glueball)
install(TARGETS glueball_program RUNTIME_DEPENDENCY_SET wheel
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT glueball)
install(TARGETS glueball glueball_shader_library EXPORT glueball-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libglueball-dev
        LIBRARY DESTINATION ${GLUEBALL_LIBRARIES} COMPONENT glueball NAMELINK_COMPONENT libglueball-dev)
foreach(loaded glueball_mpi glueball_hdf5 glueball_cairo)
  if(TARGET ${loaded})
    install(TARGETS ${loaded} LIBRARY DESTINATION ${GLUEBALL_LIBRARIES} COMPONENT glueball)
  endif()
endforeach()
# A wheel carries what the program links, but for what every Linux has (the list of PEP 600). The libraries behind HDF5, Cairo
# and MPI stay the system's: few runs load them.
install(RUNTIME_DEPENDENCY_SET wheel COMPONENT wheel EXCLUDE_FROM_ALL DESTINATION ${GLUEBALL_LIBRARIES}
        PRE_EXCLUDE_REGEXES "^lib(c|m|dl|rt|pthread|gcc_s|stdc\\+\\+|z|X11|glueball_shaders)\\.so" "^ld-linux"
        POST_EXCLUDE_REGEXES "/lib(xcb|Xau|Xdmcp|bsd|md)\\.so")
# CMake fills up a path of the build tree with colons, to write that of the installed file over it, and loaders take an empty
# part for the current directory. So both are the same.
foreach(installed glueball_program glueball_shader_library glueball_mpi glueball_hdf5 glueball_cairo glueball_python)
  if(TARGET ${installed})
    set_target_properties(${installed} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
  endif()
endforeach()
# The back ends and the program's own validators stay private: they need headers of Vulkan, glad, CLI11 and Boost.
function(glueball_install_headers from to without)
  install(CODE "set(from \"${PROJECT_SOURCE_DIR}/${from}\")
set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/${to}\")
set(without \"${without}\")
include(\"${PROJECT_SOURCE_DIR}/tools/cmake/InstallHeaders.cmake\")" COMPONENT libglueball-dev)
endfunction()
glueball_install_headers(host glueball "^gpu/(vk|gl)/|^app/validators|^base/precompiled|^io/hdf5/|^rational/(exchange|polynomial|variable)")
glueball_install_headers(shaders/args glueball/args "")
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/glueball COMPONENT glueball)
# Pages link to each other and to assets/ as in the source tree.
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT glueball)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT glueball)
install(DIRECTORY tools/walkthrough DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools COMPONENT glueball)
install(DIRECTORY python/examples python/notebooks DESTINATION ${CMAKE_INSTALL_DOCDIR}/python COMPONENT glueball
        PATTERN __pycache__ EXCLUDE)
install(CODE "set(program \"$<TARGET_FILE:glueball_program>\")
set(version ${PROJECT_VERSION})
set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1/glueball.1\")
include(\"${CMAKE_CURRENT_LIST_DIR}/ManPage.cmake\")" COMPONENT glueball)

install(EXPORT glueball-targets NAMESPACE glueball:: DESTINATION ${package} COMPONENT libglueball-dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/glueball-config.cmake.in
                              ${PROJECT_BINARY_DIR}/glueball-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/glueball-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/glueball-config.cmake ${PROJECT_BINARY_DIR}/glueball-config-version.cmake
        DESTINATION ${package} COMPONENT libglueball-dev)
