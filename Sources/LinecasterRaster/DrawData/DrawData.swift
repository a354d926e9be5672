/// The triangles of a frame for a renderer with a GPU, and everything that one shader needs to draw
/// them.
///
/// For each frame: upload the changed textures (`DrawDataBuilder.forEachUpload`), copy the
/// vertices, the indices and the parameters into buffers, and draw the commands in order.
public struct DrawData: Sendable {
  /// The corners of quads, four each: top left, top right, bottom right, bottom left.
  public internal(set) var vertices: [DrawVertex] = []
  /// The triangles: three indices of vertices each, two triangles a quad.
  public internal(set) var indices: [UInt32] = []
  /// The draw calls from back to front.
  public internal(set) var commands: [DrawCommand] = []
  /// The texels of the parameter texture (RGBA, 32-bit floats), row by row. The last row is whole.
  public internal(set) var parameters: [SIMD4<Float>] = []

  /// The number of columns of the parameter texture.
  public static let parameterColumns = 256
  /// The maximum number of rows of the parameter texture, which every renderer supports.
  public static let maximumParameterRows = 2048

  /// The number of rows of the parameter texture.
  public var parameterRows: Int { parameters.count / Self.parameterColumns }
}

/// A corner of a quad, 24 bytes without padding.
public struct DrawVertex: Hashable, Sendable {
  /// The column on the target, in device pixels.
  public var x: Float
  /// The row on the target, in device pixels, downwards.
  public var y: Float
  /// The column in the texture, in texels; for shapes, that in the list, in pixels.
  public var u: Float
  /// The row in the texture, in texels; for shapes, that in the list, in pixels.
  public var v: Float
  /// Red, green, blue and alpha, one byte each in this order in memory, not premultiplied.
  public var color: UInt32
  /// The `DrawKind` in the upper 8 bits, and the index of the first parameter in the lower 24.
  public var shape: UInt32
}

/// The formula that the shader computes for the pixels of a quad.
public enum DrawKind: UInt32, Sendable {
  /// The colour, through the coverage in the first channel of the texture.
  case mask = 0
  /// The premultiplied pixels of the texture, times the opacity of the colour.
  case image = 1
  /// As `mask`, after the coverage is corrected for the luminance of the text.
  case correctedMask = 2
  /// A rounded rectangle in a colour or a gradient.
  case box = 3
  /// The area between two rounded rectangles: a border.
  case ring = 4
  /// The blurred rounded rectangle outside of another one: a shadow.
  case shadow = 5
  /// The inverse of a blurred rounded rectangle, inside of another one: an inset shadow.
  case insetShadow = 6
  /// The colour everywhere.
  case solid = 7

  /// Whether the vertices refer to parameters.
  var hasParameters: Bool {
    switch self {
    case .mask, .image, .solid: false
    case .correctedMask, .box, .ring, .shadow, .insetShadow: true
    }
  }
}

/// A draw call, 32 bytes without padding.
public struct DrawCommand: Hashable, Sendable {
  /// The left edge of the pixels that may change (the scissor), on the target.
  public let left: Int32
  /// The top edge of the pixels that may change.
  public let top: Int32
  /// The right edge of the pixels that may change.
  public let right: Int32
  /// The bottom edge of the pixels that may change.
  public let bottom: Int32
  /// The number of the texture; 0 if any will do.
  public internal(set) var texture: UInt32
  /// The position of the first of its indices.
  public let firstIndex: UInt32
  /// The number of its indices.
  public internal(set) var indexCount: UInt32
  /// The blend mode; always 0: premultiplied colours over those of the target.
  public let blend: UInt32
}

/// A change of a texture, which must be made before the frame is drawn.
public struct DrawUpload: Hashable, Sendable {
  /// The number of the texture. If the renderer has none with this number, it creates one.
  public let texture: UInt32
  /// The number of columns of the whole texture; 0 if the texture is to be deleted.
  public let width: Int
  /// The number of rows of the whole texture; 0 if the texture is to be deleted.
  public let height: Int
  /// The number of bytes per texel: 1 for coverage (R8), 4 for premultiplied colours (RGBA8).
  public let texelBytes: Int
  /// The texels that changed.
  public let rect: PixelRect
  /// The distance between rows of these texels, in bytes.
  public let rowBytes: Int
}
