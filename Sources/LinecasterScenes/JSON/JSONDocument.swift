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
  let name: String

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

  /// Reads a text, unless it is cancelled.
  ///
  /// - Throws: The same; `CancellationError` if `isCancelled` returns true.
  init(_ bytes: [UInt8], named name: String, isCancelled: () -> Bool) throws {
    if let error = Scene.lengthFault(bytes, source: name) { throw error }
    (self.bytes, self.name) = (bytes, name)
    value = try Self.reading(bytes, nil, named: name, isCancelled: isCancelled) {
      scope throws(SceneFault) in
      try JSONValue(json: bytes, scope)
    }
  }

  /// Reads a text as part of other work.
  ///
  /// - Throws: The same; `CancellationError` if the work is no longer wanted.
  init(_ bytes: [UInt8], named name: String, _ scope: WorkScope) throws {
    try self.init(bytes, named: name, isCancelled: { scope.isCancelled })
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

  /// Reads something of the text as part of other work.
  ///
  /// - Throws: `SceneError` or `RenderBudget.Excess` with the place of the first fault;
  ///   `CancellationError`.
  func reading<Result: Sendable>(
    _ scope: WorkScope,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Result
  ) throws -> Result {
    try Self.reading(bytes, value, named: name, isCancelled: { scope.isCancelled }, read)
  }

  /// Reads something of a text, on a thread of its own where that may take long.
  private static func reading<Value: Sendable>(
    _ bytes: [UInt8], _ root: JSONValue?, named name: String, isCancelled: () -> Bool,
    _ read: @escaping @Sendable (WorkScope) throws(SceneFault) -> Value
  ) throws -> Value {
    let outcome = try WorkScope.run(isCancelled, over: bytes.count) {
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
