/// The elements of all the sections of a model, counted through from 0.
///
/// Such a number is called a *position*. It stands for a path without the size of one.
@usableFromInline
struct FlattenedModel<Element: Differentiable> {
  @usableFromInline let sections: [[Element]]
  @usableFromInline let starts: SectionStarts

  @inlinable
  init(_ sections: [[Element]]) {
    self.sections = sections
    starts = SectionStarts(counts: sections.map { $0.count })
  }

  @inlinable var count: Int { starts.total }

  @inlinable
  func element(at position: Int) -> Element {
    let section = starts.section(of: position)
    return sections[section][position - starts[section]]
  }

  /// The elements of the section that `window` is in, and the position of the first of them.
  @inlinable
  func section(around window: Range<Int>) -> (elements: [Element], start: Int) {
    guard !window.isEmpty else { return ([], 0) }
    let section = starts.section(of: window.lowerBound)
    return (sections[section], starts[section])
  }
}
