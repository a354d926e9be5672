import LinecasterBase
import LinecasterText

/// The mapping between a Swift value and its form in a scene, for reading and writing.
struct SceneCoding<Value: Sendable>: Sendable {
  let read: @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value
  let write: @Sendable (Value) throws(SceneFault) -> JSONValue
  /// The schema of the accepted values.
  var schema: SceneSchema { makeSchema() }
  /// Makes the schema on demand, because codings are made for every value that is read.
  private let makeSchema: @Sendable () -> SceneSchema

  init(
    _ schema: @autoclosure @escaping @Sendable () -> SceneSchema,
    read: @escaping @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value,
    write: @escaping @Sendable (Value) throws(SceneFault) -> JSONValue
  ) {
    makeSchema = schema
    self.read = read
    self.write = write
  }

  // Compiled once for all types, as everything below: specializing it for a hundred types takes
  // most of this module's compile time, and is no faster.

  /// The same coding, with null for `nil`.
  var optional: SceneCoding<Value?> {
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    get {
      SceneCoding<Value?>(.any(schema, .null)) { value, scope throws(SceneFault) in
        if case .null = value.content { return nil }
        return try read(value, scope)
      } write: { value throws(SceneFault) in
        guard let value else { return .null }
        return try write(value)
      }
    }
  }

  /// A list of such values, at most `limit` of them.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func list(of what: String, limit: Int) -> SceneCoding<[Value]> {
    SceneCoding<[Value]>(.list(of: schema, limit: limit)) { value, scope throws(SceneFault) in
      guard case .array(let elements) = value.content else {
        throw SceneFault(value, isNotListOf: what)
      }
      guard elements.count <= limit else {
        throw SceneFault(.tooLarge, at: value.offset, "more than \(limit) \(what)")
      }
      var values: [Value] = []
      for element in elements {
        let value = try scope.attempt(Value?.none) { () throws(SceneFault) in
          try read(element, scope)
        }
        if let value { values.append(value) }
      }
      return values
    } write: { values throws(SceneFault) in
      var elements: [JSONValue] = []
      for value in values { elements.append(try write(value)) }
      return .array(elements)
    }
  }

  /// The same coding mapped to another type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func mapped<Other: Sendable>(
    _ make: @escaping @Sendable (Value) -> Other, _ take: @escaping @Sendable (Other) -> Value
  ) -> SceneCoding<Other> {
    SceneCoding<Other>(schema) { value, scope throws(SceneFault) in
      make(try read(value, scope))
    } write: { value throws(SceneFault) in
      try write(take(value))
    }
  }
}

extension SceneCoding<Double> {
  /// Any number.
  static var number: SceneCoding<Double> {
    SceneCoding(.number) { value, _ throws(SceneFault) in
      guard case .number(let number) = value.content else {
        throw SceneFault(value, isNotNumber: "a number")
      }
      return number
    } write: { number throws(SceneFault) in
      guard number.isFinite else {
        throw SceneFault(.wrongValue, at: 0, "\(number) cannot be written in JSON")
      }
      return .number(number)
    }
  }
}

