// Nothing: the target that headers common to all chapters are compiled for.
