// Ids of the specialisation constants that all kernels share. Flags belong to a launch and are a bit each;
// each kernel defines its own, and its class in host/kernels names them. If the first two flags are a
// direction, they have other ids, because some drivers get a direction as an open constant
// (host/spirv/specialize.hpp).
#define CONSTANT_GROUP_SIZE 0
#define CONSTANT_EXTENT_X 1
#define CONSTANT_EXTENT_Y 2
#define CONSTANT_EXTENT_Z 3
#define CONSTANT_EXTENT_T 4
#define CONSTANT_RECONSTRUCT 5
#define CONSTANT_BOUNDARY_X 6
#define CONSTANT_BOUNDARY_Y 7
#define CONSTANT_BOUNDARY_Z 8
#define CONSTANT_BOUNDARY_T 9
#define CONSTANT_SHARED_SUMS 10
#define CONSTANT_FLAG_0 11
#define CONSTANT_FLAG_1 12
#define CONSTANT_FLAG_2 13
#define CONSTANT_FLAG_3 14
#define CONSTANT_COUNT 15
#define CONSTANT_THREADS_PER_SITE 16
#define CONSTANT_FLAG_4 17
#define CONSTANT_TILES 18
#define CONSTANT_FLOATING 19
#define CONSTANT_EXACT_DIVISION 20
#define CONSTANT_FOLDED 21
#define CONSTANT_LOCAL_X 22
#define CONSTANT_LOCAL_Y 23
#define CONSTANT_LOCAL_Z 24
#define CONSTANT_LOCAL_T 25
#define CONSTANT_ORIGIN_X 26
#define CONSTANT_ORIGIN_Y 27
#define CONSTANT_ORIGIN_Z 28
#define CONSTANT_ORIGIN_T 29
#define CONSTANT_GHOSTS_X 30
#define CONSTANT_GHOSTS_Y 31
#define CONSTANT_GHOSTS_Z 32
#define CONSTANT_GHOSTS_T 33
#define CONSTANT_BLOCK_X 34
#define CONSTANT_BLOCK_Y 35
#define CONSTANT_BLOCK_THREADS 36
#define CONSTANT_PART 37
#define CONSTANT_PART_EDGE 38
#define CONSTANT_PART_GROUPS 39
#define CONSTANT_LONG_RECONSTRUCT 40
#define CONSTANT_SITE_BLOCK 41
#define CONSTANT_DIRECTION_LOW 42
#define CONSTANT_DIRECTION_HIGH 43
