extension Array where Element: BitwiseCopyable {
  /// An array of elements that `body` writes into memory that is not initialized; it must write
  /// all.
  ///
  /// Unlike `init(unsafeUninitializedCapacity:initializingWith:)` of Swift 6.3, which asks the
  /// runtime what an array of the element is, this costs no more than to allocate and copy.
  @inline(__always)
  init<Failure: Error>(
    filling count: Int,
    _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    self = try withUnsafeTemporaryAllocation(of: Element.self, capacity: count) {
      elements throws(Failure) in
      try body(elements)
      return Array(UnsafeBufferPointer(elements))
    }
  }
}
