#pragma once

// Entry points of Swift's own runtime libraries that Swift has no names for; see `RuntimeLayout`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What `unowned` and `weak` references are made of
// (https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/HeapObject.h). An unowned reference keeps the
// memory of an object that is gone, but nothing beside it; a weak one that of an allocation of its own.
extern void *swift_unownedRetain(void *object);
extern void swift_unownedRelease(void *object);
extern void *swift_tryRetain(void *object);

static inline void openswiftdata_keep_memory(void *object) { swift_unownedRetain(object); }
static inline void openswiftdata_release_memory(void *object) { swift_unownedRelease(object); }

// The object, retained; null if its last reference is gone. The caller keeps its memory.
static inline void *openswiftdata_retain_if_alive(void *object) { return swift_tryRetain(object); }

// What `withObservationTracking` sets for the thread while its closure runs
// (https://github.com/swiftlang/swift/blob/main/stdlib/public/Observation/Sources/Observation/ThreadLocal.cpp). A
// dynamic library does not export it, so it is weak: there nobody knows, and any read may be observed.
extern void *_swift_observation_tls_get(void) __attribute__((swiftcall, weak));

static inline bool openswiftdata_knows_observation(void) { return _swift_observation_tls_get != NULL; }

// False only if no closure whose reads are observed runs on this thread.
static inline bool openswiftdata_may_be_observed(void) {
  return !_swift_observation_tls_get || _swift_observation_tls_get();
}

// Tells the closures of nested calls apart; null where the function above is missing.
static inline void *openswiftdata_observing_closure(void) {
  return _swift_observation_tls_get ? _swift_observation_tls_get() : NULL;
}

// What compiled code asks about tasks and executors, too
// (https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/Concurrency.h). An executor is its object and how
// it is used; both are zero for a task that is on none. The last two are about the current task.
typedef struct {
  void *object;
  uintptr_t use;
} openswiftdata_executor;
extern openswiftdata_executor swift_task_getCurrentExecutor(void) __attribute__((swiftcall));
extern void *swift_task_getCurrent(void) __attribute__((swiftcall));
extern openswiftdata_executor swift_task_getPreferredTaskExecutor(void) __attribute__((swiftcall));

static inline bool openswiftdata_is_on_no_executor(void) {
  openswiftdata_executor current = swift_task_getCurrentExecutor();
  return !current.object && !current.use;
}

// The task that runs on this thread and prefers no executor for its tasks; null if there is none.
static inline void *openswiftdata_task_without_preference(void) {
  return swift_task_getPreferredTaskExecutor().object ? NULL : swift_task_getCurrent();
}
