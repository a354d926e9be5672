import Foundation
import Linecaster
import Synchronization

/// The state of a batch's rows: waiting, being drawn, or finished. A value without threads.
///
/// The rows that are read but not written are limited in number and in bytes, so reading waits for
/// drawing, and drawing for writing.
struct BatchWindow {
  private let isOrdered: Bool
  private let countLimit: Int
  private let byteLimit: Int

  private var waiting: ArraySlice<(place: Int, row: BatchRow)> = []
  private var finished: [Int: BatchAnswer] = [:]
  /// The places of finished rows in order of completion, for unordered answers.
  private var finishedPlaces: ArraySlice<Int> = []
  /// The place of the next row in the input.
  private var nextPlace = 0
  /// The place of the next answer in input order.
  private var nextAnswer = 0
  private var count = 0
  private var byteCount = 0
  /// The number of rows that are being drawn.
  private(set) var drawnNow = 0
  private(set) var isEnded = false

  /// - Parameters:
  ///   - isOrdered: Whether answers are in input order.
  ///   - countLimit: The maximum rows that are read but not written.
  ///   - byteLimit: The maximum bytes of these rows and answers, except for a single one.
  init(isOrdered: Bool, countLimit: Int, byteLimit: Int) {
    (self.isOrdered, self.countLimit, self.byteLimit) = (isOrdered, countLimit, byteLimit)
  }

  /// Whether there is room for another row.
  var hasRoom: Bool {
    !isEnded && (count == 0 || count < countLimit && byteCount < byteLimit)
  }

  /// Whether there is enough room to make waking the reader worthwhile.
  var hasMuchRoom: Bool {
    !isEnded && (count == 0 || count <= countLimit / 2 && byteCount < byteLimit)
  }

  /// Whether an answer can be written.
  var hasAnswer: Bool {
    isOrdered ? finished[nextAnswer] != nil : !finishedPlaces.isEmpty
  }

  /// Whether the batch has ended and all answers were taken.
  var isDone: Bool { isEnded && count == 0 }

  /// Adds a row from the input.
  mutating func add(_ row: BatchRow) {
    var row = row
    row.place = nextPlace
    waiting.append((nextPlace, row))
    nextPlace += 1
    count += 1
    byteCount += row.byteCount
  }

  /// Takes the next row to draw; `nil` if none is waiting.
  mutating func takeRow() -> (place: Int, row: BatchRow)? {
    guard let next = waiting.popFirst() else { return nil }
    drawnNow += 1
    return next
  }

  /// Adds the answer to a row.
  mutating func finish(_ answer: BatchAnswer, at place: Int, of row: BatchRow) {
    drawnNow -= 1
    byteCount += answer.bytes.count - row.byteCount
    finished[place] = answer
    if !isOrdered { finishedPlaces.append(place) }
  }

  /// Takes the next answer to write; `nil` if none is ready.
  mutating func takeAnswer() -> BatchAnswer? {
    let place = isOrdered ? nextAnswer : finishedPlaces.popFirst()
    guard let place, let answer = finished.removeValue(forKey: place) else { return nil }
    nextAnswer += 1
    count -= 1
    byteCount -= answer.bytes.count
    return answer
  }

  /// Ends the input.
  mutating func end() { isEnded = true }

  /// Ends the input, and drops rows whose drawing has not begun.
  mutating func stop() {
    isEnded = true
    for (_, row) in waiting { byteCount -= row.byteCount }
    count -= waiting.count
    waiting = []
  }
}

/// The summary of a batch, final or so far.
struct BatchSummary: Sendable {
  private(set) var drawn = 0
  private(set) var skipped = 0
  private(set) var failed = 0
  /// The last answered row of the input; when the batch has ended, all rows before it are answered
  /// too.
  private(set) var last: (number: Int, id: ItemIdentifier?)?

  var count: Int { drawn + skipped + failed }

