import LinecasterBase

/// A ruby pair of a prepared paragraph: its annotation and the measurements that decide its width.
struct FlowRuby: Sendable {
  /// The index among the pairs of the paragraph.
  let index: Int
  let position: RubyPosition
  let alignment: RubyAlignment
  let annotation: PreparedParagraph
  /// The whole annotation as a single line.
  let whole: LineSpan
  /// The units of its base.
  let units: Range<Int>
  /// The width of the base without free room, in layout points.
  let baseWidth: Double
  /// The units of the base at which a line may start; empty if the pair never breaks.
  let breaks: [Int]
  /// The maximum overhang of the annotation over text before and after, in layout points.
  let reachBefore: Double
  let reachAfter: Double
  /// The number of gaps in the base that take free room.
  let gaps: Int
  /// The extent of the annotation's em boxes from their baseline, in whole layout points.
  let em: LineBox

  /// The approximate memory use, in bytes.
  var byteCount: Int {
    MemoryLayout<FlowRuby>.stride + breaks.count * MemoryLayout<Int>.stride + annotation.byteCount
  }

  /// The spacing of a part of the pair that is alone on its line.
  func room(
    base: Double, annotation: Double, gaps: Int, reachBefore: Double, reachAfter: Double
  ) -> RubyRoom {
    RubyRoom(
      base: base, annotation: annotation, gaps: gaps, alignment: alignment,
      reachBefore: reachBefore, reachAfter: reachAfter)
  }

  /// The spacing of the whole pair inside a line.
  var room: RubyRoom {
    room(
      base: baseWidth, annotation: whole.width, gaps: gaps, reachBefore: reachBefore,
      reachAfter: reachAfter)
  }
}

/// The spacing of a ruby pair whose annotation is wider than its base, in layout points.
struct RubyRoom: Sendable {
  /// The width of the wider text.
  let width: Double
  /// The room before, inside and after the base.
  private(set) var before = 0.0
  private(set) var between = 0.0
  private(set) var after = 0.0
  /// The overhang of the annotation over text before and after.
  private(set) var startOverhang = 0.0
  private(set) var endOverhang = 0.0

  /// Distributes the free room as browsers do. The annotation overhangs adjacent letters by at most
  /// the room between letters.
  init(
    base: Double, annotation: Double, gaps: Int, alignment: RubyAlignment, reachBefore: Double,
    reachAfter: Double
  ) {
    width = max(base, annotation)
    let free = annotation - base
    guard free > Self.rounding else { return }
    let inset = free / Double(gaps + 1) / 2
    switch alignment {
    case .start:
      after = free
      endOverhang = min(free, reachAfter)
    case .center:
      before = free / 2
      after = free / 2
    case .spaceAround:
      before = inset
      after = inset
      between = free - 2 * inset
    case .spaceBetween where gaps > 0:
      between = free
    case .spaceBetween:
      before = free / 2
      after = free / 2
    }
    guard alignment == .center || alignment == .spaceAround else { return }
    startOverhang = min(inset, reachBefore)
    endOverhang = min(inset, reachAfter)
  }

  /// The rounding error of sums of advances, in layout points.
  private static let rounding = 1.0 / 1024

  /// The width added before and after the base; the room inside is added after it too.
  var start: Double { before - startOverhang }
  var end: Double { after - endOverhang }

  /// Whether the annotation is wider than the base.
  var partsBase: Bool { before + between + after > 0 }
}

/// The part of a ruby pair on a line.
struct RubyPiece: Sendable {
  /// The index of the pair's box in the paragraph.
  let box: Int
  /// The index of the pair in the paragraph.
  let pair: Int
  /// The units of its base on the line.
  let units: Range<Int>
  let room: RubyRoom
  /// The part of the annotation; `nil` if none is shown.
  let annotation: LineSpan?
}

/// The parts of ruby pairs on a line.
struct RubyPieces: Sendable {
  /// The parts in text order.
  let pieces: [RubyPiece]
  /// The room after the last cluster of a pair in a justified line, by the pair's box.
  var trailingRoom: [Int: Double] = [:]

  init(_ pieces: [RubyPiece] = []) { self.pieces = pieces }

  /// The part of the pair with an index; `nil` if the line has none.
  func piece(ofPair index: Int?) -> RubyPiece? {
    guard let index, let first = pieces.first, pieces.indices.contains(index - first.pair) else {
      return nil
    }
    return pieces[index - first.pair]
  }

