#pragma once

// Entry points of Swift's own runtime libraries that Swift has no names for; see `RuntimeLayout`.

#include <stdbool.h>
#include <stddef.h>

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
