public import LinecasterList

extension TableModel {
  /// The model of a feed: one section with a row for each message.
  public init(feed: [FeedItem]) {
    self.init(items: feed.map { TableItem($0.identifier, cell: FeedCell($0)) })
  }
}
