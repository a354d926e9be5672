/// Trivial values in memory that grows, without the checks of an array.
///
/// Whoever owns it frees it.
struct Arena<Element: BitwiseCopyable> {
  private(set) var count = 0
  private var capacity: Int
  private var start: UnsafeMutablePointer<Element>

  /// Makes an empty one with room for so many elements.
  init(capacity: Int = 16) {
    self.capacity = max(capacity, 16)
    start = .allocate(capacity: self.capacity)
  }

  init(repeating element: Element, count: Int) {
    capacity = count
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
    self.count = count
  }

  /// The memory it has, used or not.
  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  subscript(index: Int) -> Element {
    get { start[index] }
    nonmutating set { start[index] = newValue }
  }

  /// Where an element lies; valid until more are appended.
  func pointer(at index: Int) -> UnsafePointer<Element> { UnsafePointer(start + index) }

  mutating func append(_ element: Element) {
    reserve(1)
    (start + count).initialize(to: element)
    count += 1
  }

  mutating func append(_ elements: UnsafeBufferPointer<Element>) {
    guard let first = elements.baseAddress else { return }
    reserve(elements.count)
    (start + count).initialize(from: first, count: elements.count)
    count += elements.count
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    // By a quarter, so that little is allocated that is not used.
    capacity = max(count + more, capacity + capacity / 4)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func free() { start.deallocate() }
}
