import LinecasterBase
import LinecasterText

/// How a value of the Swift interface stands in a scene: one place for reading and writing.
struct SceneCoding<Value: Sendable>: Sendable {
  let read: @Sendable (JSONValue, SceneScope) throws(SceneFault) -> Value
  let write: @Sendable (Value) throws(SceneFault) -> JSONValue
  /// What is read.
  var schema: SceneSchema { makeSchema() }
  /// Made only where it is asked for: codings are made for every value that is read.
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

  /// The same, or null for nil.
  var optional: SceneCoding<Value?> {
    SceneCoding<Value?>(.any(schema, .null)) { value, scope throws(SceneFault) in
      if case .null = value.content { return nil }
      return try read(value, scope)
    } write: { value throws(SceneFault) in
      guard let value else { return .null }
      return try write(value)
    }
  }

  /// A list of such values, at most `limit` of them.
  func list(of what: String, limit: Int) -> SceneCoding<[Value]> {
    SceneCoding<[Value]>(.list(of: schema, limit: limit)) { value, scope throws(SceneFault) in
      guard case .array(let elements) = value.content else {
        throw SceneFault(value, isNot: "a list of \(what)")
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

  /// The same values as another type has them.
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
        throw SceneFault(.wrongValue, at: 0, "\(number) is no number that JSON has")
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
  /// Any text; `what` it is stands in messages.
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
  /// Any text, known by its bytes; `what` it is stands in messages.
  static func exact(_ what: String) -> SceneCoding<ExactText> {
    SceneCoding<String>.string(what).mapped({ ExactText($0) }, { $0.string })
  }
}

extension SceneCoding<Color> {
  static var color: SceneCoding<Color> {
    SceneCoding(.color) { value, scope throws(SceneFault) in
      try scope.color(value)
    } write: { color throws(SceneFault) in
      let channels =
        [color.red, color.green, color.blue] + (color.alpha == 255 ? [] : [color.alpha])
      return .string(
        "#"
          + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined())
    }
  }
}

extension SceneCoding<ThemeColor> {
  /// A colour for the theme that is read, or `{"light": "#000", "dark": "#FFF"}`.
  static var themeColor: SceneCoding<ThemeColor> {
    let pair = SceneRecord<ThemeColor>(
      "theme",
      [
        SceneField("light", \.light, .color, isRequired: true),
        SceneField("dark", \.dark, .color, isRequired: true),
      ])
    return SceneCoding(.any(.color, pair.schema).named("themeColor")) {
      value, scope throws(SceneFault) in
      guard case .object = value.content else { return ThemeColor(try scope.color(value)) }
      var color = ThemeColor(.clear)
      try pair.read(value, scope, into: &color)
      return color
    } write: { color throws(SceneFault) in
      color.light == color.dark
        ? try SceneCoding<Color>.color.write(color.light)
        : .object(try pair.write(color, plain: nil))
    }
  }
}

extension SceneCoding<ThemeColor> {
  /// A colour as that of text, or true for the one that text has here.
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
    let record = SceneRecord<Size>(
      "size",
      [
        SceneField("width", \.width, .number, isRequired: true),
        SceneField("height", \.height, .number, isRequired: true),
      ])
    return SceneCoding(record.schema.named("size")) { value, scope throws(SceneFault) in
      var size = Size.zero
      try record.read(value, scope, into: &size)
      return size
    } write: { size throws(SceneFault) in
      .object(try record.write(size, plain: nil))
    }
  }
}

extension SceneCoding where Value: Hashable {
  /// One of the cases of an enumeration, by its name in Swift.
  static func keyword(_ what: String, _ cases: [(String, Value)]) -> SceneCoding<Value> {
    let values = Dictionary(uniqueKeysWithValues: cases.map { (ExactText($0), $1) })
    let names = Dictionary(cases.map { ($1, $0) }) { first, _ in first }
    let known = cases.map(\.0)
    return SceneCoding(.words(known)) { value, _ throws(SceneFault) in
      guard case .string(let name) = value.content else {
        throw SceneFault(value, isNot: "one of \(known.joined(separator: ", "))")
      }
      guard let found = values[ExactText(name)] else {
        throw SceneFault(
          unknown: what, ExactText(name), at: value.offset, among: known.map { ExactText($0) })
      }
      return found
    } write: { value throws(SceneFault) in
      names[value].map { .string($0) } ?? .null
    }
  }
}

extension SceneSchema {
  /// A colour in digits, or by a name.
  static let color = SceneSchema.any(
    hexColor, .string(matching: "^(?!#)")
  ).named("color")

  /// A colour where those of the scene have no names yet.
  static let plainColor = SceneSchema.any(
    hexColor, .words(SceneScope.constants.map(\.name.string))
  ).named("plainColor")

  private static let hexColor = string(
    matching: "^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")
}
