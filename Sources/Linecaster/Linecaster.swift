// One import for programs that show lists; each module can also be used by itself.
@_exported public import LinecasterBase
@_exported public import LinecasterBoxLayout
@_exported public import LinecasterBundledFonts
@_exported public import LinecasterCells
@_exported public import LinecasterDiff
@_exported public import LinecasterDisplay
@_exported public import LinecasterFiles
@_exported public import LinecasterFonts
@_exported public import LinecasterList
@_exported public import LinecasterRaster
@_exported public import LinecasterScenes
@_exported public import LinecasterText
@_exported public import LinecasterTranscript
