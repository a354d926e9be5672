/// Text on pages for browsers, whatever is in it.
package enum HTMLText {
  /// Text in which nothing is a tag, a quote or a reference.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped += " "
      // Nothing that XML 1.0 has no place for either, so that images (SVG) are read too.
      case "\u{FFFE}", "\u{FFFF}": break
      default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }

  /// A length with at most two decimals; 0 for what is no number.
  package static func number(_ length: Double) -> String {
    guard length.isFinite else { return "0" }
    let rounded = (length * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? "\(Int(saturating: rounded))" : "\(rounded)"
  }
}
