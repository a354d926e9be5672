import CLinecaster
import LinecasterBase
import LinecasterFonts
import LinecasterText

// Arguments of C: pointers that may be NULL, sizes that no memory has, and bytes that are no text.

/// Returns a pointer that must not be NULL.
func required<Value>(
  _ pointer: UnsafeMutablePointer<Value>?, _ name: StaticString
) throws(CallError) -> UnsafeMutablePointer<Value> {
  guard let pointer else { throw CallError(LC_ERROR_ARGUMENT, "\(name) is NULL") }
  return pointer
}

/// The most bytes of an argument.
private let mostBytes = Int(Int32.max)

/// Returns bytes of the caller.
func bytes(
  _ start: UnsafeRawPointer?, _ count: Int, _ name: StaticString
) throws(CallError) -> UnsafeRawBufferPointer {
  // Counts of C beyond the range of Int are negative here.
  guard count >= 0, count <= mostBytes else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) is longer than \(mostBytes) bytes")
  }
  guard let start else {
    guard count == 0 else {
      throw CallError(LC_ERROR_ARGUMENT, "\(name) is NULL and has \(count) bytes")
    }
    return UnsafeRawBufferPointer(start: nil, count: 0)
  }
  return UnsafeRawBufferPointer(start: start, count: count)
}

/// Returns a text of the caller.
func text(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
) throws(CallError) -> String {
  let bytes = try bytes(start, length, name)
  guard
    let text = bytes.withMemoryRebound(to: UInt8.self, { String(validating: $0, as: UTF8.self) })
  else { throw CallError(LC_ERROR_UTF8, "\(name) is not UTF-8") }
  return text
}

/// Returns a path of the caller.
func path(
  _ start: UnsafePointer<CChar>?, _ length: Int, _ name: StaticString
) throws(CallError) -> String {
  let path = try text(start, length, name)
  guard !path.isEmpty, !path.utf8.contains(0) else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) is empty or has a zero byte")
  }
  return path
}

/// Copies a text to the caller, as much as fits, and reports its length.
func copy(
  _ text: String, to buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) throws(CallError) {
  let length = try required(length, "the place for the length")
  let target = try elements(buffer, capacity, "the buffer")
  var text = text
  text.withUTF8 { bytes in
    length.pointee = bytes.count
    let part = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes).prefix(target.count))
    UnsafeMutableRawBufferPointer(target).copyMemory(from: part)
  }
}

/// Returns memory of the caller for elements.
func elements<Element>(
  _ start: UnsafeMutablePointer<Element>?, _ capacity: Int, _ name: StaticString
) throws(CallError) -> UnsafeMutableBufferPointer<Element> {
  guard let start else {
    guard capacity == 0 else {
      throw CallError(LC_ERROR_ARGUMENT, "\(name) is NULL, but its capacity is not 0")
    }
    return UnsafeMutableBufferPointer(start: nil, count: 0)
  }
  // More than any memory has is as much as the caller says.
  let most = Int.max / MemoryLayout<Element>.stride
  return UnsafeMutableBufferPointer(
    start: start, count: capacity < 0 ? most : min(capacity, most))
}

/// Copies elements to the caller, as many as fit.
func copy<Element>(
  _ elements: some Sequence<Element>, to buffer: UnsafeMutableBufferPointer<Element>
) {
  for (index, element) in zip(0..<buffer.count, elements) { buffer[index] = element }
}

/// Copies code points to the caller, as many as fit, and reports their number.
func copy(
  _ characters: [Unicode.Scalar], to buffer: UnsafeMutablePointer<UInt32>?, _ capacity: Int,
  _ count: UnsafeMutablePointer<Int>?
) throws(CallError) {
  let count = try required(count, "the place for the count")
  let target = try elements(buffer, capacity, "the characters")
  count.pointee = characters.count
  copy(characters.lazy.map(\.value), to: target)
}

/// A struct of the header that begins with its size.
protocol SizedStruct {
  static var name: StaticString { get }
  var struct_size: Int { get set }
}

extension SizedStruct {
  /// The largest size that is taken for one, of a later version.
  private static var mostBytes: Int { 4096 }

  private static func check(_ size: Int) throws(CallError) {
    guard size >= MemoryLayout<Self>.size, size <= mostBytes else {
      throw CallError(
        LC_ERROR_ARGUMENT,
        "struct_size of \(name) is \(size); set it to sizeof, \(MemoryLayout<Self>.size)")
    }
  }

  /// Reads a struct of the caller; `nil` for NULL.
  static func read(_ pointer: UnsafePointer<Self>?) throws(CallError) -> Self? {
    guard let pointer else { return nil }
    // Before the rest is read, which may not be there.
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    try check(size)
    return pointer.pointee
  }

  /// Writes the struct to the caller, whose size stays.
  func write(to pointer: UnsafeMutablePointer<Self>?) throws(CallError) {
    guard let pointer else { throw CallError(LC_ERROR_ARGUMENT, "the \(Self.name) is NULL") }
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    try Self.check(size)
    pointer.pointee = self
    pointer.pointee.struct_size = size
  }
}

