// Where a glyph is put: on a shelf of a page, in a new page, or in place of older glyphs.

extension GlyphAtlas {
  /// A page and a place on it for a glyph; nil where the current frame uses too much.
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

  /// Takes shelves that no frame from one on used, the oldest of all pages of a kind.
  private mutating func reclaim(
    _ width: Int, _ height: Int, _ kind: AtlasPageKind, before frame: Int
  ) -> (page: Int, place: ShelfPacker.Place)? {
    var oldest: (page: Int, run: ShelfPacker.Run)?
    for page in pages.indices where pages[page].kind == kind {
      let limit = min(frame, oldest?.run.lastUse ?? frame)
      if let run = pages[page].packer.oldestRun(height: height, before: limit) {
        oldest = (page, run)
      }
    }
    guard let (page, run) = oldest else { return nil }
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

  /// Drops pages of other kinds that the current frame does not use, the oldest first, until there
  /// is memory for a page.
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
