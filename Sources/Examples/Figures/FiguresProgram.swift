import Foundation
import LinecasterRaster

/// Draws the images of the documentation to the folder in the command line.
@main
enum FiguresProgram {
  static func main() throws {
    guard let folder = CommandLine.arguments.dropFirst().first else {
      FileHandle.standardError.write(Data("usage: Figures FOLDER\n".utf8))
      exit(64)
    }
    let painter = try FigurePainter()
    for figure in Gallery.figures {
      let path = "\(folder)/\(FigurePainter.fileName(of: figure))"
      let bitmap = try painter.paint(figure)
      try AtomicFileWriter.write(FigurePainter.file(of: bitmap), to: path)
      print(path)
    }
  }
}

/// All images of the documentation by chapter; each chapter has its own file.
enum Gallery {
  static let figures =
    fonts + paragraphs + richText + questions + lineBreaking + bidi + threads + flexbox + diffing
    + canvas
    + atlas + images
}
