#if WOFF
  import LinecasterBase
#endif

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

#if WOFF
  /// Reads the numbers of a compressed font file in sequence.
  struct WebFontReader {
    let format: WebFontFormat
    let file: UnsafeRawBufferPointer
    private(set) var position = 0

    /// Creates a reader at the start of a file.
    init(_ format: WebFontFormat, _ file: UnsafeRawBufferPointer) {
      self.format = format
      self.file = file
    }

    /// Reads a big-endian number.
    mutating func number<Number: FixedWidthInteger>(
      _ type: Number.Type = Number.self
    ) throws(WebFontFault) -> Number {
      let size = MemoryLayout<Number>.size
      guard size <= file.count - position else { throw endsEarly() }
      defer { position += size }
      return Number(
        bigEndian: file.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    /// Reads a 32-bit length or offset.
    mutating func length() throws(WebFontFault) -> Int { Int(try number(UInt32.self)) }

    /// Reads a 16-bit count.
    mutating func count() throws(WebFontFault) -> Int { Int(try number(UInt16.self)) }

    /// Reads a tag.
    mutating func tag() throws(WebFontFault) -> FontTag { FontTag(rawValue: try number()) }

    /// Reads a number of one to five bytes (`UIntBase128`, WOFF 2 §4.1).
    mutating func packedLength() throws(WebFontFault) -> Int {
      let start = position
      var value = 0
      for index in 0..<5 {
        let byte = Int(try number(UInt8.self))
        if index == 0, byte == 0x80 { break }
        value = value << 7 | byte & 0x7F
        if byte & 0x80 == 0, value <= Int(UInt32.max) { return value }
      }
      throw WebFontFault(format, "not a UIntBase128 number of 32 bits", at: start)
    }

    /// Reads a number of one to three bytes (`255UInt16`, WOFF 2 §4.1).
    mutating func packedCount() throws(WebFontFault) -> Int {
      switch try number(UInt8.self) {
      case 253: try count()
      case 254: 506 + Int(try number(UInt8.self))
      case 255: 253 + Int(try number(UInt8.self))
      case let code: Int(code)
      }
    }

    private func endsEarly() -> WebFontFault {
      WebFontFault(format, "the file ends early", at: position)
    }
  }

  extension FontTag {
    /// The tag in quotes, with control characters escaped, for messages about untrusted files.
    var quoted: String { "'\(PrintableText.line(name, limit: 4))'" }
  }

  /// The header of a compressed font file (WOFF 1 §3, WOFF 2 §4).
  struct WebFontHeader {
    /// An optional block after the tables; its offset is 0 if the file does not have it.
    struct Block {
      let offset: Int
      let length: Int
    }

    /// The first tag of the decompressed font.
    let flavor: FontTag
    let tableCount: Int
    /// The size of the decompressed font; WOFF2 readers must not rely on it.
    let fontLength: Int
    /// The size of the compressed tables in WOFF2; 0 in WOFF.
    let streamLength: Int
    let metadata: Block
    let privateData: Block

    /// Creates the header from the start of a file.
    init(_ reader: inout WebFontReader) throws(WebFontFault) {
      func fault(_ reason: String, at position: Int) -> WebFontFault {
        WebFontFault(reader.format, reason, at: position)
      }
      _ = try reader.tag()
      flavor = try reader.tag()
      let length = try reader.length()
      guard length == reader.file.count else {
        throw fault(
          "the header says that the file has \(length) bytes, not \(reader.file.count)", at: 8)
      }
      tableCount = try reader.count()
      guard tableCount > 0 else { throw fault("there are no tables", at: 12) }
      let reserved = try reader.count()
      guard reserved == 0 || reader.format == .woff2 else {
        throw fault("the reserved field is \(reserved), not 0", at: 14)
      }
      fontLength = try reader.length()
      guard fontLength <= WebFontFormat.fontLimit else {
        throw fault(
          "the font has \(fontLength) bytes, more than \(WebFontFormat.fontLimit)", at: 16)
      }
      streamLength = reader.format == .woff2 ? try reader.length() : 0
      // The version, and the metadata's length when decompressed, which is not read.
      _ = try reader.length()
      metadata = Block(offset: try reader.length(), length: try reader.length())
      _ = try reader.length()
      privateData = Block(offset: try reader.length(), length: try reader.length())
    }
  }
#endif
