import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

/// The longest ends of a line that fit beside a token, found by trying all of them.
struct CutWitness {
  private(set) var start = 0..<0
  private(set) var rest: Range<Int>?

  /// - Parameters:
  ///   - prepared: A text without line terminators.
  ///   - width: The width it is laid out in, in layout points.
  ///   - truncation: Which part is left out.
  ///   - unit: Between what it may be cut.
  ///   - mark: The width of the token.
  ///   - first: The unit that the line starts with.
  init(
    _ prepared: PreparedParagraph, width: Double, _ truncation: TextTruncation,
    _ unit: TruncationUnit, mark: Double, from first: Int = 0
  ) {
    var found: (start: Range<Int>, rest: Range<Int>?) = (first..<first, nil)
    prepared.withView { view in
      let breaker = LineBreaker(paragraph: prepared, view: view, limit: width)
      let greedy = LineBreaker(paragraph: prepared, view: view, limit: width)
      var end = view.count
      while end > first, Self.isWhite(end - 1, view) { end -= 1 }
      let room = width - mark
      let fits = { (range: Range<Int>, room: Double) in
        Self.width(range, breaker) <= room + LineBreaker.tolerance
      }
      let restRoom = truncation == .head ? room : room / 2
      let kinds: [BoundaryFlags] = unit == .word ? [.softBreak, .grapheme] : [.grapheme]
      for kind in kinds where truncation != .tail && found.rest == nil && restRoom > 0 {
        let places = (first..<end).filter {
          ($0 == 0 || view.boundaries[$0].contains(kind)) && fits($0..<end, restRoom)
        }
        found.rest = places.first.map { $0..<end }
      }
      guard truncation != .head else { return }
      let line = WorkScope.finish { scope throws(CancellationError) in
        try greedy.greedyLine(from: first, mayHyphenate: true, scope)
      }.range.upperBound
      var bound = line
      if unit != .word, bound > first, [0x2D, 0xAD, 0x2010].contains(view.text[bound - 1]) {
        // It is the token that ends the line then, and not the hyphen of a broken word.
        while bound < end, !Self.isWhite(bound, view), !view.isForced(bound) { bound += 1 }
      }
      while bound > first, Self.isWhite(bound - 1, view) { bound -= 1 }
      bound = min(bound, found.rest?.lowerBound ?? bound)
      let left = room - (found.rest.map { Self.width($0, breaker) } ?? 0)
      for kind in kinds where found.start.isEmpty {
        let ends = (first + 1...max(first + 1, bound)).filter {
          $0 <= bound && ($0 == bound || view.boundaries[$0].contains(kind))
        }.map { end in
          var end = end
          while kind == .softBreak, end > first, Self.isWhite(end - 1, view) { end -= 1 }
          return end
        }
        found.start = first..<(ends.last { $0 > first && fits(first..<$0, left) } ?? first)
      }
    }
    (start, rest) = found
  }

  private static func isWhite(_ unit: Int, _ view: ParagraphView) -> Bool {
    view.hangs(unit) || view.text[unit] == 0x20
  }

  /// The width of text shaped alone, with the spaces at its end.
  private static func width(_ range: Range<Int>, _ breaker: LineBreaker) -> Double {
    let run = breaker.view.runIndex(containing: range.lowerBound)
    var line = breaker.span(range, run: run, head: breaker.head(at: range.lowerBound))
    line.contentEnd = range.upperBound
    line.edges = line.edges.map { LineEdges(head: $0.head, tail: $0.tail, token: nil) }
    return LineContent(breaker.paragraph, line, origin: 0).width
  }
}
