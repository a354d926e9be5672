public import LinecasterFiles
public import LinecasterRaster

/// A format that pictures are written in.
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

  /// The name as people write it.
  public var name: String { file.name }

  /// The media type (RFC 2046, and as registered with IANA).
  public var mediaType: String { file.mediaType }

  /// Whether text stays text in it; otherwise it has pixels only.
  public var isDocument: Bool { file.kind == .document }

  /// Whether it is lossy, to a degree that a quality sets.
  package var isLossy: Bool { file.kind == .lossy }

  /// The endings of file names, the usual one first.
  public var endings: [String] { file.endings }

  /// The format of files whose names have an ending, in letters of either case; `nil` if no format
  /// has it.
  public init?(ending: String) {
    let ending = ending.lowercased()
    guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
      return nil
    }
    self = format
  }

  /// Whether it can be written: some formats come with traits of the package.
  public var isBuiltIn: Bool { file.isBuiltIn }

  /// The formats that can be written.
  public static var builtIn: [PictureFormat] { allCases.filter(\.isBuiltIn) }
}

/// How a picture becomes a file.
public struct PictureEncoding: Hashable, Sendable {
  /// What it is written in.
  public var format: PictureFormat
  /// How near a lossy file is to the picture, 0 to 100; nil for 90 for JPEG, 70 for AVIF, and WebP
  /// that loses nothing. Not for PNG, PDF and SVG.
  public var quality: Int?
  /// Whether a PNG file may have at most 256 colours, no channel being off by more than 1 of 255.
  public var isCompact: Bool
  /// How much time small PNG files are worth.
  public var effort = Effort.small

  /// The time spent on making PNG files small.
  public enum Effort: String, CaseIterable, Hashable, Sendable {
    /// The least: photographs become large.
    case fast
    /// What pays for files that are made and thrown away.
    case standard
    /// What pays for files that are kept or sent.
    case small

    fileprivate var compression: PNGEncoder.Compression {
      switch self {
      case .fast: .fast
      case .standard: .standard
      case .small: .small
      }
    }
  }

  /// A small file of more pixels would take several times as long as drawing them. It goes by the
  /// picture alone, so that bands make no difference to the bytes.
  private static let mostPixelsMadeSmall = 1 << 24

  /// The qualities that there are.
  public static let qualities = 0...100

  /// Makes an encoding, by default of exact PNG files.
  public init(_ format: PictureFormat = .png, quality: Int? = nil, isCompact: Bool = false) {
    (self.format, self.quality, self.isCompact) = (format, quality, isCompact)
  }

  /// The same for another format; what is not for that is let be.
  public func changed(to format: PictureFormat) -> PictureEncoding {
    var changed = self
    changed.format = format
    if !format.isLossy { changed.quality = nil }
    if format != .png { changed.isCompact = false }
    return changed
  }

  /// What writes a picture; letters stay letters in documents of one that is a drawing of a display
  /// list, as `DisplayRasterizer.bands` makes it.
  public func encoder(for picture: BandedImage) -> any ImageEncoder {
    let isLong = picture.width * picture.height > Self.mostPixelsMadeSmall
    var options = PictureFileFormat.Options()
    options.quality = quality
    options.isCompact = isCompact
    options.compression = isLong && effort == .small ? .standard : effort.compression
    return format.file.encoder(options)
  }
}
