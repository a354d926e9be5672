import LinecasterBase

/// A shaped item: its glyph range and advance.
///
/// Contains only numbers, so iterating over runs needs no reference counting; its face is one of
/// the paragraph's.
struct ShapedRun: Sendable {
  let item: TextItem
  private let firstGlyph: Int32
  private let glyphEnd: Int32
  private let advanceSum: Int32
  /// The factor from font units to layout points.
  let scale: Double
  /// The extent in the line box.
  let box: LineBox

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - item: The shaped item.
  ///   - glyphs: The range in the paragraph's glyphs.
  ///   - advance: The sum of the advances, in font units.
  ///   - scale: The factor from font units to layout points.
  ///   - box: The extent in the line box.
  init(_ item: TextItem, glyphs: Range<Int>, advance: Int, scale: Double, box: LineBox) {
    self.item = item
    firstGlyph = Int32(clamping: glyphs.lowerBound)
    glyphEnd = Int32(clamping: glyphs.upperBound)
    advanceSum = Int32(clamping: advance)
    self.scale = scale
    self.box = box
  }

  /// The same run in another paragraph.
  ///
  /// - Parameters:
  ///   - item: The item in that paragraph.
  ///   - glyphs: The offset of its glyphs in that paragraph's array.
  func moved(as item: TextItem, glyphs shift: Int) -> ShapedRun {
    ShapedRun(
      item, glyphs: glyphs.lowerBound + shift..<glyphs.upperBound + shift, advance: advance,
      scale: scale, box: box)
  }

  var start: Int { item.start }
  var end: Int { item.end }

  /// The range in the paragraph's glyphs, in visual order.
  var glyphs: Range<Int> { Int(firstGlyph)..<Int(glyphEnd) }

  /// The sum of the glyphs' advances, in font units.
  var advance: Int { Int(advanceSum) }

  /// Whether it consists of tabs, whose widths depend on their positions.
  var isTab: Bool { item.isTab }
}

/// A glyph as positioned by HarfBuzz, in font units, 16 bytes.
struct ShapedGlyph: Hashable, Sendable {
  /// The first UTF-16 unit of the glyph's cluster, from the start of the paragraph.
  var cluster: UInt32
  /// The distance to the next glyph's origin along the line.
  var advance: Int32
  /// The glyph index in its face.
  var identifier: UInt16
  /// Whether a line break before this cluster changes its shape.
  var flags: Flags
  /// The offset of the glyph's origin from the pen, to the right.
  var xOffset: Int16
  /// The offset of the glyph's origin from the pen, upwards.
  var yOffset: Int16

  /// A glyph without advance.
  static let blank = ShapedGlyph(
    cluster: 0, advance: 0, identifier: 0, flags: [], xOffset: 0, yOffset: 0)

  /// The flags of a cluster from HarfBuzz.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    /// A line that breaks before this cluster must be reshaped (`HB_GLYPH_FLAG_UNSAFE_TO_BREAK`).
    static let unsafeToBreak = Flags(rawValue: 1)
  }
}

/// A growing glyph array; its memory is reused for the next paragraph.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class GlyphBuffer {
  private(set) var count = 0
  private var capacity = 256
  private var start: UnsafeMutablePointer<ShapedGlyph>

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The glyphs; valid until more are added.
  var all: UnsafeMutableBufferPointer<ShapedGlyph> {
    UnsafeMutableBufferPointer(start: start, count: count)
  }

  /// The glyphs from an index; valid until more are added.
  func suffix(from index: Int) -> UnsafeMutableBufferPointer<ShapedGlyph> {
    UnsafeMutableBufferPointer(start: start + index, count: count - index)
  }

  /// Reserves capacity for more glyphs.
  func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    resize(to: max(count + more, capacity * 2))
  }

  /// Removes all glyphs, and memory that only very long texts need.
  func removeAll() {
    count = 0
    if capacity > Self.keptCapacity { resize(to: Self.keptCapacity) }
  }

  func append(_ glyph: ShapedGlyph) {
    reserve(1)
    (start + count).initialize(to: glyph)
    count += 1
  }

  /// Appends glyphs with clusters relative to a unit.
  func append(_ glyphs: UnsafeBufferPointer<ShapedGlyph>, at unit: Int) {
    reserve(glyphs.count)
    let base = UInt32(unit)
    let end = start + count
    for index in glyphs.indices {
      (end + index).initialize(to: glyphs[index])
      end[index].cluster += base
    }
    count += glyphs.count
  }

  func truncate(to count: Int) { self.count = count }

  /// Reverses the glyphs from an index.
  func reverse(from index: Int) {
    var low = index
    var high = count - 1
    while low < high {
      swap(&start[low], &start[high])
      low += 1
      high -= 1
    }
  }

  private func resize(to capacity: Int) {
    let larger = UnsafeMutablePointer<ShapedGlyph>.allocate(capacity: capacity)
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
    self.capacity = capacity
  }

  private static let keptCapacity = 16_384
}
