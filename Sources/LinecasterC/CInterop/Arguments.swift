import CLinecaster
import LinecasterBase

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
  /// The sizes that it had in earlier versions, without the members at its end.
  static var earlierSizes: [Int] { get }
  var struct_size: Int { get set }

  /// Creates a struct of zeros.
  init()
}

extension SizedStruct {
  static var earlierSizes: [Int] { [] }

  /// The largest size that is taken for one, of a later version.
  private static var mostBytes: Int { 4096 }

  private static func check(_ size: Int) throws(CallError) {
    guard size >= MemoryLayout<Self>.size || earlierSizes.contains(size), size <= mostBytes else {
      throw CallError(
        LC_ERROR_ARGUMENT,
        "struct_size of \(name) is \(size); set it to sizeof, \(MemoryLayout<Self>.size)")
    }
  }

  /// Reads a struct that the caller must give.
  static func readRequired(_ pointer: UnsafePointer<Self>?) throws(CallError) -> Self {
    guard let given = try read(pointer) else {
      throw CallError(LC_ERROR_ARGUMENT, "the \(name) is NULL")
    }
    return given
  }

  /// Reads a struct of the caller; `nil` for NULL.
  static func read(_ pointer: UnsafePointer<Self>?) throws(CallError) -> Self? {
    guard let pointer else { return nil }
    // Before the rest is read, which may not be there.
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    try check(size)
    var value = Self()
    withUnsafeMutableBytes(of: &value) { target in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: min(size, target.count))
      target.copyMemory(from: bytes)
    }
    return value
  }

  /// Writes the struct to the caller, whose size stays.
  func write(to pointer: UnsafeMutablePointer<Self>?) throws(CallError) {
    guard let pointer else { throw CallError(LC_ERROR_ARGUMENT, "the \(Self.name) is NULL") }
    let size = UnsafeRawPointer(pointer).load(as: Int.self)
    try Self.check(size)
    var value = self
    value.struct_size = size
    withUnsafeBytes(of: &value) { bytes in
      UnsafeMutableRawPointer(pointer).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(pointer), byteCount: min(size, bytes.count))
    }
  }
}

extension lc_text_style: SizedStruct {
  static var name: StaticString { "lc_text_style" }
  // Without the decorations.
  static let earlierSizes = [112]
}
extension lc_box: SizedStruct { static var name: StaticString { "lc_box" } }
extension lc_attachment: SizedStruct { static var name: StaticString { "lc_attachment" } }
extension lc_ruby: SizedStruct { static var name: StaticString { "lc_ruby" } }
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

/// Returns elements of the caller that are read, fewer than 65,536.
func input<Element>(
  _ start: UnsafePointer<Element>?, count: Int, _ name: StaticString
) throws(CallError) -> UnsafeBufferPointer<Element> {
  guard 0...0xFFFF ~= count else {
    throw CallError(LC_ERROR_ARGUMENT, "the count of \(name) is \(count)")
  }
  guard start != nil || count == 0 else {
    throw CallError(LC_ERROR_ARGUMENT, "\(name) is NULL, but the count is not 0")
  }
  return UnsafeBufferPointer(start: start, count: count)
}
