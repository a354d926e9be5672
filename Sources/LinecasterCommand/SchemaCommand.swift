import ArgumentParser
import Linecaster
import LinecasterCommandSupport

/// Prints the JSON Schemas of scenes and templates.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenes or of templates, for editors.",
    discussion: """
      With it an editor completes the names of scenes and marks what is wrong while it is typed. \
      Names of colours, styles and parts, sizes and depths are left to render, which says all that \
      is wrong with a scene.

        linecaster schema > scene.schema.json
        linecaster schema --template > template.schema.json

      In Visual Studio Code, for example, settings.json then has

        "json.schemas": [{"fileMatch": ["*.scene.json"], "url": "./scene.schema.json"}]

      Exit status: 0 when it was written, 1 when standard output lost it, 64 when the command line \
      is wrong.
      """)

  @Flag(help: "The schema of templates: names in braces, Repeat, If, parts with parameters, data.")
  var template = false

  func run() throws {
    try StandardStream.output.write(template ? SceneTemplate.schema : Scene.schema)
  }
}
