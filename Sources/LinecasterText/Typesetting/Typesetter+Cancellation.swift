extension Typesetter {
  /// Prepares a paragraph, or finds it among those prepared before, unless that is called off.
  ///
  /// The calling thread is free within a millisecond after `isCancelled` has turned true, however
  /// long the text is. What is called off is not kept, and changes nothing that is prepared later.
  ///
  /// - Parameters:
  ///   - paragraph: What to prepare.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` where `isCancelled` says so.
  /// - Complexity: That of `prepare(_:)`. Texts of 16,384 UTF-16 units and more are prepared on a
  ///   thread of their own, which this one waits for and leaves behind.
  public func prepare(
    _ paragraph: Paragraph, isCancelled: () -> Bool
  ) throws(CancellationError) -> PreparedParagraph {
    let count = paragraph.text.utf16Count
    guard count >= Checkpoint<CancellationError>.leastUnits else {
      try Checkpoint.ask(isCancelled)
      return prepare(paragraph)
    }
    guard count >= SideThread.leastUnits else {
      return try Checkpoint.run(isCancelled) { checkpoint throws(CancellationError) in
        try prepare(paragraph, checkpoint)
      }
    }
    return try SideThread.run(isCancelled) { checkpoint throws(CancellationError) in
      try self.prepare(paragraph, checkpoint)
    }
  }
}
