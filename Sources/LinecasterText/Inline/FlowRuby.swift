import LinecasterBase

/// A pair of a prepared paragraph: its annotation, and what decides the room that both take.
struct FlowRuby: Sendable {
  /// Its place among the pairs of the paragraph.
  let index: Int
  let position: RubyPosition
  let alignment: RubyAlignment
  let annotation: PreparedParagraph
  /// The whole annotation as a line.
  let whole: LineSpan
  /// The units of its base.
  let units: Range<Int>
  /// The width of the base without free room, in layout points.
  let baseWidth: Double
  /// The units of the base that a line may start with; none where the pair stays together.
  let breaks: [Int]
  /// How far the annotation may reach over what is before and behind, in layout points.
  let reachBefore: Double
  let reachAfter: Double
  /// How many places in the base take free room.
  let gaps: Int
  /// How far the ems of its annotation reach from their baseline, in whole layout points.
  let em: LineBox

  /// About the memory that it takes, in bytes.
  var byteCount: Int {
    MemoryLayout<FlowRuby>.stride + breaks.count * MemoryLayout<Int>.stride + annotation.byteCount
  }

  /// The room of a part of the pair that is alone on its line.
  func room(
    base: Double, annotation: Double, gaps: Int, reachBefore: Double, reachAfter: Double
  ) -> RubyRoom {
    RubyRoom(
      base: base, annotation: annotation, gaps: gaps, alignment: alignment,
      reachBefore: reachBefore, reachAfter: reachAfter)
  }

  /// The room of the whole pair inside of a line.
  var room: RubyRoom {
    room(
      base: baseWidth, annotation: whole.width, gaps: gaps, reachBefore: reachBefore,
      reachAfter: reachAfter)
  }
}

/// How the longer text of a pair parts the shorter one, in layout points.
struct RubyRoom: Sendable {
  /// The width of the longer one.
  let width: Double
  /// The room before, inside and behind the base.
  private(set) var before = 0.0
  private(set) var between = 0.0
  private(set) var after = 0.0
  /// How far the annotation reaches over what is before and behind.
  private(set) var startOverhang = 0.0
  private(set) var endOverhang = 0.0

  /// Where the free room goes as in browsers, which let the annotation reach over letters next to
  /// the base by no more than the room that there is between letters.
  init(
    base: Double, annotation: Double, gaps: Int, alignment: RubyAlignment, reachBefore: Double,
    reachAfter: Double
  ) {
    width = max(base, annotation)
    let free = annotation - base
    guard free > 0 else { return }
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

  /// What it adds to a line before and behind the base; what is inside is behind too.
  var start: Double { before - startOverhang }
  var end: Double { after - endOverhang }

  /// Whether the annotation is the longer one.
  var partsBase: Bool { before + between + after > 0 }
}

/// The part of a pair that is on a line.
struct RubyPiece: Sendable {
  /// The pair's box, by its place among those of the paragraph.
  let box: Int
  /// The pair, by its place among those of the paragraph.
  let pair: Int
  /// The units of its base on the line.
  let units: Range<Int>
  let room: RubyRoom
  /// The part of the annotation; nil where none is shown.
  let annotation: LineSpan?
}

/// The parts of pairs that are on a line.
struct RubyPieces: Sendable {
  /// In text order.
  let pieces: [RubyPiece]
  /// The room behind the last cluster of a pair in a widened line, by the pair's box.
  var trailingRoom: [Int: Double] = [:]

  init(_ pieces: [RubyPiece] = []) { self.pieces = pieces }

  /// The part of a pair, which is the one after some others; nil where the line has none.
  func piece(ofPair index: Int?) -> RubyPiece? {
    guard let index, let first = pieces.first, pieces.indices.contains(index - first.pair) else {
      return nil
    }
    return pieces[index - first.pair]
  }
}

/// Which part of annotations a line has that starts or ends inside of a pair.
struct RubyCut: Sendable {
  /// The unit of its annotation that the pair at the line's start goes on with.
  let start: Int
  /// The end of the annotation's part of the pair at the line's end; nil where it ends with none.
  let end: Int?
}

extension InlineFlow {
  /// Whether there are pairs.
  var hasRuby: Bool { !rubies.isEmpty }

  /// How many boxes before one are the bases of pairs.
  ///
  /// - Complexity: O(log pairs).
  func pairCount(before box: Int) -> Int { rubies.bisect { $0.box >= box } }

  /// The pair whose base goes on before and after a unit.
  ///
  /// - Complexity: O(log pairs).
  func pair(around unit: Int) -> FlowRuby? {
    let index = rubies.bisect { unit < $0.ruby.units.upperBound }
    guard index < rubies.count, rubies[index].ruby.units.lowerBound < unit else { return nil }
    return rubies[index].ruby
  }

  /// The pair whose base has a unit.
  ///
  /// - Complexity: O(log pairs).
  func pair(at unit: Int) -> FlowRuby? {
    let index = rubies.bisect { unit < $0.ruby.units.upperBound }
    guard index < rubies.count, rubies[index].ruby.units.lowerBound <= unit else { return nil }
    return rubies[index].ruby
  }

  /// The parts of pairs on a line, in text order.
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
  /// Part of the paragraph as a line, as long as it is.
  func line(_ range: Range<Int>) -> LineSpan {
    withView { view in
      let breaker = LineBreaker(paragraph: self, view: view, limit: .infinity)
      return breaker.span(
        range, run: view.runIndex(containing: range.lowerBound),
        head: breaker.head(at: range.lowerBound, upTo: range.upperBound))
    }
  }

  /// The width of some units as they were shaped, in layout points.
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
