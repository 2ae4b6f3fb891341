# Compiles every compute shader to SPIR-V for both APIs and all its variants, checks it and embeds it.
#
# A shader names its own axes in a comment:   // variants: storage sum double half
#   storage   buffer | texel | image     how lib/field.glsl reads and writes fields
#   split                                storage has another way, buffers with links in a range for each direction (lib/link.glsl)
#   sum       f64 | ff                   double, or two-float sums where the device has no double
#   double    there are double-precision variants beside those in single (lib/precision.glsl); not of images, and summing
#             in double only
#   half      there are half-precision variants; not of images, nor split
# A blob is called <room>/<name>[.<storage>][.double|.half][.<sum>]. glslc tracks the includes, spirv-opt unrolls and scalarises (some
# drivers keep private arrays in memory otherwise), spirv-val checks: a mistake in a shader is a build error. Each is compiled once,
# for Vulkan; OpenGL's module is the same one in OpenGL's words (host/gpu/spirv_opengl.hpp), checked by itself.

find_program(GLSLC glslc REQUIRED)
find_program(SPIRV_OPT spirv-opt REQUIRED)
find_program(SPIRV_VAL spirv-val REQUIRED)

add_executable(spirv_for_opengl ${PROJECT_SOURCE_DIR}/tools/spirv/main.cpp ${PROJECT_SOURCE_DIR}/host/gpu/spirv_opengl.cpp)
target_include_directories(spirv_for_opengl PRIVATE ${PROJECT_SOURCE_DIR}/host)
target_compile_options(spirv_for_opengl PRIVATE $<$<CONFIG:Release>:-O1>)

set(GLUEBALL_SPIRV_PASSES --inline-entry-points-exhaustive --eliminate-dead-functions --ssa-rewrite
    --loop-unroll --scalar-replacement=0 --convert-local-access-chains --ssa-rewrite --ccp --simplify-instructions
    --eliminate-dead-branches --merge-blocks -O)

# glueball_variants(<list variable> <source>): the variant suffixes of a shader.
function(glueball_variants out source)
  set(bits_double 64)
  set(bits_half 16)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} line REGEX "^// variants:" LIMIT_COUNT 1)
  set(variants "|")
  if(line MATCHES "storage")
    set(variants ".buffer|-DSTORAGE=0 " ".texel|-DSTORAGE=1 " ".image|-DSTORAGE=2 ")
  endif()
  if(line MATCHES " split")
    list(APPEND variants ".split|-DSTORAGE=3 ")
  endif()
  set(single ${variants})
  foreach(precision double half)
    if(line MATCHES " ${precision}")
      foreach(variant ${single})
        if(NOT variant MATCHES "image" AND NOT "${precision}${variant}" MATCHES "half.split")
          string(REPLACE "|" ".${precision}|-DPRECISION=${bits_${precision}} " variant "${variant}")
          list(APPEND variants "${variant}")
        endif()
      endforeach()
    endif()
  endforeach()
  if(line MATCHES " sum")
    set(with_sum)
    foreach(variant ${variants})
      string(REPLACE "|" ".f64|-DSUM=64 " f64 "${variant}")
      list(APPEND with_sum "${f64}")
      if(NOT variant MATCHES "double")
        string(REPLACE "|" ".ff|-DSUM=32 " ff "${variant}")
        list(APPEND with_sum "${ff}")
      endif()
    endforeach()
    set(variants ${with_sum})
  endif()
  set(${out} ${variants} PARENT_SCOPE)
endfunction()

