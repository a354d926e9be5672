import Foundation
import LinecasterImages
import Testing

@testable import Pictures

/// Compares the pictures of the documentation with what the program draws.
///
/// `make pictures` draws them anew.
@Suite struct GalleryTests {
  private static let names = Gallery.figures.map(\.name)

  @Test(arguments: names)
  func aPictureIsWhatTheProgramDraws(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name })
    let path = Catalogue.resources.appendingPathComponent(FigurePainter.fileName(of: figure)).path
    let drawn = try FigurePainter().paint(figure)
    #expect(try PNGDecoder().decode(path: path) == drawn, "make pictures draws \(name) anew")
  }

  /// `ReadmePictureTests` has an eye on those of the command.
  @Test func everyPictureIsDrawnByTheProgramOrTheCommand() throws {
    let drawn = Gallery.figures.map { FigurePainter.fileName(of: $0) }
    let files = try FileManager.default.contentsOfDirectory(atPath: Catalogue.resources.path)
    #expect(files.sorted() == (drawn + ["demo.png", "hero.png"]).sorted())
  }

  @Test(arguments: names)
  func aPictureIsSmallAndOnAPage(name: String) throws {
    let path = Catalogue.resources.appendingPathComponent("\(name)@2x.png")
    #expect(try Data(contentsOf: path).count <= 100_000)
    let pages = try Catalogue.pages()
    #expect(pages.contains { $0.text.contains("](\(name))") }, "no page shows \(name)")
  }

  @Test func paintingAgainGivesTheSamePixels() throws {
    let painter = try FigurePainter()
    for figure in Gallery.figures {
      #expect(try painter.paint(figure) == painter.paint(figure), "\(figure.name)")
    }
  }
}