  mutating func note(_ answer: BatchAnswer) {
    switch answer.outcome {
    case .drawn: drawn += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
    if answer.number >= last?.number ?? 0 { last = (answer.number, answer.id) }
  }

  /// The number of rows for each outcome, in words.
  var outcomes: String {
    [(drawn, "drawn"), (skipped, "skipped"), (failed, "failed")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// Runs a batch: one thread reads rows, workers answer them, and the calling thread writes.
final class BatchRunner: Sendable {
  private struct State {
    var window: BatchWindow
    var known = BatchSummary()
    var readFailure: (any Error)?
    /// Whether the reader and the writer are waiting for a change.
    var isReaderWaiting = false
    var isWriterWaiting = false
  }

  private let state: Mutex<State>
  private let workers: Int
  /// Signals the reader that there is room.
  private let room = DispatchSemaphore(value: 0)
  /// Signals a worker that there is a row, and all workers at the end.
  private let rows = DispatchSemaphore(value: 0)
  /// Signals the writer that there is an answer, or that a worker has finished.
  private let answers = DispatchSemaphore(value: 0)

  /// The rows per worker that are read but not written; enough that a slow card does not block the
  /// others.
  private static let rowsPerWorker = 16
  /// The maximum bytes of rows and answers for all workers.
  private static let byteLimit = 64 << 20
  /// The stack levels of worker threads, enough for deep layouts and templates; otherwise, each
  /// card would need another thread.
  private static let stackLevels = 1024

  /// - Parameter workers: The number of rows that are drawn at once.
  init(workers: Int, isOrdered: Bool) {
    self.workers = workers
    state = Mutex(
      State(
        window: BatchWindow(
          isOrdered: isOrdered, countLimit: Self.rowsPerWorker * workers,
          byteLimit: Self.byteLimit)))
  }

  /// The summary so far. Thread-safe.
  var summary: BatchSummary { state.withLock { $0.known } }

  /// Ends the batch after the rows in progress are written. Thread-safe.
  func stop() { change { $0.window.stop() } }

  /// Answers all rows, unless it is stopped.
  ///
  /// - Parameters:
  ///   - rows: The splitter of the input.
  ///   - read: Returns the next bytes; empty at the end. Called on one thread.
  ///   - answer: Returns the answer to a row. Called on many threads.
  ///   - write: Takes the bytes of an answer. Called on this thread.
  /// - Throws: Errors of `write`, after all workers have stopped; errors of `read`, after all
  ///   earlier rows are answered.
  func run(
    _ rows: BatchRows, read: @escaping @Sendable () throws -> [UInt8],
    answer: @escaping @Sendable (BatchRow) -> BatchAnswer, write: ([UInt8]) throws -> Void
  ) throws -> BatchSummary {
    Thread { [self] in self.read(rows, read) }.start()
    for _ in 0..<workers { startWorker(answer) }
    do {
      while let answer = nextAnswer() {
        try write(answer.bytes)
        state.withLock { $0.known.note(answer) }
      }
    } catch {
      stop()
      waitForWorkers()
      throw error
    }
    let (summary, failure) = state.withLock { ($0.known, $0.readFailure) }
    if let failure { throw failure }
    return summary
  }

  /// Changes the state, and wakes the threads that wait for it.
  private func change(_ body: (inout State) -> Void) {
    let (wakesReader, wakesWriter, isEnd) = state.withLock { state in
      let wasEnded = state.window.isEnded
      body(&state)
      let window = state.window
      // Wakes the reader for many rows at once, not for each.
      let wakesReader = state.isReaderWaiting && (window.hasMuchRoom || window.isEnded)
      let wakesWriter = state.isWriterWaiting
      if wakesReader { state.isReaderWaiting = false }
      state.isWriterWaiting = false
      return (wakesReader, wakesWriter, window.isEnded && !wasEnded)
    }
    if wakesReader { room.signal() }
    if wakesWriter { answers.signal() }
    if isEnd { for _ in 0..<workers { rows.signal() } }
  }
}

// The reader's thread.
extension BatchRunner {
  private func read(_ rows: BatchRows, _ read: () throws -> [UInt8]) {
    var rows = rows
    do {
      while true {
        let piece = try read()
        for row in piece.isEmpty ? [rows.end()].compactMap(\.self) : rows.cut(piece) {
          guard add(row) else { return }
        }
        if piece.isEmpty { break }
      }
      change { $0.window.end() }
    } catch {
      state.withLock { $0.readFailure = error }
      change { $0.window.end() }
    }
  }

  /// Waits for room and adds a row; returns false if no more rows are accepted.
  private func add(_ row: BatchRow) -> Bool {
    while true {
      let isAdded: Bool? = state.withLock { state in
        if state.window.isEnded { return false }
        state.isReaderWaiting = !state.window.hasRoom
        if state.isReaderWaiting { return nil }
        state.window.add(row)
        return true
      }
      if isAdded == true { rows.signal() }
      if let isAdded { return isAdded }
      room.wait()
    }
  }
}

// The workers' threads.
extension BatchRunner {
  private func startWorker(_ answer: @escaping @Sendable (BatchRow) -> BatchAnswer) {
    let thread = Thread { [self] in
      StackRoom.claimRoom(forLevels: Self.stackLevels)
      while let (place, row) = nextRow() {
        let answer = answer(row)
        change { $0.window.finish(answer, at: place, of: row) }
      }
    }
    thread.stackSize = (Self.stackLevels + StackRoom.guaranteedLevels) * StackRoom.bytesPerLevel
    thread.start()
  }

  /// Waits for a row; returns `nil` at the end.
  private func nextRow() -> (place: Int, row: BatchRow)? {
    rows.wait()
    return state.withLock { $0.window.takeRow() }
  }
}

// The writer's thread.
extension BatchRunner {
  /// Waits for an answer; returns `nil` at the end.
  private func nextAnswer() -> BatchAnswer? {
    while true {
      var answer: BatchAnswer?
      var isDone = false
      change { state in
        answer = state.window.takeAnswer()
        isDone = state.window.isDone
      }
      if let answer { return answer }
      if isDone { return nil }
      wait { $0.window.hasAnswer || $0.window.isDone }
    }
  }

  private func waitForWorkers() {
    while true {
      guard state.withLock({ $0.window.drawnNow > 0 }) else { return }
      wait { $0.window.drawnNow == 0 }
    }
  }

  /// Waits for a change, unless a condition already holds.
  private func wait(unless isSo: (State) -> Bool) {
    let isWaiting = state.withLock { state in
      state.isWriterWaiting = !isSo(state)
      return state.isWriterWaiting
    }
    if isWaiting { answers.wait() }
  }
}
