// Nothing to call: `FontCollection.bundled()` finds the fonts of this folder where a program
// depends on this target, since they are copied beside it.
