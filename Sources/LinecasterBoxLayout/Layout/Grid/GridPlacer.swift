import LinecasterBase

/// Places items into the cells of a grid (CSS Grid 1 §8.5).
///
/// Tracks are counted along the flow: in a grid that is filled row by row, an item's row is its
/// major position and its column the minor one.
struct GridPlacer {
  /// An item before and after it is placed.
  struct Item {
    let major: GridRange
    let minor: GridRange
    var majorLines: Range<Int> = 0..<1
    var minorLines: Range<Int> = 0..<1

    init(major: GridRange, minor: GridRange) {
      self.major = major
      self.minor = minor
    }
  }

  private(set) var items: [Item]
  /// Whether items fill earlier gaps.
  private var isDense: Bool
  /// The number of tracks, including those before the explicit ones.
  private(set) var majorCount: Int
  private(set) var minorCount: Int
  /// The number of tracks before the explicit ones.
  private(set) var majorOffset = 0
  private(set) var minorOffset = 0
  /// The last lines of the explicit grid, once lines are resolved.
  private var explicitEnd = (major: 0, minor: 0)
  private var cells = OccupiedCells()
  /// The place from which to search for room.
  private var cursor = (major: 0, minor: 0)
  /// The last place with room for items of given extents that fill gaps; there is no room before
  /// it.
  private var found: [Extents: (major: Int, minor: Int)] = [:]

  /// The properties that decide where an item fits.
  private struct Extents: Hashable {
    let major: Int
    let minor: Int
    /// The minor line of an item, or -1.
    let line: Int
  }

  /// - Parameters:
  ///   - majorCount: the number of explicit tracks.
  ///   - minorCount: the same for the minor axis.
  init(_ items: [Item], majorCount: Int, minorCount: Int, isDense: Bool) {
    self.items = items
    self.isDense = isDense
    self.majorCount = majorCount
    self.minorCount = minorCount
  }

  /// Places all items, by the steps of the specification.
  mutating func place() {
    if placeSimply() || placeBySpans() { return }
    resolveLines()
    for index in items.indices where isPlaced(index) { occupy(index) }  // Step 1.
    placeInMajorTracks()  // Step 2.
    widen()  // Step 3.
    for index in items.indices where !items[index].major.isPlaced { placeFreely(index) }  // Step 4.
    removeUnusedTracks()
  }

  /// Removes the tracks behind the last item in an axis without explicit tracks. Lines that count
  /// from the end of the explicit grid may leave such tracks before it, which browsers leave out.
  private mutating func removeUnusedTracks() {
    if majorOffset > 0, majorOffset == explicitEnd.major {
      majorCount = items.reduce(1) { max($0, $1.majorLines.upperBound) }
    }
    if minorOffset > 0, minorOffset == explicitEnd.minor {
      minorCount = items.reduce(1) { max($0, $1.minorLines.upperBound) }
    }
  }

  /// The number of searches: one for each band of cells, and each taken range in it.
  var searchSteps: Int { cells.searchSteps }

  /// Returns the number of searches after which remaining items no longer fill gaps. Items of equal
  /// extents continue from each other, so only thousands of items of as many extents reach it; they
  /// could otherwise search all cells again and again.
  static func searchLimit(itemCount: Int) -> Int { 2_000 * (itemCount + 2_000) }

  private mutating func limitGapSearch() {
    if isDense, searchSteps > Self.searchLimit(itemCount: items.count) { isDense = false }
  }

  /// Places items in the common case that each takes the next cell; returns whether it applies.
  private mutating func placeSimply() -> Bool {
    let isSimple = items.allSatisfy {
      !$0.major.isPlaced && !$0.minor.isPlaced && $0.major.span == 1 && $0.minor.span == 1
    }
    guard isSimple else { return false }
    minorCount = max(minorCount, items.isEmpty ? 0 : 1)
    for index in items.indices {
      let (major, minor) = index.quotientAndRemainder(dividingBy: minorCount)
      items[index].majorLines = major..<major + 1
      items[index].minorLines = minor..<minor + 1
      majorCount = max(majorCount, major + 1)
    }
    return true
  }

