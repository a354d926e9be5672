import Foundation
import Linecaster
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterCommand

@Suite struct BatchWindowTests {
  private func row(_ number: Int, bytes: Int = 1) -> BatchRow {
    BatchRow(number: number, content: .success([UInt8](repeating: 0, count: bytes)))
  }

  private func answer(_ number: Int, bytes: Int = 1) -> BatchAnswer {
    BatchAnswer(
      number: number, id: .number(number), outcome: .drawn,
      bytes: [UInt8](repeating: 0, count: bytes))
  }

  /// Each answer comes once, in order if requested, and the number of rows in memory is limited,
  /// for any order of completion.
  @Test(arguments: [true, false])
  func answersComeOnceEach(isOrdered: Bool) {
    var generator = SeededGenerator()
    for _ in 0..<100 {
      let (limit, count) = (Int.random(in: 1...9, using: &generator), 40)
      var window = BatchWindow(isOrdered: isOrdered, countLimit: limit, byteLimit: 1000)
      var (read, finished, written): (Int, [Int], [Int]) = (0, [], [])
      var working: [(place: Int, row: BatchRow)] = []
      while !window.isDone {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
          if window.hasRoom, read < count {
            read += 1
            window.add(row(read))
          } else if read == count {
            window.end()
          }
        case 1: if let next = window.takeRow() { working.append(next) }
        case 2:
          guard let index = working.indices.randomElement(using: &generator) else { continue }
          let (place, row) = working.remove(at: index)
          window.finish(answer(row.number), at: place, of: row)
          finished.append(row.number)
        default: if let answer = window.takeAnswer() { written.append(answer.number) }
        }
        #expect(read - written.count <= limit && window.drawnNow == working.count)
      }
      let expected = isOrdered ? Array(1...count) : finished
      #expect(written == expected, "seed \(generator.seed)")
    }
  }

  @Test func bytesAreLimitedButForASingleRow() throws {
    var window = BatchWindow(isOrdered: true, countLimit: 100, byteLimit: 10)
    #expect(window.hasRoom)
    window.add(row(1, bytes: 50))
    #expect(!window.hasRoom)
    let next = window.takeRow()
    let (place, taken) = try #require(next)
    window.finish(answer(1, bytes: 4), at: place, of: taken)
    #expect(window.hasRoom)
    window.add(row(2, bytes: 6))
    #expect(!window.hasRoom)
    _ = window.takeAnswer()
    #expect(window.hasRoom)
  }

  @Test func whatNobodyHasBegunIsLetGo() throws {
    var window = BatchWindow(isOrdered: true, countLimit: 100, byteLimit: 100)
    for number in 1...5 { window.add(row(number)) }
    let begun = [window.takeRow(), window.takeRow()].compactMap(\.self)
    try #require(begun.count == 2)
    window.stop()
    #expect(!window.hasRoom && window.takeRow() == nil && !window.isDone)
    window.finish(answer(2), at: begun[1].place, of: begun[1].row)
    #expect(window.takeAnswer() == nil)
    window.finish(answer(1), at: begun[0].place, of: begun[0].row)
    #expect([window.takeAnswer()?.number, window.takeAnswer()?.number] == [1, 2])
    #expect(window.isDone)
  }
}

@Suite struct BatchRunnerTests {
  /// An input of numbered lines.
  private final class Source: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int

    init(_ count: Int) { self.count = count }

    var read: Int { next.load(ordering: .relaxed) }

    func piece() throws -> [UInt8] {
      let number = next.load(ordering: .relaxed)
      guard number < count else { return [] }
      next.store(number + 1, ordering: .relaxed)
      return Array("\(number + 1)\n".utf8)
    }
  }

  private static func answer(_ row: BatchRow) -> BatchAnswer {
    BatchAnswer(
      number: row.number, id: .number(row.number), outcome: .drawn,
      bytes: (try? row.content.get()) ?? [])
  }

  @Test(arguments: [1, 2, 16])
  func answersHaveTheOrderOfRows(workers: Int) throws {
    let source = Source(300)
    var written: [Int] = []
    let summary = try BatchRunner(workers: workers, isOrdered: true).run(
      BatchRows(.lines), read: source.piece,
      answer: { row in
        if row.number % 7 == 0 { usleep(500) }
        return Self.answer(row)
      }, write: { written.append(Int(String(decoding: $0, as: UTF8.self)) ?? 0) })
    #expect(written == Array(1...300))
    #expect(summary.count == 300 && summary.drawn == 300 && summary.last?.number == 300)
  }

  @Test func answersComeAsTheyAreDone() throws {
    var written: [Int] = []
    let isHeld = Mutex(true)
    let runner = BatchRunner(workers: 2, isOrdered: false)
    _ = try runner.run(
      BatchRows(.lines), read: Source(20).piece,
      answer: { row in
        // The first row waits for all others if the order is free.
        while row.number == 1, isHeld.withLock({ $0 }) { usleep(100) }
        return Self.answer(row)
      },
      write: {
        written.append(Int(String(decoding: $0, as: UTF8.self)) ?? 0)
        if written.count == 19 { isHeld.withLock { $0 = false } }
      })
    #expect(written.last == 1 && written.sorted() == Array(1...20))
  }

  /// A slow writer delays reading.
  @Test func readingWaitsForWriting() throws {
    let source = Source(2000)
    var (most, written) = (0, 0)
    _ = try BatchRunner(workers: 2, isOrdered: true).run(
      BatchRows(.lines), read: source.piece, answer: Self.answer,
      write: { _ in
        most = max(most, source.read - written)
        written += 1
        if written % 50 == 0 { usleep(1000) }
      })
    // Sixteen a worker, the one being written, and the one waiting for room.
    #expect(most <= 34 && written == 2000, "\(most)")
  }

  private struct Lost: Error {}

  @Test func aLostOutputEndsIt() {
    let source = Source(10_000)
    #expect(throws: Lost.self) {
      try BatchRunner(workers: 2, isOrdered: true).run(
        BatchRows(.lines), read: source.piece, answer: Self.answer, write: { _ in throw Lost() })
    }
    #expect(source.read < 100)
  }

  @Test func aLostInputEndsItAfterTheRest() throws {
    let source = Source(50)
    var written = 0
    #expect(throws: Lost.self) {
      try BatchRunner(workers: 2, isOrdered: true).run(
        BatchRows(.lines),
        read: {
          let piece = try source.piece()
          guard !piece.isEmpty else { throw Lost() }
          return piece
        }, answer: Self.answer, write: { _ in written += 1 })
    }
    #expect(written == 50)
  }

  /// Rows that have begun are written, in order and without a gap.
  @Test(arguments: [true, false])
  func stopsBetweenRows(isOrdered: Bool) throws {
    let runner = BatchRunner(workers: 3, isOrdered: isOrdered)
    var written: Set<Int> = []
    let summary = try runner.run(
      BatchRows(.lines), read: Source(10_000).piece, answer: Self.answer,
      write: {
        written.insert(Int(String(decoding: $0, as: UTF8.self)) ?? 0)
        if written.count == 100 { runner.stop() }
      })
    #expect(written.count >= 100 && written.count < 1000)
    #expect(written == Set(1...written.count) && summary.last?.number == written.count)
  }
}
