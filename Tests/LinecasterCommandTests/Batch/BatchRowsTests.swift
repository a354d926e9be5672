import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

@Suite struct BatchRowsTests {
  /// The rows found in pieces of an input, each as its number with its text or its fault.
  private func rows(
    _ input: [UInt8], _ framing: BatchFraming, limit: Int = 100, pieces: () -> Int
  ) -> [String] {
    var rows = BatchRows(framing, lengthLimit: limit)
    var found: [BatchRow] = []
    var rest = input[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pieces())
      found += rows.cut(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    if let last = rows.end() { found.append(last) }
    return found.map { row in
      switch row.content {
      case .success(let bytes): "\(row.number) \(String(decoding: bytes, as: UTF8.self))"
      case .failure(let fault): "\(row.number) \(fault.code): \(fault.reason)"
      }
    }
  }

  private func framed(_ text: String) -> [UInt8] {
    let count = text.utf8.count
    return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) } + Array(text.utf8)
  }

  @Test func linesAreNumberedWithTheBlankOnes() {
    let input = Array("a\n\n \r\nb\r\nc".utf8)
    #expect(rows(input, .lines) { 100 } == ["1 a", "4 b\r", "5 c"])
    #expect(rows(Array("\n".utf8), .lines) { 1 } == [])
    #expect(rows([], .lines) { 1 } == [])
  }

  @Test func linesThatAreTooLongArePassedOver() {
    let long = String(repeating: "x", count: 11)
    let input = Array("a\n\(long)\nb\n\(long)".utf8)
    for size in [1, 3, 100] {
      #expect(
        rows(input, .lines, limit: 10) { size } == [
          "1 a", "2 tooLarge: longer than 10 bytes", "3 b", "4 tooLarge: longer than 10 bytes",
        ])
    }
  }

  @Test func framesThatAreTooLongArePassedOver() {
    let long = framed(String(repeating: "x", count: 11))
    let input = framed("a") + long + framed("") + framed("b")
    for size in [1, 3, 100] {
      #expect(
        rows(input, .frames, limit: 10) { size } == [
          "1 a", "2 tooLarge: longer than 10 bytes", "3 ", "4 b",
        ])
    }
  }

  @Test(arguments: [1, 4, 6])
  func aFrameThatTheEndCutsOffIsAFault(left: Int) {
    let input = framed("a") + framed("bcde").prefix(left)
    let fault = "2 malformed: the input ends inside a frame"
    #expect(rows(input, .frames) { 100 } == ["1 a", fault])
  }

  /// Pieces of any size give the rows of the whole.
  @Test(arguments: BatchFraming.allCases)
  func piecesDoNotMatter(framing: BatchFraming) {
    var generator = SeededGenerator()
    for _ in 0..<200 {
      let texts = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        String(repeating: "y", count: Int.random(in: 1...30, using: &generator))
      }
      let input =
        framing == .lines
        ? Array(texts.joined(separator: "\n").utf8) : texts.flatMap { framed($0) }
      let whole = rows(input, framing, limit: 20) { 10_000 }
      let pieces = rows(input, framing, limit: 20) { Int.random(in: 1...9, using: &generator) }
      #expect(whole == pieces, "seed \(generator.seed)")
      #expect(whole.count == texts.count)
    }
  }
}
