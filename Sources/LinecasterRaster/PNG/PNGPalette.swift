import LinecasterBase

/// The palette of a file with at most 256 colours, and the index of each pixel.
struct PNGPalette {
  /// The maximum colours of an eight-bit index.
  static let capacity = 256
  /// The maximum colours of a bitmap that `compact` reduces.
  static let capacityMadeCompact = 4096

  /// The colours as straight RGBA, four bytes each; transparent ones come first.
  let straight: [UInt8]
  /// The runs of all pixels, if they are known; using them is faster than reading pixels again.
  let runs: [ColorRun]?
  /// The palette index of each colour, in order of appearance.
  private let indices: [UInt8]
  private let table: ColorIndexTable

  /// A palette of all colours; `nil` if there are too many.
  init?(exactly counts: ColorCounts, runs: [ColorRun]?) {
    guard counts.colors.count <= Self.capacity else { return nil }
    let colors = counts.colors.map { NearColor($0) }
    self.init(colors.map(\.straight), colors, Array(colors.indices), runs)
  }

  /// A palette whose colours differ from the pixels by at most 1 in each channel, both with
  /// straight and with premultiplied alpha; `nil` if there are too many colours.
  ///
  /// - Complexity: O(colours × colours of the palette).
  init?(near counts: ColorCounts, runs: [ColorRun]?) {
    let pixels = counts.counts
    let total = pixels.reduce(0, +)
    let colors = counts.colors.map { NearColor($0) }
    var merger = ColorMerger()
    // Colours of large areas stay exact.
    let large = colors.indices.filter { pixels[$0] >= total / Self.capacity }
    for index in large { merger.keep(colors[index]) }
    var places = colors.map { merger.place(near: $0) }
    let others = colors.indices.filter { places[$0] == nil }
    for index in others.sorted(by: { colors[$0].order < colors[$1].order }) {
      places[index] = merger.insert(colors[index])
    }
    guard merger.colors.count <= Self.capacity else { return nil }
    self.init(merger.colors, colors, places.map { $0 ?? 0 }, runs)
  }

  /// A palette of some colours, and the palette index of each pixel colour.
  private init(
    _ palette: [SIMD4<UInt8>], _ colors: [NearColor], _ places: [Int], _ runs: [ColorRun]?
  ) {
    let isOpaque = { (index: Int) in palette[index].w == 255 }
    let order = palette.indices.filter { !isOpaque($0) } + palette.indices.filter(isOpaque)
    straight = order.flatMap { index in (0..<4).map { palette[index][$0] } }
    var newPlaces = [Int](repeating: 0, count: palette.count)
    for (new, old) in order.enumerated() { newPlaces[old] = new }
    var table = ColorIndexTable(capacity: colors.count)
    for (color, place) in zip(colors, places) {
      let index = Int32(truncatingIfNeeded: newPlaces[place])
      table.slots[table.place(of: color.bits)] = ColorIndexTable.Slot(
        color: color.bits, index: index)
    }
    self.table = table
    self.runs = runs
    indices = places.map { UInt8(truncatingIfNeeded: newPlaces[$0]) }
  }

  /// The palette index for the pixels of a run.
  @inline(__always)
  func index(of run: ColorRun) -> UInt8 { indices[Int(run.color)] }

  /// The number of colours.
  var count: Int { straight.count / 4 }

  /// The bits of an index.
  var depth: Int { count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8 }

  /// Calls `body` with the palette index of each run of pixels.
  @inline(__always)
  func forEachRun(
    of bytes: UnsafeRawBufferPointer, _ body: (_ index: UInt8, _ pixels: Range<Int>) -> Void
  ) {
    table.slots.withUnsafeBufferPointer { slots in
      PixelRuns.forEach(bytes) { color, pixels in
        let place = ColorIndexTable.place(of: color, in: slots, table.shift)
        body(UInt8(truncatingIfNeeded: slots[place].index), pixels)
        return true
      }
    }
  }
}

