// Batches: many items changed in one transaction that notes them in the history, as runs of neighbouring keys.
#ifndef BATCHES_H
#define BATCHES_H

#include "baseline.h"

// Each returns how many rows it wrote, -1 on error; nothing is changed then.

int64_t baseline_batch_insert(baseline *db, const baseline_item *items, int64_t count);

// Updates what matches a condition, which is SQL as the assignment is.
int64_t baseline_batch_update(baseline *db, const char *assignment, const char *condition);

// Gives each of some items a priority of its own.
int64_t baseline_batch_update_keys(baseline *db, const int64_t *keys, const int64_t *priorities, int64_t count);

int64_t baseline_batch_delete(baseline *db, const char *condition);
int64_t baseline_batch_delete_keys(baseline *db, const int64_t *keys, int64_t count);

#endif
