// A grid that strides over more items than it has invocations: for (uint i = GRID_FIRST; i < n; i += GRID_STRIDE).
#define GRID_FIRST gl_GlobalInvocationID.x
#define GRID_STRIDE (gl_NumWorkGroups.x * gl_WorkGroupSize.x)
