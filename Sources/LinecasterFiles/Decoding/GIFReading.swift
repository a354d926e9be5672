import LinecasterBase
import LinecasterRaster

extension ImageHeader {
  /// Reads the header of a GIF file, up to the pixels of its first frame.
  ///
  /// - Throws: `ImageError` with code `malformed` or `unreadable`.
  init(gif file: some RandomAccessBytes) throws(ImageError) {
    let frame = try GIFFrame(file)
    self.init(format: .gif, size: frame.canvas, hasAlpha: frame.hasAlpha, workingBytesPerPixel: 1)
  }
}

extension EncodedImage {
  /// Decodes the first frame of a GIF file.
  func decodeGIF() throws(ImageError) -> Bitmap {
    let frame = try GIFFrame(MemoryBytes(bytes: bytes, name: name))
    guard frame.canvas == header.size else { throw malformed("the file has changed") }
    return try assemble(GIFRows(frame, indices: indices(of: frame)))
  }

  /// The palette indices of a frame, in the order of the file (GIF89a, appendix F).
  ///
  /// The string of each new code is that of the code before and one more index. Both stand together
  /// in the output, so the dictionary is a table of ranges of it, and no index is written twice.
  private func indices(of frame: GIFFrame) throws(ImageError) -> [UInt8] {
    var codes = GIFCodes(bytes, at: frame.dataStart)
    guard let literalBits = codes.literalBits else { throw malformed("no code size of pixels") }
    let clear = 1 << literalBits
    var output = [UInt8](repeating: 0, count: frame.width * frame.height)
    var count = 0
    var strings = [(start: Int, count: Int)](repeating: (0, 0), count: GIFCodes.limit)
    var next = clear + 2
    var codeBits = literalBits + 1
    var before: (start: Int, count: Int)?
    while count < output.count {
      guard let code = codes.next(codeBits), code != clear + 1 else {
        throw malformed("the first frame ends after \(count) of \(output.count) pixels")
      }
      if code == clear {
        (next, codeBits, before) = (clear + 2, literalBits + 1, nil)
        continue
      }
      // Before the code is used, which may be the new one itself.
      if let before, next < GIFCodes.limit {
        strings[next] = (before.start, before.count + 1)
        next += 1
      }
      if next == 1 << codeBits, next < GIFCodes.limit { codeBits += 1 }
      let start = count
      if code < clear {
        output[count] = UInt8(truncatingIfNeeded: code)
        count += 1
      } else {
        guard code < next else { throw malformed("a code of pixels that is not defined") }
        let string = strings[code]
        // The last index of the new code is the first that is written here.
        for place in 0..<min(string.count, output.count - count) {
          output[count] = output[string.start + place]
          count += 1
        }
      }
      before = (start, count - start)
    }
    return output
  }
}

/// The first frame of a GIF file, up to its pixels (GIF89a §18 to §23).
private struct GIFFrame {
  /// The logical screen, enlarged to the frame if that is larger, as in browsers.
  private(set) var canvas: PixelSize
  private(set) var left = 0
  private(set) var top = 0
  private(set) var width = 0
  private(set) var height = 0
  private(set) var isInterlaced = false
  /// Red, green and blue of each index.
  private(set) var palette: [UInt8] = []
  /// The index of transparent pixels.
  private(set) var clearIndex: Int?
  /// The start of the compressed pixels in the file.
  private(set) var dataStart = 0

  /// The maximum number of blocks before the frame; comments of 64 KiB have 257.
  private static let blockLimit = 1 << 14
  /// The maximum pixels that a byte can represent: a code of 12 bits stands for less than 4096.
  private static let pixelsPerByte = 4096 * 8 / 12

  /// Whether pixels of the canvas may be transparent. Browsers ignore the background colour.
  var hasAlpha: Bool {
    clearIndex != nil || width < canvas.width || height < canvas.height
  }

  /// Reads the blocks of a file up to its first frame.
  init(_ file: some RandomAccessBytes) throws(ImageError) {
    let screen = try file.need(at: 0, count: 13)
    canvas = PixelSize(width: Self.number(screen, at: 6), height: Self.number(screen, at: 8))
    var position = 13
    palette = try Self.palette(flags: screen[10], in: file, at: &position)
    // Of extensions and of the blocks in them.
    var isInExtension = false
    for _ in 0..<Self.blockLimit {
      let start = try file.need(at: position, count: 2)
      if isInExtension {
        position += 1 + Int(start[0])
        isInExtension = start[0] > 0
        continue
      }
      guard start[0] == 0x21 else {
        guard start[0] == 0x2C else { throw file.malformed("no frame") }
        try readFrame(of: file, at: position + 1)
        return
      }
      position += 2
      isInExtension = true
      // A graphic control: the last one before the frame applies.
      if start[1] == 0xF9 {
        let control = try file.need(at: position, count: 5)
        clearIndex = control[0] >= 4 && control[1] & 1 == 1 ? Int(control[4]) : nil
      }
    }
    throw file.malformed("more than \(Self.blockLimit) blocks before the first frame")
  }

