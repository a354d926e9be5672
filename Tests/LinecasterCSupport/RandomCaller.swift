package import CLinecaster
package import LinecasterTestSupport
import Synchronization

/// The handles of all types that random calls have created; destroyed ones stay among them. Callers
/// of several threads share them.
package final class HandlePool: Sendable {
  /// The types, in the order in which handles need each other.
  static let types = [
    "fonts", "typesetter", "text", "prepared", "layout", "face", "painter", "picture", "scene",
    "draw", "template", "list",
  ]
  /// The number of handles of a type that calls use.
  private static let recent = 8

  // The bits of the handles.
  private let handles = Mutex<[String: [UInt]]>([:])

  package init() {}

  func add(_ handle: OpaquePointer?, _ type: String) {
    handles.withLock { $0[type, default: []].append(UInt(bitPattern: handle)) }
  }

  /// Returns one of the last handles of a type; `nil` if there are none.
  func any(_ type: String, _ random: inout SeededGenerator) -> OpaquePointer? {
    let bits = handles.withLock { handles in
      (handles[type] ?? []).suffix(Self.recent).randomElement(using: &random) ?? 0
    }
    return OpaquePointer(bitPattern: bits)
  }

  /// Destroys all handles, in an order that a seed gives; some of them were destroyed before.
  package func destroyAll(_ random: inout SeededGenerator) {
    let all = handles.withLock { handles in
      defer { handles = [:] }
      return Self.types.flatMap { type in (handles[type] ?? []).map { (type, $0) } }
    }
    for (type, bits) in all.shuffled(using: &random) {
      _ = Self.destroy(type, OpaquePointer(bitPattern: bits))
    }
  }

  private static func destroy(_ type: String, _ handle: OpaquePointer?) -> lc_status {
    switch type {
    case "fonts": lc_fonts_destroy(handle)
    case "typesetter": lc_typesetter_destroy(handle)
    case "text": lc_text_destroy(handle)
    case "prepared": lc_prepared_destroy(handle)
    case "layout": lc_layout_destroy(handle)
    case "face": lc_face_destroy(handle)
    case "painter": lc_painter_destroy(handle)
    case "picture": lc_picture_destroy(handle)
    case "scene": lc_scene_destroy(handle)
    case "draw": lc_draw_destroy(handle)
    case "template": lc_template_destroy(handle)
    default: lc_list_destroy(handle)
    }
  }
}

