import LinecasterBase
import LinecasterRaster

/// What has to be known of an SVG file before it is drawn: its size, and how much work that is.
///
/// A few elements that use each other make millions, and what draws them knows no end. So elements
/// are counted as often as they are used, before anything is drawn; what cannot be counted, or
/// reads other files, is not drawn.
struct SVGDocument {
  /// The size in CSS pixels, rounded up (SVG 2 §7.2): that of the root, of its `viewBox`, or
  /// 300 × 150.
  let size: PixelSize
  /// The elements drawn, those used several times each time; long paths and texts count as more.
  let stepCount: Int

  /// The bytes in which the root has to begin.
  static let rootByteLimit = 1 << 16
  /// The largest file.
  static let byteLimit = 4 << 20
  /// The most elements inside each other, and the most uses of uses.
  static let depthLimit = 128
  /// The most elements of a file.
  static let elementLimit = 100_000
  /// The most steps, each element counted as often as it is used.
  static let stepLimit = 100_000
  /// The most steps times pixels: each may touch all of them.
  static let workLimit = 1 << 33

  /// Reads a file.
  ///
  /// - Parameter isWhole: Whether the bytes are all of it; else they are looked at up to the root.
  /// - Throws: `ImageError` with code `malformed`, `tooLarge`, or `unsupported` for what is not
  ///   drawn.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], named name: String, isWhole: Bool) throws(ImageError) {
    guard bytes.count <= Self.byteLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(bytes.count) bytes of SVG where the limit is \(Self.byteLimit)")
    }
    var scanner = SVGScanner(bytes, name: name, isWhole: isWhole)
    try scanner.scan()
    guard let root = scanner.rootAttributes else {
      throw ImageError(code: .malformed, source: name, reason: "no svg element")
    }
    size = Self.size(root)
    stepCount =
      isWhole ? try SVGWork(scanner, name: name).steps(shortestDash: scanner.shortestDash) : 0
  }

  /// Throws where drawing the file at a size is too much work.
  ///
  /// - Throws: `ImageError` with code `tooLarge`.
  func check(_ size: PixelSize, named name: String) throws(ImageError) {
    guard stepCount <= Self.stepLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "drawing it takes more than \(Self.stepLimit) elements, those used by others "
          + "counted each time")
    }
    let work = Double(stepCount) * Double(size.width) * Double(size.height)
    guard work <= Double(Self.workLimit) else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(stepCount) elements at \(size.words) pixels are too much work")
    }
  }

  private static func size(_ root: [String: String]) -> PixelSize {
    let box = SVGNumbers.all(in: Array((root["viewBox"] ?? "").utf8))
    let hasBox = box.count == 4 && box[2] > 0 && box[3] > 0
    let (width, height) = (
      root["width"].flatMap(SVGNumbers.length), root["height"].flatMap(SVGNumbers.length)
    )
    func pixels(_ length: Double) -> Int { Int(saturating: min(max(length.rounded(.up), 0), 1e9)) }
    func size(_ width: Double, _ height: Double) -> PixelSize {
      PixelSize(width: pixels(width), height: pixels(height))
    }
    switch (width, height) {
    case (let width?, let height?): return size(width, height)
    case (let width?, nil): return size(width, hasBox ? width * box[3] / box[2] : 150)
    case (nil, let height?): return size(hasBox ? height * box[2] / box[3] : 300, height)
    case (nil, nil): return hasBox ? size(box[2], box[3]) : size(300, 150)
    }
  }
}

/// Numbers in attributes.
enum SVGNumbers {
  /// All numbers, whatever is between them.
  static func all(in bytes: some Collection<UInt8>) -> [Double] {
    var numbers: [Double] = []
    var token: [UInt8] = []
    func end() {
      if let number = Double(String(decoding: token, as: UTF8.self)), number.isFinite {
        numbers.append(number)
      }
      token = []
    }
    for byte in bytes {
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isAfterExponent = token.last == UInt8(ascii: "e") || token.last == UInt8(ascii: "E")
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): token.append(byte)
      case UInt8(ascii: "e"), UInt8(ascii: "E"): token.append(byte)
      case UInt8(ascii: "."):
        if token.contains(byte) { end() }
        token.append(byte)
      default:
        if !isSign || !isAfterExponent { end() }
        if isSign { token.append(byte) }
      }
    }
    end()
    return numbers
  }

  /// The sum of all numbers without their signs; those with units may be a hundred times as much.
  static func sum(in bytes: some Collection<UInt8>, hasUnits: Bool) -> Double {
    let sum = all(in: bytes).reduce(0) { $0 + abs($1) }
    return hasUnits ? sum * 100 : sum
  }

  private static let units: [(String, Double)] = [
    ("px", 1), ("pt", 96 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
    ("em", 16), ("ex", 8),
  ]

  /// A length in CSS pixels; nil for percents and what is none.
  static func length(_ text: String) -> Double? {
    let text = text.trimmingBlanks
    let unit = units.first { text.hasSuffix($0.0) }
    let length = Double(unit == nil ? text : String(text.dropLast(2)).trimmingBlanks)
    guard let length, length.isFinite, length > 0 else { return nil }
    return length * (unit?.1 ?? 1)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    let bytes = Array(utf8)
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
