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
  func itemize(_ text: [UInt16], _ analysis: TextAnalysis) -> ItemList {
    worker.items.removeAll()
    text.withUnsafeBufferPointer { text in
      analysis.boundaries.withUnsafeBufferPointer { boundaries in
        ScriptResolver.resolve(analysis.scripts, of: text)
        var pass = ItemizerPass(
          itemizer: self,
          text: AnalyzedText(
            units: text, properties: .init(analysis.properties), scripts: .init(analysis.scripts),
            levels: .init(analysis.levels), boundaries: boundaries))
        pass.run()
      }
    }
    return worker.items
  }
}