extension lc_text_style: SizedStruct { static var name: StaticString { "lc_text_style" } }
extension lc_paragraph_style: SizedStruct { static var name: StaticString { "lc_paragraph_style" } }
extension lc_line: SizedStruct { static var name: StaticString { "lc_line" } }
extension lc_run: SizedStruct { static var name: StaticString { "lc_run" } }
extension lc_caret: SizedStruct { static var name: StaticString { "lc_caret" } }
extension lc_face_info: SizedStruct { static var name: StaticString { "lc_face_info" } }
extension lc_budget: SizedStruct { static var name: StaticString { "lc_budget" } }
extension lc_picture_options: SizedStruct { static var name: StaticString { "lc_picture_options" } }
extension lc_picture_info: SizedStruct { static var name: StaticString { "lc_picture_info" } }
extension lc_list_options: SizedStruct { static var name: StaticString { "lc_list_options" } }
extension lc_list_info: SizedStruct { static var name: StaticString { "lc_list_info" } }
extension lc_pointer_event: SizedStruct { static var name: StaticString { "lc_pointer_event" } }
extension lc_list_hit: SizedStruct { static var name: StaticString { "lc_list_hit" } }
extension lc_event: SizedStruct { static var name: StaticString { "lc_event" } }

extension lc_draw_options: SizedStruct { static var name: StaticString { "lc_draw_options" } }
extension lc_draw_frame: SizedStruct { static var name: StaticString { "lc_draw_frame" } }

/// Returns a number that must be finite, and at least `minimum`.
func number(
  _ value: Double, _ name: StaticString, atLeast minimum: Double = -.greatestFiniteMagnitude
) throws(CallError) -> Double {
  guard value.isFinite, value >= minimum else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) is \(value)")
  }
  return value
}

/// Returns flags, none of which may be unknown.
func flags(
  _ flags: UInt32, _ known: Int, _ name: StaticString
) throws(CallError) -> (Int) -> Bool {
  guard flags & ~UInt32(truncatingIfNeeded: known) == 0 else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) has unknown flags: \(flags)")
  }
  return { Int(flags) & $0 != 0 }
}

/// Returns the value with a number of an enumeration.
func enumerator<Value>(
  _ number: UInt32, _ values: [Value], _ name: StaticString
) throws(CallError) -> Value {
  guard number < values.count else {
    throw CallError(LC_ERROR_ARGUMENT, "\(number) is not an \(name)")
  }
  return values[Int(number)]
}

extension TextStyle {
  /// Reads a style of the caller.
  init(_ style: lc_text_style) throws(CallError) {
    self.init()
    if style.family_length != 0 || style.family != nil {
      families = [try text(style.family, style.family_length, "the family")]
    }
    if style.language_length != 0 || style.language != nil {
      language = try text(style.language, style.language_length, "the language")
    }
    let size = try number(style.size, "size", atLeast: 0)
    if size > 0 { self.size = size }
    let width = try number(style.width, "width", atLeast: 0)
    if width > 0 { self.width = FontWidth(percent: width) }
    guard 0...1000 ~= style.weight else {
      throw CallError(LC_ERROR_ARGUMENT, "weight is \(style.weight), which is not in 0...1000")
    }
    if style.weight > 0 { weight = FontWeight(Int(style.weight)) }
    slant = try enumerator(style.slant, [.upright, .italic, .oblique], "lc_slant")
    letterSpacing = try number(style.letter_spacing, "letter_spacing")
    wordSpacing = try number(style.word_spacing, "word_spacing")
    baselineShift = try number(style.baseline_shift, "baseline_shift")
    if style.color != 0 { color = Color(rgba: style.color) }
    features = try Self.features(style)
  }

  private static func features(_ style: lc_text_style) throws(CallError) -> [FontFeature] {
    // A font has fewer than 65,536.
    guard 0...0xFFFF ~= style.feature_count else {
      throw CallError(LC_ERROR_ARGUMENT, "feature_count is \(style.feature_count)")
    }
    guard style.feature_count > 0 else { return [] }
    guard let start = style.features else {
      throw CallError(LC_ERROR_ARGUMENT, "features is NULL, but feature_count is not 0")
    }
    var features: [FontFeature] = []
    for feature in UnsafeBufferPointer(start: start, count: style.feature_count) {
      let letters = [feature.tag.0, feature.tag.1, feature.tag.2, feature.tag.3]
      let name = String(decoding: letters.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      guard let tag = FontTag(name) else {
        throw CallError(LC_ERROR_ARGUMENT, "the tag of a feature is not four letters of ASCII")
      }
      features.append(FontFeature(tag, feature.value))
    }
    return features
  }
}

extension ParagraphStyle {
  /// Reads a style of the caller.
  init(_ style: lc_paragraph_style) throws(CallError) {
    self.init()
    alignment = try enumerator(
      style.alignment, [.start, .end, .left, .right, .center, .justify], "lc_alignment")
    baseDirection = try enumerator(
      style.direction, [.automatic, .leftToRight, .rightToLeft], "lc_direction")
    let height = try number(style.line_height, "line_height", atLeast: 0)
    lineHeight = try enumerator(
      style.line_height_kind, [.normal, .multiple(height), .points(height), .atLeast(height)],
      "lc_line_height")
    firstLineIndent = try number(style.first_line_indent, "first_line_indent")
    paragraphSpacing = try number(style.paragraph_spacing, "paragraph_spacing")
    if style.maximum_lines > 0 { maximumLines = Int(style.maximum_lines) }
    let has = try flags(
      style.flags, LC_PARAGRAPH_TRUNCATES_OVERFLOW | LC_PARAGRAPH_WRAPS_OPTIMALLY,
      "lc_paragraph_style")
    truncatesOverflow = has(LC_PARAGRAPH_TRUNCATES_OVERFLOW)
    if has(LC_PARAGRAPH_WRAPS_OPTIMALLY) { wrapStyle = .pretty }
  }
}

extension Color {
  /// Creates a colour from 0xRRGGBBAA.
  fileprivate init(rgba: UInt32) {
    self.init(rgb: rgba >> 8)
    alpha = UInt8(truncatingIfNeeded: rgba)
  }

  /// The colour as 0xRRGGBBAA.
  var rgba: UInt32 {
    UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
  }
}
