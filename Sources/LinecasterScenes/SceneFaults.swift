import LinecasterBase

/// Collects the faults of a scene, so reading continues after each.
///
/// Not thread-safe.
final class SceneFaultLog {
  private var faults: [SceneFault] = []
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    let offset: Int
    let reason: ExactText
  }

  /// Records a fault. Duplicates are ignored, because scenes are read for each theme, and parts for
  /// each use. Returns false if reading must stop: at the limit of faults, or if the rest cannot be
  /// read.
  func take(_ fault: SceneFault) -> Bool {
    switch fault.code {
    case .unknownName, .wrongValue, .missing, .overflow, .unexpandedName:
      note(fault)
      return faults.count < Scene.faultLimit
    case .unreadable, .malformed, .tooDeep, .tooLarge: return false
    }
  }

  /// Records the fault that stopped reading.
  func note(_ fault: SceneFault) {
    let place = Place(offset: fault.offset, reason: ExactText(fault.reason))
    if faults.count < Scene.faultLimit, seen.insert(place).inserted { faults.append(fault) }
  }

  /// The faults in text order.
  var inOrder: [SceneFault] {
    faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }

  /// The faults with their locations in a text.
  ///
  /// - Complexity: O(bytes).
  func errors(in text: JSONDocument) -> [SceneError] {
    var place = SourcePosition()
    return inOrder.map { fault in
      place.move(to: fault.offset, in: text.bytes)
      let fault = fault.asWritten(in: text.bytes, at: fault.offset)
      return SceneError(fault, at: place, text.value, source: text.name)
    }
  }
}

extension SceneScope {
  /// Reads part of a scene; when collecting faults, records one and returns a default value.
  @inline(__always)
  func attempt<Value>(
    _ plain: @autoclosure () -> Value, _ read: () throws(SceneFault) -> Value
  ) throws(SceneFault) -> Value {
    do throws(SceneFault) {
      return try read()
    } catch {
      try note(error)
      return plain()
    }
  }

  /// Records a fault and continues.
  ///
  /// - Throws: The fault, if reading must stop.
  @inline(never)
  func note(_ fault: SceneFault) throws(SceneFault) {
    guard let log, log.take(fault) else { throw fault }
  }
}

extension Scene {
  /// The maximum number of reported faults.
  public static let faultLimit = 100

  /// Returns all faults of a scene, in text order; empty if the scene is valid.
  ///
  ///     for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
  ///
  /// Reading continues after each fault, so all faults can be fixed at once. It stops at malformed
  /// JSON and if a limit is exceeded.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - source: The name of the text in error messages, for example the path of its file.
  /// - Returns: At most `faultLimit` faults.
  /// - Complexity: O(bytes). May run on any thread.
  public static func faults(json: [UInt8], source: String = "scene") -> [SceneError] {
    do throws(SceneError) {
      let text = try JSONDocument(json, named: source)
      return faults(text.value, of: text)
    } catch {
      return [error]
    }
  }

  /// All faults of a scene in a text.
  static func faults(_ value: JSONValue, of text: JSONDocument) -> [SceneError] {
    let log = SceneFaultLog()
    do throws(SceneFault) {
      _ = try SceneDocument(value, log: log)
    } catch {
      log.note(error)
    }
    return log.errors(in: text)
  }
}

/// A location in a text, which moves forward.
struct SourcePosition {
  private(set) var line = 1
  /// The column, in characters.
  private(set) var column = 1
  private var offset = 0

  /// Advances to a later byte.
  mutating func move(to offset: Int, in text: [UInt8]) {
    guard offset > self.offset else { return }
    for byte in text[self.offset..<min(offset, text.count)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    self.offset = offset
  }
}