  /// Places items without lines that cover a few cells each, in grids of few minor tracks; returns
  /// whether it applies. The taken cells of a major track fit in a word.
  private mutating func placeBySpans() -> Bool {
    guard !isDense, minorCount <= UInt64.bitWidth else { return false }
    var widest = minorCount
    var highest = 1
    for item in items {
      guard !item.major.isPlaced, !item.minor.isPlaced else { return false }
      widest = max(widest, item.minor.span)
      highest = max(highest, item.major.span)
    }
    guard widest <= UInt64.bitWidth, highest <= Self.tracksPerItem else { return false }
    minorCount = widest
    // Major tracks from the cursor on; earlier ones no longer matter.
    var taken = [UInt64](repeating: 0, count: highest)
    for index in items.indices {
      let span = (major: items[index].major.span, minor: items[index].minor.span)
      let cells = span.minor < UInt64.bitWidth ? (UInt64(1) << span.minor) - 1 : .max
      while true {
        if cursor.minor + span.minor > minorCount {
          cursor = (cursor.major + 1, 0)
          taken.removeFirst()
          taken.append(0)
        } else if taken[..<span.major].allSatisfy({ $0 & (cells << cursor.minor) == 0 }) {
          break
        } else {
          cursor.minor += 1
        }
      }
      for track in 0..<span.major { taken[track] |= cells << cursor.minor }
      items[index].majorLines = cursor.major..<cursor.major + span.major
      items[index].minorLines = cursor.minor..<cursor.minor + span.minor
      majorCount = max(majorCount, items[index].majorLines.upperBound)
    }
    return true
  }

  /// Limits a range to the maximum number of tracks, at least one (§7.6.3): limits on lines and
  /// spans do not prevent consecutive items from exceeding the memory.
  private func limited(_ lines: Range<Int>) -> Range<Int> {
    let limit = Self.sparseLimit + Self.tracksPerItem * items.count
    let start = min(lines.lowerBound, limit - 1)
    return start..<max(min(lines.upperBound, limit), start + 1)
  }

  /// The maximum number of tracks for items with lines: those before the explicit ones, three
  /// lists, and a span.
  private static var sparseLimit: Int { 5 * GridTrackList.maximumCount }
  /// The number of additional tracks for each item without lines.
  private static let tracksPerItem = 16

  private func isPlaced(_ index: Int) -> Bool {
    items[index].major.isPlaced && items[index].minor.isPlaced
  }

  /// Resolves the lines of items, and the number of tracks before the explicit ones.
  private mutating func resolveLines() {
    var lines: [(major: (start: Int, end: Int), minor: (start: Int, end: Int))] = []
    lines.reserveCapacity(items.count)
    for item in items {
      lines.append(
        (item.major.lines(explicitCount: majorCount), item.minor.lines(explicitCount: minorCount)))
    }
    for (index, lines) in lines.enumerated() {
      if items[index].major.isPlaced { majorOffset = max(majorOffset, -lines.major.start) }
      if items[index].minor.isPlaced { minorOffset = max(minorOffset, -lines.minor.start) }
    }
    majorCount += majorOffset
    minorCount += minorOffset
    explicitEnd = (majorCount, minorCount)
    for (index, lines) in lines.enumerated() {
      let major = items[index].major.isPlaced ? majorOffset : 0
      let minor = items[index].minor.isPlaced ? minorOffset : 0
      items[index].majorLines = lines.major.start + major..<lines.major.end + major
      items[index].minorLines = lines.minor.start + minor..<lines.minor.end + minor
      if items[index].major.isPlaced {
        majorCount = max(majorCount, items[index].majorLines.upperBound)
      }
      if items[index].minor.isPlaced {
        minorCount = max(minorCount, items[index].minorLines.upperBound)
      }
    }
  }

  private mutating func occupy(_ index: Int) {
    cells.insert(major: items[index].majorLines, minor: items[index].minorLines)
  }

