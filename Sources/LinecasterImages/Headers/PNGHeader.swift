/// The first chunk of a PNG file, `IHDR` (PNG specification, third edition, §11.2.1).
struct PNGHeader: Hashable {
  let width: Int
  let height: Int
  let bitDepth: Int
  let channels: Int
  /// Whether the colour type has an alpha channel.
  let hasAlpha: Bool
  let isInterlaced: Bool

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let chunkStart: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

  /// The bytes of the signature and the whole chunk, its checksum included.
  static let byteCount = 33

  /// Reads the header of a file; nil where the bytes do not start as a PNG file must.
  init?(_ start: [UInt8]) {
    guard start.count >= Self.byteCount,
      start[..<16].elementsEqual(Self.signature + Self.chunkStart),
      let width = ByteOrder.bigEndian.number(start, at: 16, count: 4),
      let height = ByteOrder.bigEndian.number(start, at: 20, count: 4)
    else {
      return nil
    }
    self.width = width
    self.height = height
    bitDepth = Int(start[24])
    switch start[25] {
    case 0, 3: channels = 1
    case 2: channels = 3
    case 4: channels = 2
    case 6: channels = 4
    default: return nil
    }
    hasAlpha = start[25] & 4 != 0
    isInterlaced = start[28] != 0
    guard [1, 2, 4, 8, 16].contains(bitDepth) else { return nil }
  }

  /// How many pixels a byte of the file can stand for: rows as well compressed as deflate can,
  /// which is 1032 to 1 (zlib technical details, "maximum compression factor").
  var pixelsPerByte: Int { max(1, 1032 * 8 / (channels * bitDepth)) }
}
