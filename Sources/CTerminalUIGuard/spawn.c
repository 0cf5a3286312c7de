#define _GNU_SOURCE
#include "CTerminalUIGuard.h"

// Swift does not see it: glibc declares it for programs that ask for GNU's extensions.
int tui_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
