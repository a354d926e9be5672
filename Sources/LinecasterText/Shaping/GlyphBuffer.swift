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
