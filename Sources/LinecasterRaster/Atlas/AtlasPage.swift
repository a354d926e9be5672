/// A texture of an atlas as the main memory has it.
public struct AtlasPage: Sendable {
  /// What the texels mean.
  public let kind: AtlasPageKind
  /// Columns and rows.
  public let side: Int
  /// What tells the page from others that had its place in the list of pages: a texture that was
  /// made for another number is of another kind, or has nothing of this page.
  public let identifier: Int
  /// How often glyphs were dropped from the page; what was drawn with before may have been one.
  public internal(set) var generation = 0
  /// The texels, rows from the top without padding, the first texel of the texture first.
  public internal(set) var texels: [UInt8]

  var packer: ShelfPacker
  /// The texels that changed and were not uploaded since.
  var dirty = PixelRegion()

  init(kind: AtlasPageKind, side: Int, identifier: Int) {
    self.kind = kind
    self.side = side
    self.identifier = identifier
    texels = [UInt8](repeating: 0, count: side * side * kind.texelBytes)
    packer = ShelfPacker(side: side)
  }

  /// What stands where a page was dropped, so that the others keep their places.
  static let vacant = AtlasPage(kind: .mask, side: 0, identifier: 0)

  /// Whether a page was dropped and none has its place yet; it has no texels.
  var isVacant: Bool { side == 0 }
  /// The bytes of a row.
  public var rowBytes: Int { side * kind.texelBytes }
  /// The bytes of the page.
  var byteCount: Int { texels.count }

  /// Copies a part of some rows to a place, with empty texels all around.
  ///
  /// - Parameters:
  ///   - source: The first byte of the part.
  ///   - sourceRowBytes: The bytes from a row of the part to the next.
  mutating func write(
    _ source: UnsafePointer<UInt8>, sourceRowBytes: Int, width: Int, height: Int,
    at place: ShelfPacker.Place
  ) {
    let texel = kind.texelBytes
    let cell = PixelRect(
      x: place.x - AtlasShelf.gutter, y: place.y - AtlasShelf.gutter,
      width: width + 2 * AtlasShelf.gutter,
      height: packer.shelves[place.shelf].height + AtlasShelf.gutter)
    let rowBytes = rowBytes
    texels.withUnsafeMutableBufferPointer { texels in
      guard let base = texels.baseAddress else { return }
      for row in cell.top..<cell.bottom {
        let line = base + row * rowBytes + cell.left * texel
        let sourceRow = row - place.y
        guard 0..<height ~= sourceRow else {
          line.update(repeating: 0, count: cell.width * texel)
          continue
        }
        line.update(repeating: 0, count: AtlasShelf.gutter * texel)
        (line + AtlasShelf.gutter * texel).update(
          from: source + sourceRow * sourceRowBytes, count: width * texel)
        (line + (AtlasShelf.gutter + width) * texel).update(
          repeating: 0, count: AtlasShelf.gutter * texel)
      }
    }
    dirty.insert(cell)
  }
}

/// What the texels of an atlas page mean.
public enum AtlasPageKind: UInt8, Hashable, Sendable, CaseIterable {
  /// One byte: how much of the pixel a glyph covers.
  case mask
  /// Four bytes: how much of the red, the green and the blue stripe is covered, and their mean.
  case stripes
  /// Four bytes: red, green, blue and alpha, colours multiplied by alpha.
  case color
  /// One byte: the distance to a glyph's outline, as `DistanceField` has it.
  case distance

  /// The bytes of a texel.
  var texelBytes: Int {
    switch self {
    case .mask, .distance: 1
    case .stripes, .color: 4
    }
  }
}

/// A part of a page that a texture does not have yet.
public struct AtlasUpload: Hashable, Sendable {
  /// The place of the page in the atlas's list of pages.
  public let page: Int
  /// The page's identifier; where the texture was made for another one, make it again.
  public let identifier: Int
  /// What the texels mean.
  public let kind: AtlasPageKind
  /// Columns and rows of the whole page.
  public let side: Int
  /// The texels to upload.
  public let rect: PixelRect
  /// The bytes from a row of the texels to the next.
  public let rowBytes: Int
}