  /// Step 2: places items with a major line, each after the previous one in the same tracks.
  private mutating func placeInMajorTracks() {
    var ends: [Range<Int>: Int] = [:]
    for index in items.indices where items[index].major.isPlaced && !items[index].minor.isPlaced {
      limitGapSearch()
      let major = items[index].majorLines
      let span = items[index].minorLines.count
      let key = isDense ? major : major.lowerBound..<major.lowerBound + 1
      let start = isDense ? (found[denseKey(index)]?.minor ?? 0) : ends[key] ?? 0
      let minor = cells.firstRoom(in: major, from: start, span: span)
      items[index].minorLines = limited(minor..<minor + span)
      if isDense {
        found[denseKey(index)] = (0, minor)
      } else {
        ends[key] = minor + span
      }
      occupy(index)
    }
    found.removeAll()
  }

  /// Returns the key for items in the same major tracks with the same span, which find the same
  /// room.
  private func denseKey(_ index: Int) -> Extents {
    let major = items[index].majorLines
    return Extents(
      major: major.lowerBound, minor: items[index].minorLines.count, line: major.count)
  }

  /// Step 3: adds tracks for all placed items, and for the widest of the others.
  private mutating func widen() {
    for item in items {
      let isKnown = item.minor.isPlaced || item.major.isPlaced
      minorCount = max(minorCount, isKnown ? item.minorLines.upperBound : item.minor.span)
    }
  }

  /// Step 4: places an item without a major line.
  private mutating func placeFreely(_ index: Int) {
    limitGapSearch()
    if items[index].minor.isPlaced {
      placeInMinorTracks(index)
    } else {
      placeAnywhere(index)
    }
    majorCount = max(majorCount, items[index].majorLines.upperBound)
    occupy(index)
  }

  private mutating func placeInMinorTracks(_ index: Int) {
    let minor = items[index].minorLines
    let span = items[index].major.span
    let key = Extents(major: span, minor: minor.count, line: minor.lowerBound)
    if isDense {
      cursor = (found[key]?.major ?? 0, minor.lowerBound)
    } else {
      if minor.lowerBound < cursor.minor { cursor.major += 1 }
      cursor.minor = minor.lowerBound
    }
    while let line = cells.lineBehindTaken(in: cursor.major..<cursor.major + span, minor: minor) {
      cursor.major = line
    }
    items[index].majorLines = limited(cursor.major..<cursor.major + span)
    if isDense { found[key] = cursor }
  }

  private mutating func placeAnywhere(_ index: Int) {
    let span = (major: items[index].major.span, minor: items[index].minor.span)
    let key = Extents(major: span.major, minor: span.minor, line: -1)
    if isDense { cursor = found[key] ?? (0, 0) }
    while true {
      let major = cursor.major..<cursor.major + span.major
      let minor = cells.firstRoom(in: major, from: cursor.minor, span: span.minor)
      if minor + span.minor <= minorCount {
        cursor.minor = minor
        break
      }
      // Only after a search from the start are these tracks known to have no room.
      let isAtStart = cursor.minor == 0
      cursor = (
        isAtStart
          ? cells.lineWithoutRoom(in: major, span: span.minor, count: minorCount)
          : cursor.major + 1, 0
      )
    }
    items[index].majorLines = limited(cursor.major..<cursor.major + span.major)
    items[index].minorLines = cursor.minor..<cursor.minor + span.minor
    if isDense { found[key] = cursor }
  }
}

/// The taken cells of a grid, as bands: adjacent major tracks with the same taken minor tracks.
/// There are at most two bands per item, however many tracks it covers.
private struct OccupiedCells {
  /// The major tracks after those of the previous band.
  private struct Band {
    /// The index after its last major track.
    let end: Int
    /// The taken minor tracks, sorted and disjoint.
    var taken: [Range<Int>] = []
  }

  private var bands: [Band] = []
  /// The number of bands and ranges that were searched.
  private(set) var searchSteps = 0

  /// Marks cells as taken; some may be taken already.
  mutating func insert(major: Range<Int>, minor: Range<Int>) {
    if bands.last?.end ?? 0 < major.upperBound { bands.append(Band(end: major.upperBound)) }
    split(at: major.lowerBound)
    split(at: major.upperBound)
    var index = index(of: major.lowerBound)
    while index < bands.count, bands[index].end <= major.upperBound {
      Self.insert(minor, into: &bands[index].taken)
      index += 1
    }
  }

