@testable import LinecasterConformance

/// Compares the answers of an engine with a browser's: breaks, offsets and flags exactly, lengths
/// within half a layout point.
struct InlineComparison {
  private let wanted: InlineAnswers
  private let given: InlineAnswers
  private let recording: InlineRecording
  private let units: [UInt16]

  init(_ recording: InlineRecording, _ answers: InlineAnswers) {
    wanted = recording.chrome
    given = answers
    self.recording = recording
    units = Array(recording.item.input.text.utf16)
  }

  /// The names of the answers that differ; answers that the browser did not give are skipped.
  var faults: [String] {
    recording.item.input.ask.flatMap { name -> [String] in
      switch name {
      case "lines": lineFaults
      case "height": fault(name, wanted.height) { near($0, given.height) }
      case "maxContent": fault(name, wanted.maxContent) { near($0, given.maxContent) }
      case "minContent": fault(name, wanted.minContent) { near($0, given.minContent) }
      case "spans": fault(name, wanted.spans) { agree($0, given.spans, haveSameRectangles) }
      case "annotations":
        fault(name, wanted.annotations) { agree($0, given.annotations, haveSameRectangles) }
      case "boxes": fault(name, wanted.boxes) { agree($0, given.boxes, isSameBox) }
      case "graphemes": fault(name, wanted.graphemes, haveSameGraphemes)
      case "carets": fault(name, wanted.carets, haveSameCarets)
      case "hits": fault(name, wanted.hits) { agree($0, given.hits, isSameHit) }
      case "selections":
        fault(name, wanted.selections) { agree($0, given.selections, haveSameStretches) }
      case "clamp": fault(name, wanted.clamp, isSameClamp)
      default: ["\(name)?"]
      }
    }
  }

  private func fault<Value>(
    _ name: String, _ wanted: Value?, _ agrees: (Value) -> Bool
  ) -> [String] {
    wanted.map(agrees) ?? true ? [] : [name]
  }

  /// Whether two lists are equally long and their elements agree.
  private func agree<Value>(
    _ wanted: [Value], _ given: [Value]?, _ same: (Value, Value) -> Bool
  ) -> Bool {
    guard let given, given.count == wanted.count else { return false }
    return zip(wanted, given).allSatisfy(same)
  }

  /// The tolerance of lengths, in layout points.
  private static let tolerance = 0.5

  private func near(_ wanted: Double?, _ given: Double?) -> Bool {
    guard let wanted, let given else { return false }
    return abs(wanted - given) <= Self.tolerance
  }

  private func near(_ wanted: [Double], _ given: [Double]) -> Bool {
    wanted.count == given.count && zip(wanted, given).allSatisfy { near($0, $1) }
  }
}

/// Lines and rectangles.
extension InlineComparison {
  private var lineFaults: [String] {
    guard let wanted = wanted.lines else { return [] }
    guard var given = given.lines else { return ["breaks"] }
    // An empty last line is not recorded.
    if given.count == wanted.count + 1, given.last?.start == wanted.last?.end {
      given.removeLast()
    }
    guard wanted.map(\.start) == given.map(\.start) else { return ["breaks"] }
    let pairs = zip(wanted, given)
    let extents = pairs.allSatisfy { wanted, given in
      wanted.left == nil || near(wanted.left, given.left) && near(wanted.width, given.width)
    }
    let places: [KeyPath<InlineAnswers.Line, Double?>] = [\.top, \.bottom, \.baseline]
    let vertical = pairs.allSatisfy { wanted, given in
      places.allSatisfy {
        wanted[keyPath: $0] == nil || near(wanted[keyPath: $0], given[keyPath: $0])
      }
    }
    return (extents ? [] : ["extents"]) + (vertical ? [] : ["vertical"])
  }

  /// Whether both have the same rectangles in any order, ignoring those without a width.
  private func haveSameRectangles(_ wanted: [[Double]], _ given: [[Double]]) -> Bool {
    var rest = given.filter { $0.count == 4 && $0[2] > 0.01 }
    let wanted = wanted.filter { $0[2] > 0.01 }
    guard wanted.count == rest.count else { return false }
    for rectangle in wanted {
      guard let index = rest.firstIndex(where: { near(rectangle, $0) }) else { return false }
      rest.remove(at: index)
    }
    return true
  }

  private func isSameBox(_ wanted: [Double]?, _ given: [Double]?) -> Bool {
    guard let wanted else { return true }
    return given.map { near(wanted, $0) } ?? false
  }

  private func haveSameGraphemes(_ wanted: [[Double]]) -> Bool {
    let given = Dictionary((given.graphemes ?? []).map { ($0[0], $0) }) { $1 }
    return wanted.allSatisfy { piece in
      guard let other = given[piece[0]] else { return false }
      return near(piece[3], other[3]) && near(piece[4], other[4])
    }
  }
}

/// Questions and cuts.
extension InlineComparison {
  /// Whether every recorded caret is among those given, at most four for an offset.
  private func haveSameCarets(_ wanted: [InlineAnswers.Places]) -> Bool {
    let given = Dictionary((given.carets ?? []).map { ($0.offset, $0.carets) }) { $1 }
    return wanted.allSatisfy { places in
      guard let carets = given[places.offset], carets.count <= 4 else { return false }
      return places.carets.allSatisfy { caret in carets.contains { near(caret, $0) } }
    }
  }

  /// Whether two offsets are equal or at either end of the white space at a line's end.
  private func isSameHit(_ wanted: Int, _ given: Int) -> Bool {
    if wanted == given { return true }
    let low = min(wanted, given)
    let high = max(wanted, given)
    let isLineEnd = self.wanted.lines?.contains { $0.end == high } ?? false
    return isLineEnd && low >= 0 && units[low..<min(high, units.count)].allSatisfy(Self.isWhite)
  }

  private func haveSameStretches(_ wanted: [[Double]], _ given: [[Double]]) -> Bool {
    wanted.count == given.count
      && zip(wanted, given).allSatisfy { $0[0] == $1[0] && near($0, $1) }
  }

  private func isSameClamp(_ wanted: InlineAnswers.Clamp) -> Bool {
    guard let given = given.clamp, given.truncated == wanted.truncated,
      near(wanted.height, given.height)
    else { return false }
    guard wanted.truncated else { return true }
    return shownOffsets(wanted) == shownOffsets(given)
      && (wanted.boxesShown == nil || wanted.boxesShown == given.boxesShown)
  }

  /// The visible offsets of the line with the ellipsis, without white space and attachments.
  private func shownOffsets(_ clamp: InlineAnswers.Clamp) -> Set<Int> {
    let lines = wanted.lines ?? []
    let index = (recording.item.lineClamp ?? 1) - 1
    guard lines.indices.contains(index) else { return [] }
    let line = lines[index].start..<lines[index].end
    let ranges = (clamp.shown ?? []).filter { $0.count == 2 && $0[0] <= $0[1] }
    return Set(
      ranges.flatMap { ($0[0]..<$0[1]).clamped(to: line) }.filter { offset in
        units.indices.contains(offset) && !Self.isWhite(units[offset])
          && units[offset] != 0xFFFC
      })
  }

  /// Whether a unit is white space that may hang at a line's end, or ends a line.
  private static func isWhite(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0x0A, 0x0D, 0x2028, 0x3000, 0x1680, 0x200B: true
    case 0x2000...0x200A: unit != 0x2007
    default: false
    }
  }
}
