import LinecasterGeometry
import LinecasterRaster

/// How the pixels of a PNG file are stored.
enum PNGLayout {
  case grey
  case greyAlpha
  case rgb
  case rgba
  case palette(PNGPalette)

  /// Bits a channel, or an index.
  var depth: Int {
    if case .palette(let palette) = self { palette.depth } else { 8 }
  }

  /// Bits a pixel.
  var pixelBits: Int {
    switch self {
    case .palette(let palette): palette.depth
    case .grey: 8
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// The number of it in the head of a file (third edition, §11.2.1).
  var colorType: UInt8 {
    switch self {
    case .grey: 0
    case .rgb: 2
    case .palette: 3
    case .greyAlpha: 4
    case .rgba: 6
    }
  }
}

/// Finds the smallest layout that keeps premultiplied RGBA pixels, or nearly keeps them.
struct PNGLayoutFinder {
  /// The colours; nil where there are too many for a palette.
  private var counts: ColorCounts?
  private let colors: PNGEncoder.Colors
  private var isGrey = true
  private var isOpaque = true

  init(_ colors: PNGEncoder.Colors) {
    self.colors = colors
    counts = ColorCounts(
      capacity: colors == .exact ? PNGPalette.capacity : PNGPalette.capacityMadeCompact)
  }

  /// Takes pixels of the image.
  ///
  /// - Complexity: O(pixels), less where nothing can be found out any more.
  mutating func take(_ pixels: [UInt8]) {
    guard counts != nil || isGrey || isOpaque else { return }
    var allBits = UInt32.max
    pixels.withUnsafeBytes { bytes in
      var start = 0
      PixelRuns.forEach(bytes) { color, pixels in
        allBits &= color
        isGrey = isGrey && Self.isGrey(color)
        if counts?.insert(color, pixels.count) == false { counts = nil }
        start = pixels.upperBound * 4
        return counts != nil || isGrey
      }
      // What is left to find out needs no runs.
      while start < bytes.count {
        allBits &= bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        start += 4
      }
    }
    let alpha = UInt32(littleEndian: 0xFF00_0000)
    isOpaque = isOpaque && allBits & alpha == alpha
  }

  /// The layout for the pixels taken.
  var layout: PNGLayout {
    let palette = counts.flatMap { PNGPalette(exactly: $0) }
    if let palette, palette.depth < 8 || !isGrey { return .palette(palette) }
    if isGrey, isOpaque { return .grey }
    if colors == .compact, let palette = counts.flatMap({ PNGPalette(near: $0) }) {
      return .palette(palette)
    }
    return isGrey ? .greyAlpha : isOpaque ? .rgb : .rgba
  }

  /// Whether red, green and blue are equal.
  @inline(__always)
  private static func isGrey(_ color: UInt32) -> Bool {
    let bytes = color.littleEndian
    return (bytes ^ bytes >> 8) & 0xFFFF == 0
  }
}

/// The pixels of an image one run of equal ones after the other, as the bits of their four bytes.
enum PixelRuns {
  /// Calls `body` with each run until it answers false.
  ///
  /// - Complexity: O(pixels), eight at a time in long runs.
  @inline(__always)
  static func forEach(
    _ bytes: UnsafeRawBufferPointer, _ body: (_ color: UInt32, _ pixels: Range<Int>) -> Bool
  ) {
    let count = bytes.count / 4
    var start = 0
    while start < count {
      let color = bytes.loadUnaligned(fromByteOffset: start * 4, as: UInt32.self)
      var end = start + 1
      if end < count, color == bytes.loadUnaligned(fromByteOffset: end * 4, as: UInt32.self) {
        while end + 8 <= count, areEqual(bytes, from: end * 4, to: color) { end += 8 }
        while end < count,
          color == bytes.loadUnaligned(fromByteOffset: end * 4, as: UInt32.self)
        {
          end += 1
        }
      }
      guard body(color, start..<end) else { return }
      start = end
    }
  }

  /// Whether eight pixels have a colour; two at a time, since a comparison of vectors goes lane by
  /// lane.
  @inline(__always)
  private static func areEqual(
    _ bytes: UnsafeRawBufferPointer, from start: Int, to color: UInt32
  ) -> Bool {
    let two = UInt64(color) << 32 | UInt64(color)
    var difference: UInt64 = 0
    for pair in 0..<4 {
      difference |= two ^ bytes.loadUnaligned(fromByteOffset: start + pair * 8, as: UInt64.self)
    }
    return difference == 0
  }
}

/// The colours of an image that has few, and how many pixels have each.
struct ColorCounts {
  /// The colours, as the bits of their four bytes in memory, in order of appearance.
  private(set) var colors: [UInt32] = []
  /// How many pixels have a colour.
  private(set) var counts: [Int] = []
  private let capacity: Int
  private var table: ColorTable

  /// Makes room for so many colours.
  init(capacity: Int) {
    self.capacity = capacity
    table = ColorTable(capacity: capacity)
  }

  /// Counts pixels of a colour; false where there are too many colours.
  @inline(__always)
  mutating func insert(_ color: UInt32, _ count: Int) -> Bool {
    let place = table.place(of: color)
    if let index = table.index(at: place) {
      counts[index] += count
      return true
    }
    guard colors.count < capacity else { return false }
    table.set(place, color, to: colors.count)
    colors.append(color)
    counts.append(count)
    return true
  }
}

/// A hash table from colours to numbers, with four places for each.
struct ColorTable {
  private var slots: [Slot]
  private let shift: UInt32

  private struct Slot {
    var color: UInt32 = 0
    /// Below 0 where the place is free.
    var index: Int32 = -1
  }

  /// Makes a table for so many colours.
  init(capacity: Int) {
    let bits = max(4, Int.bitWidth - max(1, capacity).leadingZeroBitCount + 2)
    slots = [Slot](repeating: Slot(), count: 1 << bits)
    shift = UInt32(32 - bits)
  }

  /// The place of a colour, or the free one where it belongs.
  @inline(__always)
  func place(of color: UInt32) -> Int {
    var place = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> shift)
    while slots[place].index >= 0, slots[place].color != color {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }

  /// The number at a place; nil where the place is free.
  @inline(__always)
  func index(at place: Int) -> Int? {
    let index = slots[place].index
    return index < 0 ? nil : Int(index)
  }

  /// Puts a colour to its place, with its number.
  mutating func set(_ place: Int, _ color: UInt32, to index: Int) {
    slots[place] = Slot(color: color, index: Int32(truncatingIfNeeded: index))
  }
}
