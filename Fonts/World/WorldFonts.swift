// No API: `FontCollection.bundled()` finds the fonts in this folder if a program depends on this
// target, because they are copied beside the program.
