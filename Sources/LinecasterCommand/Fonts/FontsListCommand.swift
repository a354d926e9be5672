import ArgumentParser
import Linecaster

/// Lists faces.
struct FontsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List faces in the order in which text asks for them.")

  @OptionGroup var sources: FontSourceOptions

  @Option(help: "List the faces of this family only.")
  var family: String?

  func run() throws {
    do {
      let fonts = try sources.collection()
      let records = fonts.descriptions.filter(isWanted).map(FontRecord.init)
      guard !records.isEmpty else {
        throw CommandFailure.report(["no family is named \(family ?? "")"])
      }
      if sources.json {
        try CommandOutput.writeJSON(records)
      } else {
        let table = TextTable(titles: FontRecord.titles, rows: records.map(\.columns))
        let families = Set(records.map { $0.family.lowercased() }).count
        CommandOutput.write(
          table.lines + ["", "faces: \(records.count), families: \(families)"])
      }
    } catch let error as FontError {
      throw CommandFailure.report([error.description])
    }
  }

  private func isWanted(_ face: FontDescription) -> Bool {
    guard let name = family?.lowercased() else { return true }
    return ([face.family] + face.otherFamilyNames).contains { $0.lowercased() == name }
  }
}
