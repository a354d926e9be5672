import LinecasterBase
import LinecasterText

/// A text in JSON that was read: what it says, and what its places are told by.
///
/// Scenes, templates and data may be parts of it; what is wrong with them is told with the lines
/// and the names of the whole.
package struct JSONDocument: Sendable {
  package let value: JSONValue
  package let bytes: [UInt8]
  /// What stands for the text in messages.
  package let name: String

  /// Reads a text.
  ///
  /// - Throws: `SceneError` where it is longer than scenes may be, or not JSON.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8], named name: String) throws(SceneError) {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    do {
      value = try JSONValue(json: bytes)
    } catch {
      throw SceneError(error, in: bytes, nil, source: name)
    }
  }

  /// Reads a text, unless it is called off.
  ///
  /// - Throws: The same; `CancellationError` where `isCancelled` says so.
  package init(_ bytes: [UInt8], named name: String, isCancelled: () -> Bool) throws {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    value = try Self.reading(bytes, nil, named: name, isCancelled: isCancelled) {
      checkpoint throws(SceneFault) in
      try JSONValue(json: bytes, checkpoint)
    }
  }

  /// What is wrong, and where.
  package func error(_ fault: SceneFault) -> SceneError {
    SceneError(fault, in: bytes, value, source: name)
  }

  /// An object of the text, or of what stands for nothing in it.
  ///
  /// - Throws: `SceneError` where a value is something else.
  func object(_ value: JSONValue, _ wanted: String) throws(SceneError) -> JSONValue {
    guard case .object = value.content else { throw error(SceneFault(value, isNot: wanted)) }
    return value
  }

  /// The names that lead to a value, and where it stands.
  func place(of offset: Int) -> String {
    let error = error(SceneFault(.wrongValue, at: offset, ""))
    let numbers = [error.line, error.column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "'\(error.path)' of \(name)\(numbers)"
  }

  /// Reads something of the text, unless it is called off.
  ///
  /// - Throws: `SceneError` or `RenderBudget.Excess` with the place of the first fault;
  ///   `CancellationError`.
  func reading<Result: Sendable>(
    isCancelled: () -> Bool,
    _ read: @escaping @Sendable (Checkpoint<SceneFault>) throws(SceneFault) -> Result
  ) throws -> Result {
    try Self.reading(bytes, value, named: name, isCancelled: isCancelled, read)
  }

  /// Reads something of a text, on a thread of its own where that may take long.
  private static func reading<Value: Sendable>(
    _ bytes: [UInt8], _ root: JSONValue?, named name: String, isCancelled: () -> Bool,
    _ read: @escaping @Sendable (Checkpoint<SceneFault>) throws(SceneFault) -> Value
  ) throws -> Value {
    let outcome = try Checkpoint.run(isCancelled, over: bytes.count) {
      checkpoint throws(CancellationError) -> Result<Value, any Error> in
      do throws(SceneFault) {
        let isCancelled = { (try? checkpoint.ask()) == nil }
        return .success(try Checkpoint.run(isCancelled, failing: .calledOff, read))
      } catch {
        if error.isCalledOff { throw CancellationError() }
        return .failure(
          SceneError(error, in: bytes, root, source: name).failure(of: error))
      }
    }
    return try outcome.get()
  }
}