extension SceneCoding<Int> {
  /// A whole number in a range.
  static func integer(_ range: ClosedRange<Int>) -> SceneCoding<Int> {
    SceneCoding(.integer(range)) { value, _ throws(SceneFault) in
      guard case .number(let number) = value.content, let integer = Int(exactly: number),
        range.contains(integer)
      else {
        throw SceneFault(
          value, isNot: "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return integer
    } write: { integer throws(SceneFault) in
      .number(Double(integer))
    }
  }
}

extension SceneCoding<Bool> {
  static var bool: SceneCoding<Bool> {
    SceneCoding(.bool) { value, _ throws(SceneFault) in
      guard case .bool(let value) = value.content else {
        throw SceneFault(value, isNot: "true or false")
      }
      return value
    } write: { value throws(SceneFault) in
      .bool(value)
    }
  }
}

extension SceneCoding<String> {
  /// Any text; `what` names it in messages.
  static func string(_ what: String = "a string") -> SceneCoding<String> {
    SceneCoding(.string) { value, _ throws(SceneFault) in
      guard case .string(let text) = value.content else { throw SceneFault(value, isNot: what) }
      return text
    } write: { text throws(SceneFault) in
      .string(text)
    }
  }
}

extension SceneCoding<ExactText> {
  /// Any text, compared by its bytes; `what` names it in messages.
  static func exact(_ what: String) -> SceneCoding<ExactText> {
    SceneCoding<String>.string(what).mapped({ ExactText($0) }, { $0.string })
  }
}

extension SceneCoding<Color> {
  /// The colour of a theme, by its name or as digits.
  fileprivate static func color(in theme: Theme) -> SceneCoding<Color> {
    SceneCoding(.color) { value, scope throws(SceneFault) in
      try scope.color(value).color(in: theme)
    } write: { color throws(SceneFault) in
      .string(color.digits)
    }
  }
}

extension Color {
  /// The colour as `#RRGGBB`, or as `#RRGGBBAA` if it is translucent.
  var digits: String {
    let channels = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    return "#"
      + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }
}

extension SceneCoding<ThemeColor> {
  /// A colour, or `{"light": "#000", "dark": "#FFF"}`.
  static var themeColor: SceneCoding<ThemeColor> {
    SceneCoding(.any(.color, ThemeColor.fields.schema).named("themeColor")) {
      value, scope throws(SceneFault) in
      guard case .object = value.content else { return try scope.color(value) }
      var color = ThemeColor(.clear)
      try ThemeColor.fields.read(value, scope, into: &color)
      return color
    } write: { color throws(SceneFault) in
      color.light == color.dark
        ? .string(color.light.digits)
        : .object(try ThemeColor.fields.write(color, plain: nil))
    }
  }
}

extension ThemeColor {
  /// The colors of a pair, by the names of their themes.
  static let fields = SceneRecord<ThemeColor>(
    "theme",
    [
      SceneField("light", \.light, .color(in: .light), isRequired: true),
      SceneField("dark", \.dark, .color(in: .dark), isRequired: true),
    ])
}

extension SceneCoding<ThemeColor> {
  /// A text colour, or true for the current text colour.
  static var tint: SceneCoding<ThemeColor> {
    SceneCoding(.any(themeColor.schema, .values([.bool(true)]))) {
      value, scope throws(SceneFault) in
      guard case .bool(true) = value.content else { return try themeColor.read(value, scope) }
      return scope.textStyle.themeColor
    } write: { color throws(SceneFault) in
      try themeColor.write(color)
    }
  }
}

extension SceneCoding<Size> {
  /// `{"width": 40, "height": 30}`.
  static var size: SceneCoding<Size> {
    .object(Size.fields, named: "size", initial: .zero)
  }
}

extension Size {
  fileprivate static let fields = SceneRecord<Size>(
    "property of sizes",
    [
      SceneField("width", \.width, .number, isRequired: true),
      SceneField("height", \.height, .number, isRequired: true),
    ])
}

extension SceneCoding {
  /// An object with the fields of a record.
  ///
  /// - Parameters:
  ///   - name: The name of the schema, if it has one.
  ///   - initial: The value of fields that are left out.
  ///   - plain: The value that fields are written as a difference from; `nil` to write all.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func object(
    _ record: SceneRecord<Value>, named name: ExactText? = nil, initial: Value,
    plain: Value? = nil
  ) -> SceneCoding<Value> {
    SceneCoding(name.map(record.schema.named) ?? record.schema) { value, scope throws(SceneFault) in
      var read = initial
      try record.read(value, scope, into: &read)
      return read
    } write: { value throws(SceneFault) in
      .object(try record.write(value, plain: plain))
    }
  }
}

extension SceneCoding where Value: Equatable {
  /// One of some values, by its keyword.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func keyword(
    _ what: String, _ words: [(String, Value)], takesNumbers: Bool = false
  ) -> SceneCoding<Value> {
    let keywords = SceneKeywords(
      what: what, words: words.map { ExactText($0.0) }, takesNumbers: takesNumbers)
    let values = words.map(\.1)
    return SceneCoding(keywords.schema) { value, _ throws(SceneFault) in
      values[try keywords.place(of: value)]
    } write: { value throws(SceneFault) in
      keywords.written(values.firstIndex(of: value))
    }
  }
}

extension SceneCoding where Value: RawRepresentable<UInt8> & Equatable {
  /// A case of an enumeration, by its name in Swift; new cases become keywords automatically.
  ///
  /// The raw values of the cases must count from 0.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func keyword(_ what: String) -> SceneCoding<Value> {
    var words: [(String, Value)] = []
    for rawValue in UInt8.min...UInt8.max {
      guard let value = Value(rawValue: rawValue) else { break }
      words.append(("\(value)", value))
    }
    return keyword(what, words)
  }
}

extension SceneCoding where Value: RawRepresentable<String> & CaseIterable & Equatable {
  /// A case of an enumeration, by its raw value; new cases become keywords automatically.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  static func keyword(_ what: String) -> SceneCoding<Value> {
    keyword(what, Value.allCases.map { ($0.rawValue, $0) })
  }
}

/// The keywords of a coding, without the type of their values.
private struct SceneKeywords: Sendable {
  /// The kind of keyword, for messages.
  let what: String
  let words: [ExactText]
  /// Whether the place takes numbers too.
  var takesNumbers = false

  private func numberHint(_ text: String) -> String? {
    takesNumbers ? SceneHint.number(text) : nil
  }

  var schema: SceneSchema { .keywords(words.map(\.string)) }

  /// The index of the keyword in a value.
  func place(of value: JSONValue) throws(SceneFault) -> Int {
    guard case .string(let text) = value.content else {
      throw SceneFault(
        value, isNot: "one of \(words.map(\.string).joined(separator: ", "))")
    }
    let word = ExactText(text)
    guard let place = words.firstIndex(of: word) else {
      throw SceneFault(
        unknown: what, word, at: value.offset, among: words,
        hint: SceneHint.keyword(text, among: words) ?? numberHint(text))
    }
    return place
  }

  /// The keyword at an index; null for a value without a keyword.
  func written(_ place: Int?) -> JSONValue { place.map { .string(words[$0].string) } ?? .null }
}

extension SceneSchema {
  /// A colour in hexadecimal digits, or by name.
  static let color = SceneSchema.any(
    hexColor, .string(matching: "^(?!#)")
  ).named("color")

  /// A colour before the scene's own names are defined.
  static let plainColor = SceneSchema.any(
    hexColor, .keywords(SceneScope.constants.map(\.name.string))
  ).named("plainColor")

  private static let hexColor = string(
    matching: "^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
}
