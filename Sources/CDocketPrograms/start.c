#define _GNU_SOURCE
#include "CDocketPrograms.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <unistd.h>

// If our parent ignored SIGCHLD we inherit that, and the system would not tell how programs end.
static void keep_endings(void) {
  struct sigaction found;
  sigaction(SIGCHLD, NULL, &found);
  if (found.sa_handler == SIG_IGN) found.sa_handler = SIG_DFL;
  found.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &found, NULL);
}

static int add_actions(posix_spawn_file_actions_t *actions, const struct docket_program *program) {
  int number = 0;
  if (program->directory) number = posix_spawn_file_actions_addchdir_np(actions, program->directory);
  if (!number) number = posix_spawn_file_actions_adddup2(actions, program->input, 0);
  if (!number) number = posix_spawn_file_actions_adddup2(actions, program->output, 1);
  if (!number) number = posix_spawn_file_actions_adddup2(actions, program->error, 2);
  if (!number) number = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  return number;
}

static int set_attributes(posix_spawnattr_t *attributes, int leads_session) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  return posix_spawnattr_setflags(
      attributes, (short)(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
                          | (leads_session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP)));
}

int docket_program_start(pid_t *identifier, const struct docket_program *program) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int number = posix_spawn_file_actions_init(&actions);
  if (number) return number;
  number = posix_spawnattr_init(&attributes);
  if (!number) {
    number = add_actions(&actions, program);
    if (!number) number = set_attributes(&attributes, program->leads_session);
    keep_endings();
    if (!number)
      number = posix_spawnp(
          identifier, program->name, &actions, &attributes, program->arguments, program->environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return number;
}

int docket_program_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int docket_program_memory(void) { return memfd_create("items", MFD_CLOEXEC); }
