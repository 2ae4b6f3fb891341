# API pages of the public headers' comments, by Doxygen where it is installed:
#   cmake --build build/release --target docs
# Pages are in build/release/docs/html. What the comments get wrong (a parameter that is not there, a link that leads
# nowhere) is an error.
find_package(Doxygen QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
set(DOXYGEN_PROJECT_NAME glueball)
set(DOXYGEN_PROJECT_BRIEF "${PROJECT_DESCRIPTION}")
set(DOXYGEN_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/docs)
set(DOXYGEN_STRIP_FROM_PATH ${PROJECT_SOURCE_DIR}/host)
set(DOXYGEN_STRIP_FROM_INC_PATH ${PROJECT_SOURCE_DIR}/host)
set(DOXYGEN_INCLUDE_PATH ${PROJECT_SOURCE_DIR}/host ${PROJECT_SOURCE_DIR}/shaders)
set(DOXYGEN_FILE_PATTERNS *.hpp)
# The back ends see their API's headers and are installed without them.
set(DOXYGEN_EXCLUDE ${PROJECT_SOURCE_DIR}/host/gpu/vk ${PROJECT_SOURCE_DIR}/host/gpu/gl
                    ${PROJECT_SOURCE_DIR}/host/view/window ${PROJECT_SOURCE_DIR}/host/app/validators.hpp)
set(DOXYGEN_JAVADOC_AUTOBRIEF YES)  # the first sentence is the summary
set(DOXYGEN_EXTRACT_ALL YES)        # what its name says has no comment
set(DOXYGEN_MARKDOWN_SUPPORT YES)
set(DOXYGEN_BUILTIN_STL_SUPPORT YES)
set(DOXYGEN_GENERATE_LATEX NO)
set(DOXYGEN_HAVE_DOT NO)
set(DOXYGEN_QUIET YES)
set(DOXYGEN_WARN_AS_ERROR FAIL_ON_WARNINGS)
doxygen_add_docs(docs ${PROJECT_SOURCE_DIR}/host COMMENT "API pages")
