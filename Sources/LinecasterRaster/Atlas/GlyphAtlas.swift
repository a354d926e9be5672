import LinecasterBase

/// The textures of glyphs, updated with each frame.
///
/// An atlas is a value with one owner at a time, on any thread. The same steps give the same bytes.
/// Glyphs of the current frame are never evicted. Of the other glyphs, those of the least recently
/// used shelf (a row of a page) are evicted first. Memory grows to its limit before anything is
/// evicted.
///
///     batcher.atlas.forEachUpload { upload, bytes in
///       textures[upload.page] = upload.identifier
///       byteCount += bytes.count
///     }
public struct GlyphAtlas: Sendable {
  /// The size of the pages of an atlas, and the limit of its memory.
  public struct Options: Hashable, Sendable {
    /// The number of columns of a page, which equals the number of rows.
    public let pageSide: Int
    /// The maximum size of all pages, in bytes.
    public let byteLimit: Int

    /// The range of page sides. Tiles of large glyphs need 256, and every current renderer supports
    /// 8192.
    public static let sides = 256...8192

    /// Creates options.
    ///
    /// - Parameters:
    ///   - pageSide: The number of columns of a page, which equals the number of rows, clamped to
    ///     `sides`.
    ///   - byteLimit: The maximum size of all pages, in bytes; at least that of one page with four
    ///     bytes per texel.
    public init(pageSide: Int = 1024, byteLimit: Int = 64 << 20) {
      let side = min(max(pageSide, Self.sides.lowerBound), Self.sides.upperBound)
      self.pageSide = side
      self.byteLimit = max(byteLimit, side * side * 4)
    }
  }

  /// The size of the pages, and the limit of the memory.
  public let options: Options
  /// The pages of the atlas. They keep their indices, and some may be vacant.
  public internal(set) var pages: [AtlasPage] = []
  /// The number of the current frame, from 1.
  public private(set) var frame = 1

  var entries: [AtlasKey: AtlasEntry] = [:]
  /// Remarks on glyphs without texels of their own, a few bytes each.
  private var remarks: [AtlasKey: AtlasRemark] = [:]
  var counts = AtlasStatistics()
  var nextIdentifier = 1

  /// Creates an empty atlas without memory for pages.
  init(options: Options = Options()) {
    self.options = options
  }

  /// The counters and contents of the atlas.
  ///
  /// - Complexity: O(glyphs), on each access.
  public var statistics: AtlasStatistics {
    var statistics = counts
    statistics.entries = entries.count
    statistics.texels = entries.values.reduce(0) { $0 + Int($1.width) * Int($1.height) }
    statistics.pages = pages.count { !$0.isVacant }
    statistics.bytes = byteCount
    return statistics
  }

  /// The number of bytes of all pages.
  var byteCount: Int { pages.reduce(0) { $0 + $1.byteCount } }

  /// Starts a frame: glyphs that only earlier frames used may now be evicted.
  mutating func beginFrame() { frame += 1 }

  /// Calls `body` with each changed region, and marks it as uploaded.
  ///
  /// Upload the regions before drawing steps that were added since the last call. The bytes start
  /// with the first texel of the rectangle and end with its last one; the distance between rows is
  /// that of the page.
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

  /// Marks all pages as changed, for hosts that lost their textures.
  ///
  /// - Complexity: O(pages).
  public mutating func markAllForUpload() {
    for index in pages.indices where !pages[index].isVacant {
      let side = pages[index].side
      pages[index].dirty.insert(PixelRect(x: 0, y: 0, width: side, height: side))
    }
  }

  /// Removes every glyph and releases the memory of the pages.
  ///
  /// - Complexity: O(glyphs + pages).
  public mutating func removeAll() {
    counts.evictions += entries.count
    (pages, entries, remarks) = ([], [:], [:])
  }

  /// The maximum side of a glyph part that is cached in one piece.
  static let tile = 128

  /// The maximum number of remarks: each is small, but their number is unlimited.
  private static let maximumRemarks = 4096
}

// MARK: - Glyphs

extension GlyphAtlas {
  /// Returns a part of a glyph and marks it as used by the current frame.
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

