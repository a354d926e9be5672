import LinecasterFonts

/// Cuts a paragraph into items, each of one face.
///
/// Cuts fall between graphemes only, so a cluster is never drawn from two fonts.
struct Itemizer {
  let worker: TextWorker
  let styles: [AttributedText.Run]
  /// The faces of each style.
  let faces: [FaceMemo]

  /// The items in text order, with the face of each, and the characters that no face has.
  struct Result {
    var items: [TextItem] = []
    var faces: [FontFace] = []
    var missing: [Unicode.Scalar] = []

    /// Forgets all, but keeps the memory.
    mutating func removeAll() {
      items.removeAll(keepingCapacity: true)
      faces.removeAll(keepingCapacity: true)
      missing.removeAll()
    }
  }

  /// Cuts the analyzed text.
  ///
  /// - Complexity: O(units), a table look-up per face for graphemes met for the first time.
  func itemize(_ text: [UInt16], _ analysis: inout TextAnalysis) -> Result {
    text.withUnsafeBufferPointer { ScriptResolver.resolve(&analysis.scripts, of: $0) }
    return text.withUnsafeBufferPointer { text in
      analysis.properties.withUnsafeBufferPointer { properties in
        analysis.scripts.withUnsafeBufferPointer { scripts in
          analysis.levels.withUnsafeBufferPointer { levels in
            analysis.boundaries.withUnsafeBufferPointer { boundaries in
              var pass = ItemizerPass(
                itemizer: self,
                text: AnalyzedText(
                  units: text, properties: properties, scripts: scripts, levels: levels,
                  boundaries: boundaries))
              pass.result = worker.takeItems()
              pass.run()
              return pass.result
            }
          }
        }
      }
    }
  }
}
