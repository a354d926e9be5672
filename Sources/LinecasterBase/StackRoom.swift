import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Does work that nests deeper than the stack of the calling thread may have room for.
///
/// Threads of a program may have 512 KiB of stack or less, and the deepest legal tree takes more to
/// walk. Such work is done on a thread with room enough while the caller waits; flat trees never
/// pay for one.
package enum StackRoom {
  /// The room for a level: twice what any work takes, without optimization. What is not touched of
  /// a stack costs addresses only.
  package static let bytesALevel = 64 << 10
  /// Levels that any thread has room for.
  package static let fewLevels = 8

  /// Whether work over a tree of some levels may need another thread.
  package static func isWanted(forLevels count: Int) -> Bool { count > fewLevels }

  /// Does work over a tree of some levels.
  ///
  /// - Parameters:
  ///   - count: The levels that nest.
  ///   - isCancelled: Asked on the calling thread: at once and a thousand times a second where it
  ///     waits.
  ///   - work: Does the work; the function that it gets says whether to stop.
  static func withRoom<Value, Failure: Error>(
    forLevels count: Int, isCancelled: () -> Bool = { false },
    _ work: (_ isCancelled: () -> Bool) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Neither is kept: one would have to be, to be handed to the other.
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(Failure) in
      try withoutActuallyEscaping(work) { work throws(Failure) in
        guard isWanted(forLevels: count), room.value < count else { return try work(isCancelled) }
        let call = SideCall(work, levels: count)
        guard
          call.run(stackSize: (count + fewLevels) * bytesALevel, isCancelled: isCancelled),
          let result = call.result
        else { return try work(isCancelled) }
        return try result.get()
      }
    }
  }

  /// Says that the stack of the calling thread has room for some levels.
  package static func claimRoom(forLevels count: Int) { room.value = count }

  /// The levels that the calling thread was made for; 0 for threads of others.
  private static let room = ThreadNumber()
}

/// Work on a thread of its own whose caller waits for its end.
///
/// Unchecked: the thread alone uses the work and sets the result until the flag is raised, and the
/// caller alone reads the result, after that.
private final class SideCall<Value, Failure: Error>: @unchecked Sendable {
  private(set) var result: Result<Value, Failure>?

  private let work: (() -> Bool) throws(Failure) -> Value
  private let levels: Int
  private let isCancelled = Atomic(false)
  private let end = TimedFlag()

  init(_ work: @escaping (() -> Bool) throws(Failure) -> Value, levels: Int) {
    self.work = work
    self.levels = levels
  }

  /// Runs the work to its end; false where the system has no thread for it.
  func run(stackSize: Int, isCancelled: () -> Bool) -> Bool {
    var attributes = pthread_attr_t()
    // Safe: the attributes are initialized by the first call and live until the last one.
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    // Wider than any frame, so that none reaches over it into the memory of others.
    unsafe pthread_attr_setguardsize(&attributes, StackRoom.bytesALevel)
    if isCancelled() { self.isCancelled.store(true, ordering: .relaxed) }
    var thread = pthread_t()
    let body = unsafe Unmanaged.passRetained(ThreadBody(self.perform))
    let failure = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        // The reference that was handed over is now this thread's.
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      unsafe body.release()
      return false
    }
    while !end.wait(1_000_000) {
      if isCancelled() { self.isCancelled.store(true, ordering: .relaxed) }
    }
    // What the thread still holds of the caller's is let go of before this returns.
    pthread_join(thread, nil)
    return true
  }

  @Sendable
  private func perform() {
    StackRoom.claimRoom(forLevels: levels)
    do throws(Failure) {
      result = .success(try work { isCancelled.load(ordering: .relaxed) })
    } catch {
      result = .failure(error)
    }
    end.raise()
  }
}

/// What a thread does.
private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// A number that each thread has one of, 0 at first.
private struct ThreadNumber: Sendable {
  /// Nil where the system has no keys left.
  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    // Safe: the key is written before the call returns.
    self.key = unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  var value: Int {
    get {
      guard let key else { return 0 }
      // The number is kept as an address that nothing is read from.
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
/// Unchecked, and safe to use: the flag is read and written under the lock only, and the addresses
/// never change until the flag is freed.
@safe
package final class TimedFlag: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRaised = false

  /// Makes a flag that is not raised.
  package init() {
    unsafe pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    // Setting the system's clock back must not make anybody wait.
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

  /// Raises the flag for good.
  package func raise() {
    unsafe pthread_mutex_lock(lock)
    isRaised = true
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(lock)
  }

  /// Waits for some nanoseconds at most; whether the flag is raised.
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
