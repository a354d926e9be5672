public import Foundation

/// A measurement: the operation, the amount of work and the time.
public struct Sample: Hashable, Sendable {
  /// The name and version of the measured program.
  public var peer: String
  /// The measured operation.
  public var mode: String
  /// The name of the input.
  public var corpus: String
  /// The unit of work: `char`, `item`, `node`, `element`.
  public var unit: String
  /// The number of units processed.
  public var units: Int
  /// The time in nanoseconds.
  public var nanoseconds: Double
  /// The name of the clock; `nil` for the processor time of one thread.
  public var clock: String?
  /// The user-mode instructions per unit; `nil` if not counted.
  public var instructionsPerUnit: Double?
  /// Facts by name, which show that two peers did the same work.
  public var facts: [Fact]

  /// A number that describes the work done.
  public struct Fact: Hashable, Sendable {
    /// The name of the fact, which is its key in the JSON object.
    public var name: String
    /// The number of the fact.
    public var value: Int

    /// Creates a fact.
    public init(_ name: String, _ value: Int) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a sample.
  public init(
    peer: String, mode: String, corpus: String, unit: String, units: Int, nanoseconds: Double,
    clock: String? = nil, instructionsPerUnit: Double? = nil, facts: [Fact] = []
  ) {
    self.peer = peer
    self.mode = mode
    self.corpus = corpus
    self.unit = unit
    self.units = units
    self.nanoseconds = nanoseconds
    self.clock = clock
    self.instructionsPerUnit = instructionsPerUnit
    self.facts = facts
  }

  /// The time per unit, in nanoseconds; 0 without units.
  public var nanosecondsPerUnit: Double { units > 0 ? nanoseconds / Double(units) : 0 }

  /// The units per second; `nil` if no time was measured.
  public var unitsPerSecond: Double? { nanoseconds > 0 ? Double(units) / nanoseconds * 1e9 : nil }
}

extension Sample {
  /// The sample as a JSON object on one line, with keys in reading order.
  public var json: String {
    var fields: [(String, String)] = [
      ("peer", Self.quoted(peer)), ("mode", Self.quoted(mode)), ("corpus", Self.quoted(corpus)),
      ("unit", Self.quoted(unit)), ("units", "\(units)"),
      ("ns", String(format: "%.0f", nanoseconds)),
      ("ns_per_unit", String(format: "%.3f", nanosecondsPerUnit)),
    ]
    if let unitsPerSecond {
      fields.append(("units_per_second", String(format: "%.1f", unitsPerSecond)))
    }
    if let clock { fields.append(("clock", Self.quoted(clock))) }
    if let instructionsPerUnit {
      let instructions = instructionsPerUnit * Double(units)
      fields.append(("instructions", String(format: "%.0f", instructions)))
      fields.append(("instructions_per_unit", String(format: "%.2f", instructionsPerUnit)))
    }
    fields += facts.map { ($0.name, "\($0.value)") }
    return "{" + fields.map { "\(Self.quoted($0)):\($1)" }.joined(separator: ",") + "}"
  }

  /// Parses a line; `nil` if it is not a sample. Unknown keys are ignored.
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

  /// Returns a JSON string (RFC 8259 §7).
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

/// Reads saved samples of this program or a peer.
public enum SampleReader {
  /// Returns the samples of a file in order; other lines are skipped.
  public static func read(path: String) throws -> [Sample] {
    samples(in: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Returns the samples among lines of JSON.
  public static func samples(in data: Data) -> [Sample] {
    String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Sample(json: String($0)) }
  }
}

/// Writes samples to standard output, and messages to standard error.
public enum SampleWriter {
  /// Writes a sample as a line of JSON, unbuffered.
  public static func write(_ sample: Sample) {
    FileHandle.standardOutput.write(Data("\(sample.json)\n".utf8))
  }

  /// Writes a line to standard error.
  public static func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// Whether standard error is a terminal.
  public static var isWatched: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
