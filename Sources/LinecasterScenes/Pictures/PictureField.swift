import LinecasterBase
import LinecasterDisplay

/// A field of `PictureOptions`: its name in requests, URLs and command lines, and the coding of its
/// value.
package struct PictureField: Sendable {
  private enum Kind: Sendable {
    case number(ClosedRange<Double>, @Sendable (inout PictureOptions, Double) -> Void)
    case whole(ClosedRange<Int>, @Sendable (inout PictureOptions, Int) -> Void)
    case flag(@Sendable (inout PictureOptions, Bool) -> Void)
    case choice([String], @Sendable (inout PictureOptions, Int) -> Void)
  }

  /// The name in requests.
  let name: String
  private let kind: Kind
  /// Whether URLs accept it too.
  fileprivate let isInAddresses: Bool
  /// Returns the reason for excluding other options; `nil` without a conflict.
  private let conflict: @Sendable (PictureOptions) -> String?

  private init(
    _ name: String, _ kind: Kind, isInAddresses: Bool = false,
    conflict: @escaping @Sendable (PictureOptions) -> String? = { _ in nil }
  ) {
    (self.name, self.kind) = (name, kind)
    (self.isInAddresses, self.conflict) = (isInAddresses, conflict)
  }

  /// The keywords of a type, and a setter for its value.
  private static func choice<Choice: RawRepresentable<String> & Sendable>(
    _ choices: [Choice], _ set: @escaping @Sendable (inout PictureOptions, Choice) -> Void
  ) -> Kind {
    .choice(choices.map(\.rawValue)) { set(&$0, choices[$1]) }
  }
}

extension PictureField {
  package static let width = PictureField(
    "width", .number(Scene.widths) { $0.width = $1 }, isInAddresses: true)
  package static let scale = PictureField(
    "scale", .number(PictureOptions.scales) { $0.scale = $1 }, isInAddresses: true)
  package static let textScale = PictureField(
    "textScale", .number(PictureOptions.textScales) { $0.textScale = $1 })

  /// All fields, in reading order: the format comes before the quality, which depends on it.
  static let all: [PictureField] = [
    width, scale, textScale,
    PictureField("theme", choice(Theme.allCases) { $0.theme = $1 }, isInAddresses: true),
    PictureField("rendering", choice(TextRendering.allCases) { $0.rendering = $1 }),
    PictureField("strict", .flag { $0.isStrict = $1 }),
    format,
    PictureField("quality", .whole(PictureEncoding.qualities) { $0.encoding.quality = $1 }) {
      $0.encoding.format.isLossy ? nil : "'quality' does not apply to \($0.encoding.format.name)"
    },
    PictureField("compact", .flag { $0.encoding.isCompact = $1 }) {
      !$0.encoding.isCompact || $0.encoding.format == .png ? nil : "'compact' applies to PNG only"
    },
  ]

  private static var format: PictureField {
    let endings = PictureFormat.builtIn.flatMap { format in format.endings.map { ($0, format) } }
    return PictureField(
      "format",
      .choice(endings.map(\.0)) { $0.encoding = $0.encoding.changed(to: endings[$1].1) })
  }
}

extension PictureField {
  /// Reads a value in JSON.
  func read(_ value: JSONValue, _ options: inout PictureOptions) throws(SceneFault) {
    switch kind {
    case .number(let range, let set): set(&options, try value.number(in: range))
    case .whole(let range, let set):
      let number = try value.number(in: Double(range.lowerBound)...Double(range.upperBound))
      guard let whole = Int(exactly: number) else {
        throw SceneFault(value, isNot: "a whole number")
      }
      set(&options, whole)
    case .flag(let set):
      guard case .bool(let flag) = value.content else {
        throw SceneFault(value, isNot: "true or false")
      }
      set(&options, flag)
    case .choice(let names, let set):
      guard case .string(let text) = value.content,
        let index = names.firstIndex(where: { ExactText($0) == ExactText(text) })
      else {
        throw SceneFault(value, isNot: "one of \(names.joined(separator: ", "))")
      }
      set(&options, index)
    }
    if let reason = conflict(options) {
      throw SceneFault(.wrongValue, at: value.offset, reason)
    }
  }

  /// The reason that a command-line number is invalid for the field; `nil` if it is valid.
  ///
  /// - Parameter option: The name of the option.
  package func fault(of number: Double, option: String) -> String? {
    guard case .number(let range, _) = kind, !range.contains(number) else { return nil }
    return "\(option) must be from \(range.words), not \(number)."
  }
}

extension PictureOptions {
  /// Reads a URL parameter: `theme`, `width` or `scale`. Widths and scales are clamped to their
  /// ranges when a picture is drawn.
  ///
  /// - Throws: `SceneError` without a location: with code `unknownName` for other parameters, or
  ///   `wrongValue` for an invalid value.
  public mutating func read(_ parameter: String, from text: String) throws(SceneError) {
    guard let field = PictureField.all.first(where: { $0.isInAddresses && $0.name == parameter })
    else {
      let known = PictureField.all.filter(\.isInAddresses).map(\.name).joined(separator: ", ")
      throw SceneError(
        code: .unknownName, source: "address", path: parameter,
        reason: "'\(parameter)' is not a parameter; use one of \(known)")
    }
    if let reason = field.read(text, &self) {
      throw SceneError(code: .wrongValue, source: "address", path: parameter, reason: reason)
    }
  }
}

extension PictureField {
  /// Reads a value from a URL.
  ///
  /// - Returns: The reason that it is invalid; `nil` if it is valid.
  fileprivate func read(_ text: String, _ options: inout PictureOptions) -> String? {
    switch kind {
    case .number(_, let set):
      guard let number = Double(text), number.isFinite else { return "\(name) must be a number" }
      set(&options, number)
    case .choice(let names, let set):
      guard let index = names.firstIndex(of: text) else {
        return "\(name) must be \(names.joined(separator: " or "))"
      }
      set(&options, index)
    case .whole, .flag: return "\(name) cannot be set in an address"
    }
    return nil
  }
}

extension JSONValue {
  fileprivate func number(in range: ClosedRange<Double>) throws(SceneFault) -> Double {
    guard case .number(let number) = content, range.contains(number) else {
      throw SceneFault(self, isNot: "a number from \(range.words)")
    }
    return number
  }
}

extension ClosedRange<Double> {
  /// Both ends, for messages.
  fileprivate var words: String {
    "\(HTMLText.number(lowerBound)) to \(HTMLText.number(upperBound))"
  }
}
