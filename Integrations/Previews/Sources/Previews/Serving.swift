import LinecasterPreviewServer

extension Previews {
  /// Draws, compares, or with `--serve` shows the page and follows the sources.
  static func main() async {
    await PreviewServer.main(Self.self, watching: ["../../Sources", "../../Fonts"])
  }
}
