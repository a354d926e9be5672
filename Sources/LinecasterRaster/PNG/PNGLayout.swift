import Dispatch
import LinecasterBase

/// The pixel format of a PNG file.
enum PNGLayout {
  case grey
  case greyAlpha
  case rgb
  case rgba
  case palette(PNGPalette)

  var isPalette: Bool { if case .palette = self { true } else { false } }

  /// The bits of a channel or an index.
  var depth: Int {
    if case .palette(let palette) = self { palette.depth } else { 8 }
  }

  /// The bits of a pixel.
  var pixelBits: Int {
    switch self {
    case .palette(let palette): palette.depth
    case .grey: 8
    case .greyAlpha: 16
    case .rgb: 24
    case .rgba: 32
    }
  }

  /// The colour type in the header (third edition, §11.2.1).
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

/// Finds the smallest layout that preserves premultiplied RGBA pixels, exactly or nearly.
struct PNGLayoutFinder {
  /// The colours; `nil` if there are too many for a palette.
  private var counts: ColorCounts?
  private var hasTaken = false
  private let colors: PNGEncoder.Colors
  private var isGrey = true
  private var isOpaque = true
  /// The pixel runs of a small image; `nil` if there are many, if it has several bands, or if there
  /// are probably too many colours for a palette.
  private var runs: [ColorRun]?

  init(_ colors: PNGEncoder.Colors) {
    self.colors = colors
    runs = colors == .compact ? [] : nil
    counts = ColorCounts(
      capacity: colors == .exact ? PNGPalette.capacity : PNGPalette.capacityMadeCompact)
  }

  /// Adds pixels of the image.
  ///
  /// - Complexity: O(pixels), less when the layout is already decided.
  mutating func take(_ pixels: [UInt8]) {
    pixels.withUnsafeBytes { bytes in
      let count = (bytes.count + Self.slice - 1) / Self.slice
      defer { hasTaken = true }
      guard count > Self.mostTakenAlone else { return take(bytes) }
      let colors = colors
      var found = [PNGLayoutFinder?](repeating: nil, count: count)
      found.withUnsafeMutableBufferPointer { found in
        // Safe: the pixels are only read, and each call writes its own place.
        nonisolated(unsafe) let (bytes, places) = (bytes, found)
        DispatchQueue.concurrentPerform(iterations: count) { index in
          var finder = PNGLayoutFinder(colors)
          let range = index * Self.slice..<min(bytes.count, (index + 1) * Self.slice)
          finder.take(.init(rebasing: bytes[range]))
          places[index] = finder
        }
      }
      for finder in found.compactMap({ $0 }) { join(finder) }
    }
  }

  /// The bits that all pixels from a byte on have in common; eight pixels at a time in independent
  /// pairs, to avoid waiting for earlier results.
  private static func commonBits(of bytes: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
    var start = start
    var (first, second, third, fourth) = (UInt64.max, UInt64.max, UInt64.max, UInt64.max)
    while start + 32 <= bytes.count {
      first &= bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      second &= bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
      third &= bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self)
      fourth &= bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self)
      start += 32
    }
    let pairs = first & second & third & fourth
    var common = UInt32(truncatingIfNeeded: pairs & pairs >> 32)
    while start < bytes.count {
      common &= bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      start += 4
    }
    return common
  }

  /// The maximum number of kept runs, of 8 bytes each.
  private static let mostRuns = 1 << 18

  /// The bytes of pixels in a slice for concurrent analysis.
  static let slice = 1 << 22
  /// The maximum slices that the calling thread analyses alone.
  private static let mostTakenAlone = 8

  private mutating func take(_ bytes: UnsafeRawBufferPointer) {
    var (isGrey, allBits, start) = (isGrey, UInt32.max, 0)
    let keepsRuns = !hasTaken && runs != nil
    var kept: [ColorRun]?
    // Moved out, so its table is not copied.
    if var counts = counts.take() {
      let mostRuns = keepsRuns ? min(Self.mostRuns, bytes.count / 32) : 0
      var taken = 0
      // Written in place, because appending checks the array for each run.
      let found = [ColorRun](unsafeUninitializedCapacity: mostRuns) { places, count in
        start = counts.insert(bytes) { run in
          if taken < mostRuns { places.initializeElement(at: taken, to: run) }
          taken += 1
        }
        count = min(taken, mostRuns)
      }
      kept = keepsRuns && taken < mostRuns ? found : nil
      for color in counts.colors {
        allBits &= color
        isGrey = isGrey && Self.isGrey(color)
      }
      if start == bytes.count { self.counts = counts }
    }
    if isGrey {
      PixelRuns.forEach(.init(rebasing: bytes[start...])) { color, pixels in
        isGrey = Self.isGrey(color)
        return isGrey
      }
    }
    if isOpaque { allBits &= Self.commonBits(of: bytes, from: start) }
    let alpha = UInt32(littleEndian: 0xFF00_0000)
    (self.isGrey, isOpaque) = (isGrey, isOpaque && allBits & alpha == alpha)
    runs = kept
  }

  /// Adds the results of the pixels that follow.
  private mutating func join(_ next: PNGLayoutFinder) {
    runs = nil
    isGrey = isGrey && next.isGrey
    isOpaque = isOpaque && next.isOpaque
    guard let others = next.counts else { return counts = nil }
    for (color, count) in zip(others.colors, others.counts) {
      guard counts?.insert(color, count) == true else { return counts = nil }
    }
  }

  /// The layout for the pixels added.
  var layout: PNGLayout {
    let palette = counts.flatMap { PNGPalette(exactly: $0, runs: runs) }
    if let palette, palette.depth < 8 || !isGrey { return .palette(palette) }
    if isGrey, isOpaque { return .grey }
    if colors == .compact, let palette = counts.flatMap({ PNGPalette(near: $0, runs: runs) }) {
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

/// Iterates over the runs of equal pixels in an image, as the bits of their four bytes.
enum PixelRuns {
  /// Calls `body` with each run until it returns false.
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
      let end = end(of: color, from: start + 1, in: bytes)
      guard body(color, start..<end) else { return }
      start = end
    }
  }

  /// The first pixel of another colour. Compares eight at a time while they are equal and then two,
  /// as integers, because comparing vectors goes lane by lane.
  @inline(__always)
  private static func end(
    of color: UInt32, from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Int {
    let count = bytes.count / 4
    let two = UInt64(color) << 32 | UInt64(color)
    @inline(__always) func difference(_ pixel: Int) -> UInt64 {
      bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt64.self) ^ two
    }
    var end = start
    // Most runs of text are of a pixel or two.
    if end + 2 <= count {
      let difference = difference(end).littleEndian
      guard difference == 0 else { return end + difference.trailingZeroBitCount / 32 }
      end += 2
    }
    while end + 8 <= count,
      difference(end) | difference(end + 2) | difference(end + 4) | difference(end + 6) == 0
    {
      end += 8
    }
    while end + 2 <= count {
      let difference = difference(end).littleEndian
      // The first pixel is in the lower half.
      guard difference == 0 else { return end + difference.trailingZeroBitCount / 32 }
      end += 2
    }
    if end < count, color == bytes.loadUnaligned(fromByteOffset: end * 4, as: UInt32.self) {
      end += 1
    }
    return end
  }
}

