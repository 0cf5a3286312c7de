#pragma once
#include <sys/types.h>

// What Swift does not see of glibc: it declares it for programs that ask for GNU's extensions.

/// How a program is to be started.
struct docket_program {
  /// A path, or a name to be looked up in PATH.
  const char *name;
  /// The arguments, the name first, and the environment; both end with NULL.
  char *const *arguments;
  char *const *environment;
  /// What its standard input, output and error are.
  int input, output, error;
  /// Its directory; NULL for ours.
  const char *directory;
  /// Whether it leads a session of its own, away from the terminal; otherwise it leads a group of processes.
  int leads_session;
};

/// A program that waits to be let begin.
struct docket_held_program {
  /// The number of its process, and of the group or session that it leads.
  pid_t identifier;
  /// What it waits at; for docket_program_release only.
  int channel;
};

/// Makes the process of a program: with descriptors 0 to 2 only, the usual signal actions and no blocked signal. It runs
/// nothing of the program until it is released, and never does if our process ends before that. Returns 0, or an error
/// number.
int docket_program_hold(struct docket_held_program *held, const struct docket_program *program);

/// Lets the program begin. Returns 0, or an error number, also if there is no such program; its process is gone then.
/// Waits up to a second for a program that somebody is still writing.
int docket_program_release(struct docket_held_program *held);

/// Makes a pipe, closed on exec. Returns 0, or -1 with errno.
int docket_program_pipe(int ends[2]);

/// A new anonymous file in memory, closed on exec; -1 with errno.
int docket_program_memory(void);
