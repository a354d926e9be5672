public import LinecasterBase
public import LinecasterDisplay
public import LinecasterList

/// A message of a feed.
public struct FeedItem: Hashable, Sendable {
  /// The identity of the message.
  public var identifier: ItemIdentifier
  /// The author.
  @ExactText public var author: String
  /// The time.
  public var time: FeedTime
  /// The text.
  @ExactText public var body: String
  /// The colour of the author's avatar.
  public var avatar: Color
  /// An image below the text.
  public var image: FeedImage?
  /// The language of author and body, as a BCP 47 tag; `nil` for that of the list.
  public var language: String? {
    get { exactLanguage?.string }
    set { exactLanguage = newValue.map { ExactText($0) } }
  }

  private var exactLanguage: ExactText?

  /// Creates a message; without a colour, the author's name determines it.
  public init(
    identifier: ItemIdentifier, author: String, time: FeedTime, body: String, avatar: Color? = nil,
    image: FeedImage? = nil, language: String? = nil
  ) {
    self.identifier = identifier
    self.author = author
    self.time = time
    self.body = body
    self.avatar = avatar ?? FeedPalette.avatar(of: author)
    self.image = image
    self.language = language
  }
}

/// An image of a feed item, whose size is known before its pixels are loaded.
public struct FeedImage: Hashable, Sendable {
  /// The name of the image for the rasterizer.
  public var reference: ImageReference
  /// The size in pixels.
  public var size: Size

  /// Creates an image.
  public init(reference: ImageReference, size: Size) {
    self.reference = reference
    self.size = size
  }
}

/// The time of a feed item.
public enum FeedTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00 UTC; negative before.
  case seconds(Int)
  /// Text that is shown verbatim.
  case words(String)

  /// Returns whether both are the same number, or the same bytes.
  public static func == (left: FeedTime, right: FeedTime) -> Bool {
    switch (left, right) {
    case (.seconds(let left), .seconds(let right)): left == right
    case (.words(let left), .words(let right)): ExactText(left) == ExactText(right)
    default: false
    }
  }

  /// Feeds the number or the bytes to the hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .seconds(let seconds): hasher.combine(seconds)
    case .words(let words): hasher.combine(ExactText(words))
    }
  }

  /// The time as text: day, month, hour and minute in UTC, or the words.
  public var text: String {
    switch self {
    case .words(let words): words
    case .seconds(let seconds): Self.text(seconds)
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func text(_ seconds: Int) -> String {
    let minutes = floorDivide(seconds, 60)
    let days = floorDivide(minutes, 24 * 60)
    let (month, day) = monthAndDay(days)
    let ofDay = minutes - days * 24 * 60
    return "\(day) \(months[month]) \(twoDigits(ofDay / 60)):\(twoDigits(ofDay % 60))"
  }

  /// The month (from 0) and day of a day counted from 1970-01-01, in the Gregorian calendar.
  ///
  /// Years start in March here, so the leap day is the last one.
  private static func monthAndDay(_ days: Int) -> (month: Int, day: Int) {
    let daysA400Years = 146_097
    let fromMarch0 = days + 719_468
    let ofEra = fromMarch0 - floorDivide(fromMarch0, daysA400Years) * daysA400Years
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    return ((month + 2) % 12, ofYear - (153 * month + 2) / 5 + 1)
  }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

extension FeedTime: Decodable {
  /// Decodes a number of seconds, rounded down to an integer, or a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let seconds = try? container.decode(Double.self) {
      self = FeedTime(seconds: seconds)
    } else if let words = try? container.decode(String.self) {
      self = .words(words)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "must be a number of seconds or a string")
    }
  }

  /// Creates a number of seconds, rounded down to an integer.
  init(seconds: Double) {
    self = .seconds(Int(saturating: min(max(seconds.rounded(.down), -Self.limit), Self.limit)))
  }

  /// Some thirty thousand years in seconds; larger numbers are clamped.
  private static let limit = 1e12
}

extension TableModel {
  /// Creates the model of a feed: one section with a row for each message.
  public init(feed: [FeedItem]) {
    self.init(items: feed.map { TableItem($0.identifier, cell: FeedCell($0)) })
  }
}

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
