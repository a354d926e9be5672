import CLinecaster
import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterFiles
import LinecasterList
import LinecasterRaster
import LinecasterText
import Synchronization

/// A list, which belongs to a thread of the host.
///
/// Its controller and its host are on the main actor, which a program in C has not: no Swift code
/// runs its main queue. The main actor stands for one thread at a time, and nothing of a list is
/// shared with another list but values that are thread-safe. Thus the thread that created the list
/// takes the part of the main actor for it: results wait in a mailbox that `lc_list_frame` drains
/// there.
final class HostedList: HandleObject {
  static let handleName: StaticString = "lc_list"

  /// The number of the thread that created the list.
  private let thread = linecaster_thread()
  /// The state, which only `work` and `deinit` use: the first on one thread, the second when no
  /// call is under way, since each call retains the object.
  private let state: ListState
  /// The drawing of the last frame.
  private let frame: ListFrame

  init(
    _ typesetter: Typesetter, folder: String, _ options: ListOptions
  ) {
    let frame = ListFrame()
    self.frame = frame
    state = onListThread {
      ListState(PipelineRegistry.shared.pipeline(typesetter, folder: folder), options, frame)
    }
  }

  deinit {
    let state = state
    onListThread { state.tearDown() }
  }

  /// Calls `body` with the state of the list and arguments of the caller, for example pointers.
  func work<Arguments>(
    _ arguments: Arguments, _ body: @MainActor (ListState, Arguments) throws -> Void
  ) throws {
    try checkThread()
    let state = state
    try withoutActuallyEscaping(body) { body in
      // Safe: both types have the same representation; the isolation is only in the type.
      let work = unsafeBitCast(body, to: ((ListState, Arguments) throws -> Void).self)
      try ListExecutor.run { Result { try work(state, arguments) } }.get()
    }
  }

  /// Adds the last frame to draw data.
  func draw(on drawing: FrameDrawing, at point: Point) throws {
    try checkThread()
    try drawing.add(frame, at: point)
  }

  private func checkThread() throws(CallError) {
    guard linecaster_thread() == thread else {
      throw CallError(
        LC_ERROR_THREAD,
        "the lc_list belongs to the thread that created it, and this is another one")
    }
  }
}

/// Calls `body` on a thread that takes the part of the main actor.
private func onListThread<Value>(_ body: @MainActor () -> Value) -> Value {
  withoutActuallyEscaping(body) { body in
    // Safe: as in `HostedList.work`.
    let work = unsafeBitCast(body, to: (() -> Value).self)
    return ListExecutor.run(work)
  }
}

/// Runs work as the main actor's on the thread that calls.
///
/// Calling the work alone is not enough: the compiler inserts checks into some closures that it
/// runs on the main actor, and `MainActor.assumeIsolated` ends a program on any thread but the one
/// that the process began with. So the work runs as a job in the main actor's name, in place.
private final class ListExecutor: TaskExecutor {
  private static let shared = ListExecutor()

  /// A call under way. Safe: its task runs on the thread that waits for it, before `run` goes on.
  private final class Call<Value>: @unchecked Sendable {
    var work: (() -> Value)?
    var value: Value?

    init(_ work: @escaping () -> Value) { self.work = work }

    func run() {
      value = work?()
      work = nil
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: MainActor.sharedUnownedExecutor)
  }

  /// Calls `work` at once.
  ///
  /// - Complexity: That of the work, and about a microsecond.
  static func run<Value>(_ work: @escaping () -> Value) -> Value {
    let call = Call(work)
    Task(executorPreference: shared) { call.run() }
    // A runtime that queues the job has not run it yet, and the thread works without.
    return call.value ?? work()
  }
}

/// Calls work on the thread that it arrives on.
private let anyThread = Delivery { work in onListThread { work() } }

/// The pipelines of lists: those of one typesetter and folder share workers and caches.
final class PipelineRegistry: Sendable {
  static let shared = PipelineRegistry()

  private struct Key: Hashable {
    let typesetter: ObjectIdentifier
    let folder: String
  }

  private struct Entry {
    weak var pipeline: PrecomputePipeline?
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// Returns the pipeline of a typesetter and a folder of images.
  func pipeline(_ typesetter: Typesetter, folder: String) -> PrecomputePipeline {
    let key = Key(typesetter: ObjectIdentifier(typesetter), folder: folder)
    return entries.withLock { entries in
      // The pipeline retains its typesetter, so a known one is of this typesetter.
      if let known = entries[key]?.pipeline { return known }
      entries = entries.filter { $0.value.pipeline != nil }
      var options = PrecomputePipeline.Options()
      options.lastDelivery = anyThread
      let images = ImageFileProvider(folder: folder)
      let pipeline = PrecomputePipeline(
        arranger: CellArranger(typesetter: typesetter, images: images),
        rasterizer: DisplayRasterizer(images: images), options: options)
      entries[key] = Entry(pipeline: pipeline)
      return pipeline
    }
  }
}
