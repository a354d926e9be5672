import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// Checks of SVG files before drawing, with or without the trait.
@Suite struct SVGDocumentTests {
  private static let space = "xmlns=\"http://www.w3.org/2000/svg\""

  private func document(_ text: String) throws -> SVGDocument {
    try SVGDocument(Array(text.utf8), named: "a.svg", isWhole: true)
  }

  private func steps(_ inside: String) throws -> Int {
    try document("<svg \(Self.space)>\(inside)</svg>").stepCount
  }

  private func error(_ text: String) -> ImageError? {
    do {
      let document = try document(text)
      try document.check(document.size, named: "a.svg")
      return nil
    } catch {
      return error as? ImageError
    }
  }

  @Test(arguments: [
    ("width=\"10\" height='20px'", 10, 20), ("width=\"1in\" height=\"72pt\"", 96, 96),
    ("viewBox=\"0 0 30 40\"", 30, 40), ("viewBox=\"0,0,30,40\" width=\"60\"", 60, 80),
    ("viewBox=\"-1 -1 30 40\" height=\"20\"", 15, 20), ("", 300, 150),
    ("width=\"100%\" height=\"100%\" viewBox=\"0 0 7.2 8\"", 8, 8), ("width=\"0\"", 300, 150),
  ])
  func sizesAreThoseOfTheRoot(attributes: String, width: Int, height: Int) throws {
    for head in ["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <a> -->\n", "\u{FEFF}\n "] {
      let text = "\(head)<svg \(Self.space) \(attributes)><path d=\"M0 0\"/></svg>"
      #expect(try document(text).size == PixelSize(width: width, height: height))
      let info = try ImageDecoder().info(of: Array(text.utf8))
      #expect(info.format == .svg && info.size == PixelSize(width: width, height: height))
    }
  }

  @Test func elementsCountAsOftenAsTheyAreUsed() throws {
    #expect(try steps("<rect/>") == 2)
    #expect(try steps("<g id=\"a\"><rect/><rect/></g><use href=\"#a\"/>") == 8)
    #expect(try steps("<g id=\"a\"><rect/></g><use xlink:href=\"#a\"/><use href='&#35;a'/>") == 9)
    #expect(try steps("<pattern id=\"p\"><rect/></pattern><rect fill=\"url(#p)\"/>") == 6)
    let many = "<pattern id=\"p\"><rect/></pattern><g style=\"fill : URL( '#p' )\"><a/><b/></g>"
    #expect(try steps(many) == 6 + 3 * 2)
    let sheet =
      "<style>/* .y{} */ .x, .z{fill:url(#p)}</style><pattern id=\"p\"><rect/></pattern>"
      + "<rect class=\"w x\"/>"
    #expect(try steps(sheet) == 7)
    let marked = "<marker id=\"m\"><rect/></marker><path d=\"M0 0L1 1\" marker-mid=\"url(#m)\"/>"
    #expect(try steps(marked) >= 4 + 2 * 4)
  }

  /// References in styles are counted in any notation, as often as in the plain one.
  @Test func stylesHideNothing() throws {
    let pattern = "<pattern id=\"p\"><rect/></pattern>"
    func sheet(_ css: String) throws -> Int {
      try steps("<style>\(css)</style>\(pattern)<rect class=\"x\"/>")
    }
    for css in [
      ".x{fill:url(#p)}", ".x{fill:url(#p)", "<![CDATA[ .x{fill:url(#p)} ]]>",
      ".x{fill:<!-- -->url(#p)}", ".x{fi<![CDATA[ll:ur]]>l(#p)}", ".x{fill:/*;*/url(#p)}",
      "/*\u{301} } */ .x{fill:url(#p)}", ".y{color:red} .x{fill:url(#p)}", "/*{*/.x{fill:url(#p)}",
      ".x{font-family:'Noto Sans', \"A\";fill:url('#p')}", ".x{fill:&#117;rl(#p)}",
    ] {
      #expect(try sheet(css) == 7, "\(css)")
    }
    func attribute(_ style: String) throws -> Int {
      try steps("\(pattern)<rect style=\"\(style)\"/>")
    }
    for style in ["fill:url(#p)", "fill:/*;*/url(#p)", "/*;x:*/fill:url(#p)", "a:b;fill:url(#p)"] {
      #expect(try attribute(style) == 6, "\(style)")
    }
    let marker = "<marker id=\"m\"><rect/></marker><path d=\"M0 0L1 1\" style=\""
    let plain = try steps("\(marker)marker-mid:url(#m)\"/>")
    #expect(try steps("\(marker)/*;filter:*/marker-mid:url(#m)\"/>") >= plain)
  }

