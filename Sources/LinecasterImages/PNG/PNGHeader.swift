/// The first chunk of a PNG file, `IHDR` (PNG specification, third edition, §11.2.1).
struct PNGHeader: Hashable {
  let width: Int
  let height: Int
  let bitDepth: Int
  let channels: Int

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let chunkStart: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

  /// The bytes up to and with the last one read here.
  static let byteCount = 26

  /// Reads the header of a file; nil where the bytes do not start as a PNG file must.
  init?(_ bytes: some Collection<UInt8>) {
    let start = Array(bytes.prefix(Self.byteCount))
    guard start.count == Self.byteCount,
      start[..<16].elementsEqual(Self.signature + Self.chunkStart)
    else {
      return nil
    }
    func word(at index: Int) -> Int {
      start[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    width = word(at: 16)
    height = word(at: 20)
    bitDepth = Int(start[24])
    switch start[25] {
    case 0, 3: channels = 1
    case 2: channels = 3
    case 4: channels = 2
    case 6: channels = 4
    default: return nil
    }
    guard width > 0, height > 0, [1, 2, 4, 8, 16].contains(bitDepth) else { return nil }
  }

  /// The fewest bytes a file with this header can have: its rows as well compressed as deflate
  /// can, which is 1032 to 1 (zlib technical details, "maximum compression factor").
  var minimumByteCount: Int {
    let rowBytes = (width * channels * bitDepth + 7) / 8 + 1
    return rowBytes.multipliedReportingOverflow(by: height).partialValue / 1032
  }
}
