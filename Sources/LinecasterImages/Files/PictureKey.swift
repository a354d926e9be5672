import LinecasterCaches

/// What a decoded picture is found by: its name in the provider's folder.
struct PictureKey: CacheKey {
  let name: String
}