  /// Reads the description of a frame behind its first byte.
  private mutating func readFrame(
    of file: some RandomAccessBytes, at place: Int
  ) throws(ImageError) {
    var position = place
    let description = try file.need(at: position, count: 9)
    position += 9
    (left, top) = (Self.number(description, at: 0), Self.number(description, at: 2))
    (width, height) = (Self.number(description, at: 4), Self.number(description, at: 6))
    isInterlaced = description[8] & 0x40 != 0
    let own = try Self.palette(flags: description[8], in: file, at: &position)
    if !own.isEmpty { palette = own }
    guard width > 0, height > 0 else { throw file.malformed("the first frame has no pixels") }
    guard width * height / Self.pixelsPerByte <= file.count else {
      throw file.malformed("\(file.count) bytes cannot hold \(width) × \(height) pixels")
    }
    canvas = PixelSize(
      width: max(canvas.width, left + width), height: max(canvas.height, top + height))
    dataStart = position
  }

  private static func number(_ bytes: [UInt8], at position: Int) -> Int {
    ByteOrder.littleEndian.number(bytes, at: position, count: 2) ?? 0
  }

  /// The palette at a position, by the flags before it; empty without one.
  private static func palette(
    flags: UInt8, in file: some RandomAccessBytes, at position: inout Int
  ) throws(ImageError) -> [UInt8] {
    guard flags & 0x80 != 0 else { return [] }
    let count = 3 << (Int(flags & 7) + 1)
    defer { position += count }
    return try file.need(at: position, count: count)
  }
}

/// The codes of compressed pixels, the lowest bits first, in blocks of up to 255 bytes.
private struct GIFCodes {
  /// The number of codes: they have at most 12 bits.
  static let limit = 4096

  /// The bits of a palette index; `nil` for a number that is not valid.
  let literalBits: Int?
  private let bytes: [UInt8]
  private var position: Int
  /// The bytes left in the block.
  private var left = 0
  private var bits = 0
  private var bitCount = 0

  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    position = start + 1
    literalBits = bytes.indices.contains(start) && 1...8 ~= bytes[start] ? Int(bytes[start]) : nil
  }

  /// The next code of a number of bits; `nil` at the end of the blocks.
  mutating func next(_ count: Int) -> Int? {
    while bitCount < count {
      if left == 0 {
        guard let size = nextByte(), size > 0 else { return nil }
        left = Int(size)
      }
      guard let byte = nextByte() else { return nil }
      left -= 1
      bits |= Int(byte) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func nextByte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }
}

/// The rows of a canvas with its first frame.
private final class GIFRows: ImageRows {
  let width: Int
  let height: Int

  private let frame: GIFFrame
  private let indices: [UInt8]
  /// Premultiplied RGBA of each index.
  private let colors: [SIMD4<UInt8>]
  private var next = 0

  init(_ frame: GIFFrame, indices: [UInt8]) {
    self.frame = frame
    self.indices = indices
    (width, height) = (frame.canvas.width, frame.canvas.height)
    colors = (0..<256).map { index in
      guard index != frame.clearIndex else { return .zero }
      // Indices outside the palette are black, as in browsers.
      let start = index * 3
      guard start < frame.palette.count else { return SIMD4(0, 0, 0, 255) }
      return SIMD4(frame.palette[start], frame.palette[start + 1], frame.palette[start + 2], 255)
    }
  }

  func read(into row: UnsafeMutableBufferPointer<UInt8>) {
    defer { next += 1 }
    row.update(repeating: 0)
    let line = next - frame.top
    guard 0..<frame.height ~= line else { return }
    let start = place(of: line) * frame.width
    for column in 0..<frame.width {
      let color = colors[Int(indices[start + column])]
      let pixel = (frame.left + column) * 4
      for channel in 0..<4 { row[pixel + channel] = color[channel] }
    }
  }

  /// The place of a line of the frame in the file. Interlaced frames have every eighth line, those
  /// between them, every second of the others, and the rest (GIF89a, appendix E).
  private func place(of line: Int) -> Int {
    guard frame.isInterlaced else { return line }
    let (eighths, fourths, halves) = (
      (frame.height + 7) / 8, (frame.height + 3) / 8, (frame.height + 1) / 4
    )
    if line % 8 == 0 { return line / 8 }
    if line % 8 == 4 { return eighths + line / 8 }
    if line % 4 == 2 { return eighths + fourths + line / 4 }
    return eighths + fourths + halves + line / 2
  }
}