  /// Makes a line a boundary between bands.
  private mutating func split(at line: Int) {
    let index = index(of: line)
    guard bands.indices.contains(index) else { return }
    let start = index > 0 ? bands[index - 1].end : 0
    if line > start { bands.insert(Band(end: line, taken: bands[index].taken), at: index) }
  }

  /// Returns the index of the band with a major track; the number of bands if it is beyond all of
  /// them.
  private func index(of major: Int) -> Int {
    bands.bisect { $0.end > major }
  }

  /// Returns the indices of the bands with some major tracks.
  private func indices(of major: Range<Int>) -> Range<Int> {
    let first = index(of: major.lowerBound)
    guard first < bands.count, bands[first].end < major.upperBound else {
      return first..<min(first + 1, bands.count)
    }
    return first..<min(index(of: major.upperBound - 1) + 1, bands.count)
  }

  private static func insert(_ range: Range<Int>, into ranges: inout [Range<Int>]) {
    let first = firstIndex(endingAtOrAfter: range.lowerBound, in: ranges)
    var last = first
    var merged = range
    while last < ranges.count, ranges[last].lowerBound <= range.upperBound {
      merged =
        min(
          merged.lowerBound, ranges[last].lowerBound)..<max(
          merged.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(merged))
  }

  /// Returns the index of the first range that does not end before a line.
  private static func firstIndex(endingAtOrAfter line: Int, in ranges: [Range<Int>]) -> Int {
    ranges.bisect { $0.upperBound >= line }
  }

  /// Returns the first minor line followed by a number of free tracks in all of some major tracks.
  mutating func firstRoom(in major: Range<Int>, from start: Int, span: Int) -> Int {
    firstRoom(inBands: indices(of: major), from: start, span: span)
  }

  /// - Complexity: O(r log r) for `r` taken ranges in several bands.
  private mutating func firstRoom(inBands indices: Range<Int>, from start: Int, span: Int) -> Int {
    searchSteps += 1
    guard let first = indices.first else { return start }
    if indices.count == 1 {
      searchSteps += bands[first].taken.count
      return Self.firstRoom(in: bands[first].taken, from: start, span: span)
    }
    var ranges: [Range<Int>] = []
    for band in bands[indices] {
      ranges += band.taken[Self.firstIndex(endingAtOrAfter: start + 1, in: band.taken)...]
    }
    searchSteps += indices.count + ranges.count
    ranges.sort { $0.lowerBound < $1.lowerBound }
    return Self.firstRoom(in: ranges, from: start, span: span)
  }

  /// - Parameter ranges: the taken ranges, sorted by start.
  private static func firstRoom(in ranges: [Range<Int>], from start: Int, span: Int) -> Int {
    var start = start
    for range in ranges {
      if range.lowerBound >= start + span { break }
      start = max(start, range.upperBound)
    }
    return start
  }

  /// Returns the first major line after the given tracks from which an equal number of major tracks
  /// may have room; the given ones have none.
  ///
  /// Tracks that begin later in a band cover the same bands and more, so none has room before the
  /// last band that, with those after it, has none.
  mutating func lineWithoutRoom(in major: Range<Int>, span: Int, count: Int) -> Int {
    let window = indices(of: major)
    let rest = min(window.lowerBound + 1, window.upperBound)..<window.upperBound
    let last = rest.bisect { index in
      firstRoom(inBands: index..<window.upperBound, from: 0, span: span) + span <= count
    }
    let band = max(window.lowerBound, last - 1)
    return band < bands.count ? bands[band].end : major.lowerBound + 1
  }

  /// Returns the first major line after all given major tracks in which a given minor one is taken;
  /// `nil` if all are free.
  mutating func lineBehindTaken(in major: Range<Int>, minor: Range<Int>) -> Int? {
    let window = indices(of: major)
    searchSteps += window.count
    let last = window.last { index in
      let ranges = bands[index].taken
      let place = Self.firstIndex(endingAtOrAfter: minor.lowerBound + 1, in: ranges)
      return place < ranges.count && ranges[place].lowerBound < minor.upperBound
    }
    return last.map { bands[$0].end }
  }
}
