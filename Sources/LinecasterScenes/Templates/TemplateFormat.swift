import LinecasterBase

/// A format of a number in braces, for example `fixed 2` in `{{price | fixed 2}}`.
enum TemplateFormat: Equatable {
  /// A fixed number of decimals.
  case fixed(decimals: Int)
  /// One of two words: the first for 1, the second for all other numbers.
  case plural(one: String, other: String)

  /// The names of all formats, in the order of the documentation.
  static let names: [ExactText] = ["fixed", "plural"]
  /// The numbers of decimals.
  private static let decimals = 0...12

  /// The name in braces.
  var name: String {
    switch self {
    case .fixed: "fixed"
    case .plural: "plural"
    }
  }

  /// Parses the text after the `|`: the name of a format and its arguments, separated by spaces.
  /// Arguments with spaces are in single or double quotes.
  ///
  /// - Throws: A fault at an offset, with the formats or arguments that are expected.
  init(_ text: String, at offset: Int) throws(SceneFault) {
    let words = try Self.words(text, at: offset)
    let arguments = Array(words.dropFirst())
    switch words.first {
    case "fixed":
      guard arguments.count == 1, let count = Int(arguments[0]), Self.decimals.contains(count)
      else {
        throw SceneFault(
          .wrongValue, at: offset,
          "'\(SceneFault.short(text))' needs the number of decimals, \(Self.decimals.lowerBound) "
            + "to \(Self.decimals.upperBound), as in '{{price | fixed 2}}'")
      }
      self = .fixed(decimals: count)
    case "plural":
      guard arguments.count == 2 else {
        throw SceneFault(
          .wrongValue, at: offset,
          "'\(SceneFault.short(text))' needs a word for 1 and one for other numbers, as in "
            + "'{{n}} {{n | plural day days}}'; put words with spaces in quotes")
      }
      self = .plural(one: arguments[0], other: arguments[1])
    case let name?:
      throw SceneFault(
        unknown: "format of numbers", ExactText(name), at: offset, among: Self.names,
        hint: Self.hint(for: name))
    case nil:
      throw SceneFault(
        .wrongValue, at: offset,
        "the format after '|' is missing: \(Self.names.map(\.string).joined(separator: " or "))")
    }
  }

  /// The hint for an unknown format: the nearest one, or all of them.
  private static func hint(for name: String) -> String {
    if let near = NearestName.of(ExactText(name), among: names) {
      return "did you mean '\(near.string)'?"
    }
    let all = names.map { "'\($0.string)'" }.joined(separator: " and ")
    return "the formats are \(all); put others into the data as text"
  }

  /// Splits a text at spaces outside of quotes.
  private static func words(_ text: String, at offset: Int) throws(SceneFault) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if let open = quote {
        if scalar == open { quote = nil } else { word?.unicodeScalars.append(scalar) }
      } else if word == nil, scalar == "'" || scalar == "\"" {
        (quote, word) = (scalar, "")
      } else if scalar == " " {
        if let word { words.append(word) }
        word = nil
      } else {
        word = word ?? ""
        word?.unicodeScalars.append(scalar)
      }
    }
    guard quote == nil else {
      throw SceneFault(
        .wrongValue, at: offset, "'\(SceneFault.short(text))' is missing its closing quote")
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension TemplateFormat {
  /// Returns the text of a value; `nil` if it is not a number.
  func text(of value: JSONValue) -> String? {
    guard case .number(let number) = value.content else { return nil }
    switch self {
    case .fixed(let decimals): return DecimalNumber(number).text(decimals: decimals)
    case .plural(let one, let other): return number == 1 ? one : other
    }
  }
}

/// The shortest decimal number that is read as a number of JSON.
///
/// It is rounded as it is written: 2.675 with two decimals is 2.68, although the nearest
/// floating-point number is less.
private struct DecimalNumber {
  private let isNegative: Bool
  /// The digits, of which the first `point` are before the decimal point.
  private var digits: [UInt8]
  private var point: Int

  /// Creates the decimal number of a finite number.
  init(_ number: Double) {
    isNegative = number < 0
    let parts = "\(number.magnitude)".split(separator: "e")
    let mantissa = (parts.first ?? "0").split(separator: ".")
    digits = Array(mantissa.joined(separator: "").utf8)
    point = (mantissa.first?.count ?? 0) + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }

  /// Returns the number rounded to some decimals, half away from zero.
  func text(decimals: Int) -> String {
    var number = self
    number.round(toDecimals: decimals)
    let zero = UInt8(ascii: "0")
    let isZero = number.digits.allSatisfy { $0 == zero }
    let missing = max(0, 1 - number.point)
    let all = Array(repeating: zero, count: missing) + number.digits
    let end = number.point + missing
    let whole = all.prefix(end).drop { $0 == zero }
    let text = String(decoding: whole.isEmpty ? [zero] : whole, as: UTF8.self)
    let fraction = String(decoding: all[end...], as: UTF8.self)
    return (isNegative && !isZero ? "-" : "") + text + (decimals > 0 ? ".\(fraction)" : "")
  }

  /// Drops the digits after some decimals; adds zeros if there are fewer.
  private mutating func round(toDecimals decimals: Int) {
    let zero = UInt8(ascii: "0")
    let count = point + decimals
    guard count >= 0 else {
      // Less than half of the last decimal.
      (digits, point) = ([zero], 1 - decimals)
      return
    }
    guard count < digits.count else {
      digits += Array(repeating: zero, count: count - digits.count)
      return
    }
    let roundsUp = digits[count] >= UInt8(ascii: "5")
    digits.removeSubrange(count...)
    guard roundsUp else { return }
    var index = count
    while index > 0, digits[index - 1] == UInt8(ascii: "9") {
      index -= 1
      digits[index] = zero
    }
    if index > 0 {
      digits[index - 1] += 1
    } else {
      digits.insert(UInt8(ascii: "1"), at: 0)
      point += 1
    }
  }
}
