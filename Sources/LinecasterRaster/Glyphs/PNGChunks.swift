/// The parts of a file of PNG up to its pixels (PNG, third edition, §11).
struct PNGChunks {
  let width: Int
  let height: Int
  /// Whether each pixel is a byte, the number of a colour, and rows stand in their order.
  let hasBytePalette: Bool
  /// The colours, three bytes each.
  private(set) var palette = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The alphas of the first colours.
  private(set) var alphas = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The pixels, packed.
  private(set) var data = UnsafeRawBufferPointer(start: nil, count: 0)

  /// The signature and, by its length and name, the header that starts every file.
  private static let start: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
  private static let headerEnd = 33
  /// Depth, colour type, compression, filter and order of such a palette.
  private static let bytePalette: [UInt8] = [8, 3, 0, 0, 0]
  /// The length and the name before a chunk, and the checksum after it.
  private static let nameBytes = 8
  private static let checksumBytes = 4

  /// Finds the parts, valid as long as the file; nil where it ends before, or where the pixels are
  /// not all in one chunk.
  init?(_ file: UnsafeRawBufferPointer) {
    guard file.count >= Self.headerEnd, file.starts(with: Self.start) else { return nil }
    width = file.bigEndian(at: 16)
    height = file.bigEndian(at: 20)
    hasBytePalette = file[24..<29].elementsEqual(Self.bytePalette)
    var place = Self.headerEnd
    while let chunk = Self.chunk(of: file, at: place) {
      place += Self.nameBytes + chunk.bytes.count + Self.checksumBytes
      switch chunk.name {
      case Self.name("PLTE"): palette = chunk.bytes
      case Self.name("tRNS"): alphas = chunk.bytes
      case Self.name("IDAT"):
        data = chunk.bytes
        guard Self.chunk(of: file, at: place)?.name == Self.name("IEND") else { return nil }
        return
      default: break
      }
    }
    return nil
  }

  private static func name(_ letters: StaticString) -> Int {
    letters.withUTF8Buffer { UnsafeRawBufferPointer($0).bigEndian(at: 0) }
  }

  private static func chunk(
    of file: UnsafeRawBufferPointer, at place: Int
  ) -> (name: Int, bytes: UnsafeRawBufferPointer)? {
    guard place <= file.count - nameBytes - checksumBytes else { return nil }
    let count = file.bigEndian(at: place)
    guard count <= file.count - place - nameBytes - checksumBytes else { return nil }
    let start = place + nameBytes
    return (
      file.bigEndian(at: place + 4), UnsafeRawBufferPointer(rebasing: file[start..<start + count])
    )
  }
}

extension UnsafeRawBufferPointer {
  /// The number of four bytes, the most significant first.
  fileprivate func bigEndian(at offset: Int) -> Int {
    Int(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
