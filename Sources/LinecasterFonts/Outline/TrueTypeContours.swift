/// Which contours of TrueType glyphs start at a point off the curve (OpenType 1.9, `glyf`).
///
/// Such a contour can be drawn from several places. HarfBuzz does not say what the first point was,
/// and other rasterizers start before it, so the table is asked.
struct TrueTypeContours {
  /// The table `glyf`.
  let glyphs: UnsafeRawBufferPointer
  /// The table `loca`.
  let locations: UnsafeRawBufferPointer
  /// Whether `loca` has four bytes a glyph rather than two.
  let hasLongLocations: Bool

  /// Glyphs made of glyphs made of glyphs; deeper ones are broken, or attacks.
  private static let depthLimit = 64
  /// Contours and parts read for one glyph; more than 16 bits can count is broken.
  private static let workLimit = 65_536

  /// For each contour of a glyph, whether its first point is off the curve.
  ///
  /// Of glyphs that are broken what can be read is told.
  func startsOffCurve(_ glyph: UInt32) -> [Bool] {
    var starts: [Bool] = []
    var work = 0
    collect(Int(glyph), depth: 0, &work, into: &starts)
    return starts
  }

  private func collect(_ glyph: Int, depth: Int, _ work: inout Int, into starts: inout [Bool]) {
    work += 1
    guard depth < Self.depthLimit, work < Self.workLimit, let data = data(of: glyph),
      let contours = data.number(at: 0)
    else { return }
    if contours < 0x8000 {
      collectSimple(data, contours: contours, &work, into: &starts)
      return
    }
    var place = 10
    while let flags = data.number(at: place), let part = data.number(at: place + 2) {
      collect(part, depth: depth + 1, &work, into: &starts)
      guard flags & Self.moreParts != 0 else { return }
      place += 4 + Self.argumentLength(flags)
    }
  }

  /// Flags of parts of a glyph.
  private static let wordArguments = 0x01
  private static let oneScale = 0x08
  private static let moreParts = 0x20
  private static let twoScales = 0x40
  private static let matrix = 0x80

  private static func argumentLength(_ flags: Int) -> Int {
    (flags & wordArguments != 0 ? 4 : 2)
      + (flags & oneScale != 0 ? 2 : flags & twoScales != 0 ? 4 : flags & matrix != 0 ? 8 : 0)
  }

  /// Reads the flags of the points, which repeat, up to the first one of each contour.
  private func collectSimple(
    _ data: UnsafeRawBufferPointer, contours: Int, _ work: inout Int, into starts: inout [Bool]
  ) {
    work += contours
    guard contours > 0, let instructions = data.number(at: 10 + 2 * contours) else { return }
    var place = 12 + 2 * contours + instructions
    var point = 0
    var contour = 0
    var first = 0
    while contour < contours, place < data.count {
      let flags = data[place]
      let repeats = flags & 8 != 0 && place + 1 < data.count
      point += repeats ? Int(data[place + 1]) + 1 : 1
      place += repeats ? 2 : 1
      while contour < contours, first < point, let last = data.number(at: 10 + 2 * contour) {
        starts.append(flags & 1 == 0)
        first = max(first, last) + 1
        contour += 1
      }
    }
  }

  /// The bytes of a glyph; nil where it has none, or they are not in the table.
  private func data(of glyph: Int) -> UnsafeRawBufferPointer? {
    let ends = [glyph, glyph + 1].compactMap { index -> Int? in
      guard hasLongLocations else { return locations.number(at: 2 * index).map { 2 * $0 } }
      guard let high = locations.number(at: 4 * index),
        let low = locations.number(at: 4 * index + 2)
      else { return nil }
      return high << 16 | low
    }
    guard ends.count == 2, ends[0] < ends[1], ends[1] <= glyphs.count else { return nil }
    return UnsafeRawBufferPointer(rebasing: glyphs[ends[0]..<ends[1]])
  }
}

extension UnsafeRawBufferPointer {
  /// The big-endian number of two bytes at an offset; nil where they are not all there.
  fileprivate func number(at offset: Int) -> Int? {
    offset >= 0 && offset + 1 < count ? Int(self[offset]) << 8 | Int(self[offset + 1]) : nil
  }
}
