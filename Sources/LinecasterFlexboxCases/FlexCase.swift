import LinecasterFlexbox
package import LinecasterGeometry

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

/// A border box as a case has it.
package struct FlexCaseBox: Decodable, Sendable, Equatable {
  package let x, y, w, h: Double

  package init(_ frame: Rect) {
    x = frame.minX
    y = frame.minY
    w = frame.width
    h = frame.height
  }

  /// Left, top, width, height.
  package var numbers: [Double] { [x, y, w, h] }

  /// Whether no number is further from the other box's than the conformance data allows.
  package func isNear(_ other: FlexCaseBox) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 0.1 }
  }
}

/// The value of a property: a number of points, or a word or percentage.
package enum FlexCaseValue: Decodable, Sendable, CustomStringConvertible {
  case number(Double)
  case text(String)

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

/// What is wrong with a case, for people.
package struct FlexCaseFault: Error, CustomStringConvertible {
  package let description: String

  /// A property that has no such value, or is none.
  init(_ key: String, _ value: FlexCaseValue) {
    description = "style '\(key)' cannot be '\(value)'"
  }

  init(_ description: String) { self.description = description }
}
