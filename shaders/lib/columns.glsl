// Columns, right-hand sides, of which a thread of multigrid's kernels has one to four.
layout(constant_id = CONSTANT_FLAG_0) const uint COLUMNS_LOW = 0;
layout(constant_id = CONSTANT_FLAG_1) const uint COLUMNS_HIGH = 0;

const uint COLUMNS = 1 + (COLUMNS_LOW != 0 ? 1 : 0) + (COLUMNS_HIGH != 0 ? 2 : 0);
