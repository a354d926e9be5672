import CLinecaster
import Dispatch
import LinecasterCSupport
import Synchronization
import Testing

/// Wrong handles and arguments are errors with a message.
@Suite struct HandleTests {
  private func message(_ status: lc_status, _ expected: lc_status) -> String {
    #expect(status == expected)
    return String(cString: lc_error_message())
  }

  @Test func destroyedHandlesAreErrors() throws {
    var text: OpaquePointer?
    try succeed(lc_text_create(nil, nil, &text))
    try succeed(lc_text_destroy(text))
    #expect(
      message(lc_text_append(text, "a", 1, nil), LC_ERROR_HANDLE)
        == "the lc_text was destroyed, or was never created")
    #expect(message(lc_text_destroy(text), LC_ERROR_HANDLE).contains("destroyed"))
    // A new handle differs from a destroyed one even if it has the same slot.
    var next: OpaquePointer?
    try succeed(lc_text_create(nil, nil, &next))
    #expect(next != text && lc_text_destroy(text) == LC_ERROR_HANDLE)
    try succeed(lc_text_destroy(next))
  }

  @Test func wrongHandlesAreErrors() throws {
    let fonts = try Handle.bundledFonts()
    var length = 0
    #expect(
      message(lc_text_length(fonts.pointer, &length), LC_ERROR_HANDLE)
        == "the handle is a lc_fonts, not a lc_text")
    #expect(message(lc_text_length(nil, &length), LC_ERROR_HANDLE) == "the lc_text is NULL")
    #expect(lc_text_destroy(fonts.pointer) == LC_ERROR_HANDLE)
    #expect(lc_text_destroy(nil) == LC_OK)
    for bits in [1, 7, UInt.max, 1 << 40, 1 << 63] {
      #expect(lc_text_length(OpaquePointer(bitPattern: bits), &length) == LC_ERROR_HANDLE)
    }
    #expect(try count { lc_fonts_count(fonts.pointer, $0) } > 0)
  }

  @Test func handlesMayBeDestroyedInAnyOrder() throws {
    var layout: Handle?
    do {
      let typesetter = try Handle.typesetter()
      layout = try Handle.text("words").prepared(with: typesetter).layout(width: 100)
    }
    let kept = try #require(layout)
    #expect(try count { lc_layout_glyphs(kept.pointer, 0, nil, 0, $0) } == 5)
  }

  @Test func failuresSetHandlesToNull() throws {
    var text = OpaquePointer(bitPattern: 8)
    var style = lc_text_style.sized
    style.weight = 1001
    #expect(message(lc_text_create(nil, &style, &text), LC_ERROR_ARGUMENT).contains("1001"))
    #expect(text == nil && lc_text_create(nil, nil, nil) == LC_ERROR_ARGUMENT)
  }

  @Test func sizesOfStructsAreChecked() throws {
    var text: OpaquePointer?
    for size in [0, 1, MemoryLayout<lc_text_style>.size - 1, 1 << 20, -1] {
      var style = lc_text_style()
      style.struct_size = size
      #expect(lc_text_create(nil, &style, &text) == LC_ERROR_ARGUMENT && text == nil)
    }
    // A later version of the header has more members.
    let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 512, alignment: 16)
    defer { larger.deallocate() }
    larger.initializeMemory(as: UInt8.self, repeating: 0xAA)
    larger.storeBytes(of: 512, as: Int.self)
    let layout = try Handle.text("a").prepared(with: Handle.typesetter()).layout(width: 9)
    try succeed(
      lc_layout_line(layout.pointer, 0, larger.baseAddress?.assumingMemoryBound(to: lc_line.self)))
    #expect(larger.load(as: Int.self) == 512)
    #expect(larger[MemoryLayout<lc_line>.size...].allSatisfy { $0 == 0xAA })
  }

  @Test func numbersOutOfRangeAreErrors() throws {
    let text = try Handle.text("häh")
    for (start, end) in [(-1, 1), (0, 5), (2, 3), (1, 2), (3, 1), (.max, .max), (.min, 0)] {
      #expect(lc_text_set_style(text.pointer, start, end, nil) == LC_ERROR_RANGE, "\(start) \(end)")
      #expect(lc_text_replace(text.pointer, start, end, "", 0, nil) == LC_ERROR_RANGE)
    }
    for length in [-1, .max, .min, 1 << 31] {
      #expect(lc_text_append(text.pointer, "a", length, nil) == LC_ERROR_ARGUMENT)
    }
    #expect(lc_text_append(text.pointer, nil, 1, nil) == LC_ERROR_ARGUMENT)
    #expect(lc_text_append(text.pointer, nil, 0, nil) == LC_OK)
    #expect(lc_text_append(text.pointer, "ä", 1, nil) == LC_ERROR_UTF8)
    let prepared = try text.prepared(with: Handle.typesetter())
    var layout: OpaquePointer?
    #expect(lc_prepared_layout(prepared.pointer, .nan, &layout) == LC_ERROR_ARGUMENT)
    for width in [-1, 0, -Double.infinity, 1e300] {
      let layout = try prepared.layout(width: width)
      #expect(lc_layout_line(layout.pointer, 99, nil) == LC_ERROR_RANGE)
      #expect(lc_layout_line(layout.pointer, 0, nil) == LC_ERROR_ARGUMENT)
    }
    #expect(try string { lc_text_copy(text.pointer, $0, $1, $2) } == "häh")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1])
  func stylesHaveFiniteNumbers(number: Double) {
    var text: OpaquePointer?
    let numbers: [WritableKeyPath<lc_text_style, Double>] = [
      \.size, \.width, \.letter_spacing, \.word_spacing, \.baseline_shift,
    ]
    for path in numbers where number != -1 || path == \.size || path == \.width {
      var style = lc_text_style.sized
      style[keyPath: path] = number
      #expect(lc_text_create(nil, &style, &text) == LC_ERROR_ARGUMENT, "\(path)")
    }
  }

  @Test func messagesAreCutBetweenCharacters() throws {
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    for name in ["ä", "aä", "€", "a€", "aa€"] {
      let path = String(repeating: name, count: 700)
      #expect(lc_fonts_add_file(fonts.pointer, path, path.utf8.count) == LC_ERROR_FONT)
      let message = try #require(lc_error_message())
      let text = try #require(String(validatingCString: message))
      #expect(1021...1023 ~= text.utf8.count && path.hasPrefix(text))
    }
  }

  @Test func statusesHaveNames() {
    let names = (0...12).map { String(cString: lc_status_name(lc_status(rawValue: $0))) }
    #expect(Set(names).count == 13 && names[0] == "ok" && names[12] == "unknown status")
  }

  @Test func oneTextServesManyThreads() throws {
    let text = try Handle.text()
    let typesetter = try Handle.typesetter()
    let handles = Shared(text: text.pointer, typesetter: typesetter.pointer)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<50 {
        let appended = lc_text_append(handles.text, "word ", 5, nil)
        var prepared: OpaquePointer?
        let status = lc_text_prepare(handles.text, handles.typesetter, &prepared)
        let isDone = [appended, status, lc_prepared_destroy(prepared)].allSatisfy { $0 == LC_OK }
        if !isDone { failures.withLock { $0 += 1 } }
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(try count { lc_text_length(text.pointer, $0) } == 1000)
    let layout = try text.prepared(with: typesetter).layout(width: .infinity)
    let whole = try Handle.text(String(repeating: "word ", count: 200))
      .prepared(with: typesetter).layout(width: .infinity)
    let glyphCount = try count { lc_layout_glyphs(whole.pointer, 0, nil, 0, $0) }
    #expect(try count { lc_layout_glyphs(layout.pointer, 0, nil, 0, $0) } == glyphCount)
  }
}

/// Handles for other threads; safe because they are numbers.
private struct Shared: @unchecked Sendable {
  let text: OpaquePointer?
  let typesetter: OpaquePointer?
}
