internal import CFreeType
import LinecasterBase

/// The outlines of the glyphs that a library loaded recently.
///
/// Text uses a glyph at up to four subpixel positions, each drawn separately, and loading and
/// hinting an outline takes three times as long as drawing it.
struct LoadedOutlines {
  struct Key: Hashable {
    let face: UInt32
    let glyph: UInt32
    /// The em in 64ths of a pixel.
    let size: UInt32
    let hinting: GlyphRendering.Hinting
  }

  private var outlines: [Key: LoadedOutline] = [:]
  private var byteCount = 0
  private let byteLimit: Int

  /// The usual maximum size in bytes: some 1,700 Chinese characters.
  static let usualByteLimit = 1 << 20
  /// The bytes of an outline besides its numbers, so that blank glyphs are bounded as well.
  static let overhead = 112

  /// Creates an empty cache.
  init(byteLimit: Int = usualByteLimit) {
    self.byteLimit = byteLimit
  }

  var count: Int { outlines.count }

  func outline(for key: Key) -> LoadedOutline? { outlines[key] }

  /// Stores an outline, unless it takes a large part of the cache; may evict all others.
  mutating func insert(_ outline: LoadedOutline, for key: Key) {
    let added = outline.byteCount + Self.overhead
    guard added <= byteLimit / 8 else { return }
    if byteCount + added > byteLimit { (outlines, byteCount) = ([:], 0) }
    outlines[key] = outline
    byteCount += added
  }
}

/// A copy of an outline, in a third of FreeType's memory.
struct LoadedOutline {
  /// The coordinates of the points, the last point of each contour, and the tags of the points, of
  /// which each number holds two.
  private let numbers: [Int16]
  private let pointCount: Int
  private let contourCount: Int
  private let flags: CInt

  /// Creates a copy; `nil` if a coordinate has more than 16 bits, as in glyphs of 500 pixels.
  init?(_ outline: FT_Outline) {
    pointCount = Int(outline.n_points)
    contourCount = pointCount > 0 ? Int(outline.n_contours) : 0
    flags = outline.flags
    // Blank glyphs. An array without capacity would write into memory that all empty arrays share.
    guard pointCount > 0 else {
      numbers = []
      return
    }
    let (points, contours) = (pointCount, contourCount)
    let count = 2 * points + contours + (points + 1) / 2
    var fits = true
    numbers = [Int16](unsafeUninitializedCapacity: count) { numbers, initialized in
      numbers.initialize(repeating: 0)
      initialized = count
      for index in 0..<points {
        let point = outline.points[index]
        let (x, y) = (Int16(truncatingIfNeeded: point.x), Int16(truncatingIfNeeded: point.y))
        fits = fits && Int(x) == point.x && Int(y) == point.y
        (numbers[2 * index], numbers[2 * index + 1]) = (x, y)
      }
      for index in 0..<contours { numbers[2 * points + index] = outline.contours[index] }
      guard let base = numbers.baseAddress, let tags = outline.tags else { return }
      UnsafeMutableRawPointer(base + 2 * points + contours)
        .copyMemory(from: tags, byteCount: points)
    }
    guard fits else { return nil }
  }

  /// The size of the numbers in bytes.
  var byteCount: Int { numbers.count * MemoryLayout<Int16>.size }

  /// Calls `body` with an outline whose points it may move.
  func lend<Result>(_ body: (inout FT_Outline) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: FT_Vector.self, capacity: pointCount) { points in
      numbers.withUnsafeBufferPointer { numbers in
        for index in 0..<pointCount {
          points.initializeElement(
            at: index,
            to: FT_Vector(x: FT_Pos(numbers[2 * index]), y: FT_Pos(numbers[2 * index + 1])))
        }
        var outline = FT_Outline()
        outline.n_points = CShort(clamping: pointCount)
        outline.n_contours = CShort(clamping: contourCount)
        outline.points = points.baseAddress
        outline.flags = flags
        // Safe: transforming and rendering an outline read its contours and tags only.
        if let base = numbers.baseAddress {
          let contours = UnsafeMutablePointer(mutating: base) + 2 * pointCount
          outline.contours = contours
          outline.tags = UnsafeMutableRawPointer(contours + contourCount)
            .assumingMemoryBound(to: CChar.self)
        }
        return body(&outline)
      }
    }
  }
}
