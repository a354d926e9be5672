/// A format of compressed font files (W3C WOFF File Format 1.0 and 2.0).
enum WebFontFormat: String {
  case woff = "WOFF"
  case woff2 = "WOFF2"

  /// The maximum size of a decompressed font, in bytes.
  static let fontLimit = 128 << 20

  /// Creates the format that a file's signature names; `nil` for other files.
  init?(_ file: UnsafeRawBufferPointer) {
    guard file.count >= 4 else { return nil }
    switch UInt32(bigEndian: file.loadUnaligned(as: UInt32.self)) {
    case FontTag("wOFF").rawValue: self = .woff
    case FontTag("wOF2").rawValue: self = .woff2
    default: return nil
    }
  }
}

/// The reason why a compressed font cannot be read.
struct WebFontFault: Error {
  let reason: String

  /// Creates the fault of a build without the trait.
  init(withoutTrait format: WebFontFormat) {
    reason = "\(format.rawValue) font; this build is without the package trait WOFF"
  }

  /// Creates a fault of the bytes at a position in the file.
  init(_ format: WebFontFormat, _ reason: String, at position: Int) {
    self.reason = "\(format.rawValue) font, byte \(position): \(reason)"
  }
}
