extension AttributedText {
  /// Replaces a range of UTF-16 offsets with other text, which keeps its own styles.
  ///
  /// The range is clamped to the text and widened to whole surrogate pairs. Boxes around the range
  /// contain the new text; boxes inside it are removed. An empty range is inside a box only if the
  /// box begins before it and ends after it.
  ///
  ///     var draft = AttributedText("See you on Monday", style: style)
  ///     draft.replace(inUTF16: 11..<17, with: AttributedText("Friday", style: style))
  ///     print(draft.string)  // See you on Friday
  ///
  /// - Complexity: O(units + stretches + boxes).
  public mutating func replace(inUTF16 range: Range<Int>, with other: AttributedText) {
    let range = replaced(range)
    let count = other.utf16Count
    guard !range.isEmpty || count > 0 || other.inline != nil else { return }
    var content = inline
    if content != nil || other.inline != nil {
      var changed = content ?? InlineContent()
      changed.replace(range, with: other.inline ?? InlineContent(), count: count)
      content = changed.isEmpty ? nil : changed
    }
    let start = index(atUTF16: range.lowerBound)
    let end = string.utf16.index(start, offsetBy: range.count)
    var letters = string
    letters.replaceSubrange(start..<end, with: other.string)
    self = AttributedText(letters, runs: runs(replacing: range, with: other.runs, count: count))
    inline = content
  }

  /// Returns the range clamped to the text and widened to whole surrogate pairs.
  private func replaced(_ range: Range<Int>) -> Range<Int> {
    let inside = range.clamped(to: 0..<utf16Count)
    guard inside.isEmpty else { return wholeScalars(inside) }
    let place = min(max(0, range.lowerBound), utf16Count)
    // Nothing can be inserted between the halves of a surrogate pair.
    guard place > 0, place < utf16Count else { return place..<place }
    let start = wholeScalars(place..<place + 1).lowerBound
    return start..<start
  }

  private func runs(replacing range: Range<Int>, with others: [Run], count: Int) -> [Run] {
    let shift = count - range.count
    var changed: [Run] = []
    var start = 0
    for run in runs where run.end > start && start < range.lowerBound {
      start = min(run.end, range.lowerBound)
      changed.add(run.style, upTo: start)
    }
    if count > 0 { for run in others { changed.add(run.style, upTo: range.lowerBound + run.end) } }
    for run in runs where run.end > range.upperBound {
      changed.add(run.style, upTo: run.end + shift)
    }
    return changed.isEmpty ? [Run(end: 0, style: style(atUTF16: range.lowerBound))] : changed
  }
}

extension InlineContent {
  /// Replaces the content of a range with that of another text, which has `count` units.
  fileprivate mutating func replace(_ range: Range<Int>, with other: InlineContent, count: Int) {
    let shift = count - range.count
    attachments =
      attachments.filter { $0.offset < range.lowerBound }
      + other.attachments.map { $0.moved(by: range.lowerBound) }
      + attachments.filter { $0.offset >= range.upperBound }.map { $0.moved(by: shift) }
    var kept: [Box] = []
    var places: [Int?] = []
    var around: Int?
    var next = 0
    for box in boxes {
      let parent = box.parent.flatMap { places[$0] }
      guard let moved = box.range.replacing(range, by: count),
        (parent == nil) == (box.parent == nil)
      else {
        places.append(nil)
        continue
      }
      places.append(kept.count)
      // An empty box at an end of the range stays in its parent.
      let inside = parent.map { moved.clamped(to: kept[$0].range) } ?? moved
      let isAround = box.range.surrounds(range, by: count)
      if isAround { around = kept.count }
      kept.append(Box(range: inside, parent: parent, box: box.box, ruby: box.ruby))
      if isAround || inside.lowerBound < range.lowerBound || inside.upperBound <= range.lowerBound {
        next = kept.count
      }
    }
    var other = other
    if isInsidePair(around, of: kept) { other.removeRuby() }
    insert(other.boxes, at: next, in: around, behind: range.lowerBound, among: kept)
  }

  private func isInsidePair(_ box: Int?, of boxes: [Box]) -> Bool {
    var box = box
    while let index = box {
      if boxes[index].ruby != nil { return true }
      box = boxes[index].parent
    }
    return false
  }

  /// Replaces the boxes with kept ones and inserts those of another text.
  private mutating func insert(
    _ added: [Box], at place: Int, in parent: Int?, behind offset: Int, among kept: [Box]
  ) {
    boxes = Array(kept[..<place])
    for box in added {
      boxes.append(
        Box(
          range: box.range.lowerBound + offset..<box.range.upperBound + offset,
          parent: box.parent.map { $0 + place } ?? parent, box: box.box, ruby: box.ruby))
    }
    for box in kept[place...] {
      var box = box
      // Boxes around the place come before it, so later boxes keep these parents.
      box.parent = box.parent.map { $0 < place ? $0 : $0 + added.count }
      boxes.append(box)
    }
  }
}

extension InlineContent.Placed {
  fileprivate func moved(by units: Int) -> InlineContent.Placed {
    InlineContent.Placed(offset: offset + units, attachment: attachment, text: text)
  }
}

extension Range<Int> {
  /// Whether the range contains a range that `count` units replace.
  fileprivate func surrounds(_ range: Range<Int>, by count: Int) -> Bool {
    if range.isEmpty { return lowerBound < range.lowerBound && range.upperBound < upperBound }
    guard count > 0 || self != range else { return false }
    return lowerBound <= range.lowerBound && range.upperBound <= upperBound
  }

  /// Returns what remains of the range after `count` units replace another one; `nil` for nothing.
  fileprivate func replacing(_ range: Range<Int>, by count: Int) -> Range<Int>? {
    let shift = count - range.count
    if surrounds(range, by: count) { return lowerBound..<upperBound + shift }
    if upperBound <= range.lowerBound { return self }
    if lowerBound >= range.upperBound { return lowerBound + shift..<upperBound + shift }
    if lowerBound < range.lowerBound { return lowerBound..<range.lowerBound }
    guard upperBound > range.upperBound else { return nil }
    return range.lowerBound + count..<upperBound + shift
  }
}
