public import LinecasterFonts

/// A typographic feature of OpenType that text turns on, off, or to one of its variants.
public struct FontFeature: Hashable, Sendable {
  /// The feature, such as `smcp`, `tnum` or `ss01`.
  public var tag: FontTag
  /// 0 for off, 1 for on, more for the variants of features that have some.
  public var value: UInt32

  /// Makes a feature, turned on unless said otherwise.
  public init(_ tag: FontTag, _ value: UInt32 = 1) {
    self.tag = tag
    self.value = value
  }
}
