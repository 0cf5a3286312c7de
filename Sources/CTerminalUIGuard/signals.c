#define _GNU_SOURCE
#include "CTerminalUIGuard.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

// A handler and a descriptor rather than SIG_IGN and signalfd: an ignored or blocked signal would be inherited by
// the programs we start, a handler is not; and it works whichever thread the kernel chooses.
static atomic_int arrived[NSIG];
static atomic_int event_descriptor = -1;

static void note(int number) {
  int saved_errno = errno;
  uint64_t one = 1;
  atomic_store(&arrived[number], 1);
  ssize_t written = write(atomic_load(&event_descriptor), &one, sizeof one);
  (void)written; // the counter can only be full if nobody has read it yet, and then it is readable
  errno = saved_errno;
}

int tui_signals_descriptor(void) {
  if (event_descriptor < 0) event_descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  return event_descriptor;
}

static struct sigaction previous[NSIG];
static int is_caught[NSIG];

static int change(int number, const struct sigaction *found, const struct sigaction *action) {
  if (!is_caught[number]) {
    previous[number] = *found;
    atomic_store(&arrived[number], 0); // forget signals that came when it was caught before
  }
  is_caught[number] = 1;
  return sigaction(number, action, NULL);
}

int tui_signals_catch(int number) {
  if (tui_signals_descriptor() < 0) return -1;
  struct sigaction found;
  if (sigaction(number, NULL, &found) < 0) return -1;
  if (found.sa_handler == SIG_IGN) return 0; // nohup, or a parent without job control
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return change(number, &found, &action);
}

int tui_signals_ignore(int number) {
  struct sigaction found;
  if (sigaction(number, NULL, &found) < 0) return -1;
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  return change(number, &found, &action);
}

void tui_signals_release(int number) {
  if (!is_caught[number]) return;
  is_caught[number] = 0;
  sigaction(number, &previous[number], NULL);
}

static void set_action(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void tui_signals_default(int number) { set_action(number, SIG_DFL); }

void tui_signals_stop(void) {
  struct sigaction found;
  sigaction(SIGTSTP, NULL, &found);
  if (found.sa_handler == SIG_IGN) return;
  // The others first: to a shell, the job is stopped only when all of its processes are.
  set_action(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  set_action(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &found, NULL);
}

int tui_signals_take(int number) { return atomic_exchange(&arrived[number], 0); }
