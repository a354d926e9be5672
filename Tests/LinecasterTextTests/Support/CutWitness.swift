import LinecasterBase
import LinecasterFonts

@testable import LinecasterText

/// The longest ends of a line that fit beside a token, by testing all of them.
struct CutWitness {
  private(set) var start = 0..<0
  private(set) var rest: Range<Int>?

  /// - Parameters:
  ///   - prepared: A text without line terminators.
  ///   - width: The width of its layout, in layout points.
  ///   - truncation: The part that is hidden.
  ///   - unit: The unit between which it may be cut.
  ///   - mark: The width of the token.
  ///   - first: The first unit of the line.
  init(
    _ prepared: PreparedParagraph, width: Double, _ truncation: TextTruncation,
    _ unit: TruncationUnit, mark: Double, from first: Int = 0
  ) {
    var found: (start: Range<Int>, rest: Range<Int>?) = (first..<first, nil)
    prepared.withView { view in
      let breaker = LineBreaker(paragraph: prepared, view: view, limit: width)
      let line = WorkScope.finish { scope throws(CancellationError) in
        try breaker.greedyLine(from: first, mayHyphenate: true, scope)
      }
      let shaped = ShapedLine(line: line, breaker: breaker)
      var end = view.count
      while end > first, Self.isWhite(end - 1, view) { end -= 1 }
      let room = width - mark
      let kinds: [BoundaryFlags] = unit == .word ? [.softBreak, .grapheme] : [.grapheme]
      if truncation != .tail {
        let restRoom = truncation == .head ? room : room / 2
        found.rest = shaped.longestEnd(of: first..<end, kinds, room: restRoom)
      }
      guard truncation != .head else { return }
      var bound = line.range.upperBound
      if unit != .word, bound > first, [0x2D, 0xAD, 0x2010].contains(view.text[bound - 1]) {
        // The token then ends the line instead of the hyphen of a broken word.
        while bound < end, !Self.isWhite(bound, view), !view.isForced(bound) { bound += 1 }
      }
      while bound > first, Self.isWhite(bound - 1, view) { bound -= 1 }
      bound = min(bound, found.rest?.lowerBound ?? bound)
      let left = room - (found.rest.map(shaped.width) ?? 0)
      for kind in kinds where found.start.isEmpty {
        let ends = (first + 1...max(first + 1, bound)).filter {
          $0 <= bound && ($0 == bound || view.boundaries[$0].contains(kind))
        }.map { end in
          var end = end
          while kind == .softBreak, end > first, Self.isWhite(end - 1, view) { end -= 1 }
          return end
        }
        let last = ends.last { $0 > first && shaped.fits(first..<$0, left) }
        found.start = first..<(last ?? first)
      }
      guard truncation == .tail,
        let turned = shaped.turned(around: found.start.upperBound, before: bound)
      else { return }
      found.start = first..<turned.lowerBound
      found.rest = shaped.longestEnd(
        of: turned, kinds, room: room - shaped.width(first..<turned.lowerBound))
    }
    (start, rest) = found
  }

  private static func isWhite(_ unit: Int, _ view: ParagraphView) -> Bool {
    view.hangs(unit) || view.text[unit] == 0x20
  }
}

/// A line whose glyphs stay the same for every cut.
private struct ShapedLine {
  let line: LineSpan
  let breaker: LineBreaker

  private var view: ParagraphView { breaker.view }

  /// The width of part of the text, with the spaces at its end.
  func width(_ range: Range<Int>) -> Double {
    var part = LineSpan(
      range: range, contentEnd: range.upperBound,
      firstRun: view.runIndex(containing: range.lowerBound))
    let isOnLine = range.upperBound <= line.range.upperBound
    part.edges = LineEdges(
      head: range.lowerBound == line.range.lowerBound
        ? line.edges?.head?.prefix(upTo: range.upperBound) : nil,
      tail: isOnLine ? line.edges?.tail?.prefix(upTo: range.upperBound) : nil, token: nil)
    return LineContent(breaker.paragraph, part, origin: 0).width
  }

  /// Whether part of the text consists of whole clusters and fits into `room`.
  func fits(_ range: Range<Int>, _ room: Double) -> Bool {
    beginsCluster(range.lowerBound) && beginsCluster(range.upperBound)
      && width(range) <= room + LineBreaker.tolerance
  }

  private func beginsCluster(_ unit: Int) -> Bool {
    guard unit > line.range.lowerBound, unit < view.count else { return true }
    for edge in [line.edges?.head, line.edges?.tail] {
      if let edge, edge.range.contains(unit) {
        return edge.glyphs.contains { Int($0.cluster) == unit }
      }
    }
    let run = view.runs[view.runIndex(containing: unit)]
    return unit == run.start || run.glyphs.isEmpty
      || breaker.paragraph.glyphs[run.glyphs].contains { Int($0.cluster) == unit }
  }

  /// The longest end of a text that fits into `room` and starts at a boundary of the first kind
  /// that has one.
  func longestEnd(of text: Range<Int>, _ kinds: [BoundaryFlags], room: Double) -> Range<Int>? {
    guard room > 0 else { return nil }
    for kind in kinds {
      let start = text.first {
        ($0 == 0 || view.boundaries[$0].contains(kind)) && fits($0..<text.upperBound, room)
      }
      if let start { return start..<text.upperBound }
    }
    return nil
  }

  /// The text in the opposite direction around a unit of the line; `nil` for none.
  func turned(around unit: Int, before bound: Int) -> Range<Int>? {
    let base = breaker.paragraph.baseLevel(at: line.range.lowerBound)
    let isTurned = { (unit: Int) in
      view.runs[view.runIndex(containing: unit)].item.level > base
    }
    guard unit < bound, isTurned(unit) else { return nil }
    var (start, end) = (unit, unit + 1)
    while start > line.range.lowerBound, isTurned(start - 1) { start -= 1 }
    while end < bound, isTurned(end) { end += 1 }
    while end > start, view.hangs(end - 1) || view.text[end - 1] == 0x20 { end -= 1 }
    return start..<end
  }
}
