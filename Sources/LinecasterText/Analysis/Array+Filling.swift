extension Array where Element: BitwiseCopyable {
  /// An array of elements that `body` writes into memory that is not initialized; it must write
  /// all.
  ///
  /// Unlike `init(unsafeUninitializedCapacity:initializingWith:)` of Swift 6.3, which asks the
  /// runtime what an array of the element is, this costs no more than to allocate and copy.
  @inline(__always)
  init(filling count: Int, _ body: (UnsafeMutableBufferPointer<Element>) -> Void) {
    self = withUnsafeTemporaryAllocation(of: Element.self, capacity: count) { elements in
      body(elements)
      return Array(UnsafeBufferPointer(elements))
    }
  }
}
