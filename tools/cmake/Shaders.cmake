# Compiles every compute shader to SPIR-V in all variants that its line "// variants: ..." names (host/spirv/variants.hpp),
# checks them, and embeds them, compressed. A mistake in a shader is a build error. Programs specialise and optimise the modules
# that they take (host/spirv/specialize.hpp), and make OpenGL's of Vulkan's (host/spirv/opengl.hpp).

# shaderc compiles as glslc does, SPIRV-Tools optimises as spirv-opt does: linked by what builds and by what reloads shaders.
# Debian's libshaderc leaves glslang's symbols to those who link it.
find_library(SHADERC shaderc_combined REQUIRED)
find_package(SPIRV-Tools REQUIRED)
find_package(SPIRV-Tools-opt REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
set(GLUEBALL_SPIRV_COMPILER ${SHADERC})
foreach(part glslang MachineIndependent GenericCodeGen OSDependent OGLCompiler SPIRV)
  find_library(SHADERC_${part} ${part})
  if(SHADERC_${part})
    list(APPEND GLUEBALL_SPIRV_COMPILER ${SHADERC_${part}})
  endif()
endforeach()
list(APPEND GLUEBALL_SPIRV_COMPILER SPIRV-Tools-opt)
# host/spirv/specialize.cpp says why.
set(GLUEBALL_SPIRV_LINK_OPTIONS -Wl,--wrap=_ZN8spvtools3opt9IRContext12IsConsistentEv)

# glueball_build_tool(<target> <source> <part of host/spirv>...): a program that the build runs.
find_package(mimalloc QUIET)
function(glueball_build_tool target source)
  list(TRANSFORM ARGN REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/host/spirv/\\1.cpp" OUTPUT_VARIABLE parts)
  add_executable(${target} ${PROJECT_SOURCE_DIR}/tools/spirv/${source} ${parts})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/host)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${target} PRIVATE ${GLUEBALL_SPIRV_COMPILER} PkgConfig::ZSTD)
  glueball_allocates_fast(${target})
  # With sanitizers it takes ten times as long, and what it is made of is tested in the library.
  if(GLUEBALL_SANITIZE)
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
    target_link_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endfunction()
# The optimiser of shaders, and compilers of Mesa's drivers, allocate small pieces for a third of their time, with the C
# library's allocator.
function(glueball_allocates_fast target)
  if(mimalloc_FOUND AND NOT GLUEBALL_SANITIZE)
    target_link_libraries(${target} PRIVATE mimalloc)
  endif()
endfunction()
glueball_build_tool(glueball_compile main.cpp pack variants compiler)
glueball_build_tool(glueball_prebuild prebuild.cpp prebuilt pack specialize module_info)
target_include_directories(glueball_prebuild PRIVATE ${PROJECT_SOURCE_DIR}/shaders)
target_link_options(glueball_prebuild PRIVATE ${GLUEBALL_SPIRV_LINK_OPTIONS})

# glueball_shaders(<target> <root> <source>...): an object library that holds all modules and one function that gives them,
#   glueball::spirv::ShaderPack <target>();
# The library has its own; a program with shaders of its own hands such a pack to gpu::register_shaders. Modules are named
# by their path below <root>; includes are looked up there and in shaders/.
function(glueball_shaders target root)
  set(packs)
  foreach(source ${ARGN})
    file(RELATIVE_PATH name ${root} ${source})
    string(REGEX REPLACE "\\.comp$" "" name ${name})
    set(pack ${CMAKE_CURRENT_BINARY_DIR}/spirv/${name}.pack)
    get_filename_component(directory ${pack} DIRECTORY)
    file(MAKE_DIRECTORY ${directory})
    add_custom_command(
      OUTPUT ${pack}
      COMMAND glueball_compile compile ${source} ${pack} ${root} ${PROJECT_SOURCE_DIR}/shaders
      DEPENDS ${source} glueball_compile
      DEPFILE ${pack}.d
      COMMENT "Shader ${name}"
      VERBATIM)
    list(APPEND packs ${pack})
  endforeach()
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/spirv/${target}.pack)
  add_custom_command(OUTPUT ${whole} COMMAND glueball_compile join ${whole} ${packs} DEPENDS ${packs} VERBATIM
                     COMMENT "Shaders of ${target}")
  glueball_embed(${target} ${whole})
endfunction()

# glueball_embed(<target> <pack>): an object library that holds a pack and one function that gives it, as above.
function(glueball_embed target pack)
  set(incbin ${CMAKE_CURRENT_BINARY_DIR}/${target}.s)
  file(CONFIGURE OUTPUT ${incbin} CONTENT ".section .rodata
.balign 16
.globl ${target}_begin
.hidden ${target}_begin
${target}_begin:
.incbin \"${pack}\"
.globl ${target}_end
.hidden ${target}_end
${target}_end:
.section .note.GNU-stack,\"\",%progbits
" @ONLY)
  set_source_files_properties(${incbin} PROPERTIES OBJECT_DEPENDS ${pack} LANGUAGE ASM)
  set(function ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${function} CONTENT "#include \"spirv/pack.hpp\"
extern \"C\" __attribute__((visibility(\"hidden\"))) const std::byte ${target}_begin[], ${target}_end[];
glueball::spirv::ShaderPack ${target}();
glueball::spirv::ShaderPack ${target}() { return {{${target}_begin, ${target}_end}}; }
" @ONLY)
  add_library(${target} OBJECT ${incbin} ${function})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/host)
  target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()
