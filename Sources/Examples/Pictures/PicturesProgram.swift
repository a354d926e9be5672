import Foundation
import LinecasterImages

/// Draws the pictures of the documentation into the folder that the command line names.
@main
enum PicturesProgram {
  static func main() throws {
    guard let folder = CommandLine.arguments.dropFirst().first else {
      FileHandle.standardError.write(Data("usage: Pictures FOLDER\n".utf8))
      exit(64)
    }
    let painter = try FigurePainter()
    let encoder = PNGEncoder()
    for figure in Gallery.figures {
      let path = "\(folder)/\(FigurePainter.fileName(of: figure))"
      try encoder.write(painter.paint(figure), to: path)
      print(path)
    }
  }
}
