import LinecasterBase

/// The hanging punctuation of a line, in layout points.
struct LineHang: Sendable {
  /// The width of the mark before the line's start edge; 0 for none.
  fileprivate(set) var start = 0.0
  /// The width of the mark after the line's end edge.
  fileprivate(set) var end = 0.0
  /// The unit after the mark at the start; `nil` if none hangs there.
  fileprivate(set) var startEnd: Int?
  /// The first unit of the mark at the end; `nil` if none hangs there.
  fileprivate(set) var endStart: Int?

  var width: Double { start + end }

  /// Whether a cluster counts for alignment and justification.
  func stands(_ cluster: Int) -> Bool {
    cluster >= startEnd ?? 0 && cluster < endStart ?? .max
  }
}

/// The characters that may hang (CSS Text 3 §8.2).
enum HangingMark {
  /// Whether a scalar is an opening bracket or a quote.
  static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .openPunctuation, .initialPunctuation, .finalPunctuation: true
    default: isQuote(scalar)
    }
  }

  /// Whether a scalar is a closing bracket or a quote.
  static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .initialPunctuation, .finalPunctuation: true
    default: isQuote(scalar)
    }
  }

  private static func isQuote(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "\""
  }

  /// Whether a scalar is a stop or a comma.
  static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2C, 0x2E, 0x060C, 0x06D4, 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0xFE50, 0xFE51, 0xFE52,
      0xFF61, 0xFF64:
      true
    default: false
    }
  }
}

extension LineBreaker {
  /// Hangs the punctuation at the edges of a measured line.
  ///
  /// - Complexity: O(glyphs of the line).
  func hang(_ line: inout LineSpan) {
    let style = paragraph.style.hangingPunctuation
    guard !style.isEmpty, !line.content.isEmpty else { return }
    var hang = LineHang()
    if let mark = startMark(of: line) {
      hang.start = width(of: mark, on: line)
      if hang.start > 0 { hang.startEnd = mark.upperBound }
    }
    if let mark = endMark(of: line), mark.lowerBound >= hang.startEnd ?? 0 {
      let width = width(of: mark, on: line)
      let origin = paragraph.indent(at: line.range.lowerBound)
      let fits = line.width - hang.start + origin <= limit + Self.tolerance
      if width > 0, mustHang(mark, of: line) || hangsStops || !fits {
        hang.end = width
        hang.endStart = mark.lowerBound
      }
    }
    guard hang.width > 0 else { return }
    line.edges = .adding(hang: hang, to: line.edges)
    line.width = width(of: line)
  }

  /// The approximate hang before the start edge of a line that starts at a unit, in layout points.
  func startHang(at start: Int) -> Double {
    guard start == 0, paragraph.style.hangingPunctuation.contains(.first), view.count > 0 else {
      return 0
    }
    let end = nextGrapheme(after: 0)
    let line = LineSpan(range: 0..<end, contentEnd: end, firstRun: 0)
    guard let mark = startMark(of: line) else { return 0 }
    return width(of: mark, on: line)
  }

  /// The width of a mark on a line, in layout points.
  private func width(of mark: Range<Int>, on line: LineSpan) -> Double {
    LineContent(paragraph, line, origin: 0).advance(ofClusters: mark)
  }

  /// The end of the mark at a unit that might hang if a line ended there, or the unit.
  func markEnd(from unit: Int) -> Int {
    guard !paragraph.style.hangingPunctuation.isEmpty, unit < view.count,
      let scalar = scalar(at: unit), HangingMark.isStop(scalar) || HangingMark.isClosing(scalar)
    else { return unit }
    return nextGrapheme(after: unit)
  }

  /// The opening mark at the start edge of the first line; `nil` for none.
  private func startMark(of line: LineSpan) -> Range<Int>? {
    guard line.range.lowerBound == 0, paragraph.style.hangingPunctuation.contains(.first),
      paragraph.flow?.initial == nil, isAtBaseLevel(0), let scalar = scalar(at: 0),
      HangingMark.isOpening(scalar)
    else { return nil }
    if let flow = paragraph.flow {
      let edges = flow.wholeEdges(of: line, count: view.count)
      let before = edges.prefix { flow.edges[$0].unit <= 0 }
      let isKept = before.contains { flow.width(ofEdges: $0..<$0 + 1) != 0 }
      guard !isKept, flow.pair(at: 0) == nil else { return nil }
    }
    return 0..<nextGrapheme(after: 0, upTo: line.contentEnd)
  }

  /// The mark at the end edge of a line that may hang; `nil` for none.
  private func endMark(of line: LineSpan) -> Range<Int>? {
    guard line.edges?.token == nil else { return nil }
    let end = line.contentEnd
    var start = end - 1
    while start > line.range.lowerBound, !view.boundaries[start].contains(.grapheme) { start -= 1 }
    guard isAtBaseLevel(start), let scalar = scalar(at: start) else { return nil }
    let style = paragraph.style.hangingPunctuation
    let isStop =
      !style.isDisjoint(with: [.forceEnd, .allowEnd]) && HangingMark.isStop(scalar)
    guard isStop || closes(line, with: scalar) else { return nil }
    if let flow = paragraph.flow {
      let edges = flow.wholeEdges(of: line, count: view.count)
      let isKept = edges.contains {
        flow.edges[$0].unit > start && flow.width(ofEdges: $0..<$0 + 1) != 0
      }
      guard !isKept, flow.pair(at: start) == nil,
        flow.cloneWidths(around: edges.upperBound).end == 0
      else { return nil }
    }
    return start..<end
  }

  /// Whether a mark at the end of a line hangs even if it fits.
  private func mustHang(_ mark: Range<Int>, of line: LineSpan) -> Bool {
    guard let scalar = scalar(at: mark.lowerBound) else { return false }
    return closes(line, with: scalar)
      || paragraph.style.hangingPunctuation.contains(.forceEnd) && HangingMark.isStop(scalar)
  }

  /// Whether a line is the last and ends in a closing mark that hangs there.
  private func closes(_ line: LineSpan, with scalar: Unicode.Scalar) -> Bool {
    line.range.upperBound == view.count && paragraph.style.hangingPunctuation.contains(.last)
      && HangingMark.isClosing(scalar)
  }

  /// Whether a unit has its paragraph's embedding level.
  private func isAtBaseLevel(_ unit: Int) -> Bool {
    view.runs[view.runIndex(containing: unit)].item.level == paragraph.baseLevel(at: unit)
  }

  /// The scalar at a unit; `nil` for a surrogate, because no hanging mark is one.
  private func scalar(at unit: Int) -> Unicode.Scalar? { Unicode.Scalar(view.text[unit]) }
}
