import LinecasterBase

/// A variation axis: an adjustable property of a variable font's design (OpenType `fvar`).
///
///     for axis in face.axes { print(axis.tag.name, axis.range, axis.defaultValue) }
///     for instance in face.namedInstances { print(instance.name) }
///     let small = face.instance(variations: [
///       FontVariation(.opticalSizeAxis, 8), FontVariation(.slantAxis, -10),
///     ])
public struct FontAxis: Hashable, Sendable {
  /// The tag of the axis, for example `wght`.
  public let tag: FontTag
  /// The English display name; the tag if the font has no name.
  public let name: String
  /// The minimum value, in the units of the axis.
  public let minimum: Double
  /// The default value, in the units of the axis.
  public let defaultValue: Double
  /// The maximum value, in the units of the axis.
  public let maximum: Double
  /// Whether the font asks programs to hide the axis from users.
  let isHidden: Bool

  /// The range of values, in the units of the axis.
  public var range: ClosedRange<Double> { minimum...maximum }

  /// Returns the nearest value on the axis, as a 16.16 fixed-point number as in fonts; the default
  /// for NaN.
  func fixed(_ value: Double) -> Int32 {
    let inside = value.isNaN ? defaultValue : min(max(value, minimum), maximum)
    return Int32(clamping: Int(saturating: (inside * 65_536).rounded()))
  }
}

extension FontTag {
  /// The weight axis, on the scale from 1 to 1000.
  public static let weightAxis: FontTag = "wght"
  /// The width axis, in percent.
  public static let widthAxis: FontTag = "wdth"
  /// The slant axis, in degrees, negative for letters that lean to the right.
  public static let slantAxis: FontTag = "slnt"
  /// The italic axis: 0 for upright letters, 1 for italic letters.
  public static let italicAxis: FontTag = "ital"
  /// The optical size axis, in points.
  public static let opticalSizeAxis: FontTag = "opsz"
}

/// A value on an axis of a variable font (OpenType `fvar`, CSS `font-variation-settings`).
public struct FontVariation: Hashable, Sendable {
  /// The tag of the axis: for example `wght`, `wdth`, `slnt` or `opsz`, or that of a font's own
  /// axis.
  public var axis: FontTag
  /// The value in the units of the axis. Faces clamp it to the range of the axis.
  public var value: Double

  /// Creates a value on an axis.
  public init(_ axis: FontTag, _ value: Double) {
    self.axis = axis
    self.value = value
  }
}

/// A named instance of a variable font (OpenType `fvar`).
public struct FontInstance: Hashable, Sendable {
  /// The English display name, for example "Condensed Bold".
  public let name: String
  /// The values of all axes of the face.
  public let variations: [FontVariation]
}

/// The four-letter tag of an OpenType feature, axis, table or script.
public struct FontTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The letters as one big-endian number, as fonts store them.
  public let rawValue: UInt32

  /// Creates a tag from its number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a tag from up to four printable ASCII characters, padded with spaces.
  ///
  /// The result is `nil` if the name is empty, too long or has other characters.
  public init?(_ name: some StringProtocol) {
    let letters = Array(name.utf8)
    guard 1...4 ~= letters.count, letters.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    rawValue = Self.number(letters)
  }

  /// Creates a tag from a literal; characters after the fourth are ignored.
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
