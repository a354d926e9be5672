/// Untrusted text, escaped for display on one line.
package enum PrintableText {
  /// Returns text with line ends and control characters of terminals escaped, truncated to a number
  /// of characters.
  package static func line(_ text: String, limit: Int) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return text.unicodeScalars.count > limit ? line + "…" : line
  }
}

extension Unicode.Scalar {
  /// The code point as Unicode writes it, for example U+00E9.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