  /// Files whose structure another parser might read differently are not drawn.
  @Test(arguments: [
    "<style>.x{y:'}';fill:url(#p)}</style>", "<style>.x{y:url(});fill:url(#p)}</style>",
    "<style>[a={].x{fill:url(#p)}</style>", "<style>.x{.y{fill:url(#p)}}</style>",
    "<style>} .x{fill:url(#p)}</style>", "<style>.x{y:'a\n';fill:url(#p)}</style>",
    "<style>/* .x{fill:url(#p)}</style>", "<rect style=\"y:(a;fill:url(#p)\"/>",
    "<rect style=\"mark\\65r-mid:url(#m)\"/>", "<rect fill=\"u&#00000000114;l(#p)\"/>",
    "<rect fill=\"&url;\"/>", "<rect id=\"&\"/>",
  ])
  func stylesWithOtherEndsAreRefused(inside: String) {
    let error = error("<svg \(Self.space)>\(inside)</svg>")
    #expect(error?.code == .unsupported && error?.reason.contains("SVG files") == true)
  }

  /// Reading takes linear time and memory.
  @Test(.timeLimit(.minutes(60))) func longFilesAreReadInProportion() {
    let ampersands = String(repeating: "&", count: 2_000_000)
    let ids = "<svg \(Self.space)><g id=\"\(ampersands);\"/></svg>"
    let names = String(repeating: "url(#p) ", count: 100_000)
    let groups = String(repeating: "<g class=\"a\"/>", count: 80_000)
    let sheet = "<style>.a{filter:\(names)}</style>"
    let classes = String(repeating: "a ", count: 500_000)
    let few = "<style>.a{filter:url(#p)}</style><stop class=\"\(classes)\"/>"
    let time = ThreadClock.milliseconds {
      #expect(error(ids)?.code == .unsupported)
      #expect(error("<svg \(Self.space)>\(sheet)\(groups)</svg>")?.code == .tooLarge)
      #expect(error("<svg \(Self.space)>\(few)</svg>")?.code == .tooLarge)
    }
    #expect(time < 60_000)
  }

