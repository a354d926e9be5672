import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// GIF images written by the encoder below, which follows the specification by itself.
@Suite struct GIFReadingTests {
  private let decoder = ImageDecoder()

  private func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Color? { bitmap.color(atX: x, y: y) }

  @Test(arguments: 1...8, [true, false])
  func indicesOfEveryCodeSizeAreRead(bits: Int, clears: Bool) throws {
    var random = SeededGenerator()
    for side in [1, 2, 7, 150] {
      var file = GIFFile(width: side, height: side)
      file.bits = bits
      file.clearsWhenFull = clears
      // Runs give long strings, and noise fills the dictionary.
      var index = 0
      file.indices = (0..<side * side).map { _ in
        if !random.oneIn(side > 100 ? 3 : 2) {
          index = Int.random(in: 0..<1 << bits, using: &random)
        }
        return UInt8(index)
      }
      let bitmap = try decoder.decode(file.bytes)
      let expected: [UInt8] = file.indices.flatMap { index -> [UInt8] in
        file.palette[Int(index)] + [255]
      }
      #expect(bitmap.pixels == expected, "seed \(random.seed), side \(side)")
    }
  }

  @Test func longRunsAreRead() throws {
    let file = GIFFile(width: 3000, height: 1000)
    let bytes = file.bytes
    #expect(bytes.count < 8000)
    let bitmap = try decoder.decode(bytes, covering: PixelSize(width: 30, height: 10))
    #expect(pixel(bitmap, 15, 5) == Color(red: 10, green: 20, blue: 30))
  }

  @Test(arguments: 1...20)
  func interlacedRowsAreInTheirPlaces(height: Int) throws {
    var file = GIFFile(width: 1, height: height)
    // The order of rows in the specification's table of passes.
    let order = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap {
      Array(stride(from: $0.0, to: height, by: $0.1))
    }
    file.isInterlaced = true
    file.indices = order.map { UInt8($0) }
    let bitmap = try decoder.decode(file.bytes)
    for row in 0..<height {
      #expect(Array(bitmap.pixels[row * 4..<row * 4 + 3]) == file.palette[row])
    }
  }

  @Test func theFirstFrameStandsInItsPlace() throws {
    var file = GIFFile(width: 3, height: 2)
    file.screen = (10, 8)
    (file.left, file.top) = (6, 5)
    #expect(try decoder.info(of: file.bytes).size == PixelSize(width: 10, height: 8))
    #expect(try decoder.info(of: file.bytes).hasAlpha)
    let bitmap = try decoder.decode(file.bytes)
    for (x, y) in [(5, 5), (6, 4), (9, 5), (6, 7), (0, 0)] {
      #expect(pixel(bitmap, x, y)?.alpha == 0)
    }
    for (x, y) in [(6, 5), (8, 6)] { #expect(pixel(bitmap, x, y)?.alpha == 255) }
  }

  /// As in browsers.
  @Test(arguments: [(0, 0), (4, 3), (12, 1)])
  func aFrameOutsideTheScreenEnlargesIt(width: Int, height: Int) throws {
    var file = GIFFile(width: 6, height: 4)
    file.screen = (width, height)
    (file.left, file.top) = (1, 2)
    let bitmap = try decoder.decode(file.bytes)
    #expect((bitmap.width, bitmap.height) == (max(7, width), max(6, height)))
    #expect(pixel(bitmap, 6, 5) == Color(red: 10, green: 20, blue: 30))
  }

  @Test func theLastControlBeforeTheFrameApplies() throws {
    var file = GIFFile(width: 2, height: 1)
    file.indices = [3, 4]
    file.extensions = [GIFFile.control(clear: 3), GIFFile.comment, GIFFile.control(clear: 4)]
    #expect(try decoder.info(of: file.bytes).hasAlpha)
    var bitmap = try decoder.decode(file.bytes)
    #expect(pixel(bitmap, 0, 0)?.alpha == 255 && pixel(bitmap, 1, 0)?.alpha == 0)
    file.extensions.append(GIFFile.control(clear: nil))
    #expect(try !decoder.info(of: file.bytes).hasAlpha)
    bitmap = try decoder.decode(file.bytes)
    #expect(pixel(bitmap, 1, 0)?.alpha == 255)
  }

  @Test func aFrameHasItsOwnPaletteOrThatOfAll() throws {
    var file = GIFFile(width: 2, height: 1)
    file.indices = [1, 200]
    file.bits = 8
    file.ownPalette = [[1, 2, 3], [4, 5, 6]]
    var bitmap = try decoder.decode(file.bytes)
    // The second index is not in the palette.
    #expect(bitmap.pixels == [4, 5, 6, 255, 0, 0, 0, 255])
    file.ownPalette = []
    bitmap = try decoder.decode(file.bytes)
    #expect(Array(bitmap.pixels[4..<7]) == file.palette[200])
  }

  @Test func everyCutIsAnError() throws {
    for name in ["gif-part.gif", "gif-interlaced.gif"] {
      let bytes = try ImageFixtures.bytes(name)
      let whole = try decoder.decode(bytes)
      for count in bytes.indices {
        let part = Array(bytes.prefix(count))
        guard let bitmap = try? decoder.decode(part) else {
          let error = #expect(throws: ImageError.self) { try decoder.decode(part, name: name) }
          #expect(error?.code == (count < 6 ? .unsupported : .malformed), "\(count) bytes")
          continue
        }
        // Only the end code, the end of the blocks and that of the file may be missing.
        #expect(bitmap == whole && count > bytes.count - 6, "\(count) of \(bytes.count) bytes")
      }
    }
  }

  @Test func damagedPixelsAreErrors() throws {
    var file = GIFFile(width: 9, height: 9)
    file.data = [4, 4, 0x10, 0xFF, 0xFF, 0xFF, 0]
    var error = #expect(throws: ImageError.self) { try decoder.decode(file.bytes) }
    #expect(error?.reason == "a code of pixels that is not defined")
    // The end code behind two pixels.
    file.data = [2, 4, 0x44, 0x01, 0x05, 0x00, 0]
    error = #expect(throws: ImageError.self) { try decoder.decode(file.bytes) }
    #expect(error?.reason.hasPrefix("the first frame ends after ") == true, "\(error as Any)")
    for size: UInt8 in [0, 9, 255] {
      file.data = [size, 2, 0, 0, 0]
      error = #expect(throws: ImageError.self) { try decoder.decode(file.bytes) }
      #expect(error?.code == .malformed)
    }
    for (width, height) in [(0, 5), (5, 0)] {
      error = #expect(throws: ImageError.self) {
        try decoder.decode(GIFFile(width: width, height: height).bytes)
      }
      #expect(error?.reason == "the first frame has no pixels")
    }
  }

