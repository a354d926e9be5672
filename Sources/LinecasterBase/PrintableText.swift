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

  /// The message that names the first characters that no font has, and counts the others; `nil` if
  /// none is missing.
  package static func message(
    missing characters: [Unicode.Scalar], limit: Int = 8,
    name: (Unicode.Scalar) -> String = \.codePoint
  ) -> String? {
    guard !characters.isEmpty else { return nil }
    let more = characters.count - limit
    return "no font has " + characters.prefix(limit).map(name).joined(separator: ", ")
      + (more > 0 ? " and \(more) more" : "")
  }
}

extension Unicode.Scalar {
  /// The code point as Unicode writes it, for example U+00E9.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Escaping of text for web pages and other XML.
package enum HTMLText {
  /// Returns text with all markup escaped.
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
      // Characters that XML 1.0 forbids are removed too, so SVG images can be parsed.
      case "\u{FFFE}", "\u{FFFF}": break
      default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }

  /// Formats a length with at most two decimals; 0 if it is not finite.
  package static func number(_ length: Double) -> String {
    guard length.isFinite else { return "0" }
    let rounded = (length * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e9
      ? "\(Int(saturating: rounded))" : "\(rounded)"
  }
}
