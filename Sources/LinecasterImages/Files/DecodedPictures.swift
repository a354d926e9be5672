import LinecasterRaster

/// Bitmaps by name, the least recently used dropped when their bytes go over a limit.
///
/// Lists show tens of pictures at a time, so the oldest is found by looking at all.
struct DecodedPictures {
  private struct Entry {
    let bitmap: Bitmap
    var lastUse: Int
  }

  private let byteLimit: Int
  private var entries: [String: Entry] = [:]
  private var useCount = 0

  /// The bytes of all pixels held.
  private(set) var bytes = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// The bitmap of a name, which becomes the newest.
  mutating func bitmap(named name: String) -> Bitmap? {
    useCount += 1
    entries[name]?.lastUse = useCount
    return entries[name]?.bitmap
  }

  /// Holds a bitmap, unless it is over the limit alone.
  mutating func insert(_ bitmap: Bitmap, name: String) {
    remove(name)
    let cost = bitmap.pixels.count
    guard cost <= byteLimit else { return }
    while bytes + cost > byteLimit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
    useCount += 1
    entries[name] = Entry(bitmap: bitmap, lastUse: useCount)
    bytes += cost
  }

  private mutating func remove(_ name: String) {
    guard let entry = entries.removeValue(forKey: name) else { return }
    bytes -= entry.bitmap.pixels.count
  }
}
