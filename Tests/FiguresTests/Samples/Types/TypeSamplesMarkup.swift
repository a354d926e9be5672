import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterRaster
import LinecasterScenes
import LinecasterText
import Testing

/// The samples in the comments of LinecasterScenes.
@Suite struct TypeSamplesMarkup {
  @Test func draws() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    let markup = Markup("# नमस्ते\n\nShaped, *measured* and **painted**.")
    let style = MarkupStyle(theme: .dark, size: 18)
    let arrangement = try arranger.arrange(
      markup.layout(style).padding(16), in: LayoutEnvironment(width: 360, theme: .dark))
    let bitmap = try DisplayRasterizer().rasterize(
      arrangement.displayList, background: .black)
    #expect(bitmap.width == 360)
  }

  @Test func listsTitles() {
    let markup = Markup("# One\n\nText\n\n## *Two*")
    let titles = markup.blocks.compactMap { block -> String? in
      guard case .heading(let level, let spans) = block else { return nil }
      return String(repeating: "  ", count: level - 1) + spans.map(\.text).joined()
    }
    #expect(titles == ["One", "  Two"])
  }

  @Test func dialects() {
    let plain = Markup("~~old~~ www.example.org", extensions: .commonMark)
    let chat = Markup("**「重点」**内容", extensions: [.gitHub, .cjkFriendly])
    let markup = Markup("~~old~~ `new`", extensions: .commonMark)
    for (markup, count) in [(plain, 1), (chat, 2), (markup, 2)] {
      guard case .paragraph(let spans)? = markup.blocks.first else {
        Issue.record("\(markup.blocks)")
        continue
      }
      #expect(spans.count == count)
    }
  }

  @Test func highlights() {
    struct Todos: CodeHighlighter {
      func tokens(in line: String, language: String, state: inout Int) -> [CodeToken] {
        let bytes = Array(line.utf8)
        guard let start = bytes.firstIndex(of: UInt8(ascii: "!")) else { return [] }
        return [CodeToken(.comment, start..<bytes.count)]
      }
    }
    var style = MarkupStyle()
    style.highlighter = Todos()
    let layout = Markup("```text\nA list\nMilk! now\n```").layout(style)
    #expect(colors(in: layout) == [style.text.color, style.codeColors[.comment]])
  }

  @Test func highlightsSwift() {
    var style = MarkupStyle(theme: .dark)
    style.highlighter = BasicHighlighter()
    let layout = Markup("```swift\nlet name = \"Ada\"\n```").layout(style)
    #expect(colors(in: layout) == [style.codeColors[.keyword], .white, style.codeColors[.string]])
  }

  @Test func highlightsInOtherColors() {
    var style = MarkupStyle(theme: .dark)
    style.highlighter = BasicHighlighter()
    style.codeColors[.string] = Color(rgb: 0xFFB86C)
    let layout = Markup("```swift\n\"Ada\"\n```").layout(style)
    #expect(colors(in: layout) == [Color(rgb: 0xFFB86C)])
  }

  /// The colours of code below the name of its language.
  private func colors(in layout: LayoutNode) -> [Color?] {
    guard case .stack(let blocks) = layout.content, case .stack(let lines)? = blocks.first?.content,
      case .text(let code)? = lines.last?.content
    else { return [] }
    return code.text.styledRanges.map(\.style.color)
  }

  @Test func streams() {
    var shown: [MarkupStream.Block] = []
    var stream = MarkupStream()
    for piece in ["Some **bo", "ld** text\n\n", "- one"] {
      stream.append(piece)
      let update = stream.updatePreview()
      shown.removeSubrange(min(update.count, shown.count)...)
      for block in update.blocks {
        if block.id < shown.count { shown[block.id] = block } else { shown.append(block) }
      }
    }
    stream.finish()
    #expect(shown.map(\.content) == Markup("Some **bold** text\n\n- one").blocks)
  }

  @Test func streamsToTheEnd() {
    var stream = MarkupStream()
    stream.append("# Title\n\nSome *te")
    stream.append("xt*")
    stream.finish()
    let blocks = stream.blocks.map(\.content)
    #expect(blocks == Markup("# Title\n\nSome *text*").blocks)
  }

  @Test func updates() {
    var shown: [MarkupStream.Block] = []
    var stream = MarkupStream()
    stream.append("a\n\nb\n- c")
    let update = stream.update()
    shown.removeSubrange(min(update.count, shown.count)...)
    for block in update.blocks {
      if block.id < shown.count { shown[block.id] = block } else { shown.append(block) }
    }
    #expect(shown == stream.blocks)
  }

  @Test func hasABudget() throws {
    let text = "# One"
    let markup = try Markup(text, budget: RenderBudget(textUnitCount: 100_000))
    #expect(markup.blocks.count == 1)
  }

  @Test func styles() {
    var style = MarkupStyle(theme: .light, size: 18)
    style.text.families = ["Noto Serif", "Noto Sans"]
    style.link = Color(rgb: 0xD6336C)
    let layout = Markup("See [the lists](lists.html).").layout(style)
    guard case .stack(let blocks) = layout.content,
      case .text(let paragraph)? = blocks.first?.content
    else {
      Issue.record("\(layout)")
      return
    }
    #expect(paragraph.text.styledRanges.map(\.style.color) == [.black, style.link, .black])
  }
}
