public import LinecasterBase
public import LinecasterDisplay
public import LinecasterText

/// The input for a host that draws with a GPU: steps from back to front, and the quads of all
/// glyphs in one array.
///
/// A drawing is a value that owns its memory. It can be drawn again in later frames as long as
/// `DisplayBatcher.append(_:)` returns true for it.
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
  /// The quads of all batches, in painting order.
  public private(set) var quads: [GlyphQuad] = []

  /// The shelves with glyphs of the drawing, possibly with duplicates.
  private(set) var uses: [ShelfUse] = []
  /// The open batch that receives quads.
  private var open: (page: Int, kind: AtlasPageKind, side: Int, start: Int)?

  /// Creates an empty drawing.
  init() {}

  /// Removes all steps and keeps the memory.
  mutating func removeAll() {
    steps.removeAll(keepingCapacity: true)
    quads.removeAll(keepingCapacity: true)
    uses.removeAll(keepingCapacity: true)
    open = nil
  }

  /// Adds a step other than glyphs.
  mutating func append(_ step: AtlasStep) {
    close()
    steps.append(step)
  }

  /// Adds a quad of an atlas entry, to the last batch if its texture is the same.
  @inline(__always)
  mutating func append(_ quad: GlyphQuad, of entry: AtlasEntry, in atlas: GlyphAtlas) {
    if open?.page != Int(entry.page) { openBatch(Int(entry.page), atlas) }
    quads.append(quad)
    guard let last = uses.last, last.shelf == entry.shelf, last.generation == entry.generation,
      last.page == entry.page
    else { return note(entry, atlas) }
  }

  /// Records the shelf of an entry, unless it was recorded recently.
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

  /// Appends all steps of another drawing.
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

  /// The drawing without its steps, for `GlyphAtlas.reuse(_:)`.
  var shelves: AtlasDrawing {
    var drawing = AtlasDrawing()
    drawing.uses = uses
    return drawing
  }

  /// Closes the open batch.
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

  /// The number of recent shelves that are checked for duplicates.
  private static let rememberedUses = 8
}

extension AtlasDrawing {
  /// Returns the vertices of a batch's quads, for renderers that draw triangles.
  ///
  /// Each quad has four vertices: top left, top right, bottom right and bottom left. The result is
  /// empty if the drawing does not have these quads.
  ///
  /// - Complexity: O(quads).
  public func vertices(of batch: GlyphBatch) -> [GlyphVertex] {
    guard batch.side > 0, batch.quads.clamped(to: quads.indices) == batch.quads else { return [] }
    let unit = 1 / Float(batch.side)
    var vertices: [GlyphVertex] = []
    vertices.reserveCapacity(batch.quads.count * 4)
    for quad in quads[batch.quads] {
      let left = Float(quad.texelX) * unit
      let top = Float(quad.texelY) * unit
      let right = (Float(quad.texelX) + Float(quad.texelWidth)) * unit
      let bottom = (Float(quad.texelY) + Float(quad.texelHeight)) * unit
      vertices.append(quad.vertex(quad.left, quad.top, left, top))
      vertices.append(quad.vertex(quad.right, quad.top, right, top))
      vertices.append(quad.vertex(quad.right, quad.bottom, right, bottom))
      vertices.append(quad.vertex(quad.left, quad.bottom, left, bottom))
    }
    return vertices
  }

  /// Returns the vertex indices of two triangles per quad.
  ///
  /// - Complexity: O(quads).
  public static func indices(quadCount: Int) -> [Int32] {
    (0..<Int32(clamping: max(0, min(quadCount, 1 << 24)))).flatMap { quad in
      [0, 1, 2, 2, 3, 0].map { quad * 4 + $0 }
    }
  }
}

extension GlyphQuad {
  fileprivate func vertex(_ x: Float, _ y: Float, _ u: Float, _ v: Float) -> GlyphVertex {
    GlyphVertex(x: x, y: y, red: red, green: green, blue: blue, alpha: alpha, u: u, v: v)
  }
}

