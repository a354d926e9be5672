import LinecasterBase
public import LinecasterRaster

/// What the header of an image's file says.
public struct ImageInfo: Hashable, Sendable {
  /// The kind of file.
  public let format: ImageFormat
  /// The size as it is shown, after the turn that the file's EXIF data ask for.
  public let size: PixelSize
  /// Whether pixels may be transparent.
  public let hasAlpha: Bool

  init(_ header: ImageHeader) {
    format = header.format
    size = header.orientation.size(of: header.size)
    hasAlpha = header.hasAlpha
  }
}

/// The kind of an image's file, told by its first bytes and never by its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics, third edition.
  case png = "PNG"
  /// JPEG (ITU-T T.81), sequential or progressive, by Huffman or arithmetic coding.
  case jpeg = "JPEG"
  /// WebP (RFC 9649), lossy or lossless.
  case webP = "WebP"
  /// SVG, as librsvg draws it.
  case svg = "SVG"

  /// Whether images of the format can be decoded: PNG always, the others with the package traits
  /// `JPEG` and `WebP`, which are on unless a package asks for others, and `SVG`, which is off.
  /// Headers are read without.
  public var isDecodable: Bool {
    switch self {
    case .png: return true
    case .jpeg:
      #if JPEG
        return true
      #else
        return false
      #endif
    case .webP:
      #if WebP
        return true
      #else
        return false
      #endif
    case .svg:
      #if SVG
        return true
      #else
        return false
      #endif
    }
  }

  /// The bytes by which a format is told.
  static let startByteCount = 64

  /// What SVG files start with, behind blanks.
  private static let svgStarts = ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"]

  /// What every PNG file starts with (PNG specification, third edition, §5.2).
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The format of a file that starts so; nil for others.
  init?(start: [UInt8]) {
    if start.starts(with: Self.pngSignature) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else {
      let text = start.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
      guard Self.svgStarts.contains(where: { text.starts(with: $0.utf8) }) else { return nil }
      self = .svg
    }
  }
}

/// What images may ask of memory and time; checked before either is spent.
///
///     var limits = ImageLimits()
///     limits.fileByteCount = 4 << 20
///     limits.memoryByteCount = 64 << 20
///     let decoder = ImageDecoder(limits: limits)
public struct ImageLimits: Hashable, Sendable {
  /// The largest file read by default: 64 MiB, larger ones are no images for lists.
  public static let defaultFileByteCount = 64 << 20
  /// The most pixels of a file by default: 64 million, more than cameras have.
  public static let defaultPixelCount = 1 << 26
  /// The most memory that decoding takes by default: 256 MiB.
  public static let defaultMemoryByteCount = 256 << 20

  /// The largest file that is read, in bytes.
  public var fileByteCount: Int
  /// The most pixels a file may have, however small it is decoded; a side has at most
  /// `Bitmap.maximumSide`.
  public var pixelCount: Int
  /// The most memory for a file, its pixels, and what decoding takes beside, in bytes.
  public var memoryByteCount: Int

  /// Makes limits; those left out are the default ones.
  public init(
    fileByteCount: Int = Self.defaultFileByteCount, pixelCount: Int = Self.defaultPixelCount,
    memoryByteCount: Int = Self.defaultMemoryByteCount
  ) {
    self.fileByteCount = fileByteCount
    self.pixelCount = pixelCount
    self.memoryByteCount = memoryByteCount
  }

  /// The memory left for what a library takes for whole images.
  ///
  /// - Throws: `ImageError` with code `tooLarge` where what is sure to be needed is over the limit.
  func memoryLeft(
    file: Int, size: PixelSize, result: PixelSize, working: Int, name: String
  ) throws(ImageError) -> Int {
    let needed = file + result.width * result.height * 4 + working
    guard needed <= memoryByteCount else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(size.words) pixels"
          + (size == result ? "" : ", read as \(result.words),")
          + " take \(needed) bytes to decode where the limit is \(memoryByteCount)")
    }
    return memoryByteCount - needed + working
  }
}

extension PixelSize {
  /// The size as people write it.
  var words: String { "\(width) × \(height)" }
}
