#define _GNU_SOURCE
#include "CTerminalUIGuard.h"
#include <signal.h>

// What concerns the programs that we start.

// Swift does not see it: glibc declares it for programs that ask for GNU's extensions.
int tui_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

void tui_signals_keep_endings(void) {
  struct sigaction found;
  sigaction(SIGCHLD, NULL, &found);
  if (found.sa_handler == SIG_IGN) found.sa_handler = SIG_DFL;
  found.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &found, NULL);
}
