import LinecasterBase
import LinecasterCells

/// The matches of a query in the rows of a list, and the rows that are still to be searched.
///
/// Kept as segments of adjacent rows. An update moves whole segments, so it costs its changes and
/// the number of segments. Rows with new content keep their matches until they have been searched
/// again.
struct FoundRows: Sendable {
  /// The matches in a row.
  struct Row: Hashable, Sendable {
    /// The row, counted from the start of its segment or job.
    var offset: Int
    /// The matches, in reading order; never empty.
    var ranges: [CellTextRange]
  }

  /// A match.
  struct Match: Hashable, Sendable {
    var row: Int
    var range: CellTextRange
  }

  /// The progress of the search in a segment.
  enum Phase: Hashable, Sendable {
    case waiting
    /// A job searches the rows, from one of its rows on.
    case underWay(job: Int, offset: Int)
    case searched
  }

  /// Adjacent rows.
  private struct Segment: Hashable, Sendable {
    var start: Int
    var count: Int
    var phase: Phase
    /// The rows with matches, ascending.
    var found: [Row] = []
    /// The number of matches.
    var matchCount = 0
    /// Whether the rows, or former versions of them, have been searched.
    var isKnown = false
    /// Whether the rows have changed since their job began.
    var isOutdated = false

    var rows: Range<Int> { start..<start + count }

    /// Returns the part with some of the rows.
    func part(_ rows: Range<Int>) -> Segment {
      guard rows != self.rows else { return self }
      let skipped = rows.lowerBound - start
      let first = found.bisect { $0.offset >= skipped }
      let last = found.bisect { $0.offset >= skipped + rows.count }
      let kept = found[first..<last].map { Row(offset: $0.offset - skipped, ranges: $0.ranges) }
      var phase = phase
      if case .underWay(let job, let offset) = phase {
        phase = .underWay(job: job, offset: offset + skipped)
      }
      return Segment(
        start: rows.lowerBound, count: rows.count, phase: phase, found: kept,
        matchCount: kept.reduce(0) { $0 + $1.ranges.count }, isKnown: isKnown,
        isOutdated: isOutdated)
    }

    /// Notes that the content of the rows has changed.
    mutating func outdate() {
      if case .underWay = phase { isOutdated = true } else { phase = .waiting }
    }

    /// Whether another segment, which follows, can be part of this one.
    func joins(_ other: Segment) -> Bool {
      guard phase == other.phase, isKnown == other.isKnown else { return false }
      return switch phase {
      case .underWay: false
      case .waiting: found.isEmpty && other.found.isEmpty
      case .searched: count + other.count <= FoundRows.segmentLimit
      }
    }

    /// Appends another segment, which follows.
    mutating func append(_ other: Segment) {
      found += other.found.map { Row(offset: $0.offset + count, ranges: $0.ranges) }
      matchCount += other.matchCount
      count += other.count
    }
  }

  private var segments: [Segment] = []
  /// The number of rows.
  private(set) var rowCount = 0
  /// The number of matches that are known.
  private(set) var matchCount = 0
  /// Whether all rows have been searched. Rows that have changed since count too: they are searched
  /// again at once.
  private(set) var isComplete = true

  /// The number of rows up to which searched segments are joined.
  static let segmentLimit = 512

  /// Creates the rows of a list that has not been searched.
  init(rowCount: Int) {
    self.rowCount = rowCount
    put([Segment(start: 0, count: rowCount, phase: .waiting)])
  }

  /// Replaces the segments by those that follow each other, and joins small ones.
  private mutating func put(_ new: [Segment]) {
    segments = []
    (rowCount, matchCount, isComplete) = (0, 0, true)
    for var segment in new where segment.count > 0 {
      segment.start = rowCount
      rowCount += segment.count
      matchCount += segment.matchCount
      if !segment.isKnown { isComplete = false }
      if let last = segments.last, last.joins(segment) {
        segments[segments.count - 1].append(segment)
      } else {
        segments.append(segment)
      }
    }
  }

  /// The number of segments, by which updates take longer.
  var segmentCount: Int { segments.count }

