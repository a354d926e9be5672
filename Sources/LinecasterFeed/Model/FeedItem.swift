public import LinecasterGeometry
public import LinecasterList

/// A message of a feed.
public struct FeedItem: Hashable, Sendable {
  /// Which message it is.
  public var identifier: ItemIdentifier
  /// Who wrote it.
  public var author: String
  /// When.
  public var time: FeedTime
  /// What it says.
  public var body: String
  /// The colour that stands for the author.
  public var avatar: Color
  /// An image under the text.
  public var image: FeedImage?

  /// Makes a message; without a colour of their own authors get one by their name.
  public init(
    identifier: ItemIdentifier, author: String, time: FeedTime, body: String, avatar: Color? = nil,
    image: FeedImage? = nil
  ) {
    self.identifier = identifier
    self.author = author
    self.time = time
    self.body = body
    self.avatar = avatar ?? FeedPalette.avatar(of: author)
    self.image = image
  }
}
