/// A node of a case: its style, and its content or its children.
package struct FlexCaseNode: Decodable, Sendable {
  package let style: [String: FlexCaseValue]?
  /// The border box it must have, relative to its parent's.
  package let expect: FlexCaseBox?
  package let measure: WordMeasure?
  package let children: [FlexCaseNode]?

  /// This node and all below it, in pre-order.
  package var all: [FlexCaseNode] { [self] + (children ?? []).flatMap(\.all) }
}
