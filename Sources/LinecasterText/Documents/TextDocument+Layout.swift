public import LinecasterBase

/// A paragraph of a document at its place.
public struct PlacedParagraph: Sendable {
  /// The index of the paragraph in the document.
  public let index: Int
  /// The text of the paragraph with its separator, as UTF-16 offsets in the document.
  public let utf16Range: Range<Int>
  /// The index of its first line in the document: exact if all paragraphs before it are measured.
  public let firstLine: Int
  /// The top edge in the document, in layout points.
  public let top: Double
  /// The lines of the paragraph, in its own coordinates.
  public let layout: TextLayout
}

extension TextDocument {
  /// Lays out the paragraphs between two distances from the top, and returns them in text order.
  ///
  /// The first paragraph stays at its place when estimated heights become exact; the paragraphs
  /// below it move. Prepared paragraphs of the previous call are reused, also after edits, and
  /// those that are no longer in the range are released.
  ///
  /// - Parameters:
  ///   - top: The upper distance, in layout points.
  ///   - bottom: The lower distance; NaN counts as `top`.
  /// - Complexity: O(log paragraphs) for each paragraph in the range, and that of
  ///   `Typesetter.prepare(_:)` and `PreparedParagraph.layout(width:)` for those that were not in
  ///   the range before or have changed.
  @discardableResult
  public mutating func layOut(from top: Double, to bottom: Double) -> [PlacedParagraph] {
    var laidOut: [LaidOutParagraph] = []
    var place = place(ofParagraph: paragraphIndex(atY: top))
    // Paragraphs that follow move as far as those before them grow.
    var y = place.top
    while true {
      laidOut.append(lay(out: place))
      y += laidOut[laidOut.count - 1].height + spacing
      guard y < bottom, place.index + 1 < paragraphCount else { break }
      place = self.place(ofParagraph: place.index + 1)
    }
    return show(laidOut)
  }

  /// Lays out the last paragraphs of the text, up to a distance from its end, and returns them in
  /// text order: the part of a growing text that is in sight if the view follows its end.
  ///
  /// Other calls and edits are treated as in ``layOut(from:to:)``.
  ///
  /// - Parameter height: The distance, in layout points; NaN counts as 0.
  /// - Complexity: That of ``layOut(from:to:)``.
  @discardableResult
  public mutating func layOutEnd(height: Double) -> [PlacedParagraph] {
    var laidOut: [LaidOutParagraph] = []
    var place = place(ofParagraph: paragraphCount - 1)
    var sum = 0.0
    while true {
      laidOut.append(lay(out: place))
      sum += laidOut[laidOut.count - 1].height + spacing
      guard sum < height, place.index > 0 else { break }
      place = self.place(ofParagraph: place.index - 1)
    }
    return show(laidOut.reversed())
  }

  private func lay(out place: DocumentPlace) -> LaidOutParagraph {
    let prepared = prepared(place)
    return LaidOutParagraph(
      place: place, prepared: prepared, layout: prepared.layout(width: width))
  }

  /// Keeps consecutive paragraphs as those in sight.
  private mutating func show(_ laidOut: [LaidOutParagraph]) -> [PlacedParagraph] {
    measure(laidOut)
    shown.slots = laidOut.map {
      ShownParagraphs.Slot(index: $0.place.index, prepared: $0.prepared)
    }
    guard let first = laidOut.first else { return [] }
    let place = place(ofParagraph: first.place.index)
    var (line, top) = (place.line, place.top)
    return laidOut.map { paragraph in
      defer {
        line += paragraph.layout.lineCount
        top += paragraph.height + spacing
      }
      return PlacedParagraph(
        index: paragraph.place.index, utf16Range: paragraph.place.range, firstLine: line, top: top,
        layout: paragraph.layout)
    }
  }

  /// Stores the measurements of consecutive paragraphs.
  private mutating func measure(_ laidOut: [LaidOutParagraph]) {
    guard let first = laidOut.first?.place.index,
      laidOut.contains(where: {
        let entry = $0.place.entry
        return !entry.isMeasured || entry.height != $0.height
          || Int(entry.lines) != $0.layout.lineCount
      })
    else { return }
    root = root.updating(first..<first + laidOut.count) { chunk, start in
      let end = start + chunk.entries.count
      for index in (first..<first + laidOut.count).clamped(to: start..<end) {
        let paragraph = laidOut[index - first]
        chunk.measure(
          index - start, height: paragraph.height, lines: paragraph.layout.lineCount)
      }
    }
  }

