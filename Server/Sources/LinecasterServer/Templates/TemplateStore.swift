import Foundation
import LinecasterScenes
import Logging
import ServiceLifecycle
import Synchronization

/// A template of a folder.
struct StoredTemplate: Sendable {
  let template: SceneTemplate
  /// SHA-256 of its text, in hexadecimal digits.
  let digest: String
  /// Its own data by their names, from which those of an address have their kinds.
  let defaults: [String: TemplateValueKind]
}

/// What a value of a template's data is.
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

/// The data that a template has itself.
private struct TemplateDefaults: Decodable {
  let data: [String: TemplateValueKind]
}

/// The templates of a folder, reloaded when they change.
///
/// A file that cannot be read as a template keeps the version that was read before.
final class TemplateStore: Service {
  private struct State {
    /// What files were like when they were read last.
    var stamps: [String: FileStamp] = [:]
    var templates: [String: StoredTemplate] = [:]
  }

  private let folder: URL
  private let logger: Logger
  private let state = Mutex(State())

  /// How often the folder is looked at.
  private static let interval = Duration.milliseconds(500)

  /// Reads a folder.
  ///
  /// - Throws: An error of the file system where the folder cannot be read.
  init(folder: String, logger: Logger) throws {
    self.folder = URL(fileURLWithPath: folder, isDirectory: true)
    self.logger = logger
    try refresh()
  }

  /// The template in the file of a name, without the ending `.json`; nil where there is none.
  func template(named name: String) -> StoredTemplate? {
    state.withLock { $0.templates[name] }
  }

  /// The names of all templates in their order.
  var names: [String] { state.withLock { $0.templates.keys.sorted() } }

  /// Looks at the folder now and then, until the server stops.
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

  /// Reads what has changed since.
  func refresh() throws {
    var found: Set<String> = []
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    for file in files where file.pathExtension == "json" {
      let name = file.deletingPathExtension().lastPathComponent
      found.insert(name)
      let stamp = FileStamp(file.path)
      guard state.withLock({ $0.stamps[name] }) != stamp else { continue }
      let template = read(file)
      state.withLock { state in
        state.stamps[name] = stamp
        if let template { state.templates[name] = template }
      }
    }
    state.withLock { state in
      state.stamps = state.stamps.filter { found.contains($0.key) }
      state.templates = state.templates.filter { found.contains($0.key) }
    }
  }

  private func read(_ file: URL) -> StoredTemplate? {
    do {
      let json = [UInt8](try Data(contentsOf: file))
      let template = try SceneTemplate(json: json, source: file.lastPathComponent)
      for fault in template.faults(with: Array("{}".utf8)) {
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

  private static func defaults(of json: [UInt8]) -> [String: TemplateValueKind] {
    (try? JSONDecoder().decode(TemplateDefaults.self, from: Data(json)))?.data ?? [:]
  }
}
