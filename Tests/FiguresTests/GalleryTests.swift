import Foundation
import LinecasterFiles
import Testing

@testable import Figures

/// The images of the documentation equal the program's drawings.
///
/// `.ci/pictures figures` draws them again.
@Suite struct GalleryTests {
  private static let names = Gallery.figures.map(\.name)

  @Test(arguments: names)
  func anImageIsWhatTheProgramDraws(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name })
    let path = Catalogue.resources.appendingPathComponent(FigurePainter.fileName(of: figure)).path
    let drawn = try FigurePainter().paint(figure)
    #expect(
      try ImageDecoder().decode(path: path) == drawn, ".ci/pictures figures draws \(name) again")
  }

  /// `ReadmeImageTests` and `CardGalleryTests` check the images of the command,
  /// `BrowserFiguresTests` those of a browser; the graph of modules is drawn from `Package.swift`,
  /// and `.ci/window accept` captures the window.
  @Test func everyImageIsDrawnByTheProgramOrTheCommand() throws {
    let drawn = Gallery.figures.map { FigurePainter.fileName(of: $0) }
    let recorded =
      RichParagraphsFigure.all.map { Catalogue.browserImage(of: $0) }
      + ComparisonFigure.all.map { Catalogue.browserImage(of: $0) }
    let files = try FileManager.default.contentsOfDirectory(atPath: Catalogue.resources.path)
      .filter { !$0.hasPrefix("card-") }
    #expect(
      files.sorted()
        == (drawn + recorded + [
          "demo.png", "first-window.png", "hero.png", "messenger.png", "modules.svg",
        ])
        .sorted())
  }

  private static let files =
    Gallery.figures.map { FigurePainter.fileName(of: $0) }
    + RichParagraphsFigure.all.map { Catalogue.browserImage(of: $0) }
    + ComparisonFigure.all.map { Catalogue.browserImage(of: $0) }

  @Test(arguments: files)
  func anImageIsSmallAndOnAPage(file: String) throws {
    let path = Catalogue.resources.appendingPathComponent(file)
    #expect(try Data(contentsOf: path).count <= 100_000)
    let name = file.replacing("@2x", with: "").replacing(".png", with: "")
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
