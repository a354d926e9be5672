#if canImport(Glibc)
  import Glibc
#endif

/// Where the program is that runs.
package enum ProgramFolder {
  /// The folder of the program's file, links followed; nil where the system does not say.
  ///
  /// It is what `/proc` says, and without that what the kernel was asked to run.
  package static let path: String? = (resolved("/proc/self/exe") ?? started()).flatMap(folder)

  /// The path that the kernel was asked to run (getauxval(3)).
  private static func started() -> String? {
    let address = getauxval(UInt(AT_EXECFN))
    // The kernel puts the name there as a string, for as long as the process lives.
    guard let name = UnsafePointer<CChar>(bitPattern: UInt(address)) else { return nil }
    return resolved(String(cString: name))
  }

  private static func resolved(_ path: String) -> String? {
    // The system allocates what it answers.
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
