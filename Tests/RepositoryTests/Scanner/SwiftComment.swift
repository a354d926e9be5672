/// A comment: one line after `//`, or a whole block.
struct SwiftComment: Equatable {
  /// The text with its delimiters.
  let text: String
  /// The lines it stands on, from 1.
  let lines: ClosedRange<Int>

  /// Whether it documents the declaration below it.
  var isDocumentation: Bool {
    text.hasPrefix("///") || (text.hasPrefix("/**") && text != "/**/")
  }
}
