import LinecasterBase

/// An axis of a variable font: something of its design that can be set (OpenType `fvar`).
///
///     for axis in face.axes { print(axis.tag.name, axis.range, axis.defaultValue) }
///     for instance in face.namedInstances { print(instance.name) }
///     let small = face.instance(variations: [
///       FontVariation(.opticalSizeAxis, 8), FontVariation(.slantAxis, -10),
///     ])
public struct FontAxis: Hashable, Sendable {
  /// The name that programs use, such as `wght`.
  public let tag: FontTag
  /// The name for people, in English; the tag's letters where the font has none.
  public let name: String
  /// The least value, in the axis' own units.
  public let minimum: Double
  /// Where the font is when nothing is asked for.
  public let defaultValue: Double
  /// The greatest value.
  public let maximum: Double
  /// Whether the font asks programs not to offer the axis to people.
  let isHidden: Bool

  /// All values of the axis.
  public var range: ClosedRange<Double> { minimum...maximum }

  /// The nearest value the axis has, as a fixed-point number with 16 binary places, which is how
  /// fonts store them; the default for what is not a number.
  func fixed(_ value: Double) -> Int32 {
    let inside = value.isNaN ? defaultValue : min(max(value, minimum), maximum)
    return Int32(clamping: Int(saturating: (inside * 65_536).rounded()))
  }
}

extension FontTag {
  /// The heaviness of letters.
  public static let weightAxis: FontTag = "wght"
  /// The width of letters in percent.
  public static let widthAxis: FontTag = "wdth"
  /// The angle of slanted letters in degrees, negative where they lean to the right.
  public static let slantAxis: FontTag = "slnt"
  /// 0 for upright letters, 1 for italic ones.
  public static let italicAxis: FontTag = "ital"
  /// The size in points that the design is made for.
  public static let opticalSizeAxis: FontTag = "opsz"
}

/// The place of a variable font on one of its axes (OpenType `fvar`).
public struct FontVariation: Hashable, Sendable {
  /// The axis, such as `wght`, `wdth`, `slnt`, `opsz` or one of the font's own.
  public var axis: FontTag
  /// The place in the axis' own units; faces clamp it to what they have.
  public var value: Double

  /// Makes a place on an axis.
  public init(_ axis: FontTag, _ value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// A place on the axes of a variable font to which its makers gave a name (OpenType `fvar`).
public struct FontInstance: Hashable, Sendable {
  /// The name for people, in English, such as "Condensed Bold".
  public let name: String
  /// The place, a value for every axis of the face.
  public let variations: [FontVariation]
}

/// The four-letter name of a feature, an axis, a table or a script in OpenType.
public struct FontTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The letters as one big-endian number, as fonts store them.
  public let rawValue: UInt32

  /// Makes a tag from its number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes a tag from up to four printable ASCII characters, filled up with spaces.
  ///
  /// The result is nil for the empty name, for longer ones and for other characters.
  public init?(_ name: some StringProtocol) {
    let letters = Array(name.utf8)
    guard 1...4 ~= letters.count, letters.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    rawValue = Self.number(letters)
  }

  /// Makes a tag from a literal; what follows its first four characters is left out.
  public init(stringLiteral name: String) {
    rawValue = Self.number(name.utf8.prefix(4).map { 0x20...0x7E ~= $0 ? $0 : 0x20 })
  }

  /// The four characters.
  public var name: String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
  }

  private static func number(_ letters: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32($1 < letters.count ? letters[$1] : 0x20) }
  }
}
