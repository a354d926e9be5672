extension Scene: Codable {
  /// Reads a scene as part of something else that is decoded.
  ///
  /// Numbers, names and limits are those of `init(json:source:)`; places in the text are not known,
  /// and members come in the order of their names.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the `SceneError` under it.
  public init(from decoder: any Decoder) throws {
    let json = JSONWriter.text(of: try JSONValue(from: decoder))
    do {
      try self.init(json: json)
    } catch {
      let reason = error.path.isEmpty ? error.reason : "\(error.path): \(error.reason)"
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: reason, underlyingError: error))
    }
  }

  /// Writes the scene as part of something else that is encoded.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
