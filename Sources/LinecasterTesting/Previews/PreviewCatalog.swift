import ArgumentParser
import Foundation
import LinecasterBundledFonts
public import LinecasterFonts
public import LinecasterRaster

/// A program that draws previews: on a page to look at, and beside pictures that were accepted. The
/// type is marked `@main`.
///
///     struct Previews: PreviewCatalog {
///       static var axes: PreviewAxes {
///         var axes = PreviewAxes()
///         axes.themes = [.light, .dark]
///         return axes
///       }
///
///       static var previews: [Preview] {
///         Preview("A message") { MessageCell(author: "Ada", text: "Hello") }
///         for state in [LoadState.idle, .loading] {
///           Preview("A list that is \(state)") { TableModel(loadState: state) }
///         }
///       }
///     }
///
/// Run, it writes the page; with `--check` it compares what is drawn with the pictures of
/// `acceptedFolder`, and with `--accept` it keeps what is drawn there. `--help` says the rest.
public protocol PreviewCatalog {
  /// The previews, in the order of the page.
  @PreviewListBuilder static var previews: [Preview] { get }

  /// What the page is called; the name of the type, unless it says otherwise.
  static var title: String { get }

  /// In which environments previews are drawn: one, unless it says otherwise.
  static var axes: PreviewAxes { get }

  /// Where accepted pictures are, from the folder that the program is run in; `PreviewPictures`
  /// unless it says otherwise.
  static var acceptedFolder: String { get }

  /// What text is drawn with: the bundled fonts, unless it says otherwise.
  static func fonts() throws -> FontCollection

  /// Where the pixels of images come from; placeholders are drawn where it is nil.
  ///
  /// It must have them when it is asked, as `ImageFileProvider` does; nothing waits for others.
  static var images: (any ImageProvider)? { get }
}

extension PreviewCatalog {
  /// The name of the type.
  public static var title: String { String(describing: Self.self) }

  /// One environment: light, 360 points wide, two pixels a point.
  public static var axes: PreviewAxes { PreviewAxes() }

  /// `PreviewPictures`.
  public static var acceptedFolder: String { "PreviewPictures" }

  /// The bundled fonts.
  public static func fonts() throws -> FontCollection { try .bundled() }

  /// None.
  public static var images: (any ImageProvider)? { nil }

  /// Does what the words of the command line ask for, and ends the program: with status 0, with 1
  /// where `--check` or `--accept` found something wrong or a file cannot be written, and with 64
  /// where the command line is wrong.
  public static func main() async {
    let options = PreviewOptions.parseOrExit()
    let status = await PreviewCommand(Self.self, options).run { print($0) }
    exit(status)
  }
}

/// Collects the previews of a catalogue, by conditions and loops where it has them.
@resultBuilder
public enum PreviewListBuilder {
  /// A preview.
  public static func buildExpression(_ preview: Preview) -> [Preview] { [preview] }

  /// Previews made elsewhere.
  public static func buildExpression(_ previews: [Preview]) -> [Preview] { previews }

  /// The previews line by line.
  public static func buildBlock(_ previews: [Preview]...) -> [Preview] {
    previews.flatMap(\.self)
  }

  /// The previews of an `if` without `else`.
  public static func buildOptional(_ previews: [Preview]?) -> [Preview] { previews ?? [] }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first previews: [Preview]) -> [Preview] { previews }

  /// The other branch of an `if` or `switch`.
  public static func buildEither(second previews: [Preview]) -> [Preview] { previews }

  /// The previews of a loop.
  public static func buildArray(_ previews: [[Preview]]) -> [Preview] {
    previews.flatMap(\.self)
  }
}
