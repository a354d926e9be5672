import LinecasterBase

/// An item after shaping: where its glyphs are and how wide they are.
///
/// Numbers only, so that walking runs counts no references; its face is one of the paragraph's.
struct ShapedRun: Sendable {
  let item: TextItem
  private let firstGlyph: Int32
  private let glyphEnd: Int32
  private let advanceSum: Int32
  /// The factor from font units to layout points.
  let scale: Double
  /// What it asks of the line boxes it stands on.
  let box: LineBox

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - item: What was shaped.
  ///   - glyphs: The glyphs in the paragraph's array.
  ///   - advance: The sum of their advances, in font units.
  ///   - scale: The factor from font units to layout points.
  ///   - box: What it asks of line boxes.
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
  ///   - item: What was shaped, as it is there.
  ///   - glyphs: How far its glyphs have moved in the array.
  func moved(as item: TextItem, glyphs shift: Int) -> ShapedRun {
    ShapedRun(
      item, glyphs: glyphs.lowerBound + shift..<glyphs.upperBound + shift, advance: advance,
      scale: scale, box: box)
  }

  var start: Int { item.start }
  var end: Int { item.end }

  /// Its glyphs in the paragraph's glyph array, in visual order.
  var glyphs: Range<Int> { Int(firstGlyph)..<Int(glyphEnd) }

  /// The sum of the glyphs' advances, in font units.
  var advance: Int { Int(advanceSum) }

  /// Whether it is made of tabs, whose widths depend on where they stand.
  var isTab: Bool { item.isTab }
}

/// One glyph as HarfBuzz placed it, in font units, 16 bytes.
struct ShapedGlyph: Hashable, Sendable {
  /// The first UTF-16 unit of the glyph's cluster, counted from the start of the paragraph.
  var cluster: UInt32
  /// The distance to the next glyph's origin, along the line.
  var advance: Int32
  /// The glyph's number in its face.
  var identifier: UInt16
  /// Whether breaking the line before this cluster would change its shape.
  var flags: Flags
  /// The distance from the pen to the glyph's origin, to the right.
  var xOffset: Int16
  /// The distance from the pen to the glyph's origin, upwards.
  var yOffset: Int16

  /// A glyph that takes no room.
  static let blank = ShapedGlyph(
    cluster: 0, advance: 0, identifier: 0, flags: [], xOffset: 0, yOffset: 0)

  /// What HarfBuzz says of a cluster.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    /// A line broken before this cluster must be shaped again (`HB_GLYPH_FLAG_UNSAFE_TO_BREAK`).
    static let unsafeToBreak = Flags(rawValue: 1)
  }
}

/// Glyphs while they are made; the memory is kept for those of the next paragraph.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
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

  /// The glyphs from an index on; valid until more are added.
  func suffix(from index: Int) -> UnsafeMutableBufferPointer<ShapedGlyph> {
    UnsafeMutableBufferPointer(start: start + index, count: count - index)
  }

  /// Makes room for more glyphs.
  func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    resize(to: max(count + more, capacity * 2))
  }

  /// Drops all glyphs, and memory that only very long texts need.
  func removeAll() {
    count = 0
    if capacity > Self.keptCapacity { resize(to: Self.keptCapacity) }
  }

  func append(_ glyph: ShapedGlyph) {
    reserve(1)
    (start + count).initialize(to: glyph)
    count += 1
  }

  /// Appends glyphs whose clusters are counted from a unit.
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

  /// Reverses the glyphs from an index on.
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
