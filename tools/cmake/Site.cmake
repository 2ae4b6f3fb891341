# cmake --build build/release --target site: HTML of all pages, in build/release/site. Its search runs in the browser, from
# any web server.
find_program(MKDOCS mkdocs)
if(MKDOCS)
  # Pages link to sources, pictures and each other by the places that these have in the tree.
  set(pages ${PROJECT_BINARY_DIR}/site-pages)
  file(MAKE_DIRECTORY ${pages})
  foreach(part README.md CHANGELOG.md CITATION.cff CONTRIBUTING.md assets docs host python shaders tests tools)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${part} ${pages}/${part} SYMBOLIC)
  endforeach()
  add_custom_target(site
    COMMAND ${CMAKE_COMMAND} -E env GLUEBALL_PAGES=${pages} GLUEBALL_SITE=${PROJECT_BINARY_DIR}/site
            ${MKDOCS} build --quiet --strict --config-file ${PROJECT_SOURCE_DIR}/docs/site.yml
    COMMENT "Making the site: build/release/site/index.html" VERBATIM)
else()
  message(STATUS "No target 'site': MkDocs is not installed (Debian package: mkdocs)")
endif()
