import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterFeed

@Suite struct LineSplitterTests {
  /// Pieces of any size give the lines of the whole.
  @Test func piecesDoNotMatter() {
    var generator = SeededGenerator(seed: TestSettings.seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        generator.oneIn(4) ? UInt8(ascii: "\n") : UInt8.random(in: 97...99, using: &generator)
      }
      var splitter = LineSplitter(lengthLimit: 60)
      var lines: [LineSplitter.Line] = []
      var rest = Data(bytes)
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...9, using: &generator))
        lines += splitter.cut(piece)
        rest = rest.dropFirst(piece.count)
      }
      lines.append(splitter.takeLine())
      let expected = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      #expect(lines.map(\.bytes) == expected.map(Array.init), "seed \(TestSettings.seed)")
      #expect(lines.map(\.number) == Array(1...expected.count))
    }
  }

  @Test func theLimitCountsOverPieces() {
    var splitter = LineSplitter(lengthLimit: 4)
    #expect(splitter.cut(Data("ab".utf8)).isEmpty)
    #expect(splitter.cut(Data("cd\n".utf8)).map(\.bytes) == [Array("abcd".utf8)])
    let lines = splitter.cut(Data("\nabcde\nab\nabcde".utf8))
    #expect(lines.map(\.isCut) == [false, true, false] && lines.map(\.number) == [2, 3, 4])
    #expect(lines[1].bytes == Array("abcd".utf8) && splitter.isOverLimit && splitter.number == 5)
    #expect(splitter.takeLine().isCut && !splitter.isOverLimit)
  }
}