  /// Each level uses the previous one ten times.
  @Test func bombsAreCountedBeforeTheyGoOff() throws {
    var bomb = "<g id=\"a0\"><rect width=\"9\" height=\"9\"/></g>"
    for level in 1..<40 {
      let uses = String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10)
      bomb += "<g id=\"a\(level)\">\(uses)</g>"
    }
    let error = error("<svg \(Self.space)>\(bomb)</svg>")
    #expect(error?.code == .tooLarge && error?.reason.contains("elements") == true)
    var patterns = ""
    for level in 0..<40 {
      patterns +=
        "<pattern id=\"p\(level)\">"
        + String(repeating: "<rect fill=\"url(#p\(level + 1))\"/>", count: 9) + "</pattern>"
    }
    #expect(self.error("<svg \(Self.space)>\(patterns)</svg>")?.code == .tooLarge)
    let dashes = "<path d=\"M0 0H1e9\" stroke-dasharray=\"1e-6\"/>"
    #expect(self.error("<svg \(Self.space)>\(dashes)</svg>")?.code == .tooLarge)
  }

  @Test func nestingAndNumbersAreBounded() throws {
    let deep = String(repeating: "<g>", count: 500)
    #expect(error("<svg \(Self.space)>\(deep)")?.code == .tooLarge)
    var chain = "<g id=\"a0\"/>"
    for level in 1..<2000 { chain += "<g id=\"a\(level)\"><use href=\"#a\(level - 1)\"/></g>" }
    #expect(error("<svg \(Self.space)><use href=\"#a1999\"/>\(chain)</svg>")?.code == .tooLarge)
    let many = String(repeating: "<g/>", count: SVGDocument.elementLimit + 1)
    #expect(error("<svg \(Self.space)>\(many)</svg>")?.code == .tooLarge)
    let work = String(repeating: "<rect/>", count: 5000)
    let large = error("<svg \(Self.space) width=\"4000\" height=\"4000\">\(work)</svg>")
    #expect(large?.code == .tooLarge && large?.reason.contains("exceed the work limit") == true)
    let itself = "<g id=\"a\"><use href=\"#a\"/></g>"
    #expect(error("<svg \(Self.space)>\(itself)</svg>")?.code == .malformed)
  }

  @Test(arguments: [
    "<image href=\"a.png\"/>", "<use href=\"b.svg#x\"/>", "<rect fill=\"url(b.svg#x)\"/>",
    "<style>@import 'a.css';</style>", "<style>.a{fill:url(data:x)}</style>",
    "<svg:image href=\"data:image/png,x\"/>", "<filter><feTurbulence/></filter>",
    "<rect style=\"fill:u\\72l(#a)\"/>", "<xi:include href=\"a\"/>",
    "<style>g rect{fill:url(#a)}</style>",
  ])
  func whatReadsOtherFilesOrHidesIsRefused(inside: String) {
    let error = error("<svg \(Self.space)>\(inside)</svg>")
    #expect(error?.code == .unsupported && error?.reason.contains("SVG files") == true)
  }

  @Test(arguments: [
    "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "<?xml version='1.0' encoding='UTF-7'?><svg/>",
    "<?xml-stylesheet href='a.css'?><svg/>",
  ])
  func whatStandsBeforeTheRootIsRefusedToo(text: String) {
    #expect(error(text)?.code == .unsupported)
  }

  @Test(arguments: ["<svg", "<svg a", "<svg a=1>", "<!-- ", "<?xml", "<svg><g", "<html/>", ""])
  func whatIsNoSVGIsMalformed(text: String) {
    #expect(error(text)?.code == .malformed)
  }

  /// Random damage neither traps nor takes long.
  @Test func damagedFilesAreErrorsOrDocuments() {
    var random = SeededGenerator()
    let whole = Array(
      """
      <?xml version="1.0"?><svg \(Self.space) viewBox="0 0 9 9"><style>.a{fill:url(#g)}</style>
      <g id="x" class="a"><path d="M1-2.5e3L.5.5" stroke-dasharray="1 2"/></g><use href="#x"/>
      <linearGradient id="g"><stop offset="1"/></linearGradient><text>&amp;&#x41;</text></svg>
      """.utf8)
    for _ in 0..<TestSettings.transitions(usually: 500) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if random.oneIn(2) {
          bytes[place] = UInt8.random(in: 0...255, using: &random)
        } else {
          bytes.removeSubrange(place..<min(bytes.count, place + 5))
        }
      }
      let document = try? SVGDocument(bytes, named: "a.svg", isWhole: true)
      if let document { #expect(document.stepCount >= 0, "seed \(random.seed)") }
    }
  }

  #if !SVG
    @Test func theTraitIsNamedWhereItIsMissing() {
      let error = #expect(throws: ImageError.self) {
        try ImageDecoder().decode(Array("<svg \(Self.space)/>".utf8))
      }
      #expect(error?.code == .unsupported && error?.reason.contains("trait SVG") == true)
    }
  #endif
}
