/// A list that keeps its first elements, and counts all of them.
struct BoundedList<Element> {
  /// The maximum number of kept elements.
  let limit: Int
  private(set) var elements: [Element] = []
  /// The number of all elements, including those that are not kept.
  private(set) var total = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether all elements are kept.
  var isWhole: Bool { total == elements.count }

  /// Counts an element, and keeps it if there is room; otherwise, it is not evaluated.
  mutating func append(_ element: @autoclosure () -> Element) {
    total += 1
    if elements.count < limit { elements.append(element()) }
  }
}

extension BoundedList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  subscript(index: Int) -> Element { elements[index] }
}
