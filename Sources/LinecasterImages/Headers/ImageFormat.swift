/// The kind of an image's file, told by its first bytes and never by its name.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics, third edition.
  case png = "PNG"
  /// JPEG (ITU-T T.81), sequential or progressive, by Huffman or arithmetic coding.
  case jpeg = "JPEG"
  /// WebP (RFC 9649), lossy or lossless.
  case webP = "WebP"

  /// Whether images of the format can be decoded: PNG always, the others with the package traits
  /// `JPEG` and `WebP`, which are on unless a package asks for others. Headers are read without.
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
    }
  }

  /// The bytes by which a format is told.
  static let startByteCount = 12

  /// The format of a file that starts so; nil for others.
  init?(start: [UInt8]) {
    if start.starts(with: PNGHeader.signature) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: "RIFF".utf8), start.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else {
      return nil
    }
  }
}
