import Linecaster
import LinecasterScenes

/// A row of a batch that was read: which one it is, and its text.
struct BatchRequest {
  let text: JSONDocument
  let id: ItemIdentifier

  /// Members that pictures have nothing to do with.
  static let others: [ExactText] = ["id"]

  /// Takes the id of a request: a whole number of 64 bits, or a string.
  ///
  /// - Throws: `SceneError`.
  init(_ text: JSONDocument) throws(SceneError) {
    self.text = text
    let value = text.value
    guard case .object = value.content else {
      throw text.error(SceneFault(value, isNot: "a request, such as \(Self.example)"))
    }
    guard let id = value.member("id") else {
      throw text.error(SceneFault(.missing, at: value.offset, "'id' is missing"))
    }
    switch id.content {
    case .string(let name):
      self.id = .name(name)
      return
    case .number:
      if let number = id.integer(in: text.bytes) {
        self.id = .number(number)
        return
      }
    default: break
    }
    throw text.error(SceneFault(id, isNot: "a whole number of 64 bits or a string"))
  }

  private static let example = #"{"id": 1, "scene": {"body": {"Text": "Hello"}}}"#
}
