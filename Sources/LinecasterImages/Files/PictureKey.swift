import LinecasterCaches

/// What a decoded picture is found by.
///
/// The file's identity is part of it, so that one that changed is decoded anew, and how much
/// smaller it was made, so that a picture shown small is never kept large.
struct PictureKey: CacheKey {
  /// The name in the provider's folder.
  let name: String
  let identity: FileIdentity
  let reduction: PictureReduction
}
