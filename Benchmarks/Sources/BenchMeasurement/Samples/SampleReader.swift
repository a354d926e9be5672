public import Foundation

/// Reads samples that were written earlier, by this program or by a peer.
public enum SampleReader {
  /// The samples of a file in its order; lines that are none are passed over.
  public static func read(path: String) throws -> [Sample] {
    samples(in: try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The samples among lines of JSON.
  public static func samples(in data: Data) -> [Sample] {
    String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
      .compactMap { Sample(json: String($0)) }
  }
}