/// A colour of pixels, with premultiplied and with straight alpha.
private struct NearColor {
  /// The four bytes of a pixel.
  let bits: UInt32
  let premultiplied: SIMD4<UInt8>
  let straight: SIMD4<UInt8>

  init(_ bits: UInt32) {
    self.bits = bits
    premultiplied = withUnsafeBytes(of: bits) {
      SIMD4($0[0], $0[1], $0[2], $0[3])
    }
    var straight = premultiplied
    for channel in 0..<3 {
      straight[channel] = StraightAlpha.straight(
        premultiplied[channel], alpha: premultiplied.w)
    }
    self.straight = straight
    sum = (0..<4).reduce(0) { $0 + Int(straight[$1]) }
  }

  /// The sum of the channels with straight alpha.
  let sum: Int

  /// The sort key: by the sum of channels, so near colours are adjacent.
  var order: UInt64 { UInt64(sum) << 32 | UInt64(bits) }

  var isOpaque: Bool { straight.w == 255 }

  /// Whether no channel differs by more than 1.
  func isNear(_ other: NearColor) -> Bool {
    Self.isNear(straight, other.straight) && Self.isNear(premultiplied, other.premultiplied)
  }

  private static func isNear(_ one: SIMD4<UInt8>, _ other: SIMD4<UInt8>) -> Bool {
    let difference = pointwiseMax(one, other) &- pointwiseMin(one, other)
    return all(difference .<= SIMD4(repeating: 1))
  }
}

/// Groups colours that one colour can represent.
private struct ColorMerger {
  /// A group of colours with one representative.
  private struct Group {
    /// The exact colour of a group that must not change.
    let fixed: NearColor?
    var least: SIMD4<UInt8>
    var most: SIMD4<UInt8>
    /// The channel sum of the first colour.
    let sum: Int

    init(_ color: NearColor, isFixed: Bool) {
      fixed = isFixed ? color : nil
      (least, most, sum) = (color.straight, color.straight, color.sum)
    }

    var isOpaque: Bool { least.w == 255 }

    /// The middle of the group, at most 1 from each colour.
    var straight: SIMD4<UInt8> {
      var middle = least
      for channel in 0..<4 { middle[channel] += (most[channel] - least[channel]) / 2 }
      return middle
    }

    /// Adds a colour; returns false if it is too far from the others.
    mutating func take(_ color: NearColor) -> Bool {
      if let fixed { return fixed.isNear(color) }
      let (least, most) = (
        pointwiseMin(least, color.straight), pointwiseMax(most, color.straight)
      )
      guard all(most &- least .<= SIMD4(repeating: 2)) else { return false }
      (self.least, self.most) = (least, most)
      return true
    }
  }

  private var groups: [Group] = []
  private var fixedCount = 0

  /// The representatives of all groups.
  var colors: [SIMD4<UInt8>] { groups.map(\.straight) }

  /// Keeps a colour exact.
  mutating func keep(_ color: NearColor) {
    groups.append(Group(color, isFixed: true))
    fixedCount += 1
  }

  /// The index of an exact colour that can represent a given one; `nil` if none is near.
  func place(near color: NearColor) -> Int? {
    let same = groups[..<fixedCount].firstIndex { $0.fixed?.bits == color.bits }
    return same ?? groups[..<fixedCount].firstIndex { $0.fixed?.isNear(color) == true }
  }

  /// The group index for a colour, whose channel sum is at least that of earlier ones.
  ///
  /// Only opaque colours may share a middle, because premultiplication could add a second error.
  mutating func insert(_ color: NearColor) -> Int {
    var place = groups.count - 1
    // A group spans 2 in each channel.
    while place >= fixedCount, color.sum - groups[place].sum <= 8 {
      if groups[place].isOpaque == color.isOpaque, groups[place].take(color) { return place }
      place -= 1
    }
    groups.append(Group(color, isFixed: !color.isOpaque))
    return groups.count - 1
  }
}
