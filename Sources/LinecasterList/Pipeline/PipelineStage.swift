/// The stages of the pipeline, in the order data goes through them.
public enum PipelineStage: String, Hashable, Sendable, CaseIterable {
  /// Levels, scripts and boundaries of text.
  case analyze
  /// Items of one font, script, level and style.
  case itemize
  /// Glyphs.
  case shape
  /// Lines.
  case breakLines = "break lines"
  /// Frames.
  case layOut = "lay out"
  /// Pixels.
  case rasterize
  /// The state of the list.
  case snapshot
  /// What changed.
  case diff
  /// Handing over on the main queue.
  case deliver
}
