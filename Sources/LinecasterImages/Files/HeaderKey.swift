import LinecasterCaches

/// What a header is found by: the name in the provider's folder, and the state of the file.
struct HeaderKey: CacheKey {
  let name: String
  let identity: FileIdentity

  /// What keeping a header takes, in bytes, the text of a usual name included.
  static let cost = MemoryLayout<ImageHeader>.stride + 64
}
