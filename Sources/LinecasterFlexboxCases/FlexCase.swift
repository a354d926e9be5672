import LinecasterFlexbox

/// A tree of styles in the schema of the conformance data, with the boxes it must produce where
/// they are known.
package struct FlexCase: Decodable, Sendable {
  package let name: String
  /// Which initial values hold for properties that a style leaves out: `css` or `yoga`.
  package let defaults: String?
  /// 1 where boxes are compared on the pixel grid, else 0.
  package let rounding: Double?
  /// The direction that the root inherits.
  package let direction: String?
  /// The width and the height of the block that contains the root; null is indefinite.
  package let available: [Double?]?
  /// Why the case is not run where it comes from.
  package let skip: String?
  package let tags: [String]?
  package let root: FlexCaseNode

  /// The part of a faulty case that tells which one it is.
  package struct Name: Decodable {
    package let name: String?
  }

  /// The extents of the block that contains the root.
  var extents: FlexAvailable {
    FlexAvailable(
      width: available?.first.flatMap(\.self), height: available?.last.flatMap(\.self))
  }
}