  /// Inserts a part of a bitmap; `nil` if the current frame uses too much of the atlas.
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

// Finds the place of a glyph: on a shelf of a page, in a new page, or instead of older glyphs.

extension GlyphAtlas {
  /// Returns a page and a place on it for a glyph; `nil` if the current frame uses too much.
  mutating func makeRoom(
    _ width: Int, _ height: Int, _ kind: AtlasPageKind
  ) -> (page: Int, place: ShelfPacker.Place)? {
    for page in pages.indices where pages[page].kind == kind {
      if let place = pages[page].packer.place(width: width, height: height) {
        return (page, place)
      }
    }
    if let room = reclaim(width, height, kind, before: 1) { return room }
    if addPage(kind) { return makeRoom(width, height, kind) }
    if let room = reclaim(width, height, kind, before: frame) { return room }
    for page in pages.indices where pages[page].kind == kind {
      if let place = pages[page].packer.placeAnywhere(width: width, height: height) {
        return (page, place)
      }
    }
    return dropPages(for: kind) ? makeRoom(width, height, kind) : nil
  }

  /// Reclaims the oldest shelves of all pages of a kind that no frame since `frame` used.
  private mutating func reclaim(
    _ width: Int, _ height: Int, _ kind: AtlasPageKind, before frame: Int
  ) -> (page: Int, place: ShelfPacker.Place)? {
    let runs = pages.indices.filter { pages[$0].kind == kind }.compactMap { page in
      pages[page].packer.oldestRun(height: height, before: frame).map { (page, $0) }
    }
    guard let (page, run) = runs.min(by: { $0.1.lastUse < $1.1.lastUse }) else { return nil }
    let keys = pages[page].packer.replace(run, height: height)
    forget(keys, on: page)
    return pages[page].packer.place(width: width, height: height).map { (page, $0) }
  }

  private mutating func forget(_ keys: [AtlasKey], on page: Int) {
    guard !keys.isEmpty else { return }
    for key in keys { entries[key] = nil }
    counts.evictions += keys.count
    pages[page].generation += 1
  }

  private mutating func addPage(_ kind: AtlasPageKind) -> Bool {
    let bytes = options.pageSide * options.pageSide * kind.texelBytes
    guard byteCount + bytes <= options.byteLimit else { return false }
    let page = makePage(kind)
    if let vacant = pages.firstIndex(where: \.isVacant) {
      pages[vacant] = page
    } else {
      pages.append(page)
    }
    return true
  }

  private mutating func makePage(_ kind: AtlasPageKind) -> AtlasPage {
    defer { nextIdentifier += 1 }
    return AtlasPage(kind: kind, side: options.pageSide, identifier: nextIdentifier)
  }

  /// Removes pages of other kinds that the current frame does not use, oldest first, until a page
  /// fits in memory.
  private mutating func dropPages(for kind: AtlasPageKind) -> Bool {
    let bytes = options.pageSide * options.pageSide * kind.texelBytes
    let unused = pages.indices
      .filter { !pages[$0].isVacant && pages[$0].packer.lastUse < frame }
      .sorted { (pages[$0].packer.lastUse, $0) < (pages[$1].packer.lastUse, $1) }
    let freed = unused.reduce(0) { $0 + pages[$1].byteCount }
    guard byteCount - freed + bytes <= options.byteLimit else { return false }
    for page in unused where byteCount + bytes > options.byteLimit {
      forget(pages[page].packer.keys, on: page)
      pages[page] = .vacant
    }
    return addPage(kind)
  }
}

extension GlyphAtlas {
  /// Whether the atlas still has all glyphs of an earlier frame's drawing; if so, marks them as
  /// used by the current frame, and the drawing can be drawn again unchanged.
  ///
  /// Keep the drawings of unchanged rows: this check takes a few nanoseconds per shelf, regardless
  /// of the number of glyphs. The drawing must come from this atlas and be at the same place.
  package mutating func reuse(_ drawing: AtlasDrawing) -> Bool {
    for use in drawing.uses {
      let (page, shelf) = (Int(use.page), Int(use.shelf))
      guard pages.indices ~= page, pages[page].identifier == use.identifier,
        pages[page].packer.shelves.indices ~= shelf,
        pages[page].packer.shelves[shelf].generation == use.generation
      else { return false }
    }
    for use in drawing.uses { pages[Int(use.page)].packer.use(Int(use.shelf), frame: frame) }
    return true
  }
}

/// The counters and contents of an atlas.
public struct AtlasStatistics: Hashable, Sendable {
  /// The number of glyphs found in the atlas.
  public internal(set) var hits = 0
  /// The number of glyphs added.
  public internal(set) var misses = 0
  /// The number of glyphs evicted to make room.
  public internal(set) var evictions = 0
  /// The number of glyphs, or parts of large glyphs, in the atlas.
  public internal(set) var entries = 0
  /// The number of texels of these entries, without gutters.
  public internal(set) var texels = 0
  /// The number of pages.
  public internal(set) var pages = 0
  /// The size of all pages, in bytes.
  public internal(set) var bytes = 0
}
