import Foundation

extension Sample {
  /// The sample as a JSON object on one line, its keys in the order people read them.
  public var json: String {
    var fields: [(String, String)] = [
      ("peer", Self.quoted(peer)), ("mode", Self.quoted(mode)), ("corpus", Self.quoted(corpus)),
      ("unit", Self.quoted(unit)), ("units", "\(units)"),
      ("ns", String(format: "%.0f", nanoseconds)),
      ("ns_per_unit", String(format: "%.3f", nanosecondsPerUnit)),
    ]
    if let clock { fields.append(("clock", Self.quoted(clock))) }
    if let instructionsPerUnit {
      let instructions = instructionsPerUnit * Double(units)
      fields.append(("instructions", String(format: "%.0f", instructions)))
      fields.append(("instructions_per_unit", String(format: "%.2f", instructionsPerUnit)))
    }
    fields += facts.map { ($0.name, "\($0.value)") }
    return "{" + fields.map { "\(Self.quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }

  /// Reads a line; nil for what is not a sample. Keys that are not known are passed over.
  public init?(json line: String) {
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let peer = object["peer"] as? String, let mode = object["mode"] as? String,
      let corpus = object["corpus"] as? String, let unit = object["unit"] as? String,
      let units = (object["units"] as? NSNumber)?.doubleValue,
      units >= 1, units < Double(Int32.max),
      let nanoseconds = (object["ns"] as? NSNumber)?.doubleValue
    else { return nil }
    self.init(
      peer: peer, mode: mode, corpus: corpus, unit: unit, units: Int(units),
      nanoseconds: nanoseconds, clock: object["clock"] as? String,
      instructionsPerUnit: (object["instructions_per_unit"] as? NSNumber)?.doubleValue)
  }

  /// A JSON string (RFC 8259 §7).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..."\u{1F}": quoted += String(format: "\\u%04x", scalar.value)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
