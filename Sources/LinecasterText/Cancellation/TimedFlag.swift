#if canImport(Glibc)
  import Glibc
#endif

/// A flag that one thread raises once, and that another waits for some time.
///
/// Unchecked: the flag is read and written under the lock only, and the addresses never change.
final class TimedFlag: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRaised = false

  init() {
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Setting the system's clock back must not make anybody wait.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(lock)
    condition.deallocate()
    lock.deallocate()
  }

  /// Raises the flag for good.
  func raise() {
    pthread_mutex_lock(lock)
    isRaised = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(lock)
  }

  /// Waits so many nanoseconds at most; whether the flag is raised.
  func wait(_ nanoseconds: Int) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let sum = end.tv_nsec + nanoseconds
    end.tv_sec += sum / 1_000_000_000
    end.tv_nsec = sum % 1_000_000_000
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while !isRaised, pthread_cond_timedwait(condition, lock, &end) == 0 {}
    return isRaised
  }
}
