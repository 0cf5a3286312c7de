#define _GNU_SOURCE
#include "CDocketPrograms.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// If our parent ignored SIGCHLD we inherit that, and the system would not tell how programs end.
static void keep_endings(void) {
  struct sigaction found;
  sigaction(SIGCHLD, NULL, &found);
  if (found.sa_handler == SIG_IGN) found.sa_handler = SIG_DFL;
  found.sa_flags &= ~SA_NOCLDWAIT;
  sigaction(SIGCHLD, &found, NULL);
}

// What follows runs in the child. Our process has other threads, so between fork and exec only what is safe in a signal
// handler may be called (https://man7.org/linux/man-pages/man2/fork.2.html); glibc's execvpe allocates on the stack only,
// as its posix_spawnp needs it. posix_spawn itself would be cheaper, but returns once the program runs.

enum { channel_number = 3 };

static int move_descriptors(const struct docket_program *program, int channel) {
  // Out of the way first: it may have a number that another one is to get.
  channel = fcntl(channel, F_DUPFD, channel_number + 1);
  if (channel < 0 || dup2(program->input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->error, 2) < 0
      || dup3(channel, channel_number, O_CLOEXEC) < 0)
    return -1;
  closefrom(channel_number + 1);
  return 0;
}

static void reset_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  // SIGKILL, SIGSTOP and those of the C library refuse.
  for (int number = 1; number < NSIG; number++) sigaction(number, &usual, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// A script that was written just now may be open for writing a little longer: in a child that somebody has started
// meanwhile, and that runs nothing yet.
static void execute(const struct docket_program *program) {
  for (int tries = 0; tries < 50; tries++) {
    execvpe(program->name, program->arguments, program->environment);
    if (errno != ETXTBSY) return;
    poll(NULL, 0, 20);
    errno = ETXTBSY;
  }
}

static _Noreturn void become(const struct docket_program *program, int channel) {
  if (move_descriptors(program, channel) == 0) {
    channel = channel_number;
    if (program->leads_session) setsid();
    else setpgid(0, 0);
    reset_signals();
    char permission;
    ssize_t count;
    while ((count = read(channel, &permission, 1)) < 0 && errno == EINTR) {}
    // Whoever was to let it begin is gone.
    if (count == 0) _exit(0);
    if (count == 1 && (!program->directory || chdir(program->directory) == 0)) execute(program);
  }
  int number = errno;
  (void)!write(channel, &number, sizeof number);
  _exit(127);
}

// What follows runs in our process.

int docket_program_hold(struct docket_held_program *held, const struct docket_program *program) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) return errno;
  keep_endings();
  // No handler of ours may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  held->identifier = fork();
  int number = errno;
  if (held->identifier == 0) {
    close(ends[0]);
    become(program, ends[1]);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  held->channel = ends[0];
  if (held->identifier > 0) {
    // Here too: whoever kills the group may come before the child has made it.
    if (!program->leads_session) setpgid(held->identifier, held->identifier);
    return 0;
  }
  close(ends[0]);
  return number;
}

int docket_program_release(struct docket_held_program *held) {
  while (send(held->channel, "", 1, MSG_NOSIGNAL) < 0 && errno == EINTR) {}
  int number;
  ssize_t count;
  // The other end is closed without a word once the program is there.
  while ((count = recv(held->channel, &number, sizeof number, MSG_WAITALL)) < 0 && errno == EINTR) {}
  close(held->channel);
  if (count != sizeof number) return 0;
  while (waitpid(held->identifier, NULL, 0) < 0 && errno == EINTR) {}
  return number;
}

int docket_program_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int docket_program_memory(void) { return memfd_create("items", MFD_CLOEXEC); }