  /// Returns the index of the segment with a row.
  private func segment(ofRow row: Int) -> Int { segments.bisect { $0.start > row } - 1 }

  /// Returns the matches in a row.
  ///
  /// - Complexity: O(log rows).
  func ranges(inRow row: Int) -> [CellTextRange] {
    guard 0..<rowCount ~= row else { return [] }
    let segment = segments[segment(ofRow: row)]
    let index = segment.found.bisect { $0.offset >= row - segment.start }
    guard index < segment.found.count, segment.found[index].offset == row - segment.start
    else { return [] }
    return segment.found[index].ranges
  }
}

// MARK: - Searching

extension FoundRows {
  /// Gives a job the first rows that wait, from a row on and then from the top.
  ///
  /// - Returns: The rows; `nil` if none waits.
  mutating func begin(_ job: Int, from row: Int, atMost count: Int) -> Range<Int>? {
    let first = min(max(0, row), max(0, rowCount - 1))
    let start = rowCount == 0 ? 0 : segment(ofRow: first)
    guard
      let index = segments[start...].firstIndex(where: { $0.phase == .waiting })
        ?? segments[..<start].firstIndex(where: { $0.phase == .waiting })
    else { return nil }
    let segment = segments[index]
    let lower = index == start ? max(segment.start, first) : segment.start
    let rows = lower..<min(lower + max(1, count), segment.rows.upperBound)
    change(rows) { $0.phase = .underWay(job: job, offset: 0) }
    return rows
  }

  /// Takes the result of a job; rows beyond the searched ones wait again.
  mutating func end(_ job: Int, searchedCount: Int, found: [Row]) {
    var new: [Segment] = []
    for segment in segments {
      guard case .underWay(job, let offset) = segment.phase else {
        new.append(segment)
        continue
      }
      let searched = min(max(0, searchedCount - offset), segment.count)
      if searched > 0 {
        let phase = segment.isOutdated ? Phase.waiting : .searched
        var part = Segment(start: segment.start, count: searched, phase: phase, isKnown: true)
        let first = found.bisect { $0.offset >= offset }
        let last = found.bisect { $0.offset >= offset + searched }
        part.found = found[first..<last].map {
          Row(offset: $0.offset - offset, ranges: $0.ranges)
        }
        part.matchCount = part.found.reduce(0) { $0 + $1.ranges.count }
        new.append(part)
      }
      if searched < segment.count {
        var rest = segment.part(segment.start + searched..<segment.rows.upperBound)
        (rest.phase, rest.isOutdated) = (.waiting, false)
        new.append(rest)
      }
    }
    put(new)
  }

  /// Changes rows of one segment.
  private mutating func change(_ rows: Range<Int>, _ body: (inout Segment) -> Void) {
    let index = segment(ofRow: rows.lowerBound)
    let segment = segments[index]
    var middle = segment.part(rows)
    body(&middle)
    var parts = [middle]
    if segment.start < rows.lowerBound {
      parts.insert(segment.part(segment.start..<rows.lowerBound), at: 0)
    }
    if rows.upperBound < segment.rows.upperBound {
      parts.append(segment.part(rows.upperBound..<segment.rows.upperBound))
    }
    segments.replaceSubrange(index...index, with: parts)
  }
}

// MARK: - Updates

extension FoundRows {
  /// Moves the matches to their rows after an update. New rows and rows with new content wait.
  ///
  /// - Parameter updated: The rows with new content, ascending; counted after the update.
  /// - Complexity: O(segments + changes).
  mutating func move(by mapping: RowMapping, updated: [Int], rowCount: Int) {
    if !mapping.isIdentity(of: self.rowCount) || rowCount != self.rowCount {
      place(by: mapping, rowCount: rowCount)
    }
    for row in updated where 0..<rowCount ~= row {
      change(row..<row + 1) { $0.outdate() }
    }
    if !updated.isEmpty { put(segments) }
  }

  private mutating func place(by mapping: RowMapping, rowCount: Int) {
    var new: [Segment] = []
    var next = 0
    for stretch in mapping.stretches {
      new.append(Segment(start: 0, count: stretch.newStart - next, phase: .waiting))
      new += parts(stretch.oldRows)
      next = stretch.newRows.upperBound
    }
    new.append(Segment(start: 0, count: max(0, rowCount - next), phase: .waiting))
    put(new)
  }

