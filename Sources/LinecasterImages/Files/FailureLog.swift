/// Why images could not be decoded, so that a broken file is not tried at each drawing.
struct FailureLog {
  private let limit: Int
  private var entries: [String: Entry] = [:]

  private struct Entry {
    let identity: FileIdentity?
    let error: ImageError
  }

  init(limit: Int) {
    self.limit = limit
  }

  /// The errors, ordered by name.
  var errors: [ImageError] { entries.sorted { $0.key < $1.key }.map(\.value.error) }

  /// What was wrong with a file in the state it is in.
  func error(of name: String, identity: FileIdentity) -> ImageError? {
    guard let entry = entries[name], entry.identity == identity else { return nil }
    return entry.error
  }

  /// Notes a failure; when the log is full, only of names that are in it.
  mutating func note(_ error: ImageError, of name: String, identity: FileIdentity?) {
    guard entries.count < limit || entries[name] != nil else { return }
    entries[name] = Entry(identity: identity, error: error)
  }

  /// Forgets the failure of an image that was decoded after all.
  mutating func forget(_ name: String) { entries[name] = nil }

  mutating func removeAll() { entries = [:] }
}