/// A run of pixels of one colour.
struct ColorRun: Sendable {
  /// The index of the colour, in order of appearance.
  let color: Int32
  /// The number of pixels; sufficient for images below 2 Gi pixels.
  let count: Int32
}

/// The colours of an image with few, and their pixel counts.
struct ColorCounts {
  /// The colours, as the bits of their four bytes in memory, in order of appearance.
  private(set) var colors: [UInt32] = []
  private let capacity: Int
  private var table: ColorIndexTable

  /// Reserves capacity for a number of colours.
  init(capacity: Int) {
    self.capacity = capacity
    table = ColorIndexTable(capacity: capacity)
  }

  /// The pixel count of each colour.
  var counts: [Int] { colors.map { table.slots[table.place(of: $0)].count } }

  /// Counts the pixels of each colour.
  ///
  /// - Parameters:
  ///   - bytes: The premultiplied RGBA pixels.
  ///   - see: Called with each counted run.
  /// - Returns: The end of counting: after all pixels, or at the first colour beyond the capacity.
  /// - Complexity: O(pixels).
  @inline(__always)
  mutating func insert(
    _ bytes: UnsafeRawBufferPointer, _ see: (ColorRun) -> Void
  ) -> Int {
    var end = 0
    let (shift, capacity) = (table.shift, capacity)
    table.slots.withUnsafeMutableBufferPointer { slots in
      PixelRuns.forEach(bytes) { color, pixels in
        let place = ColorIndexTable.place(of: color, in: .init(slots), shift)
        if slots[place].index < 0 {
          guard colors.count < capacity else { return false }
          slots[place].color = color
          slots[place].index = Int32(truncatingIfNeeded: colors.count)
          colors.append(color)
        }
        let run = ColorRun(
          color: slots[place].index, count: Int32(truncatingIfNeeded: pixels.count))
        see(run)
        slots[place].count += pixels.count
        end = pixels.upperBound * 4
        return true
      }
    }
    return end
  }

  /// Counts pixels of a colour; returns false if there are too many colours.
  mutating func insert(_ color: UInt32, _ count: Int) -> Bool {
    let place = table.place(of: color)
    if table.slots[place].index < 0 {
      guard colors.count < capacity else { return false }
      table.slots[place] = ColorIndexTable.Slot(
        color: color, index: Int32(truncatingIfNeeded: colors.count))
      colors.append(color)
    }
    table.slots[place].count += count
    return true
  }
}

/// A hash table from colours to indices, with four slots for each colour.
struct ColorIndexTable {
  var slots: [Slot]
  let shift: UInt32

  struct Slot {
    var color: UInt32 = 0
    /// The index; below 0 for a free slot.
    var index: Int32 = -1
    /// The pixel count of the colour.
    var count = 0
  }

  /// Creates a table for a number of colours.
  init(capacity: Int) {
    let bits = max(4, Int.bitWidth - max(1, capacity).leadingZeroBitCount + 2)
    slots = [Slot](repeating: Slot(), count: 1 << bits)
    shift = UInt32(32 - bits)
  }

  /// The slot of a colour, or the free one for it.
  func place(of color: UInt32) -> Int {
    slots.withUnsafeBufferPointer { Self.place(of: color, in: $0, shift) }
  }

  @inline(__always)
  static func place(
    of color: UInt32, in slots: UnsafeBufferPointer<Slot>, _ shift: UInt32
  ) -> Int {
    var place = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) &>> shift)
    while slots[place].index >= 0, slots[place].color != color {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }
}
