import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Runs work that may nest deeper than the stack of the calling thread allows.
///
/// Threads of a program may have 512 KiB of stack or less, and walking the deepest legal tree takes
/// more. Such work runs on a thread with a larger stack while the caller waits; flat trees never
/// need one.
package enum StackRoom {
  /// The stack for one level: twice the maximum of any work, without optimization. Untouched parts
  /// of a stack cost only addresses.
  package static let bytesPerLevel = 64 << 10
  /// The number of levels for which any thread has room.
  package static let guaranteedLevels = 8

  /// Returns whether work over a tree of some levels may need another thread.
  package static func isNeeded(forLevels count: Int) -> Bool { count > guaranteedLevels }

  /// Runs work over a tree of some levels.
  ///
  /// - Parameters:
  ///   - count: The number of nested levels.
  ///   - scope: Checked on the calling thread: at once, and a thousand times a second while it
  ///     waits.
  ///   - work: The work; it must use the scope that it gets instead of `scope`.
  static func run<Value, Failure: Error>(
    forLevels count: Int, _ scope: WorkScope, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard isNeeded(forLevels: count), room.value < count else { return try work(scope) }
    return try withoutActuallyEscaping(work) { work throws(Failure) in
      let call = SideCall(work, levels: count)
      guard
        call.run(stackSize: (count + guaranteedLevels) * bytesPerLevel, scope),
        let result = call.result
      else { return try work(scope) }
      return try result.get()
    }
  }

  /// Marks the stack of the calling thread as having room for some levels.
  package static func claimRoom(forLevels count: Int) { room.value = count }

  /// The levels for which the calling thread was made; 0 for other threads.
  private static let room = ThreadNumber()
}

/// Work on its own thread, whose caller waits for its end.
///
/// Unchecked: only the thread uses the work and sets the result until the flag is raised; only the
/// caller reads the result, after that.
private final class SideCall<Value, Failure: Error>: @unchecked Sendable {
  private(set) var result: Result<Value, Failure>?

  private let work: (WorkScope) throws(Failure) -> Value
  private let levels: Int
  private let isCancelled = Atomic(false)
  private let end = TimedFlag()

  init(_ work: @escaping (WorkScope) throws(Failure) -> Value, levels: Int) {
    self.work = work
    self.levels = levels
  }

  /// Runs the work to its end; returns false if the system has no thread for it.
  func run(stackSize: Int, _ scope: WorkScope) -> Bool {
    var attributes = pthread_attr_t()
    // Safe: the attributes are initialized by the first call and live until the last one.
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    // Wider than any frame, so no frame reaches over it into other memory.
    unsafe pthread_attr_setguardsize(&attributes, StackRoom.bytesPerLevel)
    if scope.isCancelled { isCancelled.store(true, ordering: .relaxed) }
    var thread = pthread_t()
    let body = unsafe Unmanaged.passRetained(ThreadBody(self.perform))
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        // The passed reference now belongs to this thread.
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      unsafe body.release()
      return false
    }
    while !end.wait(1_000_000) {
      if scope.isCancelled { isCancelled.store(true, ordering: .relaxed) }
    }
    // The thread releases its references to the caller's values before this returns.
    pthread_join(thread, nil)
    return true
  }

  @Sendable
  private func perform() {
    StackRoom.claimRoom(forLevels: levels)
    let interval = WorkScope.interval
    var state = unsafe WorkScope.State(
      steps: interval, interval: interval,
      isCancelled: { self.isCancelled.load(ordering: .relaxed) }, deadline: nil)
    do throws(Failure) {
      result = .success(
        try unsafe withUnsafeMutablePointer(to: &state) { state throws(Failure) in
          try work(unsafe WorkScope(state: state))
        })
    } catch {
      result = .failure(error)
    }
    end.raise()
  }
}

/// The body of a thread.
private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// A thread-local number, 0 at first.
private struct ThreadNumber: Sendable {
  /// `nil` if the system has no keys left.
  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    // Safe: the key is written before the call returns.
    self.key = unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  var value: Int {
    get {
      guard let key else { return 0 }
      // The number is stored as an address that is never dereferenced.
      return unsafe Int(bitPattern: pthread_getspecific(key))
    }
    nonmutating set {
      guard let key else { return }
      unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue))
    }
  }
}

/// A flag that one thread raises once, and that others wait for.
///
/// Unchecked, and safe to use: the flag is only accessed under the lock, and the addresses never
/// change until the flag is freed.
@safe
package final class TimedFlag: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRaised = false

  /// Creates a flag that is not raised.
  package init() {
    unsafe pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // Setting the system clock back must not extend a wait.
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(condition, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(lock)
    unsafe condition.deallocate()
    unsafe lock.deallocate()
  }

  /// Raises the flag permanently.
  package func raise() {
    unsafe pthread_mutex_lock(lock)
    isRaised = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(lock)
  }

  /// Waits for at most some nanoseconds; returns whether the flag is raised.
  package func wait(_ nanoseconds: Int) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let sum = end.tv_nsec + nanoseconds
    end.tv_sec += sum / 1_000_000_000
    end.tv_nsec = sum % 1_000_000_000
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while !isRaised, unsafe pthread_cond_timedwait(condition, lock, &end) == 0 {}
    return isRaised
  }
}
