import ArgumentParser
import Foundation
import LinecasterBundledFonts
public import LinecasterFonts
public import LinecasterRaster

/// A program that draws previews on a page, and compares them with accepted pictures. Mark the type
/// with `@main`.
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
/// By default, the program writes the page. `--check` compares the previews with the pictures in
/// `acceptedFolder`, and `--accept` stores them there. `--help` lists the options.
public protocol PreviewCatalog {
  /// The previews, in the order of the page.
  @PreviewListBuilder static var previews: [Preview] { get }

  /// The title of the page; defaults to the name of the type.
  static var title: String { get }

  /// The environments of the previews; by default one, that of ``PreviewAxes/init()``.
  static var axes: PreviewAxes { get }

  /// The folder of accepted pictures, relative to the working directory; defaults to
  /// `PreviewPictures`.
  static var acceptedFolder: String { get }

  /// Returns the fonts of the previews; defaults to the bundled fonts.
  static func fonts() throws -> FontCollection

  /// The source of images; `nil` draws placeholders.
  ///
  /// The source must return images at once, as `ImageFileProvider` does; previews do not wait for
  /// loading.
  static var images: (any ImageProvider)? { get }
}

extension PreviewCatalog {
  /// The title of the page: by default, the name of the type.
  public static var title: String { String(describing: Self.self) }

  /// The default environment: light, 360 points wide, two pixels per point.
  public static var axes: PreviewAxes { PreviewAxes() }

  /// The default folder, `PreviewPictures`.
  public static var acceptedFolder: String { "PreviewPictures" }

  /// Returns the bundled fonts.
  public static func fonts() throws -> FontCollection { try .bundled() }

  /// The default source of images: none.
  public static var images: (any ImageProvider)? { nil }

  /// Runs the command line, and exits. The status is 0, 1 if `--check` or `--accept` found problems
  /// or a file cannot be written, or 64 if the command line is invalid.
  public static func main() async {
    let options = PreviewOptions.parseOrExit()
    let status = await PreviewCommand(Self.self, options).run { print($0) }
    exit(status)
  }
}

/// A result builder for the previews of a catalogue, with conditions and loops.
@resultBuilder
public enum PreviewListBuilder {
  /// Adds a preview.
  public static func buildExpression(_ preview: Preview) -> [Preview] { [preview] }

  /// Adds an array of previews.
  public static func buildExpression(_ previews: [Preview]) -> [Preview] { previews }

  /// Joins the previews of a block in order.
  public static func buildBlock(_ previews: [Preview]...) -> [Preview] {
    previews.flatMap(\.self)
  }

  /// Handles an `if` without `else`.
  public static func buildOptional(_ previews: [Preview]?) -> [Preview] { previews ?? [] }

  /// Handles the first branch of an `if` or `switch`.
  public static func buildEither(first previews: [Preview]) -> [Preview] { previews }

  /// Handles the other branch of an `if` or `switch`.
  public static func buildEither(second previews: [Preview]) -> [Preview] { previews }

  /// Joins the previews of a loop in order.
  public static func buildArray(_ previews: [[Preview]]) -> [Preview] {
    previews.flatMap(\.self)
  }
}