/// Calls functions of the C interface with random arguments, many of them wrong.
///
/// It passes no pointers to unmapped memory, which no library could detect.
package struct RandomCaller {
  package var random: SeededGenerator
  private let pool: HandlePool
  /// Whether no other thread destroys handles meanwhile, so the memory of a handle stays valid.
  private let isAlone: Bool

  static let strings = [
    "", "a", "Größe", "two words\n", "שלום", "👩‍👩‍👧", "# Title", "{}", "[", "\0", "/dev/null",
    #"{"body": {"Text": "{{a}}"}}"#, #"{"a": "b"}"#, #"{"width": 9, "body": {"Text": "b"}}"#,
    #"{"scene": {"body": {"Text": "c"}}, "scale": 0.5}"#,
    #"{"body": {"Image": {"image": "missing"}}}"#,
  ]

  /// Creates a caller.
  package init(_ random: SeededGenerator, pool: HandlePool = HandlePool(), isAlone: Bool = true) {
    (self.random, self.pool, self.isAlone) = (random, pool, isAlone)
  }

  /// A function of the header, called with random arguments.
  package struct Function: Sendable {
    package let name: String
    package let call: @Sendable (inout RandomCaller) -> lc_status

    init(_ name: String, _ call: @escaping @Sendable (inout RandomCaller) -> lc_status) {
      (self.name, self.call) = (name, call)
    }

    /// Returns the fault in the status of the last call; `nil` for none.
    package func fault(in status: lc_status) -> String? {
      guard status.rawValue <= LC_ERROR_THREAD.rawValue else {
        return "\(name) returned \(status.rawValue)"
      }
      guard status == LC_OK || lc_error_message()?.pointee != 0 else {
        return "\(name) returned \(status.rawValue) without a message"
      }
      return nil
    }
  }

  // MARK: - Arguments

  /// A handle, most often of the type, or NULL, or any bits.
  mutating func handle(_ type: String) -> OpaquePointer? {
    if random.oneIn(20) { return nil }
    if random.oneIn(20) {
      return OpaquePointer(bitPattern: UInt.random(in: 1...(.max), using: &random))
    }
    let type = random.oneIn(10) ? HandlePool.types.randomElement(using: &random) ?? type : type
    return pool.any(type, &random)
  }

  /// Creates a handle, and remembers it.
  mutating func create(
    _ type: String, _ body: (inout RandomCaller, UnsafeMutablePointer<OpaquePointer?>?) -> lc_status
  ) -> lc_status {
    var created = OpaquePointer(bitPattern: 8)
    let isNull = random.oneIn(30)
    let status = isNull ? body(&self, nil) : body(&self, &created)
    if status == LC_OK { pool.add(created, type) }
    return status
  }

  /// Bytes, which may be no text, and their number, which may be wrong.
  mutating func text<Result>(_ body: (UnsafePointer<CChar>?, Int, inout RandomCaller) -> Result)
    -> Result
  {
    if random.oneIn(20) { return body(nil, random.extremeInteger(), &self) }
    var bytes = Self.strings.randomElement(using: &random).map { Array($0.utf8) } ?? []
    if random.oneIn(15) { bytes.append(UInt8.random(in: 0x80...0xFF, using: &random)) }
    var count = bytes.count
    // Counts of more than 2^31 - 1 are refused before a byte is read.
    if random.oneIn(20) { count = [-1, .max, .min, 1 << 31].randomElement(using: &random) ?? -1 }
    let chars = bytes.map { CChar(bitPattern: $0) } + [0]
    return chars.withUnsafeBufferPointer { body($0.baseAddress, count, &self) }
  }

  /// A folder: a text, or mostly none.
  mutating func folder<Result>(_ body: (UnsafePointer<CChar>?, Int, inout RandomCaller) -> Result)
    -> Result
  {
    guard random.oneIn(4) else { return body(nil, 0, &self) }
    return text(body)
  }

  /// A template, or any text.
  mutating func template(
    _ body: (UnsafePointer<CChar>?, Int, inout RandomCaller) -> lc_status
  ) -> lc_status {
    if random.oneIn(2) { return text(body) }
    let template = #"{"defaults": {"a": "c"}, "body": {"Text": "{{a}}"}}"#
    return template.withCString { body($0, template.utf8.count, &self) }
  }

  mutating func offset() -> Int {
    random.oneIn(6) ? random.extremeInteger() : Int.random(in: 0...20, using: &random)
  }

  mutating func double() -> Double {
    random.oneIn(5) ? random.extreme() : Double.random(in: 1...60, using: &random)
  }

  mutating func enumerator(_ count: UInt32) -> UInt32 {
    random.oneIn(12)
      ? .random(in: 0...(.max), using: &random) : .random(in: 0..<count, using: &random)
  }

  private mutating func size<Value>(of type: Value.Type) -> Int {
    random.oneIn(12) ? random.extremeInteger() : MemoryLayout<Value>.size
  }

  /// Calls `body` with a struct that `fill` fills, or with NULL.
  mutating func pass<Value: CStruct>(
    _ fill: (inout Value, inout RandomCaller) -> Void,
    _ body: (UnsafePointer<Value>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    if random.oneIn(4) { return body(nil, &self) }
    var value = Value()
    value.struct_size = size(of: Value.self)
    fill(&value, &self)
    return withUnsafePointer(to: value) { body($0, &self) }
  }

  mutating func style(
    _ body: (UnsafePointer<lc_text_style>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (style: inout lc_text_style, caller) in
        style.size = caller.double()
        style.letter_spacing = caller.random.oneIn(9) ? caller.double() : 0
        style.width = caller.random.oneIn(9) ? caller.double() : 0
        style.weight = caller.random.oneIn(9) ? Int32(truncatingIfNeeded: caller.offset()) : 700
        style.slant = caller.enumerator(3)
        style.color = caller.enumerator(.max)
        style.feature_count = caller.random.oneIn(9) ? caller.offset() : 0
        style.background = caller.random.oneIn(3) ? caller.enumerator(.max) : 0
        style.decoration_count = caller.random.oneIn(9) ? caller.offset() : 0
        if caller.random.oneIn(3) {
          style.decorations = Self.decorations
          style.decoration_count = Int.random(in: 0...Self.decorationCount, using: &caller.random)
        }
      }, body)
  }

  private static let decorationCount = 6
  // Safe: the memory is allocated once, and never written to or freed.
  private nonisolated(unsafe) static let decorations: UnsafePointer<lc_decoration> = {
    let lines = UnsafeMutablePointer<lc_decoration>.allocate(capacity: decorationCount)
    for index in 0..<decorationCount {
      let number = UInt32(index)
      lines[index] = lc_decoration(
        thickness: [0, 2, 1e9, 0.1, .infinity, 0][index], offset: [0, -3, 1e9, 1, 0, 0][index],
        position: number % 4, pattern: number % 5, skip_ink: number % 3, color: number << 28)
    }
    return UnsafePointer(lines)
  }()

  mutating func box(_ body: (UnsafePointer<lc_box>?, inout RandomCaller) -> lc_status) -> lc_status
  {
    text { link, length, caller in
      caller.pass(
        { (box: inout lc_box, caller) in
          if caller.random.oneIn(2) { (box.link, box.link_length) = (link, length) }
          box.tag = UInt64(caller.enumerator(3))
          box.horizontal_padding = caller.random.oneIn(3) ? caller.double() : 2
          box.vertical_padding = caller.random.oneIn(5) ? caller.double() : 0
          box.border = caller.random.oneIn(5) ? caller.double() : 1
          box.horizontal_margin = caller.random.oneIn(5) ? caller.double() : 0
          box.corner_radius = caller.random.oneIn(5) ? caller.double() : 3
          box.background = caller.enumerator(.max)
          box.vertical_alignment = caller.enumerator(8)
          box.flags = caller.enumerator(2)
        }, body)
    }
  }

  mutating func attachment(
    _ body: (UnsafePointer<lc_attachment>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (attachment: inout lc_attachment, caller) in
        attachment.tag = UInt64(caller.enumerator(3))
        (attachment.width, attachment.height) = (caller.double(), caller.double())
        attachment.baseline = caller.random.oneIn(3) ? caller.double() : 0
        attachment.horizontal_margin = caller.random.oneIn(5) ? caller.double() : 0
        attachment.vertical_alignment = caller.enumerator(8)
      }, body)
  }

  mutating func ruby(
    _ body: (UnsafePointer<lc_ruby>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    text { annotation, length, caller in
      caller.style { style, caller in
        caller.pass(
          { (ruby: inout lc_ruby, caller) in
            (ruby.annotation, ruby.annotation_length) = (annotation, length)
            ruby.style = style
            ruby.position = caller.enumerator(2)
            ruby.alignment = caller.enumerator(4)
            ruby.flags = caller.enumerator(2)
          }, body)
      }
    }
  }

  mutating func paragraphStyle(
    _ body: (UnsafePointer<lc_paragraph_style>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (style: inout lc_paragraph_style, caller) in
        style.alignment = caller.enumerator(6)
        style.direction = caller.enumerator(3)
        style.line_height_kind = caller.enumerator(4)
        style.line_height = caller.double()
        style.first_line_indent = caller.random.oneIn(5) ? caller.double() : 0
        style.maximum_lines = caller.random.oneIn(3) ? caller.enumerator(3) : 0
        style.flags = caller.enumerator(4)
      }, body)
  }

  mutating func options(
    _ body: (UnsafePointer<lc_picture_options>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (options: inout lc_picture_options, caller) in
        // Small pictures: large ones take long, and the budget refuses them.
        options.width = min(caller.double(), 60)
        options.scale = min(caller.double(), 1)
        options.text_scale = min(caller.double(), 2)
        options.text_size = min(caller.double(), 20)
        options.format = caller.enumerator(8)
        options.theme = caller.enumerator(3)
        options.quality = caller.random.oneIn(4) ? caller.enumerator(110) : 0
        options.flags = caller.enumerator(16)
      }, body)
  }

  mutating func drawOptions(
    _ body: (UnsafePointer<lc_draw_options>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (options: inout lc_draw_options, caller) in
        options.scale = min(caller.double(), 2)
        options.page_side = 256
        options.atlas_bytes = UInt64(caller.enumerator(1 << 20))
      }, body)
  }

  mutating func budget(
    _ body: (UnsafePointer<lc_budget>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    pass(
      { (budget: inout lc_budget, caller) in
        budget.picture_pixels = 100_000
        budget.painted_pixels = 1 << 24
        budget.seconds = caller.random.oneIn(5) ? caller.double() : 0
        budget.nodes =
          caller.random.oneIn(5) ? UInt64.random(in: 0...(.max), using: &caller.random) : 0
      }, body)
  }

  /// A struct to fill, or NULL.
  mutating func out<Value: CStruct>(
    _ body: (UnsafeMutablePointer<Value>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    if random.oneIn(15) { return body(nil, &self) }
    var value = Value()
    value.struct_size = size(of: Value.self)
    let status = withUnsafeMutablePointer(to: &value) { body($0, &self) }
    if status == LC_OK, isAlone { value.readMemory() }
    return status
  }

  /// A place for a number, or NULL.
  mutating func number(
    _ body: (UnsafeMutablePointer<Int>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    var number = 0
    return random.oneIn(15) ? body(nil, &self) : body(&number, &self)
  }

  /// A place for a fraction, or NULL.
  mutating func fraction(
    _ body: (UnsafeMutablePointer<Double>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    var number = 0.0
    return random.oneIn(15) ? body(nil, &self) : body(&number, &self)
  }

  /// Memory for elements, or NULL, with a capacity of at most its size.
  mutating func memory<Element>(
    of element: Element,
    _ body: (UnsafeMutablePointer<Element>?, Int, inout RandomCaller) -> lc_status
  ) -> lc_status {
    if random.oneIn(10) { return body(nil, random.oneIn(2) ? 0 : random.extremeInteger(), &self) }
    var memory = [Element](repeating: element, count: 16)
    let capacity = Int.random(in: 0...16, using: &random)
    return memory.withUnsafeMutableBufferPointer { body($0.baseAddress, capacity, &self) }
  }

  /// A place for a pointer to bytes and one for their number, or NULL.
  mutating func bytes(
    _ body: (UnsafeMutablePointer<UnsafeRawPointer?>?, UnsafeMutablePointer<Int>?) -> lc_status
  ) -> lc_status {
    var (start, count): (UnsafeRawPointer?, Int) = (nil, 0)
    if random.oneIn(15) { return body(nil, &count) }
    if random.oneIn(15) { return body(&start, nil) }
    let status = body(&start, &count)
    if status == LC_OK, isAlone { GivenMemory.read(start, count) }
    return status
  }

  /// Memory for elements that refer to memory of the library, which is read.
  mutating func memory<Element>(
    of element: Element,
    reading read: (Element) -> Void,
    _ body: (UnsafeMutablePointer<Element>?, Int, UnsafeMutablePointer<Int>?) -> lc_status
  ) -> lc_status {
    var count = 0
    let isAlone = isAlone
    return memory(of: element) { start, capacity, caller in
      let status =
        caller.random.oneIn(15) ? body(start, capacity, nil) : body(start, capacity, &count)
      if status == LC_OK, isAlone, let start {
        for element in UnsafeBufferPointer(start: start, count: min(count, capacity)) {
          read(element)
        }
      }
      return status
    }
  }

  /// Destroys all handles.
  package mutating func destroyAll() { pool.destroyAll(&random) }
}
