// Ids of the specialisation constants that all kernels share. Flags are those of a launch, a bit each; what
// they mean is a kernel's own affair, and its class in host/kernels names them too.
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
#define CONSTANT_LANES 16
#define CONSTANT_FLAG_4 17
#define CONSTANT_TILES 18
#define CONSTANT_FLOATING 19
#define CONSTANT_EXACT_DIVISION 20
#define CONSTANT_FOLDED 21
