# Run by cmake --install: copies headers from `from` to `to`, where each includes the others as <glueball/...>: a program
# that uses the library has its own "base/error.hpp" perhaps.
file(GLOB_RECURSE headers RELATIVE ${from} ${from}/*.hpp ${from}/*.h)
if(without)
  list(FILTER headers EXCLUDE REGEX "${without}")
endif()
foreach(header IN LISTS headers)
  file(READ ${from}/${header} text)
  string(REGEX REPLACE "#include \"([a-z_]+/[a-z0-9_/]+\\.hp*)\"" "#include <glueball/\\1>" text "${text}")
  get_filename_component(folder ${to}/${header} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  file(WRITE ${to}/${header} "${text}")
endforeach()
