# Says that the module was not built, and counts it as skipped.
message("SKIPPED: the Python module is not built")
file(WRITE ${COUNTS} "0 0 1\n")
