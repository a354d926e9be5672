import LinecasterFiles
public import LinecasterRaster

/// An output format of pictures.
public enum PictureFormat: String, CaseIterable, Hashable, Sendable {
  case png
  case jpeg
  case webP = "webp"
  case avif
  case pdf
  case svg

  /// The entry in the table of formats.
  var file: PictureFileFormat {
    switch self {
    case .png: .png
    case .jpeg: .jpeg
    case .webP: .webP
    case .avif: .avif
    case .pdf: .pdf
    case .svg: .svg
    }
  }

  /// The display name of the format.
  public var name: String { file.name }

  /// The media type (RFC 2046, and as registered with IANA).
  public var mediaType: String { file.mediaType }

  /// Whether the format keeps text as text (PDF, SVG) instead of pixels.
  public var isDocument: Bool { file.kind == .document }

  /// Whether it is lossy, with a quality setting.
  package var isLossy: Bool { file.kind == .lossy }

  /// The file name extensions, starting with the preferred one.
  public var endings: [String] { file.endings }

  /// Creates the format that has a file name extension, ignoring case; `nil` if unknown.
  public init?(ending: String) {
    let ending = ending.lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// Whether this build can write the format; some formats need package traits.
  public var isBuiltIn: Bool { file.isBuiltIn }

  /// The formats that this build can write.
  public static var builtIn: [PictureFormat] { allCases.filter(\.isBuiltIn) }
}

/// The encoding of a picture as a file.
public struct PictureEncoding: Hashable, Sendable {
  /// The file format.
  public var format: PictureFormat
  /// The quality of a lossy format, from 0 to 100; ignored by PNG, PDF and SVG.
  ///
  /// `nil` is 90 for JPEG, 70 for AVIF, and lossless for WebP.
  public var quality: Int?
  /// Whether a PNG file is reduced to 256 colours if no channel changes by more than 1 of 255.
  public var isCompact: Bool
  /// The effort spent on compressing PNG files.
  public var effort = Effort.standard

  /// The effort of PNG compression.
  public enum Effort: String, CaseIterable, Hashable, Sendable {
    /// The fastest compression; files of photographs become large.
    case fast
    /// A balance of time and size.
    case standard
    /// The smallest files, for pictures that are sent more often than they are drawn.
    case small

    fileprivate var compression: PNGEncoder.Compression {
      switch self {
      case .fast: .fast
      case .standard: .standard
      case .small: .small
      }
    }
  }

  /// The range of `quality`.
  public static let qualities = 0...100

  /// Creates an encoding, by default of exact PNG files.
  public init(_ format: PictureFormat = .png, quality: Int? = nil, isCompact: Bool = false) {
    (self.format, self.quality, self.isCompact) = (format, quality, isCompact)
  }

  /// Returns the same encoding in another format. Options that do not apply to the format are
  /// ignored.
  public func changed(to format: PictureFormat) -> PictureEncoding {
    var changed = self
    changed.format = format
    if !format.isLossy { changed.quality = nil }
    if format != .png { changed.isCompact = false }
    return changed
  }

  /// Returns the encoder of a picture.
  ///
  /// Document formats keep text as text if the picture is the drawing of a display list, as from
  /// `DisplayRasterizer.bands(of:scale:background:isCancelled:)`.
  public func encoder(for picture: BandedImage) -> any ImageEncoder {
    var options = PictureFileFormat.Options()
    options.quality = quality
    options.isCompact = isCompact
    options.compression = effort.compression
    return format.file.encoder(options)
  }
}
