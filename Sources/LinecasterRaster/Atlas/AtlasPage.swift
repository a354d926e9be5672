/// A texture of an atlas in main memory.
public struct AtlasPage: Sendable {
  /// The format of the texels.
  public let kind: AtlasPageKind
  /// The number of columns, which equals the number of rows.
  public let side: Int
  /// A number that distinguishes the page from earlier pages at the same index. A texture that was
  /// created for another identifier cannot be used for this page.
  public let identifier: Int
  /// The number of times that glyphs were evicted. Earlier drawings may use an evicted glyph.
  public internal(set) var generation = 0
  /// The texels, row by row from the top, without padding.
  public internal(set) var texels: [UInt8]

  var packer: ShelfPacker
  /// The texels that changed since the last upload.
  var dirty = PixelRegion()

  init(kind: AtlasPageKind, side: Int, identifier: Int) {
    self.kind = kind
    self.side = side
    self.identifier = identifier
    texels = [UInt8](repeating: 0, count: side * side * kind.texelBytes)
    packer = ShelfPacker(side: side)
  }

  /// The placeholder of a removed page, which keeps the indices of the others.
  static let vacant = AtlasPage(kind: .mask, side: 0, identifier: 0)

  /// Whether the page was removed and not replaced; it has no texels.
  var isVacant: Bool { side == 0 }
  /// The number of bytes per row.
  public var rowBytes: Int { side * kind.texelBytes }
  /// The number of bytes of the page.
  var byteCount: Int { texels.count }

  /// Copies a part of an image to a place, surrounded by empty texels.
  ///
  /// - Parameters:
  ///   - source: The first byte of the part.
  ///   - sourceRowBytes: The distance between rows of the part, in bytes.
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

/// The texel format of an atlas page.
public enum AtlasPageKind: UInt8, Hashable, Sendable, CaseIterable {
  /// One byte per texel: the glyph's coverage of the pixel.
  case mask
  /// Four bytes per texel: the coverage of the red, green and blue subpixels, and their mean.
  case subpixels
  /// Four bytes per texel: red, green, blue and alpha, premultiplied.
  case color
  /// One byte per texel: the distance to the glyph's outline, as in ``DistanceField``.
  case distance

  /// The number of bytes per texel.
  var texelBytes: Int {
    switch self {
    case .mask, .distance: 1
    case .subpixels, .color: 4
    }
  }
}

/// A part of an atlas page that must be uploaded to a texture.
public struct AtlasUpload: Hashable, Sendable {
  /// The index of the page in the atlas.
  public let page: Int
  /// The identifier of the page. If the host's texture was created for another identifier, create a
  /// new texture.
  public let identifier: Int
  /// The format of the texels.
  public let kind: AtlasPageKind
  /// The number of columns of the whole page, which equals the number of rows.
  public let side: Int
  /// The texels to upload.
  public let rect: PixelRect
  /// The distance between rows of texels, in bytes.
  public let rowBytes: Int
}
