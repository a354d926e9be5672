import LinecasterBase

/// Finds rivers in justified text: gaps between words that lie below one gap and above another.
struct RiverFinder {
  /// A gap between two words of a line, in layout points from the start edge.
  struct Gap {
    let start: Double
    let end: Double

    /// Whether two gaps meet: they overlap by half of the narrower one.
    fileprivate func meets(_ other: Gap) -> Bool {
      let common = min(end, other.end) - max(start, other.start)
      return common > 0 && 2 * common >= min(end - start, other.end - other.start)
    }
  }

  /// The gaps of two adjacent lines that meet, as one bit for each of the first 64.
  struct Meeting {
    var upper: UInt64 = 0
    var lower: UInt64 = 0
  }

  private let limit: Double
  private let spreadsLast: Bool
  /// The fraction of the free room at the start of a last line.
  private let lastShare: Double

  /// Creates a finder; `nil` unless gaps are where evenly stretched spaces put them. That requires
  /// text of one direction without boxes and without other characters that act like spaces.
  ///
  /// - Complexity: O(units).
  init?(_ breaker: LineBreaker) {
    let (paragraph, view) = (breaker.paragraph, breaker.view)
    let style = paragraph.style
    guard style.alignment == .justify, paragraph.flow == nil,
      let level = view.runs.first?.item.level,
      view.runs.allSatisfy({ $0.item.level & 1 == level & 1 })
    else { return nil }
    switch style.justification {
    case .interWord: break
    case .automatic where !Justifier.hasIdeographs(paragraph.text): break
    default: return nil
    }
    limit = breaker.limit
    spreadsLast = style.lastLineAlignment == .justify
    let isRightToLeft = level & 1 != 0
    let share = (style.lastLineAlignment ?? .start).leadingShare(isRightToLeft: isRightToLeft)
    lastShare = isRightToLeft ? 1 - share : share
  }

  /// The gaps of a line between two places.
  ///
  /// - Parameters:
  ///   - places: The places from its start to its end.
  ///   - width: The width of its content.
  func gaps(between places: ArraySlice<BreakPlace>, width: Double) -> [Gap] {
    guard let from = places.first, let to = places.last else { return [] }
    let spaces = to.shownSpaces - from.spaces
    let slack = max(0, from.room - width)
    let isSpread = spaces > 0 && (!to.isForced || spreadsLast)
    let spread = isSpread ? slack / Double(spaces) : 0
    let shift = to.isForced && !isSpread ? slack * lastShare : 0
    let origin = limit - from.room + shift - from.start
    return places.dropFirst().dropLast().filter { $0.shownSpaces < $0.spaces }.map { place in
      Gap(
        start: origin + place.end + spread * Double(place.shownSpaces - from.spaces),
        end: origin + place.start + spread * Double(place.spaces - from.spaces))
    }
  }

  /// The gaps of a line that meet gaps of the line below it.
  ///
  /// - Complexity: O(gaps).
  static func meeting(of upper: [Gap], and lower: [Gap]) -> Meeting {
    var meeting = Meeting()
    var (high, low) = (0, 0)
    while high < min(64, upper.count), low < min(64, lower.count) {
      if upper[high].meets(lower[low]) {
        meeting.upper |= 1 << UInt64(high)
        meeting.lower |= 1 << UInt64(low)
      }
      if upper[high].end < lower[low].end { high += 1 } else { low += 1 }
    }
    return meeting
  }

  /// The number of gaps that lie below one and above another.
  static func count(in lines: [[Gap]]) -> Int {
    let meetings = zip(lines, lines.dropFirst()).map { meeting(of: $0, and: $1) }
    return zip(meetings, meetings.dropFirst())
      .reduce(0) { $0 + ($1.0.lower & $1.1.upper).nonzeroBitCount }
  }
}
