import CLinecaster
import LinecasterTestSupport

/// Calls functions of the C interface with random arguments, many of them wrong.
///
/// It passes no pointers to unmapped memory, which no library could detect.
struct RandomCaller {
  var random: SeededGenerator
  /// Handles of all types; destroyed ones stay among them.
  private var handles: [String: [OpaquePointer?]] = [:]

  static let strings = [
    "", "a", "Größe", "two words\n", "שלום", "👩‍👩‍👧", "# Title", "{}", "[", "\0", "/dev/null",
    #"{"body": {"Text": "{{a}}"}}"#, #"{"a": "b"}"#, #"{"width": 9, "body": {"Text": "b"}}"#,
    #"{"scene": {"body": {"Text": "c"}}, "scale": 0.5}"#,
    #"{"body": {"Image": {"image": "missing"}}}"#,
  ]

  init(_ random: SeededGenerator) { self.random = random }

  /// A function of the header, called with random arguments.
  struct Function: Sendable {
    let name: String
    let call: @Sendable (inout RandomCaller) -> lc_status

    init(_ name: String, _ call: @escaping @Sendable (inout RandomCaller) -> lc_status) {
      (self.name, self.call) = (name, call)
    }
  }

  // MARK: - Arguments

  /// A handle, most often of the type, or NULL, or any bits.
  mutating func handle(_ type: String) -> OpaquePointer? {
    if random.oneIn(20) { return nil }
    if random.oneIn(20) {
      return OpaquePointer(bitPattern: UInt.random(in: 1...(.max), using: &random))
    }
    let type = random.oneIn(10) ? handles.keys.sorted().randomElement(using: &random) ?? type : type
    return (handles[type] ?? []).suffix(8).randomElement(using: &random) ?? nil
  }

  /// Creates a handle, and remembers it.
  mutating func create(
    _ type: String, _ body: (inout RandomCaller, UnsafeMutablePointer<OpaquePointer?>?) -> lc_status
  ) -> lc_status {
    var created = OpaquePointer(bitPattern: 8)
    let isNull = random.oneIn(30)
    let status = isNull ? body(&self, nil) : body(&self, &created)
    if status == LC_OK { handles[type, default: []].append(created) }
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
      }, body)
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
    return withUnsafeMutablePointer(to: &value) { body($0, &self) }
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

  /// A place for a pointer to bytes, or NULL.
  mutating func pointer(
    _ body: (UnsafeMutablePointer<UnsafeRawPointer?>?, inout RandomCaller) -> lc_status
  ) -> lc_status {
    var pointer: UnsafeRawPointer?
    return random.oneIn(15) ? body(nil, &self) : body(&pointer, &self)
  }

  /// Destroys all handles.
  mutating func destroyAll() {
    for handle in handles.values.joined() {
      for destroy in [
        lc_fonts_destroy, lc_typesetter_destroy, lc_text_destroy, lc_prepared_destroy,
        lc_layout_destroy, lc_face_destroy, lc_painter_destroy, lc_picture_destroy,
        lc_scene_destroy, lc_draw_destroy,
        lc_list_destroy, lc_template_destroy,
      ] { _ = destroy(handle) }
    }
  }
}
