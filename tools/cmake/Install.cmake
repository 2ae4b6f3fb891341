# cmake --install: the program, the library with its headers, presets and assets, and a CMake package so that
# find_package(glueball) gives glueball::glueball.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/glueball)
install(TARGETS glueball_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS glueball glueball_shader_library EXPORT glueball-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The back ends and the program's own validators stay private: they need Vulkan's, glad's and CLI11's headers.
install(DIRECTORY host/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glueball FILES_MATCHING PATTERN "*.hpp"
        PATTERN "gpu/vk" EXCLUDE PATTERN "gpu/gl" EXCLUDE PATTERN "app/validators.hpp" EXCLUDE)
install(DIRECTORY shaders/args DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glueball)
install(DIRECTORY assets/ DESTINATION ${CMAKE_INSTALL_DATADIR}/glueball)

install(EXPORT glueball-targets NAMESPACE glueball:: DESTINATION ${package})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/glueball-config.cmake.in
                              ${PROJECT_BINARY_DIR}/glueball-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/glueball-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/glueball-config.cmake ${PROJECT_BINARY_DIR}/glueball-config-version.cmake
        DESTINATION ${package})
