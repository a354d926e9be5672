import Foundation
import Testing

/// The Swift samples on pages of the documentation and in comments of the sources are parts of
/// compiled code.
@Suite struct SampleTests {
  private static let chapters = [
    "Access.md", "Atlas.md", "Bidi.md", "Canvas.md", "Cards.md", "ComingFrom.md", "Diffing.md",
    "Engines.md", "Environment.md", "Flexbox.md", "Fonts.md", "Glyphs.md", "Hosts.md", "Images.md",
    "Limits.md", "LineBreaking.md", "Linecaster.md", "ListUpdates.md", "Lists.md", "Markup.md",
    "Paragraphs.md", "Pictures.md", "Previews.md", "Questions.md", "RichText.md", "Scenes.md",
    "Screens.md", "SeedPrograms.md", "SmallHost.md", "Templates.md", "TextInput.md", "Threads.md",
    "Touch.md", "Viewports.md",
  ]

  @Test(arguments: chapters)
  func everySampleIsPartOfCompiledCode(chapter: String) throws {
    let page = try #require(try Catalogue.pages().first { $0.name == chapter })
    let samples = SampleCode.samples(inPage: page.text)
    #expect(!samples.isEmpty)
    let sources = try SampleCode.sources(
      in: "Sources/Examples", "Tests/FiguresTests/Samples", "Tests/LinecasterBoxLayoutTests",
      "Tests/LinecasterScenesTests/Markup", "Tests/LinecasterScenesTests")
    for sample in samples {
      let isQuoted = sources.contains { SampleCode.contains($0, sample) }
      #expect(isQuoted, "\(chapter): no code here has \(sample.joined(separator: "\n"))")
    }
  }

  /// The samples in a module's comments are in `Types/TypeSamples….swift`, or in code of a page.
  @Test func everySampleOfACommentIsPartOfCompiledCode() throws {
    let sources = try SampleCode.sources(in: "Tests/FiguresTests/Samples")
    var count = 0
    for file in try SampleCode.files(in: "Sources") + SampleCode.files(in: "Fonts") {
      for sample in SampleCode.samples(inSource: file.text) {
        count += 1
        let isQuoted = sources.contains { SampleCode.contains($0, sample) }
        #expect(
          isQuoted,
          """
          \(file.path): no file of Tests/FiguresTests/Samples has these lines one after the other:
          \(sample.joined(separator: "\n"))
          """)
      }
    }
    #expect(count >= 10)
  }

  @Test func findsSamplesInPages() {
    let page = "a\n```swift\nlet a = 1\n  b()\n```\n```\nno\n```\n```swift\nc\n```\n"
    #expect(SampleCode.samples(inPage: page) == [["let a = 1", "b()"], ["c"]])
    #expect(SampleCode.contains(["x", "let a = 1", "b()", "y"], ["let a = 1", "b()"]))
    #expect(!SampleCode.contains(["let a = 1", "x", "b()"], ["let a = 1", "b()"]))
  }

  @Test func findsSamplesInComments() {
    let source = """
      /// One.
      ///
      ///     let a = 1
      ///       b()
      ///
      /// - Parameters:
      ///   - a: a line, and
      ///     one that belongs to it.
      func one() {}
      // let code = "///     no"
        /// ```swift
        /// c
        /// ```
        /// Two:
        ///
        ///     d
      func two() {}
      """
    #expect(SampleCode.samples(inSource: source) == [["let a = 1", "b()"], ["c"], ["d"]])
  }
}
