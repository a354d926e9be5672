/// The position of the first element of each section, and behind the last one the number of
/// elements.
@usableFromInline
struct SectionStarts: Sendable {
  @usableFromInline let starts: [Int]

  @usableFromInline
  init(counts: [Int]) {
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var total = 0
    for count in counts {
      total += count
      starts.append(total)
    }
    precondition(
      total <= Int(Int32.max), "A model has at most 2147483647 elements to compare, got \(total)")
    self.starts = starts
  }

  @inlinable var sectionCount: Int { starts.count - 1 }
  @inlinable var total: Int { starts[starts.count - 1] }
  @inlinable subscript(section: Int) -> Int { starts[section] }

  /// The positions of the elements of `section`.
  @inlinable
  func positions(of section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The section that has the element at `position`, by bisection.
  @inlinable
  func section(of position: Int) -> Int {
    var low = 0
    var high = sectionCount - 1
    while low < high {
      let middle = (low + high + 1) >> 1
      if starts[middle] <= position { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func path(of position: Int) -> ElementPath {
    let section = section(of: position)
    return ElementPath(section: section, item: position - starts[section])
  }
}