# glueball_shaders(<target> <root> <source>...): an object library that holds all blobs and one function that lists them,
#   std::span<const glueball::gpu::ShaderBlob> <target>();
# The library has its own; a program with shaders of its own hands such a list to gpu::register_shaders. Blobs are named
# by their path below <root>; includes are looked up there and in shaders/.
function(glueball_shaders target root)
  set(apis)
  if(GLUEBALL_VULKAN)
    list(APPEND apis vulkan)
  endif()
  if(GLUEBALL_OPENGL)
    list(APPEND apis opengl)
  endif()
  set(blobs)
  set(assembly)
  set(declarations)
  set(table)
  set(count 0)
  foreach(source ${ARGN})
    file(RELATIVE_PATH name ${root} ${source})
    string(REGEX REPLACE "\\.comp$" "" name ${name})
    glueball_variants(variants ${source})
    foreach(variant ${variants})
      string(REGEX REPLACE "\\|.*" "" suffix "${variant}")
      string(REGEX REPLACE "^[^|]*\\|" "" defines "${variant}")
      separate_arguments(defines)
      set(vulkan_blob ${CMAKE_CURRENT_BINARY_DIR}/vulkan/${name}${suffix}.spv)
      set(opengl_blob ${CMAKE_CURRENT_BINARY_DIR}/opengl/${name}${suffix}.spv)
      foreach(blob ${vulkan_blob} ${opengl_blob})
        get_filename_component(directory ${blob} DIRECTORY)
        file(MAKE_DIRECTORY ${directory})
      endforeach()
      add_custom_command(
        OUTPUT ${vulkan_blob}
        COMMAND ${GLSLC} -Werror --target-env=vulkan1.2 --target-spv=spv1.3 -I ${root} -I ${PROJECT_SOURCE_DIR}/shaders ${defines}
                -MD -MF ${vulkan_blob}.d -MT ${vulkan_blob} -o ${vulkan_blob}.raw ${source}
        COMMAND ${SPIRV_OPT} ${GLUEBALL_SPIRV_PASSES} ${vulkan_blob}.raw -o ${vulkan_blob}
        COMMAND ${SPIRV_VAL} --target-env vulkan1.2 ${vulkan_blob}
        DEPENDS ${source}
        DEPFILE ${vulkan_blob}.d
        COMMENT "Shader ${name}${suffix}"
        VERBATIM)
      if(GLUEBALL_OPENGL)
        add_custom_command(
          OUTPUT ${opengl_blob}
          COMMAND spirv_for_opengl ${vulkan_blob} ${opengl_blob}
          COMMAND ${SPIRV_VAL} --target-env opengl4.5 ${opengl_blob}
          DEPENDS ${vulkan_blob} spirv_for_opengl
          COMMENT "Shader ${name}${suffix} for opengl"
          VERBATIM)
      endif()
      foreach(api ${apis})
        set(blob ${${api}_blob})
        list(APPEND blobs ${blob})
        set(symbol ${target}_${count})
        string(APPEND assembly ".balign 16\n.globl ${symbol}\n${symbol}:\n.incbin \"${blob}\"\n"
               ".globl ${symbol}_end\n${symbol}_end:\n")
        string(APPEND declarations "extern \"C\" const std::uint32_t ${symbol}[], ${symbol}_end[];\n")
        string(APPEND table "      {Api::${api}, \"${name}${suffix}\", {${symbol}, ${symbol}_end}},\n")
        math(EXPR count "${count} + 1")
      endforeach()
    endforeach()
  endforeach()
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}.cpp)
  file(CONFIGURE OUTPUT ${list} CONTENT "#include \"gpu/shader.hpp\"
${declarations}
std::span<const glueball::gpu::ShaderBlob> ${target}() {
  using namespace glueball::gpu;
  static const std::vector<ShaderBlob> blobs = {
${table}  };
  return blobs;
}
" @ONLY)
  # A long table, read once.
  set_source_files_properties(${list} PROPERTIES COMPILE_OPTIONS -O0)
  set(incbin ${CMAKE_CURRENT_BINARY_DIR}/${target}.s)
  file(CONFIGURE OUTPUT ${incbin} CONTENT ".section .rodata\n${assembly}.section .note.GNU-stack,\"\",%progbits\n" @ONLY)
  set_source_files_properties(${incbin} PROPERTIES OBJECT_DEPENDS "${blobs}" LANGUAGE ASM)
  add_library(${target} OBJECT ${incbin} ${list})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/host)
  target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()
