extension PreparedParagraph {
  /// Breaks the paragraph into lines at most `width` layout points wide, unless that is called off.
  ///
  /// The calling thread is free within a millisecond after `isCancelled` has turned true, however
  /// long the text is.
  ///
  /// - Parameters:
  ///   - width: As for `layout(width:)`.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` where `isCancelled` says so.
  /// - Complexity: That of `layout(width:)`; texts of 16,384 UTF-16 units and more have a thread of
  ///   their own for it.
  public func layout(
    width: Double, isCancelled: () -> Bool
  ) throws(CancellationError) -> TextLayout {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return layout(width: width)
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try paragraph.layout(width: width, checkpoint)
    }
  }

  /// The width of the widest line if lines end only where they must, in layout points, unless
  /// finding it is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `maxContentWidth`.
  public func maxContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return maxContentWidth
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try IntrinsicWidths.maximum(of: paragraph.storage, checkpoint)
    }
  }

  /// The width of the widest piece between line opportunities, in layout points, unless finding it
  /// is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `minContentWidth`.
  public func minContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return minContentWidth
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try IntrinsicWidths.minimum(of: paragraph.storage, checkpoint)
    }
  }

  /// Whether work on the text is worth asking more than once.
  private var isLong: Bool { storage.count >= Checkpoint<CancellationError>.leastUnits }

  /// Does work on this thread where the text is short, and else on one of its own.
  private func cancellable<Value: Sendable>(
    _ isCancelled: () -> Bool,
    _ work:
      @escaping @Sendable (
        PreparedParagraph, Checkpoint<CancellationError>
      ) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard storage.count >= SideThread.leastUnits else {
      return try Checkpoint.run(isCancelled) { checkpoint throws(CancellationError) in
        try work(self, checkpoint)
      }
    }
    return try SideThread.run(isCancelled) { checkpoint throws(CancellationError) in
      try work(self, checkpoint)
    }
  }
}
