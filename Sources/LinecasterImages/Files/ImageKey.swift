import LinecasterCaches

/// What a decoded image is found by.
///
/// The file's identity is part of it, so that one that changed is decoded again, and how much
/// smaller it was made, so that an image shown small is never kept large.
struct ImageKey: CacheKey {
  /// The name in the provider's folder.
  let name: String
  let identity: FileIdentity
  let reduction: ImageReduction
}
