/// All images of the documentation, chapter by chapter.
enum Gallery {
  static let figures: [any Figure] = [
    FallbackFigure(), StylesFigure(),
    LineBoxFigure(), DecorationsFigure(),
    BreakingFigure(), JustificationFigure(),
    VisualOrderFigure(), AlignmentFigure(),
    SharingFigure(), WorkersFigure(),
    FlexboxFigure(),
    BatchFigure(),
    BoxesFigure(), EffectsFigure(), ContentModesFigure(), GlyphsFigure(),
    AtlasPageFigure(), DistanceFieldFigure(),
    ImagesFigure(),
  ]
}