/// A step for a host that draws with an atlas, from back to front.
public enum AtlasStep: Sendable {
  /// Begins a display list, whose layout points start at the pixel (`x`, `y`) of the target.
  ///
  /// Nothing may be drawn outside `clip`, in pixels from that point. Quads are already clipped,
  /// except those of distance fields.
  case list(x: Int, y: Int, clip: PixelRect)
  /// Draws a command other than text, as in the list.
  case command(DisplayCommand)
  /// Draws the parts of a text that are behind its glyphs: backgrounds, and all lines except
  /// line-through.
  case beneath(TextLayout, origin: Point)
  /// Draws the quads of a batch.
  case glyphs(GlyphBatch)
  /// Draws the lines through a text.
  case above(TextLayout, origin: Point)
}

/// Consecutive quads, in painting order, that use the same page of the atlas.
public struct GlyphBatch: Hashable, Sendable {
  /// The index of the page in the atlas.
  public let page: Int
  /// The format of the page's texels.
  public let kind: AtlasPageKind
  /// The number of columns of the page, which equals the number of rows.
  public let side: Int
  /// The range of the quads in the drawing.
  public let quads: Range<Int>
}

/// A rectangle of texels and its place on the target, 28 bytes without padding.
///
/// An array of quads can be used as an instance buffer:
///
/// - Offset 0: four 32-bit floats, the left, top, right and bottom edges in device pixels.
/// - Offset 16: four unsigned 16-bit numbers, the first column and row of the texels, and the
///   number of columns and rows.
/// - Offset 24: four bytes, red, green, blue and alpha.
public struct GlyphQuad: Hashable, Sendable {
  /// The left edge in device pixels.
  public var left: Float
  /// The top edge in device pixels, y down.
  public var top: Float
  /// The right edge in device pixels.
  public var right: Float
  /// The bottom edge in device pixels.
  public var bottom: Float
  /// The first column of texels.
  public var texelX: UInt16
  /// The first row of texels.
  public var texelY: UInt16
  /// The number of columns of texels.
  public var texelWidth: UInt16
  /// The number of rows of texels.
  public var texelHeight: UInt16
  /// The red component of the colour, not premultiplied; 255 for images, which have their own
  /// colours.
  public var red: UInt8
  /// The green component of the colour, not premultiplied; 255 for images.
  public var green: UInt8
  /// The blue component of the colour, not premultiplied; 255 for images.
  public var blue: UInt8
  /// The opacity, from 0 (invisible) to 255 (opaque).
  public var alpha: UInt8
}

/// A corner of a quad, 20 bytes without padding, in the order of `SDL_Vertex`.
public struct GlyphVertex: Hashable, Sendable {
  /// The x-coordinate in device pixels.
  public var x: Float
  /// The y-coordinate in device pixels, y down.
  public var y: Float
  /// The red component of the colour, not premultiplied.
  public var red: UInt8
  /// The green component of the colour, not premultiplied.
  public var green: UInt8
  /// The blue component of the colour, not premultiplied.
  public var blue: UInt8
  /// The opacity, from 0 (invisible) to 255 (opaque).
  public var alpha: UInt8
  /// The horizontal texture coordinate, from 0 to 1.
  public var u: Float
  /// The vertical texture coordinate, from 0 to 1, y down.
  public var v: Float
}

extension Canvas {
  /// Draws a step of an `AtlasDrawing`, except glyphs and the starts of lists, which are ignored.
  ///
  /// - Throws: The errors of `draw(_:at:in:)` for lists.
  /// - Complexity: O(pixels covered + glyphs of groups).
  public mutating func draw(_ step: AtlasStep) throws {
    switch step {
    case .list, .glyphs: break
    case .command(let command):
      try drawWithinBudget(command, of: "a display command", .unlimited)
    case .beneath(let layout, let origin):
      drawBeneath(layout, at: origin, layout.backgrounds, layout.decorationLines)
    case .above(let layout, let origin):
      drawAbove(layout, at: origin, layout.decorationLines)
    }
  }
}
