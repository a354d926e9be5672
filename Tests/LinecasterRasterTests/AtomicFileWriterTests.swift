import Foundation
import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

// Serialized because removing temporary files affects every write of the process.
@Suite(.serialized) struct AtomicFileWriterTests {
  @Test func writesReplaceTheFileAndLeaveNothingBeside() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.bin")
    for bytes in [[1, 2, 3], [UInt8](repeating: 7, count: 300_000), []] as [[UInt8]] {
      try AtomicFileWriter.write(bytes, to: path)
      #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
      #expect(try folder.names == ["a.bin"])
    }
  }

  @Test func failuresNameTheTargetAndTheReason() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("absent/a.bin")
    let error = #expect(throws: ImageError.self) { try AtomicFileWriter.write([1], to: path) }
    #expect(error?.code == .unwritable)
    #expect(error?.source == path)
    #expect(error?.reason == "No such file or directory")
  }

  @Test func targetsThatAreFoldersStay() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("sub")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: ImageError.self) {
      try PNGEncoder().write(Bitmap(width: 1, height: 1), to: path)
    }
    #expect(error?.code == .unwritable)
    #expect(try folder.names == ["sub"])
  }

  @Test func removedTemporariesMakeTheWriteFail() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.bin")
    let error = #expect(throws: ImageError.self) {
      let temporary = try TemporaryFile(beside: path)
      try temporary.write([1, 2, 3])
      #expect(try folder.names.count == 1)
      AtomicFileWriter.removeTemporaries()
      #expect(try folder.names.isEmpty)
      try temporary.takePlace()
    }
    #expect(error?.code == .unwritable)
    #expect(try folder.names.isEmpty)
  }

  @Test func unfinishedFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    do {
      let temporary = try TemporaryFile(beside: folder.file("a.bin"))
      try temporary.write([1])
      #expect(try folder.names.count == 1)
    }
    #expect(try folder.names.isEmpty)
  }
}
