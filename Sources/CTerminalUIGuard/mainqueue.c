#include "CTerminalUIGuard.h"

// What Foundation's run loop waits for. It is exported for that, and declared in no public header:
// https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/private/private.h
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));

int tui_main_queue_descriptor(void) {
  return _dispatch_get_main_queue_handle_4CF ? _dispatch_get_main_queue_handle_4CF() : -1;
}
