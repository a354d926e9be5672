import Foundation
import LinecasterBase
import LinecasterScenes
import Logging
import ServiceLifecycle
import Synchronization

/// A template read from the folder.
struct StoredTemplate: Sendable {
  let template: SceneTemplate
  /// The SHA-256 of its text, in hexadecimal digits.
  let digest: String
  /// The kinds of the values in its `data` and `defaults`, by name; values in an address are parsed
  /// as these kinds.
  let defaults: [ExactText: TemplateValueKind]
}

/// The kind of a value in a template's data.
enum TemplateValueKind: Hashable, Sendable, Decodable {
  case text
  case number
  case flag
  /// A list, an object or null.
  case other

  init(from decoder: any Decoder) throws {
    guard let value = try? decoder.singleValueContainer() else {
      self = .other
      return
    }
    if (try? value.decode(Bool.self)) != nil {
      self = .flag
    } else if (try? value.decode(Double.self)) != nil {
      self = .number
    } else {
      self = (try? value.decode(String.self)) == nil ? .other : .text
    }
  }
}

/// The values of a template's own data, and those of its defaults.
private struct TemplateDefaults: Decodable {
  let data: [String: TemplateValueKind]?
  let defaults: [String: TemplateValueKind]?
}

/// The templates of a folder, reloaded when they change.
///
/// If a changed file is not a valid template, its last valid version stays.
final class TemplateStore: Service {
  private struct State {
    /// The versions of the files at the last read.
    var versions: [String: FileVersion] = [:]
    var templates: [String: StoredTemplate] = [:]
  }

  private let folder: URL
  private let logger: Logger
  private let state = Mutex(State())

  /// The polling interval of the folder.
  private static let interval = Duration.milliseconds(500)

  /// Reads a folder.
  ///
  /// - Throws: A file system error if the folder cannot be read.
  init(folder: String, logger: Logger) throws {
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    self.logger = logger
    try refresh()
  }

  /// Returns the template with a file name, without the ending `.json`, or `nil`.
  func template(named name: String) -> StoredTemplate? {
    state.withLock { $0.templates[name] }
  }

  /// The names of all templates, sorted.
  var names: [String] { state.withLock { $0.templates.keys.sorted() } }

  /// Polls the folder until the server stops.
  func run() async {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.interval)
        do {
          try refresh()
        } catch {
          logger.warning("the folder of templates cannot be read", metadata: ["error": "\(error)"])
        }
      }
    }
  }

  /// Rereads the files that have changed.
  func refresh() throws {
    var found: Set<String> = []
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    for file in files where file.pathExtension == "json" {
      let name = file.deletingPathExtension().lastPathComponent
      found.insert(name)
      let version = FileVersion(file.path)
      guard state.withLock({ $0.versions[name] }) != version else { continue }
      let template = read(file)
      state.withLock { state in
        state.versions[name] = version
        if let template { state.templates[name] = template }
      }
    }
    state.withLock { state in
      state.versions = state.versions.filter { found.contains($0.key) }
      state.templates = state.templates.filter { found.contains($0.key) }
    }
  }

  private func read(_ file: URL) -> StoredTemplate? {
    do {
      let json = [UInt8](try Data(contentsOf: file))
      let template = try SceneTemplate(json: json, source: file.lastPathComponent)
      for fault in template.faults(with: Array("{}".utf8), names: .none) {
        logger.warning("\(fault)")
      }
      return StoredTemplate(
        template: template, digest: PictureStore.digest(of: json),
        defaults: Self.defaults(of: json))
    } catch {
      logger.error("a template cannot be read", metadata: ["error": "\(error)"])
      return nil
    }
  }

  private static func defaults(of json: [UInt8]) -> [ExactText: TemplateValueKind] {
    let kinds = try? JSONDecoder().decode(TemplateDefaults.self, from: Data(json))
    // Samples of `data` replace defaults of the same name.
    let all = Array(kinds?.defaults ?? [:]) + Array(kinds?.data ?? [:])
    return Dictionary(all.map { (ExactText($0.key), $0.value) }) { _, sample in sample }
  }
}
