import Testing

@Suite struct LinecasterCommandTests {
  @Test func helpHasExamples() async throws {
    let help = try await LinecasterRun(["--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("linecaster render Sources/LinecasterCommand/Demo/demo.jsonl"))
    let render = try await LinecasterRun(["render", "--help"])
    #expect(render.status == 0)
    for part in [
      "Examples:", "Exit status:", "--font", "--no-bundled-fonts", "--updates", "--stats", "avatar",
      "scene",
    ] {
      #expect(render.output.contains(part), "\(part)")
    }
    #expect(
      render.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.contains("USAGE") })
  }

  @Test func nothingIsNoCommand() async throws {
    let run = try await LinecasterRun([])
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.contains("SUBCOMMANDS:") && run.errors.contains("render"))
  }

  @Test func theVersionIsANumber() async throws {
    let run = try await LinecasterRun(["--version"])
    #expect(run.status == 0)
    #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    ["render"], ["render", "feed"], ["render", "feed", "-o", ""],
    ["render", "feed", "-o", "x", "--input", "image"],
    ["render", "feed", "-o", "x", "--width", "0"], ["render", "feed", "-o", "x", "--width", "nan"],
    ["render", "feed", "-o", "x", "--scale", "4.1"], ["render", "feed", "-o", "x", "--rows", "0"],
    ["render", "feed", "-o", "x", "--rows", "9223372036854775807"],
    ["render", "feed", "-o", "x", "--workers", "0"],
    ["render", "feed", "-o", "x", "--workers", "257"],
    ["render", "feed", "-o", "x", "--updates", "-1"],
    ["render", "feed", "-o", "x", "--theme", "red"],
    ["paint"], ["--unknown"],
  ])
  func wrongCommandLinesEndWith64(arguments: [String]) async throws {
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: "))
    #expect(run.output == "")
  }

  @Test(arguments: [
    (["rendr", "card.json"], "Unknown subcommand 'rendr'; did you mean 'render'?"),
    (["fonts", "lst"], "Unknown subcommand 'lst'; did you mean 'list'?"),
    (
      ["fonts", "a"],
      "Unknown subcommand 'a'; the subcommands are list, match, explain."
    ),
    (
      ["/dev/null"],
      "Unknown subcommand '/dev/null'; to draw a file, run "
        + "'linecaster render /dev/null -o image.png'."
    ),
  ])
  func unknownSubcommandsNameTheNearest(arguments: [String], message: String) async throws {
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.hasPrefix("Error: \(message)\n"), "\(run.errors)")
  }

  @Test(arguments: [
    (["render", "a.json", "-o", "a.gif"], "writes an image; its name must end in one of .png"),
    (["render", "a.json", "-o", "a.b.TIFF"], "not '.TIFF'"),
    (["render", "a.json", "-o", "a.png", "--quality", "9"], "--quality needs JPEG, WebP or"),
    (["render", "a.json", "-o", "a.jpg", "--quality", "101"], "must be from 0 to 100"),
    (["render", "a.json", "-o", "a.webp", "--compact"], "--compact needs PNG"),
    (["inspect", "a.json", "-o", "a.png"], "its name must end in .html or .htm or .xhtml"),
    (["glyphs", "a", "--font", "a.ttf", "--svg", "a.png"], "--svg writes an SVG image"),
  ])
  func namesThatPromiseSomethingElseAreFaults(arguments: [String], message: String) async throws {
    let run = try await LinecasterRun(arguments)
    #expect(run.status == 64 && run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
