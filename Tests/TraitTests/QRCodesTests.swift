#if QR
  import LinecasterDisplay
  import LinecasterBase
  import LinecasterFiles
  import LinecasterRaster
  import Testing

  /// QR codes as images, read back by the rules of the standard.
  @Suite struct QRCodesTests {
    private let images = ImageFileProvider(folder: "/nowhere")

    /// The modules of a code of the smallest size, without the quiet zone.
    private func modules(_ text: String) throws -> [[Bool]] {
      let image = try images.load(ImageReference("qr:" + text))
      let side = image.width / 29
      #expect(image.width == image.height && image.width == 29 * side)
      return (0..<21).map { row in
        (0..<21).map { column in
          let (x, y) = ((column + 4) * side + side / 2, (row + 4) * side + side / 2)
          return image.color(atX: x, y: y) == .black
        }
      }
    }

    @Test(arguments: ["A", "Linecaster", "\u{E9}\u{4E2D}", "14 bytes long."])
    func codesSayTheirText(text: String) throws {
      #expect(try SmallCode(modules(text)).text == text)
    }

    /// Larger codes have more modules, with the same finder patterns in three corners.
    @Test func longTextsMakeLargerCodes() throws {
      let image = try images.load(
        ImageReference("qr:" + String(repeating: "https://example.org/ ", count: 10)))
      let side = 16
      #expect(image.width % side == 0 && image.width > 40 * side)
      for (x, y) in [(4, 4), (image.width / side - 11, 4), (4, image.width / side - 11)] {
        #expect(image.color(atX: x * side + 3, y: y * side + 3) == .black)
        #expect(image.color(atX: (x + 1) * side + 3, y: (y + 1) * side + 3) == .white)
        #expect(image.color(atX: (x + 3) * side + 3, y: (y + 3) * side + 3) == .black)
      }
      #expect(image.color(atX: 3 * side, y: 3 * side) == .white)
    }

    @Test(arguments: [0, 2332, 100_000])
    func whatHasNoRoomIsAnError(count: Int) {
      let error = #expect(throws: ImageError.self) {
        try images.load(ImageReference("qr:" + String(repeating: "a", count: count)))
      }
      #expect(error?.code == .tooLarge)
      #expect(error?.reason.contains("\(count)") == true)
    }
  }

  /// Reads codes of version 1 by ISO/IEC 18004 §7, without error correction.
  private struct SmallCode {
    let text: String

    init(_ modules: [[Bool]]) {
      // The mask number is in bits 12 to 10 of the format, which are XORed with 101.
      let format = [modules[8][2], modules[8][3], modules[8][4]].enumerated().reduce(0) {
        $0 << 1 | ($1.element != [true, false, true][$1.offset] ? 1 : 0)
      }
      var bits: [Bool] = []
      for pair in stride(from: 20, to: 0, by: -2) {
        // The timing column is skipped.
        let right = pair <= 6 ? pair - 1 : pair
        let isUpward = (20 - pair) / 2 % 2 == 0
        for step in 0..<21 {
          let row = isUpward ? 20 - step : step
          for column in [right, right - 1] where !Self.isFixed(row, column) {
            bits.append(modules[row][column] != Self.isMasked(format, row, column))
          }
        }
      }
      let bytes = stride(from: 0, to: 16 * 8, by: 8).map { start in
        bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      }
      // Mode 0100, eight bits of a count, and the bytes.
      let count = (bytes[0] & 15) << 4 | bytes[1] >> 4
      let content = (0..<min(count, 14)).map { index in
        UInt8((bytes[index + 1] & 15) << 4 | bytes[index + 2] >> 4)
      }
      text = bytes[0] >> 4 == 4 ? String(decoding: content, as: UTF8.self) : "mode \(bytes[0] >> 4)"
    }

    /// Whether a module belongs to a function pattern or to the format.
    private static func isFixed(_ row: Int, _ column: Int) -> Bool {
      row == 6 || column == 6 || row < 9 && (column < 9 || column > 12) || row > 12 && column < 9
    }

    private static func isMasked(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
      switch mask {
      case 0: (i + j) % 2 == 0
      case 1: i % 2 == 0
      case 2: j % 3 == 0
      case 3: (i + j) % 3 == 0
      case 4: (i / 2 + j / 3) % 2 == 0
      case 5: i * j % 2 + i * j % 3 == 0
      case 6: (i * j % 2 + i * j % 3) % 2 == 0
      default: ((i + j) % 2 + i * j % 3) % 2 == 0
      }
    }
  }
#endif