  private func parts(_ rows: Range<Int>) -> [Segment] {
    let rows = rows.clamped(to: 0..<rowCount)
    guard !rows.isEmpty else { return [] }
    var parts: [Segment] = []
    var index = segment(ofRow: rows.lowerBound)
    while index < segments.count, segments[index].start < rows.upperBound {
      parts.append(segments[index].part(rows.clamped(to: segments[index].rows)))
      index += 1
    }
    return parts
  }

  /// Has all rows wait, which keep their matches until they have been searched again.
  mutating func invalidate() {
    put(
      segments.map { segment in
        var segment = segment
        segment.outdate()
        return segment
      })
  }
}

extension RowMapping {
  /// Whether all rows stay where they are.
  fileprivate func isIdentity(of count: Int) -> Bool {
    guard count > 0 else { return stretches.isEmpty }
    return stretches.count == 1 && stretches[0].newStart == 0 && stretches[0].oldStart == 0
      && stretches[0].count == count
  }
}

// MARK: - Steps

extension FoundRows {
  /// The match that a step leads to.
  enum Target: Hashable, Sendable {
    case match(Match)
    /// Rows on the way have never been searched.
    case unknown
    case none
  }

  /// Returns the first match after a place, going on from the top after the last one.
  ///
  /// - Parameter includesPlace: Whether a match at the place counts.
  /// - Complexity: O(segments + matches in the row).
  func target(after place: Match, includesPlace: Bool) -> Target {
    guard 0..<rowCount ~= place.row else { return first(in: 0..<rowCount) }
    guard isKnown(place.row) else { return .unknown }
    let own = ranges(inRow: place.row)
    if let next = own.first(where: { includesPlace ? $0 >= place.range : $0 > place.range }) {
      return .match(Match(row: place.row, range: next))
    }
    for rows in [place.row + 1..<rowCount, 0..<place.row] {
      let target = first(in: rows)
      if target != .none { return target }
    }
    return own.first.map { .match(Match(row: place.row, range: $0)) } ?? .none
  }

  /// Returns the last match before a place, going on from the end before the first one.
  ///
  /// - Complexity: O(segments + matches in the row).
  func target(before place: Match) -> Target {
    guard 0..<rowCount ~= place.row else { return last(in: 0..<rowCount) }
    guard isKnown(place.row) else { return .unknown }
    let own = ranges(inRow: place.row)
    if let next = own.last(where: { $0 < place.range }) {
      return .match(Match(row: place.row, range: next))
    }
    for rows in [0..<place.row, place.row + 1..<rowCount] {
      let target = last(in: rows)
      if target != .none { return target }
    }
    return own.last.map { .match(Match(row: place.row, range: $0)) } ?? .none
  }

  /// Returns the number of matches before one.
  ///
  /// - Complexity: O(segments + rows of its segment + matches in its row).
  func count(before match: Match) -> Int {
    guard 0..<rowCount ~= match.row else { return 0 }
    let index = segment(ofRow: match.row)
    let offset = match.row - segments[index].start
    let above = segments[..<index].reduce(0) { $0 + $1.matchCount }
    let inSegment = segments[index].found.prefix { $0.offset < offset }
      .reduce(0) { $0 + $1.ranges.count }
    return above + inSegment + ranges(inRow: match.row).count { $0 < match.range }
  }

  private func isKnown(_ row: Int) -> Bool { segments[segment(ofRow: row)].isKnown }

  private func first(in rows: Range<Int>) -> Target {
    for part in parts(rows) {
      guard part.isKnown else { return .unknown }
      guard let row = part.found.first, let range = row.ranges.first else { continue }
      return .match(Match(row: part.start + row.offset, range: range))
    }
    return .none
  }

  private func last(in rows: Range<Int>) -> Target {
    for part in parts(rows).reversed() {
      guard part.isKnown else { return .unknown }
      guard let row = part.found.last, let range = row.ranges.last else { continue }
      return .match(Match(row: part.start + row.offset, range: range))
    }
    return .none
  }
}
