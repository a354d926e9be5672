import LinecasterBase
import LinecasterRaster

/// The colours of a file that has at most 256, and which of them each pixel has.
struct PNGPalette {
  /// As many as an index of eight bits has.
  static let capacity = 256
  /// The most colours of a bitmap that are looked at to make it compact.
  static let capacityMadeCompact = 4096

  /// The colours as straight RGBA, four bytes each; those that are not opaque come first.
  let straight: [UInt8]
  /// The runs of all pixels, where they are known: reading pixels again would take longer.
  let runs: [ColorRun]?
  /// The index for each colour of the pixels, in order of appearance.
  private let indices: [UInt8]
  private let table: ColorTable

  /// A palette of all colours; nil where there are too many.
  init?(exactly counts: ColorCounts, runs: [ColorRun]?) {
    guard counts.colors.count <= Self.capacity else { return nil }
    let colors = counts.colors.map { NearColor($0) }
    self.init(colors.map(\.straight), colors, Array(colors.indices), runs)
  }

  /// A palette of colours that differ from those of the pixels by at most 1 in each channel, both
  /// with straight alpha and multiplied by it; nil where there are too many.
  ///
  /// - Complexity: O(colours × colours of the palette).
  init?(near counts: ColorCounts, runs: [ColorRun]?) {
    let pixels = counts.counts
    let total = pixels.reduce(0, +)
    let colors = counts.colors.map { NearColor($0) }
    var merger = ColorMerger()
    // What is seen as an area stays as it is.
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

  /// A palette of some colours, and for each colour of the pixels the place of that which it gets.
  private init(
    _ palette: [SIMD4<UInt8>], _ colors: [NearColor], _ places: [Int], _ runs: [ColorRun]?
  ) {
    let isOpaque = { (index: Int) in palette[index].w == 255 }
    let order = palette.indices.filter { !isOpaque($0) } + palette.indices.filter(isOpaque)
    straight = order.flatMap { index in (0..<4).map { palette[index][$0] } }
    var newPlaces = [Int](repeating: 0, count: palette.count)
    for (new, old) in order.enumerated() { newPlaces[old] = new }
    var table = ColorTable(capacity: colors.count)
    for (color, place) in zip(colors, places) {
      let index = Int32(truncatingIfNeeded: newPlaces[place])
      table.slots[table.place(of: color.bits)] = ColorTable.Slot(color: color.bits, index: index)
    }
    self.table = table
    self.runs = runs
    indices = places.map { UInt8(truncatingIfNeeded: newPlaces[$0]) }
  }

  /// The index of the colour that pixels of a run get.
  @inline(__always)
  func index(of run: ColorRun) -> UInt8 { indices[Int(run.color)] }

  /// The number of colours.
  var count: Int { straight.count / 4 }

  /// Bits an index.
  var depth: Int { count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8 }

  /// Calls `body` with the index of the colour that each run of pixels gets.
  @inline(__always)
  func forEachRun(
    of bytes: UnsafeRawBufferPointer, _ body: (_ index: UInt8, _ pixels: Range<Int>) -> Void
  ) {
    table.slots.withUnsafeBufferPointer { slots in
      PixelRuns.forEach(bytes) { color, pixels in
        let place = ColorTable.place(of: color, in: slots, table.shift)
        body(UInt8(truncatingIfNeeded: slots[place].index), pixels)
        return true
      }
    }
  }
}

/// A colour of pixels, both as they have it and with straight alpha.
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

  /// Where it stands among others: by its sum, so that near ones are together.
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

/// Puts colours together that one may stand for.
private struct ColorMerger {
  /// Colours that one stands for.
  private struct Group {
    /// The one that it is, where it must not be in between.
    let fixed: NearColor?
    var least: SIMD4<UInt8>
    var most: SIMD4<UInt8>
    /// The sum of the channels of the first one.
    let sum: Int

    init(_ color: NearColor, isFixed: Bool) {
      fixed = isFixed ? color : nil
      (least, most, sum) = (color.straight, color.straight, color.sum)
    }

    var isOpaque: Bool { least.w == 255 }

    /// The colour in the middle, at most 1 from all of them.
    var straight: SIMD4<UInt8> {
      var middle = least
      for channel in 0..<4 { middle[channel] += (most[channel] - least[channel]) / 2 }
      return middle
    }

    /// Takes a colour, unless it is too far from the others.
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

  /// The colours that stand for others.
  var colors: [SIMD4<UInt8>] { groups.map(\.straight) }

  /// Has a colour stay as it is.
  mutating func keep(_ color: NearColor) {
    groups.append(Group(color, isFixed: true))
    fixedCount += 1
  }

  /// The place of a colour that stays as it is, and may stand for a given one; nil without.
  func place(near color: NearColor) -> Int? {
    let same = groups[..<fixedCount].firstIndex { $0.fixed?.bits == color.bits }
    return same ?? groups[..<fixedCount].firstIndex { $0.fixed?.isNear(color) == true }
  }

  /// The place of what stands for a colour, whose sum is at least that of those before.
  ///
  /// Only opaque ones meet in the middle: what alpha multiplies might move twice.
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
