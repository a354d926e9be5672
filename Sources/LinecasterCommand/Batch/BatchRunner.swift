import Foundation
import Linecaster
import Synchronization

/// Which rows of a batch wait, are drawn and are to be written, as a value without threads.
///
/// What is read and not written yet is limited in number and in bytes, so that reading waits for
/// drawing, and drawing for writing.
struct BatchWindow {
  private let isOrdered: Bool
  private let countLimit: Int
  private let byteLimit: Int

  private var waiting: ArraySlice<(place: Int, row: BatchRow)> = []
  private var finished: [Int: BatchAnswer] = [:]
  /// The places of finished rows in the order in which they finished, where that is the order of
  /// answers.
  private var finishedPlaces: ArraySlice<Int> = []
  /// The place in the input that the next row gets.
  private var nextPlace = 0
  /// The place of the next answer in the order of the input.
  private var nextAnswer = 0
  private var count = 0
  private var byteCount = 0
  /// Rows that are being drawn.
  private(set) var drawnNow = 0
  private(set) var isEnded = false

  /// - Parameters:
  ///   - isOrdered: Whether answers have the order of rows.
  ///   - countLimit: The most rows that are read and not written yet.
  ///   - byteLimit: The most bytes of these and their answers, unless it is a single one.
  init(isOrdered: Bool, countLimit: Int, byteLimit: Int) {
    (self.isOrdered, self.countLimit, self.byteLimit) = (isOrdered, countLimit, byteLimit)
  }

  /// Whether another row may be read.
  var hasRoom: Bool {
    !isEnded && (count == 0 || count < countLimit && byteCount < byteLimit)
  }

  /// Whether so much room is there that it is worth while to wake somebody up.
  var hasMuchRoom: Bool {
    !isEnded && (count == 0 || count <= countLimit / 2 && byteCount < byteLimit)
  }

  /// Whether an answer is to be written.
  var hasAnswer: Bool {
    isOrdered ? finished[nextAnswer] != nil : !finishedPlaces.isEmpty
  }

  /// Whether all that was to be written was taken.
  var isDone: Bool { isEnded && count == 0 }

  /// Takes a row that was read.
  mutating func add(_ row: BatchRow) {
    waiting.append((nextPlace, row))
    nextPlace += 1
    count += 1
    byteCount += row.byteCount
  }

  /// The next row to draw; nil where none waits.
  mutating func takeRow() -> (place: Int, row: BatchRow)? {
    guard let next = waiting.popFirst() else { return nil }
    drawnNow += 1
    return next
  }

  /// Takes the answer to a row.
  mutating func finish(_ answer: BatchAnswer, at place: Int, of row: BatchRow) {
    drawnNow -= 1
    byteCount += answer.bytes.count - row.byteCount
    finished[place] = answer
    if !isOrdered { finishedPlaces.append(place) }
  }

  /// The next answer to write; nil where none is to be written yet.
  mutating func takeAnswer() -> BatchAnswer? {
    let place = isOrdered ? nextAnswer : finishedPlaces.popFirst()
    guard let place, let answer = finished.removeValue(forKey: place) else { return nil }
    nextAnswer += 1
    count -= 1
    byteCount -= answer.bytes.count
    return answer
  }

  /// No more rows come.
  mutating func end() { isEnded = true }

  /// No more rows come, and those that nobody has begun to draw are let go.
  mutating func stop() {
    isEnded = true
    for (_, row) in waiting { byteCount -= row.byteCount }
    count -= waiting.count
    waiting = []
  }
}

/// What became of a batch, or is known of it so far.
struct BatchSummary: Sendable {
  private(set) var drawn = 0
  private(set) var skipped = 0
  private(set) var failed = 0
  /// The last row of the input that is answered, as all before it are once a batch has ended.
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

  /// What became of the rows, in words.
  var outcomes: String {
    [(drawn, "drawn"), (skipped, "skipped"), (failed, "failed")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

/// Runs a batch: a thread reads rows, others answer them, and the one that calls writes.
final class BatchRunner: Sendable {
  private struct State {
    var window: BatchWindow
    var known = BatchSummary()
    var readFailure: (any Error)?
    /// Who waits for a change, and is to be told of it.
    var isReaderWaiting = false
    var isWriterWaiting = false
  }

  private let state: Mutex<State>
  private let workers: Int
  /// Tells the reader of room.
  private let room = DispatchSemaphore(value: 0)
  /// Tells a worker of a row, and all of them of the end.
  private let rows = DispatchSemaphore(value: 0)
  /// Tells the writer of an answer, or that a row is not under way any more.
  private let answers = DispatchSemaphore(value: 0)

  /// Rows a worker that are read and not written yet: enough that a slow card holds nobody up.
  private static let rowsPerWorker = 16
  /// The bytes of rows and answers that are held for all workers.
  private static let byteLimit = 64 << 20
  /// Layouts and templates nest so deep that other threads would do their work on further ones,
  /// made for each card.
  private static let stackLevels = 1024

  /// - Parameter workers: How many rows are drawn at once.
  init(workers: Int, isOrdered: Bool) {
    self.workers = workers
    state = Mutex(
      State(
        window: BatchWindow(
          isOrdered: isOrdered, countLimit: Self.rowsPerWorker * workers,
          byteLimit: Self.byteLimit)))
  }

  /// What is known so far; any thread.
  var summary: BatchSummary { state.withLock { $0.known } }

  /// Ends the batch once what is being drawn is written; any thread.
  func stop() { change { $0.window.stop() } }

  /// Answers all rows, unless it is stopped.
  ///
  /// - Parameters:
  ///   - rows: What cuts the input into rows.
  ///   - read: The next bytes of the input; none at its end. Called on one thread.
  ///   - answer: What is said of a row. Called on many threads.
  ///   - write: Takes the bytes of an answer. Called on this thread.
  /// - Throws: What `write` throws, when nothing is drawn any more; what `read` throws, when all
  ///   rows before are answered.
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

  /// Changes something, and tells those who wait for it.
  private func change(_ body: (inout State) -> Void) {
    let (tellsReader, tellsWriter, isEnd) = state.withLock { state in
      let wasEnded = state.window.isEnded
      body(&state)
      let window = state.window
      // Woken once there is room for many rows, not for each.
      let tellsReader = state.isReaderWaiting && (window.hasMuchRoom || window.isEnded)
      let tellsWriter = state.isWriterWaiting
      if tellsReader { state.isReaderWaiting = false }
      state.isWriterWaiting = false
      return (tellsReader, tellsWriter, window.isEnded && !wasEnded)
    }
    if tellsReader { room.signal() }
    if tellsWriter { answers.signal() }
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

  /// Waits for room and takes a row; false where no more are wanted.
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
    thread.stackSize = (Self.stackLevels + StackRoom.fewLevels) * StackRoom.bytesALevel
    thread.start()
  }

  /// Waits for a row; nil where no more come.
  private func nextRow() -> (place: Int, row: BatchRow)? {
    rows.wait()
    return state.withLock { $0.window.takeRow() }
  }
}

// The writer's thread.
extension BatchRunner {
  /// Waits for an answer; nil where no more come.
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

  /// Waits for a change, unless something is so already.
  private func wait(unless isSo: (State) -> Bool) {
    let isWaiting = state.withLock { state in
      state.isWriterWaiting = !isSo(state)
      return state.isWriterWaiting
    }
    if isWaiting { answers.wait() }
  }
}
