#if canImport(Glibc)
  import Glibc
#endif
import LinecasterFonts
import Synchronization

/// The workers of a typesetter, each lent to one thread at a time.
///
/// A thread looks first where it put its worker the last time, so it finds what that remembers,
/// and threads that keep working meet at no common place in memory.
final class WorkerPool: Sendable {
  /// A place for a worker that nobody uses, alone on its cache lines.
  private final class Slot: Sendable {
    /// A retained worker's address; 0 while there is none.
    let worker = Atomic<UInt>(0)
    private let padding: (SIMD64<UInt8>, SIMD64<UInt8>) = (.zero, .zero)
  }

  private let slots: [Slot]
  private let fonts: FontCollection
  private let threads: Int
  private let wordBytes: Int
  private let measuresTime: Bool
  /// Every worker's counters, those of workers that are gone included.
  private let counters = Mutex<[TextCounters]>([])

  /// Makes a pool whose first workers, one a processor, share so many bytes for words.
  init(fonts: FontCollection, shapeCacheBytes: Int, measuresTime: Bool) {
    self.fonts = fonts
    self.measuresTime = measuresTime
    threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    wordBytes = max(0, shapeCacheBytes) / threads
    slots = (0..<Self.slotCount).map { _ in Slot() }
  }

  /// More workers than this are made for a call and forgotten.
  private static let slotCount = 64

  deinit {
    for slot in slots { _ = Self.take(slot) }
  }

  /// Lends a worker to `body` for the time of the call.
  func withWorker<Result, Failure: Error>(
    _ body: (TextWorker) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let home = Self.home
    let worker = idle(near: home) ?? start()
    defer { giveBack(worker, near: home) }
    return try body(worker)
  }

  /// The sums of all workers' counters.
  var statistics: TextStatistics {
    counters.withLock { $0.reduce(into: TextStatistics()) { $0 += $1.statistics } }
  }

  /// Where this thread's worker is likely to be.
  private static var home: Int {
    let thread = UInt64(UInt(pthread_self()))
    return Int((thread &* 0x9E37_79B9_7F4A_7C15) >> 58) % slotCount
  }

  private func idle(near home: Int) -> TextWorker? {
    for offset in 0..<Self.slotCount {
      let slot = slots[(home + offset) % Self.slotCount]
      // Looked at before it is taken: a load leaves the line with the thread that uses it.
      if slot.worker.load(ordering: .relaxed) != 0, let worker = Self.take(slot) { return worker }
    }
    return nil
  }

  private static func take(_ slot: Slot) -> TextWorker? {
    let address = slot.worker.exchange(0, ordering: .acquiring)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    // The slot held the reference that is now this call's.
    return Unmanaged<TextWorker>.fromOpaque(pointer).takeRetainedValue()
  }

  private func giveBack(_ worker: TextWorker, near home: Int) {
    let reference = Unmanaged.passRetained(worker)
    let address = UInt(bitPattern: reference.toOpaque())
    for offset in 0..<Self.slotCount {
      let slot = slots[(home + offset) % Self.slotCount]
      let (isFree, _) = slot.worker.compareExchange(
        expected: 0, desired: address, ordering: .releasing)
      if isFree { return }
    }
    reference.release()
  }

  private func start() -> TextWorker {
    let count = counters.withLock { counters in
      counters.append(TextCounters(measuresTime: measuresTime))
      return (counters.count, counters[counters.count - 1])
    }
    return TextWorker(
      fonts: fonts, wordBytes: count.0 <= threads ? wordBytes : 0, counters: count.1)
  }
}
