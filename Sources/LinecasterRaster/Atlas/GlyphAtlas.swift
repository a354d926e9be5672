/// Textures full of glyphs, kept in step with what frames draw.
///
/// A value with one owner at a time; any thread may be that owner. The same steps give the same
/// bytes. Glyphs of the current frame are never dropped; of the others, those go first whose shelf,
/// a row of a page, was last used longest ago. Memory grows to a limit before anything goes.
public struct GlyphAtlas: Sendable {
  /// How large an atlas may be.
  public struct Options: Hashable, Sendable {
    /// Columns and rows of a page.
    public let pageSide: Int
    /// The most bytes of all pages.
    public let byteLimit: Int

    /// The sides that pages may have: tiles of large glyphs need 256; 8192 is what every renderer
    /// of today takes.
    public static let sides = 256...8192

    /// Makes options.
    ///
    /// - Parameters:
    ///   - pageSide: Columns and rows of a page, moved into `sides`.
    ///   - byteLimit: The most bytes of all pages; at least one page of four bytes a texel.
    public init(pageSide: Int = 1024, byteLimit: Int = 64 << 20) {
      let side = min(max(pageSide, Self.sides.lowerBound), Self.sides.upperBound)
      self.pageSide = side
      self.byteLimit = max(byteLimit, side * side * 4)
    }
  }

  /// How large the atlas may be.
  public let options: Options
  /// The pages; they keep their places, and some may be vacant.
  public internal(set) var pages: [AtlasPage] = []
  /// The number of the current frame, from 1.
  public private(set) var frame = 1

  var entries: [AtlasKey: AtlasEntry] = [:]
  /// Glyphs without texels of their own, which take a few bytes each.
  private var remarks: [AtlasKey: AtlasRemark] = [:]
  var counts = AtlasStatistics()
  var nextIdentifier = 1

  /// Makes an empty atlas, which takes no memory for pages yet.
  public init(options: Options = Options()) {
    self.options = options
  }

  /// What the atlas did and holds.
  ///
  /// - Complexity: O(glyphs).
  public var statistics: AtlasStatistics {
    var statistics = counts
    statistics.entries = entries.count
    statistics.texels = entries.values.reduce(0) { $0 + Int($1.width) * Int($1.height) }
    statistics.pages = pages.count { !$0.isVacant }
    statistics.bytes = byteCount
    return statistics
  }

  /// The bytes of all pages.
  var byteCount: Int { pages.reduce(0) { $0 + $1.byteCount } }

  /// Starts a frame: glyphs that only earlier frames used may be dropped from now on.
  public mutating func beginFrame() { frame += 1 }

  /// Hands over what textures do not have yet, and takes it as uploaded.
  ///
  /// Upload before drawing what was put together since the last call. The bytes start with the
  /// first texel of the rectangle and end with its last one; between rows are those of the page.
  ///
  /// - Complexity: O(pages + rectangles), without copying.
  public mutating func forEachUpload(_ body: (AtlasUpload, UnsafeRawBufferPointer) -> Void) {
    for index in pages.indices where !pages[index].dirty.isEmpty {
      let page = pages[index]
      for rect in page.dirty.rects {
        let upload = AtlasUpload(
          page: index, identifier: page.identifier, kind: page.kind, side: page.side, rect: rect,
          rowBytes: page.rowBytes)
        let start = rect.top * page.rowBytes + rect.left * page.kind.texelBytes
        let end = (rect.bottom - 1) * page.rowBytes + rect.right * page.kind.texelBytes
        page.texels.withUnsafeBytes { body(upload, .init(rebasing: $0[start..<end])) }
      }
      pages[index].dirty = PixelRegion()
    }
  }

  /// Takes all pages as changed, for hosts that lost their textures.
  public mutating func markAllForUpload() {
    for index in pages.indices where !pages[index].isVacant {
      let side = pages[index].side
      pages[index].dirty.insert(PixelRect(x: 0, y: 0, width: side, height: side))
    }
  }

  /// Forgets every glyph and gives the memory of the pages back.
  public mutating func removeAll() {
    counts.evictions += entries.count
    (pages, entries, remarks) = ([], [:], [:])
  }

  /// The sides of the largest part of a glyph that is kept in one piece.
  static let tile = 128

  /// Remarks take little, but there may be any number of glyphs.
  private static let maximumRemarks = 4096
}

// MARK: - Glyphs

extension GlyphAtlas {
  /// A part of a glyph, which the current frame uses from now on.
  @inline(__always)
  mutating func use(_ key: AtlasKey) -> AtlasEntry? {
    guard let entry = entries[key] else { return nil }
    pages[Int(entry.page)].packer.use(Int(entry.shelf), frame: frame)
    counts.hits += 1
    return entry
  }

  func remark(_ key: AtlasKey) -> AtlasRemark? { remarks[key] }

  mutating func note(_ remark: AtlasRemark, for key: AtlasKey) {
    if remarks.count >= Self.maximumRemarks { remarks = [:] }
    remarks[key] = remark
  }

  /// Puts a part of a bitmap in; nil where the current frame uses too much for that.
  ///
  /// - Parameter part: The part, in pixels from the bitmap's top-left corner.
  mutating func insert(
    _ bitmap: GlyphBitmap, part: PixelRect, as kind: AtlasPageKind, for key: AtlasKey
  ) -> AtlasEntry? {
    guard let (page, place) = makeRoom(part.width, part.height, kind) else { return nil }
    pages[page].packer.add(key, to: place.shelf, frame: frame)
    bitmap.bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      pages[page].write(
        base + part.top * bitmap.rowBytes + part.left * kind.texelBytes,
        sourceRowBytes: bitmap.rowBytes, width: part.width, height: part.height, at: place)
    }
    let entry = AtlasEntry(
      page: Int32(page), kind: kind, shelf: Int32(place.shelf),
      generation: pages[page].packer.shelves[place.shelf].generation,
      x: UInt16(place.x), y: UInt16(place.y), width: UInt16(part.width),
      height: UInt16(part.height), left: bitmap.left + Int32(part.left),
      top: bitmap.top - Int32(part.top), glyphWidth: bitmap.width, glyphHeight: bitmap.height)
    entries[key] = entry
    counts.misses += 1
    return entry
  }
}
