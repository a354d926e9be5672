#define _GNU_SOURCE
#include "CMutexAnnotations.h"

#if __has_feature(thread_sanitizer)
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Methods take self in the context register of Swift's calling convention.
#define SWIFT __attribute__((swiftcall))
#define SELF void *self __attribute__((swift_context))
// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT void (*Lock)(uint32_t thread, SELF);
typedef SWIFT void (*Unlock)(SELF);

static Lock lock;
static Unlock unlock;

__attribute__((constructor)) static void findFunctions(void) {
  lock = (Lock)dlsym(RTLD_NEXT, LOCK);
  unlock = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
  if (lock == NULL || unlock == NULL) {
    fputs("CMutexAnnotations: this standard library has another Mutex\n", stderr);
    abort();
  }
}

SWIFT void lockSlow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, SELF) {
  lock(thread, self);
  __tsan_acquire(self);
}

SWIFT void unlockSlow(SELF) {
  __tsan_release(self);
  unlock(self);
}
#endif
