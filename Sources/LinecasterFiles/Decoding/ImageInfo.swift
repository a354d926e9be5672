import LinecasterBase
public import LinecasterRaster

/// The properties of an image file, as stated by its header.
public struct ImageInfo: Hashable, Sendable {
  /// The format of the file.
  public let format: ImageFormat
  /// The displayed size in pixels, after the EXIF orientation is applied.
  public let size: PixelSize
  /// Whether pixels may be transparent.
  public let hasAlpha: Bool

  init(_ header: ImageHeader) {
    format = header.format
    size = header.orientation.size(of: header.size)
    hasAlpha = header.hasAlpha
  }
}

/// The format of an image file, detected by its first bytes, never by its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics, third edition.
  case png = "PNG"
  /// JPEG (ITU-T T.81), sequential or progressive, by Huffman or arithmetic coding.
  case jpeg = "JPEG"
  /// WebP (RFC 9649), lossy or lossless.
  case webP = "WebP"
  /// SVG, as librsvg draws it.
  case svg = "SVG"
  /// GIF (87a and 89a).
  case gif = "GIF"
  /// AVIF, a still image or a sequence.
  case avif = "AVIF"

  /// Whether this build can decode the format: PNG and GIF always, JPEG and WebP with their package
  /// traits, which are on by default, SVG and AVIF with theirs, which are off. Headers are readable
  /// without them, except those of AVIF.
  public var isDecodable: Bool {
    switch self {
    case .png, .gif: return true
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
    case .avif:
      #if AVIF
        return true
      #else
        return false
      #endif
    }
  }

  /// The number of bytes for detecting a format.
  static let startByteCount = 64

  /// The starts of SVG files, after white space.
  private static let svgStarts = ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"]

  /// The format of a file with this start; `nil` if unknown.
  init?(start: [UInt8]) {
    if start.starts(with: PNGEncoder.signature) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) {
      self = .gif
    } else if Self.brands(start: start).contains(where: ["avif", "avis"].contains) {
      self = .avif
    } else {
      let text = start.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
      guard Self.svgStarts.contains(where: { text.starts(with: $0.utf8) }) else { return nil }
      self = .svg
    }
  }
}

extension ImageFormat {
  /// Returns the name of the format of a file that cannot be read, by its first bytes; `nil` if
  /// unknown.
  static func otherName(start: [UInt8]) -> String? {
    if start.starts(with: "BM".utf8), start.dropFirst(6).starts(with: [0, 0, 0, 0]) {
      return "BMP"
    }
    if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return "TIFF"
    }
    if start.starts(with: [0, 0, 1, 0]) { return "ICO" }
    if start.starts(with: "8BPS".utf8) { return "Photoshop" }
    if start.starts(with: "%PDF-".utf8) { return "PDF" }
    if start.starts(with: [0xFF, 0x0A]) || start.dropFirst(4).starts(with: "JXL ".utf8) {
      return "JPEG XL"
    }
    return brands(start: start).contains { $0.hasPrefix("he") || $0 == "mif1" } ? "HEIF" : nil
  }

  /// The brands of a file of boxes (ISO/IEC 14496-12 §4.3), the major one first; empty for others.
  private static func brands(start: [UInt8]) -> [String] {
    guard start.dropFirst(4).starts(with: "ftyp".utf8),
      let count = ByteOrder.bigEndian.number(start, at: 0, count: 4)
    else { return [] }
    let places = [8] + Array(stride(from: 16, through: min(count, start.count) - 4, by: 4))
    return places.map { String(decoding: start.dropFirst($0).prefix(4), as: UTF8.self) }
  }
}

/// The limits on the size of images and on the memory for decoding them, checked before decoding.
///
///     var limits = ImageLimits()
///     limits.fileByteCount = 4 << 20
///     limits.memoryByteCount = 64 << 20
///     let decoder = ImageDecoder(limits: limits)
public struct ImageLimits: Hashable, Sendable {
  /// The default maximum file size: 64 MiB.
  public static let defaultFileByteCount = 64 << 20
  /// The default maximum number of pixels: 64 Mi, more than cameras have.
  public static let defaultPixelCount = 1 << 26
  /// The default maximum memory for decoding: 256 MiB.
  public static let defaultMemoryByteCount = 256 << 20

  /// The maximum file size, in bytes.
  public var fileByteCount: Int
  /// The maximum number of pixels of a file, even if it is decoded at a smaller size. A side is
  /// limited to `Bitmap.maximumSide`.
  public var pixelCount: Int
  /// The maximum memory for a file, its pixels and its decoding, in bytes.
  public var memoryByteCount: Int

  /// Creates limits; omitted arguments have default values.
  public init(
    fileByteCount: Int = Self.defaultFileByteCount, pixelCount: Int = Self.defaultPixelCount,
    memoryByteCount: Int = Self.defaultMemoryByteCount
  ) {
    self.fileByteCount = fileByteCount
    self.pixelCount = pixelCount
    self.memoryByteCount = memoryByteCount
  }

  /// The memory left for the whole images of a library.
  ///
  /// - Throws: `ImageError` with code `tooLarge` if the minimum needed exceeds the limit.
  func memoryLeft(
    file: Int, size: PixelSize, result: PixelSize, working: Int, name: String
  ) throws(ImageError) -> Int {
    let needed = file + result.width * result.height * 4 + working
    guard needed <= memoryByteCount else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(size.words) pixels"
          + (size == result ? "" : ", read as \(result.words),")
          + " take \(needed) bytes to decode; the limit is \(memoryByteCount)")
    }
    return memoryByteCount - needed + working
  }
}

extension PixelSize {
  /// The size as text, for messages.
  var words: String { "\(width) × \(height)" }
}
