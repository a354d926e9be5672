/// Trivial values in memory that grows, without the checks of an array.
///
/// Whoever owns it frees it.
struct Arena<Element: BitwiseCopyable> {
  private(set) var count = 0
  private var capacity = 16
  private var start: UnsafeMutablePointer<Element>

  init() {
    start = .allocate(capacity: capacity)
  }

  init(repeating element: Element, count: Int) {
    capacity = count
    start = .allocate(capacity: count)
    start.initialize(repeating: element, count: count)
    self.count = count
  }

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
    capacity = max(count + more, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.initialize(from: start, count: count)
    start.deallocate()
    start = larger
  }

  func free() { start.deallocate() }
}
