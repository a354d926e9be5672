import LinecasterFonts

/// Cuts a paragraph into items, each of one face.
///
/// Cuts fall between graphemes only, so a cluster is never drawn from two fonts.
struct Itemizer {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// The faces of each style.
  let faces: [FaceMemo]

  /// Cuts the analyzed text, whose scripts are resolved for that.
  ///
  /// - Complexity: O(units), a table look-up per face for graphemes met for the first time.
  func itemize<Failure>(
    _ text: [UInt16], _ analysis: TextAnalysis, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> ItemList {
    worker.items.removeAll()
    try text.withUnsafeBufferPointer { text throws(Failure) in
      try analysis.boundaries.withUnsafeBufferPointer { boundaries throws(Failure) in
        try ScriptResolver.resolve(analysis.scripts, of: text, checkpoint)
        var pass = ItemizerPass(
          itemizer: self,
          text: AnalyzedText(
            units: text, properties: .init(analysis.properties), scripts: .init(analysis.scripts),
            levels: .init(analysis.levels), boundaries: boundaries))
        try pass.run(checkpoint)
      }
    }
    return worker.items
  }
}
