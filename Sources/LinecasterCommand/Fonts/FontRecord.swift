import Foundation
import Linecaster

/// A face as the commands about fonts print it.
struct FontRecord: Encodable {
  let family: String
  let style: String
  /// One weight, or the least and the greatest.
  let weight: String
  let width: String
  let slant: String
  /// Axes with the values they reach, or the place on them.
  let axes: [String: String]
  let color: Bool
  /// What is done to outlines because the family has no such design.
  let synthesis: [String]
  let file: String
  let index: Int

  /// A face that is offered.
  init(_ face: FontDescription) {
    family = face.family
    style = face.styleName
    weight = Self.text(
      Double(face.weights.lowerBound.value), Double(face.weights.upperBound.value))
    width = Self.text(face.widths.lowerBound.percent, face.widths.upperBound.percent)
    slant = "\(face.slant)"
    axes = Dictionary(
      face.axes.map { ($0.tag.name, Self.text($0.minimum, $0.maximum)) },
      uniquingKeysWith: { first, _ in first })
    color = face.hasColorBitmaps
    synthesis = []
    file = face.source
    index = face.index
  }

  /// A face that is drawn.
  init(_ face: FontFace) {
    family = face.family
    style = face.styleName
    weight = "\(face.weight.value)"
    width = Self.text(face.width.percent, face.width.percent)
    slant = "\(face.slant)"
    axes = Dictionary(
      face.variations.map { ($0.axis.name, Self.text($0.value, $0.value)) },
      uniquingKeysWith: { first, _ in first })
    color = face.hasColorBitmaps
    synthesis =
      (face.synthesis.emboldens ? ["bold"] : []) + (face.synthesis.slants ? ["oblique"] : [])
    file = face.data.source
    index = face.index
  }

  /// The titles of `columns`.
  static let titles = ["family", "style", "weight", "width", "slant", "axes", "file"]

  /// The cells of a table's row.
  var columns: [String] {
    let places = axes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let notes = synthesis.map { "synthetic \($0)" } + (color ? ["colour"] : [])
    return [
      family, style, weight, width, slant, (places + notes).joined(separator: " "),
      index == 0 ? file : "\(file) #\(index)",
    ]
  }

  /// A value or a range, whole numbers without a point.
  private static func text(_ lower: Double, _ upper: Double) -> String {
    let number = { (value: Double) in
      value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
    return lower == upper ? number(lower) : "\(number(lower))…\(number(upper))"
  }
}
