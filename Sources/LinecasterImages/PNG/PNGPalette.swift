/// The colours of an image that has few.
struct PNGPalette: Equatable {
  /// As many as an index of eight bits has.
  static let capacity = 256

  /// The colours, as the bits of their four bytes in memory; those that are not opaque come first.
  private(set) var colors: [UInt32] = []
  private var table = [Slot](repeating: Slot(), count: 1024)

  /// A place of the hash table.
  private struct Slot: Equatable {
    var color: UInt32 = 0
    /// The index of the colour; below 0 where the place is free.
    var index: Int16 = -1
  }

  /// Collects the colours of premultiplied RGBA pixels; nil where there are too many.
  ///
  /// - Complexity: O(pixels up to the first that is too many).
  init?(_ pixels: [UInt8]) {
    let fits = pixels.withUnsafeBytes { bytes in
      var last: UInt32?
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let color = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        // Most pixels are as the one before.
        if color == last { continue }
        last = color
        guard insert(color) else { return false }
      }
      return true
    }
    guard fits else { return nil }
    sort()
  }

  /// Bits an index.
  var depth: Int { colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8 }

  /// The index of a colour that the palette has.
  func index(of color: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: table[slot(color)].index) }

  /// The colours as straight RGBA, four bytes each.
  var straight: [UInt8] {
    AlphaMultiplication.straight(colors.flatMap { withUnsafeBytes(of: $0, Array.init) })
  }

  private mutating func insert(_ color: UInt32) -> Bool {
    let place = slot(color)
    guard table[place].index < 0 else { return true }
    guard colors.count < Self.capacity else { return false }
    table[place] = Slot(color: color, index: Int16(colors.count))
    colors.append(color)
    return true
  }

  /// Brings the colours that need an alpha of their own to the front, else in order of appearance.
  private mutating func sort() {
    let isOpaque = { (color: UInt32) in color.littleEndian >> 24 == 255 }
    colors = colors.filter { !isOpaque($0) } + colors.filter(isOpaque)
    for (index, color) in colors.enumerated() { table[slot(color)].index = Int16(index) }
  }

  /// The place of a colour, or the free one where it belongs.
  private func slot(_ color: UInt32) -> Int {
    var place = Int(truncatingIfNeeded: (color &* 0x9E37_79B1) >> 22)
    while table[place].index >= 0, table[place].color != color {
      place = (place + 1) & (table.count - 1)
    }
    return place
  }
}
