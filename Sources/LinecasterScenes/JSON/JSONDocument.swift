import LinecasterBase
import LinecasterText

/// A parsed JSON text: its value, and the bytes and the name for the locations in messages.
///
/// Scenes, templates and data may be parts of it; errors in them refer to the lines and the name of
/// the whole text.
package struct JSONDocument: Sendable {
  package let value: JSONValue
  package let bytes: [UInt8]
  /// The name of the text in messages.
  let name: String

  /// Parses a text.
  ///
  /// - Throws: `SceneError` if it is longer than a scene may be, or is not JSON.
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

  /// Parses a text as part of other work.
  ///
  /// - Throws: The same; `CancellationError` if the scope is cancelled.
  init(_ bytes: [UInt8], named name: String, _ scope: WorkScope) throws {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    value = try Self.reading(bytes, nil, named: name, scope) { scope throws(SceneFault) in
      try JSONValue(json: bytes, scope)
    }
  }

  /// Converts a fault to an error with its location.
  package func error(_ fault: SceneFault) -> SceneError {
    SceneError(fault, in: bytes, value, source: name)
  }

  /// Returns a value if it is an object.
  ///
  /// - Throws: `SceneError` if the value is of another kind.
  func object(_ value: JSONValue, _ wanted: String) throws(SceneError) -> JSONValue {
    guard case .object = value.content else { throw error(SceneFault(value, isNot: wanted)) }
    return value
  }

  /// The path to a value, with the name of the text, the line and the column.
  func place(of offset: Int) -> String {
    let error = error(SceneFault(.wrongValue, at: offset, ""))
    let numbers = [error.line, error.column].compactMap { $0 }.map { ":\($0)" }.joined()
    return "'\(error.path)' at \(name)\(numbers)"
  }

  /// Reads part of the text within other work.
  ///
  /// - Throws: `SceneError` or `RenderBudget.Excess` with the location of the first fault;
  ///   `CancellationError`.
  func reading<Result: Sendable>(
    _ scope: WorkScope,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Result
  ) throws -> Result {
    try Self.reading(bytes, value, named: name, scope, read)
  }

  /// Reads part of a text, on another thread if that may take long.
  private static func reading<Value: Sendable>(
    _ bytes: [UInt8], _ root: JSONValue?, named name: String, _ scope: WorkScope,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Value
  ) throws -> Value {
    let outcome = try scope.run(over: bytes.count) {
      scope throws(CancellationError) -> Result<Value, any Error> in
      do throws(SceneFault) {
        return .success(try read(scope))
      } catch {
        if error.isCancelled { throw CancellationError() }
        return .failure(SceneError(error, in: bytes, root, source: name).failure(of: error))
      }
    }
    return try outcome.get()
  }
}