  /// Files that would take much time or memory are refused at once.
  @Test func bombsAreRefused() throws {
    var large = GIFFile(width: 1, height: 1)
    large.screen = (65_535, 65_535)
    var comments = GIFFile(width: 1, height: 1)
    comments.extensions = (0..<20_000).map { _ in GIFFile.comment }
    var comment = GIFFile(width: 1, height: 1)
    let parts = (0..<100_000).flatMap { _ in [1, 0x20] as [UInt8] }
    comment.extensions = [[0x21, 0xFE] + parts + [0]]
    var clears = GIFFile(width: 2000, height: 2000)
    // Codes of 3 bits that clear the dictionary: 4, again and again.
    clears.data =
      [2] + (0..<4000).flatMap { _ in [255] + (0..<85).flatMap { _ in [0x24, 0x49, 0x92] } } + [0]
    let cases: [(GIFFile, ImageErrorCode)] = [
      (large, .tooLarge), (comments, .malformed), (comment, .malformed), (clears, .malformed),
    ]
    let time = ThreadClock.milliseconds {
      for (file, code) in cases {
        let error = #expect(throws: ImageError.self) { try decoder.decode(file.bytes) }
        #expect(error?.code == code)
      }
    }
    #expect(time < 5_000)
  }
}

/// A GIF file of one frame, as GIF89a describes it.
private struct GIFFile {
  var screen: (width: Int, height: Int)
  var (left, top) = (0, 0)
  let width: Int
  let height: Int
  var isInterlaced = false
  /// The bits of an index.
  var bits = 8
  var indices: [UInt8]
  var ownPalette: [[UInt8]] = []
  var extensions: [[UInt8]] = []
  /// Whether the dictionary is cleared when it is full, or kept.
  var clearsWhenFull = true
  /// The blocks of pixels, if they are not those of the indices.
  var data: [UInt8]?

  let palette: [[UInt8]] = (0...255).map { (index: UInt8) -> [UInt8] in
    [index &* 7 ^ 10, index &* 5 ^ 20, index ^ 30]
  }

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    screen = (width, height)
    indices = [UInt8](repeating: 0, count: width * height)
  }

  static let comment: [UInt8] = [0x21, 0xFE, 2, 0x61, 0x62, 0]

  static func control(clear index: UInt8?) -> [UInt8] {
    [0x21, 0xF9, 4, index == nil ? 0 : 1, 0, 0, index ?? 7, 0]
  }

  var bytes: [UInt8] {
    func words(_ numbers: Int...) -> [UInt8] {
      numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
    let flags: UInt8 = (isInterlaced ? 0x40 : 0) | (ownPalette.isEmpty ? 0 : 0x80)
    return Array("GIF89a".utf8) + words(screen.width, screen.height) + [0xF7, 0, 0]
      + palette.flatMap { $0 } + extensions.flatMap { $0 } + [0x2C]
      + words(left, top, width, height) + [flags] + ownPalette.flatMap { $0 }
      + (data ?? compressed) + [0x3B]
  }

  /// The codes of the indices by a dictionary of strings, in blocks.
  private var compressed: [UInt8] {
    var bytes: [UInt8] = []
    var (pending, pendingBits) = (0, 0)
    let clear = 1 << bits
    var codeBits = bits + 1
    func put(_ code: Int) {
      pending |= code << pendingBits
      pendingBits += codeBits
      while pendingBits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        pendingBits -= 8
      }
    }
    // A string is a code and one more index.
    var dictionary: [Int: Int] = [:]
    var next = clear + 2
    put(clear)
    var code: Int?
    for index in indices.map(Int.init) {
      guard let known = code else {
        code = index
        continue
      }
      if let longer = dictionary[known << 8 | index] {
        code = longer
        continue
      }
      put(known)
      code = index
      if next < 4096 {
        dictionary[known << 8 | index] = next
        next += 1
        if next > 1 << codeBits, codeBits < 12 { codeBits += 1 }
      } else if clearsWhenFull {
        put(clear)
        (dictionary, next, codeBits) = ([:], clear + 2, bits + 1)
      }
    }
    if let code { put(code) }
    if next == 1 << codeBits, codeBits < 12 { codeBits += 1 }
    put(clear + 1)
    put(0)
    let blocks = stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let block = bytes[start..<min(start + 255, bytes.count)]
      return [UInt8(block.count)] + block
    }
    return [UInt8(bits)] + blocks + [0]
  }
}
