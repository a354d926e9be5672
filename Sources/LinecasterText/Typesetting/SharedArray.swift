import LinecasterBase

/// An array whose first elements may be shared with earlier versions of a growing text.
///
/// The head is shared and the rest is its own, so a version costs what it adds. An array that
/// shares nothing is one reference, as a plain array is.
struct SharedArray<Element> {
  private enum Storage {
    case flat([Element])
    case shared(Parts)
  }

  /// The elements of a version that shares some.
  private final class Parts {
    /// The elements of an earlier version, all of them.
    let head: [Element]
    /// The number of elements of the head that belong to this version.
    let headCount: Int
    /// The elements behind those.
    let own: [Element]

    init(_ head: [Element], _ headCount: Int, own: [Element]) {
      self.head = head
      self.headCount = headCount
      self.own = own
    }
  }

  private let storage: Storage

  init(_ elements: [Element] = []) { storage = .flat(elements) }

  private init(_ parts: Parts) { storage = .shared(parts) }

  /// A pointer to all elements if they are in one array, else `nil`; it holds as long as this value
  /// is kept, because that array is never changed.
  @inline(__always)
  var pointer: UnsafeBufferPointer<Element>? {
    guard case .flat(let elements) = storage else { return nil }
    return elements.withUnsafeBufferPointer { $0 }
  }

  /// Whether all elements are in one array.
  @inline(__always)
  var isFlat: Bool {
    if case .flat = storage { true } else { false }
  }

  /// The number of first elements that another version can share without copying them.
  var sharedCount: Int {
    switch storage {
    case .flat(let elements): elements.count
    case .shared(let parts): parts.headCount
    }
  }

  /// The number of first elements that both arrays have in the same memory.
  func sharedCount(with other: SharedArray) -> Int {
    let (one, two) = (head, other.head)
    let isSame = one.withUnsafeBufferPointer { one in
      two.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
    }
    return isSame ? Swift.min(sharedCount, other.sharedCount) : 0
  }

  /// The array that other versions can share.
  private var head: [Element] {
    switch storage {
    case .flat(let elements): elements
    case .shared(let parts): parts.head
    }
  }

  /// The elements as one array.
  ///
  /// - Complexity: O(1) if the array is flat; else O(count).
  var flat: [Element] {
    switch storage {
    case .flat(let elements): elements
    case .shared(let parts): Self.joined(parts.head[..<parts.headCount], parts.own[...], [])
    }
  }

  private static func joined(
    _ first: ArraySlice<Element>, _ second: ArraySlice<Element>, _ third: some Collection<Element>
  ) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(first.count + second.count + third.count)
    elements += first
    elements += second
    elements += third
    return elements
  }

  /// The memory of the elements, in bytes, including shared ones.
  var byteCount: Int {
    switch storage {
    case .flat(let elements): Self.bytes(of: elements)
    case .shared(let parts): Self.bytes(of: parts.head) + Self.bytes(of: parts.own)
    }
  }

  private static func bytes(of array: [Element]) -> Int {
    array.capacity == 0
      ? 0 : PreparedParagraph.blockBytes + array.capacity * MemoryLayout<Element>.stride
  }

  /// Returns the first `kept` elements, followed by others.
  ///
  /// - Parameter isFlat: Whether to copy all elements into one array.
  /// - Complexity: O(added elements and own ones); O(count) if the result is flat.
  func keeping(
    _ kept: Int, adding added: some Collection<Element>, isFlat: Bool
  ) -> SharedArray {
    if added.isEmpty && kept == count { return self }
    switch storage {
    case .flat(let elements):
      if isFlat { return SharedArray(Self.joined(elements[..<kept], [], added)) }
      return SharedArray(Parts(elements, kept, own: Array(added)))
    case .shared(let parts):
      let head = Swift.min(kept, parts.headCount)
      let own = parts.own[..<(kept - head)]
      if isFlat { return SharedArray(Self.joined(parts.head[..<head], own, added)) }
      return SharedArray(Parts(parts.head, head, own: Self.joined(own, [], added)))
    }
  }

  /// Returns part of the elements; its indices are not those of this array.
  ///
  /// - Complexity: O(1), unless the part begins in the head and ends behind it.
  @inline(__always)
  func slice(_ range: Range<Int>) -> ArraySlice<Element> {
    switch storage {
    case .flat(let elements): elements[range]
    case .shared(let parts): Self.slice(range, of: parts)
    }
  }

  private static func slice(_ range: Range<Int>, of parts: Parts) -> ArraySlice<Element> {
    let end = range.upperBound - parts.headCount
    guard range.lowerBound < parts.headCount else {
      return parts.own[range.lowerBound - parts.headCount..<end]
    }
    return end <= 0
      ? parts.head[range] : parts.head[range.lowerBound..<parts.headCount] + parts.own[..<end]
  }

  /// Calls a closure with a pointer to all elements, which are copied unless the array is flat.
  @inline(__always)
  func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try flat.withUnsafeBufferPointer(body)
  }

  /// Calls a closure with a pointer at which some elements have the indices of this array; all
  /// other indices are out of bounds.
  ///
  /// - Complexity: That of `slice(_:)`.
  func withUnsafeBufferPointer<Result, Failure: Error>(
    to range: Range<Int>, _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try slice(range).withUnsafeBufferPointer { elements throws(Failure) in
      // Only the address of the first index is computed here; nothing before the range is read.
      let distance = range.lowerBound * MemoryLayout<Element>.stride
      let start = UInt(bitPattern: elements.baseAddress) &- UInt(bitPattern: distance)
      return try body(
        UnsafeBufferPointer(start: UnsafePointer(bitPattern: start), count: range.upperBound))
    }
  }

  /// Returns the first index whose element satisfies a condition, or the end if none does.
  ///
  /// - Parameter holds: The condition; if an element satisfies it, all later ones must.
  /// - Complexity: O(log count) calls.
  func bisect(where holds: (Element) -> Bool) -> Int { indices.bisect { holds(self[$0]) } }

  /// Returns the first such index in part of the array, or the end of the part.
  func bisect(in range: Range<Int>, where holds: (Element) -> Bool) -> Int {
    range.bisect { holds(self[$0]) }
  }
}

extension SharedArray: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .flat(let elements): elements.count
    case .shared(let parts): parts.headCount + parts.own.count
    }
  }

  subscript(position: Int) -> Element {
    @inline(__always) get {
      switch storage {
      case .flat(let elements): elements[position]
      case .shared(let parts):
        position < parts.headCount
          ? parts.head[position] : parts.own[position - parts.headCount]
      }
    }
  }
}

// The parts are in a class only to be one reference; they are immutable.
extension SharedArray: @unchecked Sendable where Element: Sendable {}

extension SharedArray: Equatable where Element: Equatable {
  static func == (left: SharedArray, right: SharedArray) -> Bool { left.elementsEqual(right) }
}
