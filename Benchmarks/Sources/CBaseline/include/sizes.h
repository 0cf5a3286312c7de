// How large the parts of a store are.
#ifndef SIZES_H
#define SIZES_H

#include <stdint.h>

// The bytes of the pages of all tables and indexes whose names match a pattern of GLOB; -1 on error.
int64_t sizes_of(const char *path, const char *pattern);

#endif