  /// The part of a pair whose base contains a unit.
  ///
  /// - Complexity: O(log pairs).
  func piece(at unit: Int) -> RubyPiece? {
    let index = pieces.bisect { unit < $0.units.upperBound }
    guard index < pieces.count, pieces[index].units.contains(unit) else { return nil }
    return pieces[index]
  }
}

/// The range of the annotations on a line that starts or ends inside a pair.
struct RubyCut: Sendable {
  /// The first annotation unit for the pair at the line's start.
  let start: Int
  /// The end of the annotation's part for the pair at the line's end; `nil` if the line does not
  /// end inside a pair.
  let end: Int?
}

extension InlineFlow {
  /// Whether the paragraph has ruby.
  var hasRuby: Bool { !rubies.isEmpty }

  /// The number of ruby bases among the boxes before one.
  ///
  /// - Complexity: O(log pairs).
  func pairCount(before box: Int) -> Int { rubies.bisect { $0.box >= box } }

  /// The pair whose base continues across a unit boundary.
  ///
  /// - Complexity: O(log pairs).
  func pair(around unit: Int) -> FlowRuby? {
    let index = rubies.bisect { unit < $0.ruby.units.upperBound }
    guard index < rubies.count, rubies[index].ruby.units.lowerBound < unit else { return nil }
    return rubies[index].ruby
  }

  /// The pair whose base contains a unit.
  ///
  /// - Complexity: O(log pairs).
  func pair(at unit: Int) -> FlowRuby? {
    let index = rubies.bisect { unit < $0.ruby.units.upperBound }
    guard index < rubies.count, rubies[index].ruby.units.lowerBound <= unit else { return nil }
    return rubies[index].ruby
  }

  /// The parts of ruby pairs on a line, in text order.
  ///
  /// - Complexity: O(log pairs + pairs on the line).
  func pieces(on line: LineSpan, of paragraph: PreparedParagraph) -> [RubyPiece] {
    var pieces: [RubyPiece] = []
    var index = rubies.bisect { line.range.lowerBound < $0.ruby.units.upperBound }
    while index < rubies.count, rubies[index].ruby.units.lowerBound < line.range.upperBound {
      pieces.append(piece(rubies[index].box, rubies[index].ruby, on: line, of: paragraph))
      index += 1
    }
    return pieces
  }

  private func piece(
    _ box: Int, _ pair: FlowRuby, on line: LineSpan, of paragraph: PreparedParagraph
  ) -> RubyPiece {
    let units = pair.units.clamped(to: line.range)
    let before = units.lowerBound == line.range.lowerBound ? 0 : pair.reachBefore
    let after = units.upperBound >= line.contentEnd ? 0 : pair.reachAfter
    if units == pair.units {
      let room = pair.room(
        base: pair.baseWidth, annotation: pair.whole.width, gaps: pair.gaps, reachBefore: before,
        reachAfter: after)
      return RubyPiece(
        box: box, pair: pair.index, units: units, room: room, annotation: pair.whole)
    }
    let start = units.lowerBound > pair.units.lowerBound ? line.edges?.ruby?.start : 0
    let end =
      units.upperBound < pair.units.upperBound ? line.edges?.ruby?.end : pair.whole.contentEnd
    var annotation: LineSpan?
    if let start, let end, start < end { annotation = pair.annotation.line(start..<end) }
    let room = pair.room(
      base: paragraph.width(of: units), annotation: annotation?.width ?? 0,
      gaps: Justifier.gaps(in: units, of: paragraph.text, paragraph.boundaries),
      reachBefore: before, reachAfter: after)
    return RubyPiece(
      box: box, pair: pair.index, units: units, room: room, annotation: annotation)
  }
}

extension PreparedParagraph {
  /// A line of a range of the paragraph, of any width.
  func line(_ range: Range<Int>) -> LineSpan {
    withView { view in
      let breaker = LineBreaker(paragraph: self, view: view, limit: .infinity)
      return breaker.span(
        range, run: view.runIndex(containing: range.lowerBound),
        head: breaker.head(at: range.lowerBound, upTo: range.upperBound))
    }
  }

  /// The shaped width of a range, in layout points.
  func width(of units: Range<Int>) -> Double {
    var width = 0.0
    var index = runIndex(containing: units.lowerBound)
    while index < runs.count, runs[index].start < units.upperBound {
      width += self.width(of: runs[index].item.range.clamped(to: units), in: runs[index])
      index += 1
    }
    return width
  }
}
