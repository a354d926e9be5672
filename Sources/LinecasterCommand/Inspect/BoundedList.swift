/// The first of many things, and how many there are: a page has room for so many.
struct BoundedList<Element> {
  /// The most that are kept.
  let limit: Int
  private(set) var elements: [Element] = []
  /// How many there are, those that are not kept included.
  private(set) var total = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether all are kept.
  var isWhole: Bool { total == elements.count }

  /// Counts one more, and keeps it where there is room; it is not made where there is none.
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
