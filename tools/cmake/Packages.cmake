# cpack -G DEB: the Debian packages glueball, libglueball-dev and python3-glueball. They hold what the build directory holds,
# so build it first; dpkg-shlibdeps finds what they depend on.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The maintainers of glueball <maintainers@glueball.invalid>" CACHE STRING
    "Maintainer of the packages")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL glueball libglueball-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# xz would take ten times as long for a fifth less.
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})

# The drivers' loaders are opened at run time, where dpkg-shlibdeps does not see them. A machine with a GPU has its driver;
# on others Mesa's computes on the CPU.
set(CPACK_DEBIAN_GLUEBALL_PACKAGE_NAME glueball)
set(CPACK_DEBIAN_GLUEBALL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_GLUEBALL_PACKAGE_DEPENDS libvulkan1)
set(CPACK_DEBIAN_GLUEBALL_PACKAGE_RECOMMENDS "mesa-vulkan-drivers | vulkan-icd, libegl1")
set(CPACK_DEBIAN_GLUEBALL_DESCRIPTION "glueball generates and measures configurations of SU(3) gauge theory, with and
without quarks. It computes in Vulkan or OpenGL compute shaders, so that one
program serves the GPUs of all vendors, and CPUs through Mesa's drivers.")

set(CPACK_DEBIAN_LIBGLUEBALL-DEV_PACKAGE_NAME libglueball-dev)
set(CPACK_DEBIAN_LIBGLUEBALL-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBGLUEBALL-DEV_PACKAGE_SHLIBDEPS OFF)
string(CONCAT CPACK_DEBIAN_LIBGLUEBALL-DEV_PACKAGE_DEPENDS "glueball (= ${PROJECT_VERSION}), libfmt-dev, libcli11-dev, "
  "nlohmann-json3-dev, libpugixml-dev, zlib1g-dev, libpng-dev, libwebp-dev, libfftw3-dev, libzstd-dev, libshaderc-dev, "
  "spirv-tools, pkg-config")
if(TARGET glueball_view_window)
  string(APPEND CPACK_DEBIAN_LIBGLUEBALL-DEV_PACKAGE_DEPENDS ", libglfw3-dev, libimgui-dev, libstb-dev")
endif()
set(CPACK_DEBIAN_LIBGLUEBALL-DEV_DESCRIPTION "This package has the headers, the static library and the CMake package of
glueball, for programs of one's own.")

if(TARGET glueball_python)
  list(APPEND CPACK_COMPONENTS_ALL python3-glueball)
  set(CPACK_DEBIAN_PYTHON3-GLUEBALL_PACKAGE_NAME python3-glueball)
  set(CPACK_DEBIAN_PYTHON3-GLUEBALL_PACKAGE_SECTION python)
  string(REGEX MATCH "3\\.([0-9]+)" version ${GLUEBALL_PYTHON_PACKAGES})
  math(EXPR next "${CMAKE_MATCH_1} + 1")
  string(CONCAT CPACK_DEBIAN_PYTHON3-GLUEBALL_PACKAGE_DEPENDS "glueball (= ${PROJECT_VERSION}), python3-numpy, "
    "python3 (>= ${version}), python3 (<< 3.${next})")
  set(CPACK_DEBIAN_PYTHON3-GLUEBALL_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/tools/package/postinst
      ${PROJECT_SOURCE_DIR}/tools/package/prerm)
  set(CPACK_DEBIAN_PYTHON3-GLUEBALL_DESCRIPTION "This package has the Python module glueball: fields as numpy arrays, chains,
measurements, quark propagators and compute kernels of one's own.")
endif()

# Every Debian package says who may copy it and what changed.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/changelog CONTENT "glueball (${PROJECT_VERSION}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
" @ONLY)
execute_process(COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/changelog)
foreach(component ${CPACK_COMPONENTS_ALL})
  install(FILES ${PROJECT_BINARY_DIR}/changelog.gz ${PROJECT_SOURCE_DIR}/tools/package/copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${component} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/tools/package/glueball.lintian-overrides DESTINATION share/lintian/overrides
        RENAME glueball COMPONENT glueball EXCLUDE_FROM_ALL)
include(CPack)
