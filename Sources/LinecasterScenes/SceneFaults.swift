import LinecasterBase

/// The faults of a scene that is read on after each of them.
///
/// One thread at a time.
final class SceneFaultLog {
  private var faults: [SceneFault] = []
  private var seen: Set<Place> = []

  private struct Place: Hashable {
    let offset: Int
    let reason: ExactText
  }

  /// Takes a fault, which may have been found before: a scene is read in both themes, and parts
  /// wherever they are used. False where reading has to end with it: where there are many, or
  /// where what follows cannot be read.
  func take(_ fault: SceneFault) -> Bool {
    switch fault.code {
    case .unknownName, .wrongValue, .missing:
      note(fault)
      return faults.count < Scene.faultLimit
    case .unreadable, .malformed, .tooDeep, .tooLarge: return false
    }
  }

  /// Notes the fault that ended the reading.
  func note(_ fault: SceneFault) {
    let place = Place(offset: fault.offset, reason: ExactText(fault.reason))
    if faults.count < Scene.faultLimit, seen.insert(place).inserted { faults.append(fault) }
  }

  /// The faults in the order of the text.
  var inOrder: [SceneFault] {
    faults.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
      .map(\.element)
  }

  /// The faults with their places in a text.
  ///
  /// - Complexity: O(bytes).
  func errors(in text: JSONDocument) -> [SceneError] {
    var place = TextPlace()
    return inOrder.map { fault in
      place.move(to: fault.offset, in: text.bytes)
      return SceneError(fault, at: place, text.value, source: text.name)
    }
  }
}

extension SceneScope {
  /// Reads a part of a scene; where all faults are wanted, one in it leaves a plain value and is
  /// noted.
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

  /// Notes a fault that reading goes on behind.
  ///
  /// - Throws: The fault, if reading ends with it.
  @inline(never)
  func note(_ fault: SceneFault) throws(SceneFault) {
    guard let log, log.take(fault) else { throw fault }
  }
}

extension Scene {
  /// The most faults that are told of a scene.
  public static let faultLimit = 100

  /// All that is wrong with a scene, in the order of its text; nothing where it can be read.
  ///
  ///     for fault in Scene.faults(json: Array(text.utf8), source: "card.json") { print(fault) }
  ///
  /// Reading goes on behind each fault, so that a person mends all of them at once. What is not
  /// JSON ends it, and so does what goes over a limit.
  ///
  /// - Parameters:
  ///   - json: The text (RFC 8259) in UTF-8.
  ///   - source: What stands for the text in error messages, such as the path of its file.
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

  /// All that is wrong with a scene in a text.
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

/// A place in a text, which moves forward.
struct TextPlace {
  private(set) var line = 1
  /// In characters.
  private(set) var column = 1
  private var offset = 0

  /// Moves to a later byte.
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
