import LinecasterBase
import LinecasterRaster

/// The size and the drawing work of an SVG file, determined before it is drawn.
///
/// A few elements that use each other can expand to millions, without a limit in the renderer.
/// Therefore elements are counted for each use before drawing; files that cannot be counted, or
/// that read other files, are rejected.
struct SVGDocument {
  /// The size in CSS pixels, rounded up (SVG 2 §7.2): that of the root, of its `viewBox`, or
  /// 300 × 150.
  let size: PixelSize
  /// The drawn elements, counted for each use; long paths and texts count more.
  let stepCount: Int

  /// The maximum bytes before the root element.
  static let rootByteLimit = 1 << 16
  /// The maximum file size.
  static let byteLimit = 4 << 20
  /// The maximum depth of elements, and of nested uses.
  static let depthLimit = 128
  /// The maximum elements of a file.
  static let elementLimit = 100_000
  /// The maximum steps, counting each use of an element.
  static let stepLimit = 100_000
  /// The maximum product of steps and pixels, because each step may touch all pixels.
  static let workLimit = 1 << 33

  /// Reads a file.
  ///
  /// - Parameter isWhole: Whether the bytes are the whole file; otherwise only the root is read.
  /// - Throws: `ImageError` with code `malformed`, `tooLarge`, or `unsupported` for features that
  ///   are not drawn.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], named name: String, isWhole: Bool) throws(ImageError) {
    guard bytes.count <= Self.byteLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(bytes.count) bytes; the limit for SVG is \(Self.byteLimit)")
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

  /// Runs work that recurses over all levels of a file, with enough stack.
  static func walk<Value>(
    _ work: () throws(ImageError) -> Value
  ) throws(ImageError) -> Value {
    try WorkScope.unlimited.withRoom(forLevels: SVGWork.levelLimit) { _ throws(ImageError) in
      try work()
    }
  }

  /// Throws if drawing the file at a size is too much work.
  ///
  /// - Throws: `ImageError` with code `tooLarge`.
  func check(_ size: PixelSize, named name: String) throws(ImageError) {
    guard stepCount <= Self.stepLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "drawing it takes more than \(Self.stepLimit) elements, counting each use")
    }
    let work = Double(stepCount) * Double(size.width) * Double(size.height)
    guard work <= Double(Self.workLimit) else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "\(stepCount) elements at \(size.words) pixels exceed the work limit")
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

/// Parses numbers in attributes.
enum SVGNumbers {
  /// All numbers, with any separators.
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

  /// The sum of the absolute values of all numbers; with units, up to a hundred times as much.
  static func sum(in bytes: some Collection<UInt8>, hasUnits: Bool) -> Double {
    let sum = all(in: bytes).reduce(0) { $0 + abs($1) }
    return hasUnits ? sum * 100 : sum
  }

  private static let units: [(String, Double)] = [
    ("px", 1), ("pt", 96 / 72), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96),
    ("em", 16), ("ex", 8),
  ]

  /// A length in CSS pixels; `nil` for percentages and invalid lengths.
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

/// Counts the elements of an SVG file for each time they are drawn.
struct SVGWork {
  /// The totals of a part of a file.
  private struct Sum {
    var steps = 0
    var elements = 0
    var points = 0
    var length = 0.0

    mutating func add(_ other: Sum) {
      steps = min(steps + other.steps, Sum.most)
      elements = min(elements + other.elements, Sum.most)
      points = min(points + other.points, Sum.most)
      length = min(length + other.length, 1e15)
    }

    /// Adds the totals of a number of repetitions.
    mutating func add(_ other: Sum, times: Int) {
      steps = min(steps + other.steps * times, Sum.most)
      length = min(length + other.length * Double(times), 1e15)
    }

    /// A bound far above all limits, yet small enough to multiply.
    static let most = 1 << 30
  }

  private let elements: [SVGElement]
  /// The references of each element itself, and those it inherits.
  private let own: [SVGReferences]
  private let inherited: [SVGReferences]
  private let places: [ExactText: Int]
  private let name: String

  /// The maximum levels of elements and uses.
  static let levelLimit = 2 * SVGDocument.depthLimit

  /// - Throws: `ImageError` with code `tooLarge`.
  init(_ scanner: SVGScanner, name: String) throws(ImageError) {
    var places: [ExactText: Int] = [:]
    var (own, inherited): ([SVGReferences], [SVGReferences]) = ([], [])
    let elements = scanner.elements
    for (index, element) in elements.enumerated() {
      if let identifier = element.identifier, places[identifier] == nil {
        places[identifier] = index
      }
      var references = SVGReferences()
      try references.add(element.references, in: name)
      for className in element.classes {
        if let more = scanner.classes[className] { try references.add(more, in: name) }
      }
      own.append(references)
      var all = SVGReferences()
      if element.isPainted {
        if let parent = element.parent { all = inherited[parent] }
        let passedOn = SVGReferences(often: references.often, markers: references.markers)
        try all.add(passedOn, in: name)
      }
      inherited.append(all)
    }
    (self.elements, self.places, self.name) = (elements, places, name)
    (self.own, self.inherited) = (own, inherited)
  }

  /// The steps of drawing, saturated at a maximum.
  ///
  /// - Parameter shortestDash: The shortest dash pattern; `nil` without dashes.
  /// - Throws: `ImageError` with code `tooLarge` if uses are nested too deeply, or `malformed` if
  ///   elements use themselves.
  func steps(shortestDash: Double?) throws(ImageError) -> Int {
    guard !elements.isEmpty else { return 0 }
    return try SVGDocument.walk { () throws(ImageError) in
      var known: [Int: Sum] = [:]
      var isOpen: Set<Int> = []
      let sum = try self.sum(0, &known, &isOpen, level: 0)
      guard let shortestDash else { return sum.steps }
      // An outline is at most seven times the sum of its numbers; eight dashes are a step.
      let dashes = min(sum.length * 7 / shortestDash / 8, Double(Sum.most))
      return min(sum.steps + Int(saturating: dashes), Sum.most)
    }
  }

  private func sum(
    _ index: Int, _ known: inout [Int: Sum], _ isOpen: inout Set<Int>, level: Int
  ) throws(ImageError) -> Sum {
    if let sum = known[index] { return sum }
    guard isOpen.insert(index).inserted else {
      throw ImageError(code: .malformed, source: name, reason: "a 'use' element contains itself")
    }
    defer { isOpen.remove(index) }
    guard level < Self.levelLimit else {
      throw ImageError(
        code: .tooLarge, source: name,
        reason: "'use' references are nested too deeply (limit \(Self.levelLimit))")
    }
    let element = elements[index]
    var sum = Sum(
      steps: element.weight, elements: 1, points: element.points, length: element.length)
    // Used elements inherit the paints of the `use` element.
    var painted = sum
    for target in own[index].once {
      guard let place = places[target] else { continue }
      let used = try self.sum(place, &known, &isOpen, level: level + 1)
      sum.add(used)
      painted.add(used)
    }
    let (count, points) = (painted.elements, max(1, painted.points))
    for (targets, times) in [(inherited[index].often, count), (inherited[index].markers, points)] {
      for target in targets {
        guard let place = places[target] else { continue }
        sum.add(try self.sum(place, &known, &isOpen, level: level + 1), times: times)
      }
    }
    for child in element.children {
      sum.add(try self.sum(child, &known, &isOpen, level: level + 1))
    }
    known[index] = sum
    return sum
  }
}
