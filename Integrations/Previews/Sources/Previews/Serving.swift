import LinecasterPreviewServer

extension Previews {
  /// Draws or compares; with `--serve`, serves the page and watches the sources.
  static func main() async {
    await PreviewServer.main(Self.self, watching: ["../../Sources", "../../Fonts"])
  }
}
