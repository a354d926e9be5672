import Foundation

/// Writes samples to standard output and everything else to standard error.
public enum SampleWriter {
  /// Writes a sample as a line of JSON, at once.
  public static func write(_ sample: Sample) {
    FileHandle.standardOutput.write(Data("\(sample.json)\n".utf8))
  }

  /// Writes a line for people.
  public static func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// Whether people see standard error.
  public static var isWatched: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }
}
