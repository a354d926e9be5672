import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterList
import LinecasterRaster
import LinecasterTesting
import LinecasterText
import Testing

/// The samples in the comments of LinecasterTesting.
@Suite struct TypeSamplesPreviews {
  private enum Density: String, EnvironmentKey {
    case regular, compact
    static let defaultValue = Density.regular
  }

  private struct MessageCell: Cell {
    var author, text: String

    func body(in environment: LayoutEnvironment) -> some Layout { Text("\(author): \(text)") }
  }

  private enum Sample {
    struct Previews: PreviewCatalog {
      static var axes: PreviewAxes {
        var axes = PreviewAxes()
        axes.themes = [.light, .dark]
        return axes
      }

      static var previews: [Preview] {
        Preview("A message") { MessageCell(author: "Ada", text: "Hello") }
        for state in [LoadState.idle, .loading] {
          Preview("A list that is \(state)") { TableModel(loadState: state) }
        }
      }
    }
  }

  @Test func previewsAreNamed() {
    let loading = Preview("Loading") { TableModel(loadState: .loading) }
    let message = Preview("A message") { MessageCell(author: "Ada", text: "Hello") }
    let title = Preview("A title in capitals") { environment in
      Text("Title", style: TextStyle(size: environment.width < 240 ? 20 : 28)).padding(8)
    }
    let model = TableModel()
    let screen = Preview("On a small screen") { model }.height(480)
    let compact = Preview("Compact") { MessageCell(author: "Ada", text: "Hello") }
      .environment { $0[Density.self] = .compact }
    #expect(
      [loading, message, title, screen, compact].map(\.name) == [
        "Loading", "A message", "A title in capitals", "On a small screen", "Compact",
      ])
  }

  @Test func cataloguesHaveAxes() {
    var axes = PreviewAxes()
    axes.themes = [.light, .dark]
    axes.widths = [320, 390]
    axes.textSizes = [1, 1.5]
    axes.locales = ["en", "ar"]
    #expect(axes != PreviewAxes() && Sample.Previews.axes.themes.count == 2)
    #expect(Sample.Previews.previews.count == 3 && Sample.Previews.title == "Previews")
  }

  @Test func picturesAreCompared() throws {
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-samples-\(UUID().uuidString)/SomeTests/Some.swift")
    defer {
      try? FileManager.default.removeItem(
        at: place.deletingLastPathComponent().deletingLastPathComponent())
    }
    func SnapshotFolder(_ name: String) -> SnapshotFolder {
      LinecasterTesting.SnapshotFolder(
        place.deletingLastPathComponent().appendingPathComponent(name), label: name,
        current: place.deletingLastPathComponent().appendingPathComponent("current"), accepts: true)
    }
    let bitmap = try Bitmap(width: 4, height: 3, background: .white)
    let folder = SnapshotFolder("Cards")
    let outcome = try folder.compare(bitmap, "a card of a person")
    #expect(outcome.passes, "\(outcome)")

    let (before, after) = (bitmap, try Bitmap(width: 4, height: 3, background: .black))
    let difference = ImageDifference(before, after)
    if difference.pixelCount > 0 { print(difference) }
    #expect(difference.pixelCount == 12)
  }
}
