import CLinecaster
import LinecasterCSupport

/// A call of the C interface that failed.
struct CallFailure: Error {
  let status: lc_status
  let message: String
}

/// Throws unless a call succeeded.
func succeed(_ status: lc_status) throws {
  guard status != LC_OK else { return }
  throw CallFailure(status: status, message: String(cString: lc_error_message()))
}

/// A handle that is destroyed with its owner.
final class Handle {
  let pointer: OpaquePointer?
  private let destroy: (OpaquePointer?) -> lc_status

  /// Creates a handle by a function of the C interface.
  init(
    _ destroy: @escaping (OpaquePointer?) -> lc_status,
    _ create: (UnsafeMutablePointer<OpaquePointer?>) -> lc_status
  ) throws {
    var pointer: OpaquePointer?
    try succeed(create(&pointer))
    (self.pointer, self.destroy) = (pointer, destroy)
  }

  deinit { _ = destroy(pointer) }

  /// The bundled fonts.
  static func bundledFonts() throws -> Handle {
    let fonts = try Handle(lc_fonts_destroy) { lc_fonts_create($0) }
    try succeed(lc_fonts_add_bundled(fonts.pointer, nil, 0))
    return fonts
  }

  /// A typesetter of the bundled fonts.
  static func typesetter() throws -> Handle {
    let fonts = try bundledFonts()
    return try Handle(lc_typesetter_destroy) { lc_typesetter_create(fonts.pointer, $0) }
  }

  /// A painter of the bundled fonts.
  static func painter(budget: lc_budget? = nil) throws -> Handle {
    let fonts = try bundledFonts()
    return try Handle(lc_painter_destroy) { place in
      guard var budget else { return lc_painter_create(fonts.pointer, nil, 0, nil, place) }
      budget.struct_size = MemoryLayout<lc_budget>.size
      return lc_painter_create(fonts.pointer, nil, 0, &budget, place)
    }
  }

  /// A text in the default style of paragraphs.
  static func text(_ string: String = "", style: lc_text_style? = nil) throws -> Handle {
    let text = try Handle(lc_text_destroy) { place in
      guard var style else { return lc_text_create(nil, nil, place) }
      return lc_text_create(nil, &style, place)
    }
    try succeed(lc_text_append(text.pointer, string, string.utf8.count, nil))
    return text
  }

  /// This text, prepared.
  func prepared(with typesetter: Handle) throws -> Handle {
    try Handle(lc_prepared_destroy) { lc_text_prepare(pointer, typesetter.pointer, $0) }
  }

  /// This prepared text, laid out.
  func layout(width: Double) throws -> Handle {
    try Handle(lc_layout_destroy) { lc_prepared_layout(pointer, width, $0) }
  }
}

extension CStruct {
  /// Returns a struct that a call fills.
  static func filled(_ fill: (UnsafeMutablePointer<Self>) -> lc_status) throws -> Self {
    var value = sized
    try succeed(fill(&value))
    return value
  }
}

/// Returns a number that a call fills.
func count(_ fill: (UnsafeMutablePointer<Int>) -> lc_status) throws -> Int {
  var count = -1
  try succeed(fill(&count))
  return count
}

/// Returns a text that a call copies.
func string(
  _ copy: (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int>) -> lc_status
) throws -> String {
  let length = try count { copy(nil, 0, $0) }
  var bytes = [CChar](repeating: 0x7F, count: length)
  _ = try count { copy(&bytes, length, $0) }
  return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