  /// Lays out some of the paragraphs whose heights are estimated, from the top, and keeps only
  /// their measurements.
  ///
  /// Call it until it returns 0, for example on a worker between other work, to make all heights
  /// and line numbers exact.
  ///
  /// - Returns: The number of paragraphs whose heights are still estimated.
  /// - Complexity: That of `Typesetter.prepare(_:)` and of a layout for at most `limit` paragraphs.
  @discardableResult
  public mutating func measure(paragraphs limit: Int) -> Int {
    var left = limit
    while left > 0, unmeasuredCount > 0 {
      let (chunk, before) = root.chunk(at: 0) { $0.unmeasured }
      let start = before.paragraphs
      var measured = chunk
      for index in chunk.entries.indices where left > 0 && !chunk.entries[index].isMeasured {
        left -= 1
        let place = DocumentPlace(chunk, index, before: before, spacing: spacing)
        let layout = uncached(place).layout(width: width)
        measured.measure(
          index, height: HeightEstimate.rounded(layout.size.height), lines: layout.lineCount)
      }
      root = root.updating(start..<start + 1) { chunk, _ in chunk = measured }
    }
    return unmeasuredCount
  }

  /// Lays out a paragraph at its place; indices out of range are clamped.
  ///
  /// - Complexity: O(log paragraphs) if the paragraph is in sight, else also that of
  ///   `Typesetter.prepare(_:)` and of a layout.
  public func placedParagraph(at index: Int) -> PlacedParagraph {
    let place = place(ofParagraph: index)
    return PlacedParagraph(
      index: place.index, utf16Range: place.range, firstLine: place.line, top: place.top,
      layout: prepared(place).layout(width: width))
  }

  /// Whether the paragraph of an offset and those beside it need no preparation.
  package func isPrepared(around offset: Int) -> Bool {
    let index = paragraphIndex(atUTF16: offset)
    return (max(0, index - 1)...min(index + 1, paragraphCount - 1)).allSatisfy {
      shown.slot(of: $0)?.isOld == false
    }
  }

  /// Returns a prepared paragraph: the one in sight, or one that reuses its earlier version.
  private func prepared(_ place: DocumentPlace) -> PreparedParagraph {
    guard let slot = shown.slot(of: place.index) else {
      return typesetter.prepare(paragraph(place))
    }
    if !slot.isOld { return slot.prepared }
    return typesetter.prepare(paragraph(place), reusing: slot.prepared)
  }

  /// Prepares a paragraph without adding it to the cache.
  private func uncached(_ place: DocumentPlace) -> PreparedParagraph {
    if let slot = shown.slot(of: place.index) {
      return slot.isOld ? prepared(place) : slot.prepared
    }
    return WorkScope.finish { scope throws(CancellationError) in
      try typesetter.workers.prepare(paragraph(place), scope)
    }
  }
}

extension TextDocument {
  /// Returns the offset of the caret nearest to a point of the document.
  ///
  /// - Complexity: That of ``placedParagraph(at:)`` and of `TextLayout.offset(at:)`.
  public func offset(at point: Point) -> Int { caretPlace(nearest: point).utf16Offset }

  /// Returns one caret of an offset, with its offset, line and position in the document; if the
  /// offset has two, the affinity selects one.
  ///
  /// Offsets are treated as in `TextLayout.carets(at:)`. The line is exact if all paragraphs before
  /// are measured.
  ///
  /// - Complexity: That of ``placedParagraph(at:)`` and of `TextLayout.caret(at:affinity:)`.
  public func caret(at offset: Int, affinity: CaretAffinity = .downstream) -> Caret {
    caretPlace(at: offset, affinity: affinity).caret
  }

  /// Returns the index of the line that has the caret of an offset.
  ///
  /// - Complexity: That of ``caret(at:affinity:)``.
  public func line(at offset: Int, affinity: CaretAffinity = .downstream) -> Int {
    caret(at: offset, affinity: affinity).line
  }
}

/// A paragraph with its lines, before it is placed.
private struct LaidOutParagraph {
  let place: DocumentPlace
  let prepared: PreparedParagraph
  let layout: TextLayout

  /// The height, rounded so that sums are exact.
  var height: Double { HeightEstimate.rounded(layout.size.height) }
}

/// The prepared paragraphs in sight, in text order.
struct ShownParagraphs: Sendable {
  var slots: [Slot] = []

  /// A prepared paragraph.
  struct Slot: Sendable {
    /// The index in the document.
    var index: Int
    let prepared: PreparedParagraph
    /// Whether the text has changed since.
    var isOld = false
  }

  /// Returns the slot of a paragraph.
  ///
  /// - Complexity: O(log slots).
  func slot(of index: Int) -> Slot? {
    let place = slots.bisect { $0.index >= index }
    return place < slots.count && slots[place].index == index ? slots[place] : nil
  }

  /// Replaces paragraphs with others: the first and the last continue the earlier ones.
  ///
  /// - Complexity: O(slots).
  mutating func replace(_ range: Range<Int>, count: Int) {
    let shift = count - range.count
    var kept: [Slot] = []
    for var slot in slots {
      if range.contains(slot.index) {
        let distance = slot.index - range.lowerBound
        let place =
          shift == 0 || distance == 0
          ? distance : slot.index == range.upperBound - 1 ? count - 1 : count
        guard 0..<count ~= place, kept.last?.index != range.lowerBound + place else { continue }
        slot.index = range.lowerBound + place
        slot.isOld = true
      } else if slot.index >= range.upperBound {
        slot.index += shift
      }
      kept.append(slot)
    }
    slots = kept
  }
}
