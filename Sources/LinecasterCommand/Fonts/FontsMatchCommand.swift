import ArgumentParser
import Linecaster

/// Tells which faces a style is drawn with.
struct FontsMatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Tell which faces a style means, of each family in turn.",
    discussion: """
      Faces are chosen by the rules of CSS: width first, then slant, then weight. Variable fonts \
      are shown at the place on their axes where they would be drawn. What a family has no design \
      for is synthesized.

        linecaster fonts match --family "Noto Sans" --family "NanumGothic" --weight 700
      """)

  @OptionGroup var sources: FontSourceOptions
  @OptionGroup var style: FontStyleOptions

  func run() throws {
    do {
      let fonts = try sources.collection()
      var request = try style.request()
      let names = request.families.isEmpty ? [fonts.familyNames[0]] : request.families
      var faces: [FontFace] = []
      var unknown: [String] = []
      for name in names {
        request.families = [name]
        if let face = fonts.face(for: request) {
          faces.append(face)
        } else {
          unknown.append("no family is named \(name)")
        }
      }
      try write(faces.map(FontRecord.init))
      if !unknown.isEmpty { throw CommandFailure.report(unknown) }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    } catch let error as InputFailure {
      throw CommandFailure.report([error.description])
    }
  }

  private func write(_ records: [FontRecord]) throws {
    if sources.json {
      try CommandOutput.writeJSON(records)
    } else if !records.isEmpty {
      CommandOutput.write(TextTable(titles: FontRecord.titles, rows: records.map(\.columns)).lines)
    }
  }
}
