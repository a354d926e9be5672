import CProgram

#if canImport(Glibc)
  import Glibc
#endif

/// The folder of the running program.
package enum ProgramFolder {
  /// The folder of the program's file, links resolved; `nil` if the system does not report it.
  ///
  /// It comes from `/proc`, or else from looking up the program's name as a shell does.
  package static let path: String? = (resolved("/proc/self/exe") ?? started()).flatMap(folder)

  /// The folder of the file with this code, links resolved: that of the program, or of a shared
  /// library that contains it; `nil` if the system does not report it.
  package static let ofImage: String? =
    linecaster_image_name().flatMap { resolved(String(cString: $0)) }.flatMap(folder)

  private static func started() -> String? {
    // CommandLine reads it from /proc.
    guard let name = linecaster_program_name().map({ String(cString: $0) }) else { return nil }
    if name.contains("/") { return resolved(name) }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { access($0, X_OK) == 0 }.flatMap(resolved)
  }

  private static func resolved(_ path: String) -> String? {
    // The system allocates the result.
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
