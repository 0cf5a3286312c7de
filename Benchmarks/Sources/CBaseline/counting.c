#include "counting.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

int counting_is_on(void) { return RUNNING_ON_VALGRIND != 0; }

void counting_begin(void) { CALLGRIND_ZERO_STATS; }

void counting_end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
#else
int counting_is_on(void) { return 0; }
void counting_begin(void) {}
void counting_end(const char *name) { (void)name; }
#endif
