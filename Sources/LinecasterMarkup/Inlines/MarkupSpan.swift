/// A stretch of text that looks the same.
public struct MarkupSpan: Hashable, Sendable {
  /// How a stretch differs from the text around it.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The traits as bits.
    public let rawValue: UInt8

    /// Makes traits from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Slanted, as by `*` or `_`.
    public static let emphasis = Traits(rawValue: 1)
    /// Bold, as by `**` or `__`.
    public static let strong = Traits(rawValue: 2)
    /// Struck out, as by `~~`.
    public static let strike = Traits(rawValue: 4)
    /// Of one width, as by backticks.
    public static let code = Traits(rawValue: 8)
    /// A link.
    public static let link = Traits(rawValue: 16)
  }

  /// The text; line ends that are kept are line feeds.
  public var text: String
  /// How it looks.
  public var traits: Traits

  /// Makes a stretch.
  public init(_ text: String, _ traits: Traits = []) {
    self.text = text
    self.traits = traits
  }
}
