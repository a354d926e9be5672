/// Why an image could not be drawn.
public struct RasterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault.
  public struct Code: Hashable, Sendable {
    let name: String

    /// An image or a glyph would need more pixels than a named limit allows.
    public static let tooLarge = Code(name: "is too large")
    /// The pixels given do not fill the size given.
    public static let wrongByteCount = Code(name: "has the wrong number of bytes")
    /// The rasterizer cannot open a face that shaped the text.
    public static let unusableFace = Code(name: "cannot be drawn with")
    /// A font has coloured glyphs of a kind that is drawn without colours.
    public static let unsupportedColors = Code(name: "has colours that are not drawn")
    /// One frame draws more glyphs than an atlas may hold.
    public static let atlasFull = Code(name: "is full")
    /// The caller asked for the work to stop.
    public static let cancelled = Code(name: "was cancelled")
  }

  /// The kind of fault.
  public let code: Code
  /// What the fault is in: an image, a glyph size or the file of a font.
  public let source: String
  /// What exactly was found, for people.
  public let reason: String

  /// Makes an error about a source.
  public init(code: Code, source: String, reason: String) {
    self.code = code
    self.source = source
    self.reason = reason
  }

  /// The error of drawing that was called off.
  static let cancelled = RasterError(
    code: .cancelled, source: "drawing", reason: "the caller asked for it")

  /// One line that names the source, the fault and the reason.
  public var description: String { "\(source): \(code.name): \(reason)" }
}
