import LinecasterBase
import LinecasterList

/// Edits feeds at random, reproducibly for a seed.
public struct FeedEditor: Sendable {
  /// The feed after the edits so far.
  public private(set) var items: [FeedItem]

  private var state: UInt64
  private var editCount = 0

  /// Creates an editor of a feed.
  public init(_ items: [FeedItem], seed: UInt64) {
    self.items = items
    state = seed
  }

  /// Makes one edit: a message is added, removed, moved or rewritten.
  ///
  /// The last message is never removed, and an empty feed stays empty.
  public mutating func edit() {
    editCount += 1
    guard !items.isEmpty else { return }
    let place = random(below: items.count)
    switch random(below: 4) {
    case 0: insert()
    case 1 where items.count > 1: items.remove(at: place)
    case 2: items.insert(items.remove(at: place), at: random(below: items.count + 1))
    default: items[place].body = "\(items[place].body) (\(editCount))"
    }
  }

  private mutating func insert() {
    var item = items[random(below: items.count)]
    item.identifier = .name("edit \(editCount)")
    items.insert(item, at: random(below: items.count + 1))
  }

  /// SplitMix64 (Steele, Lea, Flood 2014), reduced by multiplication.
  private mutating func random(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(mixed.multipliedFullWidth(by: UInt64(limit)).high)
  }
}
