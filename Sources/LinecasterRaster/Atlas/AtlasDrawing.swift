/// What a host draws: steps from back to front, and the quads of all glyphs in one array.
///
/// A value that owns its memory. Good as long as `GlyphAtlas.reuse(_:)` says so.
public struct AtlasDrawing: Sendable {
  /// A shelf with glyphs of the drawing.
  struct ShelfUse: Hashable, Sendable {
    let page: Int32
    let shelf: Int32
    let generation: UInt32
    let identifier: Int
  }

  /// The steps from back to front.
  public private(set) var steps: [AtlasStep] = []
  /// The quads of all batches, in the order of painting.
  public private(set) var quads: [GlyphQuad] = []

  /// The shelves with glyphs of the drawing, some perhaps more than once.
  private(set) var uses: [ShelfUse] = []
  /// The batch that quads are being added to.
  private var open: (page: Int, kind: AtlasPageKind, side: Int, start: Int)?

  /// Makes an empty drawing.
  public init() {}

  /// Forgets all steps and keeps the memory.
  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    quads.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    open = nil
  }

  /// Adds a step that is not glyphs.
  mutating func append(_ step: AtlasStep) {
    close()
    steps.append(step)
  }

  /// Adds a quad with the texels of an entry, to the last batch if that takes them from there too.
  @inline(__always)
  mutating func append(_ quad: GlyphQuad, of entry: AtlasEntry, in atlas: GlyphAtlas) {
    if open?.page != Int(entry.page) { openBatch(Int(entry.page), atlas) }
    quads.append(quad)
    guard let last = uses.last, last.shelf == entry.shelf, last.generation == entry.generation,
      last.page == entry.page
    else { return note(entry, atlas) }
  }

  /// Notes the shelf of an entry, unless it was noted lately.
  private mutating func note(_ entry: AtlasEntry, _ atlas: GlyphAtlas) {
    for use in uses.suffix(Self.rememberedUses)
    where use.shelf == entry.shelf && use.generation == entry.generation && use.page == entry.page {
      return
    }
    uses.append(
      ShelfUse(
        page: entry.page, shelf: entry.shelf, generation: entry.generation,
        identifier: atlas.pages[Int(entry.page)].identifier))
  }

  /// Adds all steps of another drawing.
  mutating func append(contentsOf other: AtlasDrawing) {
    close()
    let moved = quads.count
    quads += other.quads
    uses += other.uses
    for step in other.steps {
      guard case .glyphs(let batch) = step else {
        steps.append(step)
        continue
      }
      let range = batch.quads.lowerBound + moved..<batch.quads.upperBound + moved
      steps.append(
        .glyphs(GlyphBatch(page: batch.page, kind: batch.kind, side: batch.side, quads: range)))
    }
  }

  /// Ends the batch that quads are being added to.
  mutating func close() {
    guard let batch = open else { return }
    open = nil
    guard batch.start < quads.count else { return }
    steps.append(
      .glyphs(
        GlyphBatch(
          page: batch.page, kind: batch.kind, side: batch.side, quads: batch.start..<quads.count)))
  }

  private mutating func openBatch(_ page: Int, _ atlas: GlyphAtlas) {
    close()
    open = (page, atlas.pages[page].kind, atlas.options.pageSide, quads.count)
  }

  /// As many shelves as are looked through in no time.
  private static let rememberedUses = 8
}
