#define _GNU_SOURCE
#include "CTerminalUIGuard.h"
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// Older C libraries have neither the calls nor the structure; this is the kernel's first version of it.
struct scheduling {
  uint32_t size;
  uint32_t policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t slice;
  uint64_t deadline;
  uint64_t period;
};

_Static_assert(sizeof(struct scheduling) == 48, "the kernel tells versions of the structure apart by their size");

enum { RESET_ON_FORK = 1, SHORTEST_SLICE = 100000 };

int tui_ask_for_short_slices(void) {
  struct scheduling wanted = {.size = sizeof wanted};
  if (syscall(SYS_sched_getattr, 0, &wanted, sizeof wanted, 0) != 0) return -1;
  // Policy and priority that somebody else chose stay.
  if (wanted.policy != SCHED_OTHER || wanted.nice < 0) return 0;
  wanted.slice = SHORTEST_SLICE;
  // Threads and programs that are started from this thread have the usual slices.
  wanted.flags |= RESET_ON_FORK;
  return (int)syscall(SYS_sched_setattr, 0, &wanted, 0);
}
