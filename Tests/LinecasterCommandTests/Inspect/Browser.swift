import Foundation
import Linecaster

/// Headless Chromium.
enum Browser {
  /// The program; nil where there is none.
  static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
    .first(where: FileManager.default.isExecutableFile)

  /// Thrown where the browser does not end well.
  struct Failure: Error {
    let status: Int32
  }

  /// The page as HTML after its script has run.
  static func dom(of page: String, fragment: String = "") async throws -> String {
    String(decoding: try await run(["--dump-dom"], page, fragment), as: UTF8.self)
  }

  /// What the page looks like in a window of that size.
  static func screenshot(
    of page: String, width: Int, height: Int, to path: String
  ) async throws -> Bitmap {
    _ = try await run(["--screenshot=\(path)", "--window-size=\(width),\(height)"], page, "")
    return try PNGDecoder().decode(path: path)
  }

  private static func run(
    _ options: [String], _ page: String, _ fragment: String
  ) async throws -> Data {
    let folder = try TemporaryFolder()
    let output = try folder.write("", to: "output")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments =
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
        "--force-color-profile=srgb", "--hide-scrollbars", "--user-data-dir=\(folder.path)/profile",
      ] + options + ["file://\(page)" + (fragment.isEmpty ? "" : "#\(fragment)")]
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning, Date() < deadline { try await Task.sleep(for: .milliseconds(20)) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(status: process.terminationStatus)
    }
    return try folder.read("output")
  }
}
