import ArgumentParser
import Linecaster
import LinecasterCommandSupport

/// Prints the JSON Schemas of scenes and templates.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of scenes or of templates, for editors.",
    discussion: """
      With the schema, an editor completes names and marks errors in scenes. It does not check the \
      names of colours, styles and parts, nor sizes and depths; 'linecaster render' reports all \
      errors of a scene.

        linecaster schema > scene.schema.json
        linecaster schema --template > template.schema.json

      In Visual Studio Code, for example, settings.json then has

        "json.schemas": [{"fileMatch": ["*.scene.json"], "url": "./scene.schema.json"}]

      Exit status: 0 if it was written, 1 if writing failed, 64 if the command line is wrong.
      """)

  @Flag(help: "Print the schema of templates instead of that of scenes.")
  var template = false

  func run() throws {
    try StandardStream.output.write(template ? SceneTemplate.schema : Scene.schema)
  }
}
