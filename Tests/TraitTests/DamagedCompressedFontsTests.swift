#if WOFF
  import Foundation
  import LinecasterBase
  import LinecasterFonts
  import LinecasterTestSupport
  import Testing

  /// Compressed fonts that are damaged or claim too much memory.
  @Suite(.timeLimit(.minutes(60))) struct DamagedCompressedFontsTests {
    private static let names = [
      "Small.woff", "Small.woff2", "Plain.woff2", "Stored.woff2", "Pair.woff2", "Figures.woff2",
    ]

    private static func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: FontFixtures.compressed(name))))
    }

    /// Returns the reason why a file is refused; `nil` if it opens.
    private func refusal(of bytes: [UInt8]) -> String? {
      do throws(FontError) {
        _ = try FontFace.all(data: FontData(bytes, name: "damaged"))
        return nil
      } catch {
        #expect(error.code == .malformed && error.source == "damaged" && !error.reason.isEmpty)
        return error.reason
      }
    }

    /// A 32-bit number that replaces another.
    struct Change: CustomTestStringConvertible, Sendable {
      let name: String
      let place: Int
      let value: Int
      let reason: String

      var testDescription: String { "\(name), byte \(place): \(value)" }
    }

    /// Small.woff has its first entry, GDEF, at byte 44; tags of WOFF2 are numbers.
    static let changes = [
      Change(name: "Small.woff", place: 4, value: 0x7474_6366, reason: "byte 4: WOFF has no"),
      Change(name: "Small.woff", place: 8, value: 7, reason: "byte 8: the header says"),
      Change(name: "Small.woff", place: 12, value: 0, reason: "byte 12: there are no tables"),
      Change(name: "Small.woff", place: 12, value: 0xE_0001, reason: "byte 14: the reserved"),
      Change(name: "Small.woff", place: 16, value: 4, reason: "byte 16: the header says"),
      Change(name: "Small.woff", place: 16, value: 1 << 28, reason: "byte 16: the font has"),
      Change(name: "Small.woff", place: 24, value: 64, reason: "byte 24: "),
      Change(name: "Small.woff", place: 36, value: 1 << 31, reason: "byte 36: "),
      Change(name: "Small.woff", place: 48, value: 0, reason: "byte 44: table 'GDEF': begins"),
      Change(name: "Small.woff", place: 52, value: 1 << 30, reason: "byte 44: table 'GDEF': "),
      Change(name: "Small.woff", place: 56, value: 1 << 26, reason: "byte 44: table 'GDEF': "),
      Change(name: "Small.woff", place: 64, value: 0, reason: "byte 64: table"),
      Change(name: "Small.woff2", place: 8, value: 7, reason: "byte 8: the header says"),
      Change(name: "Small.woff2", place: 12, value: 0, reason: "byte 12: there are no tables"),
      Change(name: "Small.woff2", place: 16, value: 1 << 28, reason: "byte 16: the font has"),
      Change(name: "Small.woff2", place: 20, value: 1 << 28, reason: "byte 20: "),
      Change(name: "Small.woff2", place: 49, value: 0xFFFF_FFFF, reason: "byte 49: not a"),
      Change(name: "Small.woff2", place: 48, value: 0x1A80_0000, reason: "byte 49: not a"),
      Change(name: "Small.woff2", place: 48, value: 0x0A05_0A05, reason: "is repeated"),
      Change(name: "Pair.woff2", place: 87, value: 0x4141_4141, reason: "do not match"),
    ]

    @Test(arguments: changes)
    func errorsSayWhereAndWhy(change: Change) throws {
      var bytes = try Self.bytes(change.name)
      for (index, shift) in [24, 16, 8, 0].enumerated() {
        bytes[change.place + index] = UInt8(truncatingIfNeeded: change.value >> shift)
      }
      let reason = try #require(refusal(of: bytes))
      let format = change.name.hasSuffix("2") ? "WOFF2" : "WOFF"
      #expect(reason.hasPrefix("\(format) font, ") && reason.contains(change.reason), "\(reason)")
    }

    @Test(arguments: names)
    func everyTruncationIsRefused(name: String) throws {
      let bytes = try Self.bytes(name)
      for count in 0..<bytes.count {
        #expect(refusal(of: Array(bytes[..<count])) != nil, "\(count) bytes")
        // The same with a correct length; WOFF need not be padded at the end.
        guard count >= 12, name != "Small.woff" || count < bytes.count - 3 else { continue }
        #expect(refusal(of: withLength(Array(bytes[..<count]))) != nil, "\(count) bytes")
      }
    }

    /// Returns the file with its own length in the header (WOFF 1 §3, WOFF 2 §4).
    private func withLength(_ file: [UInt8]) -> [UInt8] {
      guard file.count >= 12 else { return file }
      return file[..<8] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: file.count >> $0) }
        + file[12...]
    }

    @Test(arguments: names)
    func damagedFilesAreErrorsOrFaces(name: String) throws {
      let bytes = try Self.bytes(name)
      var mutator = ImageMutator(SeededGenerator(salt: 301))
      var (refused, opened) = (0, 0)
      for round in 0..<3000 {
        var damaged = mutator.mutate(bytes)
        if Bool.random(using: &mutator.random) { damaged = withLength(damaged) }
        let place = "LINECASTER_SEED=\(mutator.random.seed), file \(round)"
        do throws(FontError) {
          let faces = try FontFace.all(data: FontData(damaged, name: "damaged"))
          for face in faces.prefix(3) {
            for glyph in 0..<UInt32(min(face.glyphCount, 16)) {
              _ = face.outline(of: glyph).svgPath()
            }
          }
          opened += 1
        } catch {
          refused += 1
          #expect(error.code == .malformed && error.source == "damaged", "\(place)")
          #expect(!error.reason.isEmpty, "\(place)")
        }
      }
      #expect(refused > 1000 && (opened > 0 || name != "Stored.woff2"), "\(opened) faces")
    }

    /// A megabyte of zeros compresses to a kilobyte and may be a valid table, so the limits apply
    /// to the claimed sizes.
    @Test func bombsAreRefusedByTheirHeaders() throws {
      // 40 tables of 4 MiB each, together over the limit; and one that no stream of its size can
      // hold.
      for (count, length, stored) in [(40, 4 << 20, 8 << 10), (1, 1 << 24, 12)] {
        let bomb = woff(tables: count, length: length, stored: stored)
        let reason = try #require(refusal(of: bomb))
        #expect(reason.contains("more than") || reason.contains("cannot hold"), "\(reason)")
      }
      // WOFF2: tables over the limit, and outlines over their limit.
      let large: [UInt8] = [0xBF, 0xFF, 0xFF, 0x7F]
      let room = [UInt8](repeating: 0, count: 2 << 20)
      let tables = try #require(refusal(of: woff2((0..<3).map { [$0] + large }, more: room)))
      #expect(tables == "WOFF2 font, byte 53: the tables have more than 134217728 bytes")
      let outlines = try #require(
        refusal(of: woff2([[10, 4, 0xA0, 0x80, 0x80, 0x01], [11, 4, 0]], more: room)))
      #expect(outlines.contains("byte 48: table 'glyf': more than 67108864 bytes"))
      // Less than the limit, in a file that is too small for it.
      let most = try #require(refusal(of: woff2([[0, 0xBF, 0xFF, 0xFF, 0x7F]])))
      #expect(most == "WOFF2 font, byte 48: the tables have more than 5600 bytes")
    }

    /// Directories with repeated tables, and collections of many tables, are refused by their
    /// counts.
    @Test func directoriesAreBounded() throws {
      let repeated = try #require(refusal(of: woff2([[UInt8]](repeating: [0, 0], count: 60_000))))
      #expect(repeated.contains("table 'cmap' is repeated"))
      // Fonts of one table each.
      let font: [UInt8] = [1, 0, 1, 0, 0, 0]
      let fonts: [[UInt8]] =
        [[0, 1, 0, 0], [253, 255, 255]] + [[UInt8]](repeating: font, count: 65_535)
      let many = try #require(
        refusal(of: woff2([[0, 4]], flavor: "ttcf", more: fonts.flatMap { $0 })))
      #expect(many.contains("WOFF2 font, byte"), "\(many)")
      // Fonts of ten thousand tables each, together over the limit.
      let large: [UInt8] = [253, 0x27, 0x10, 0, 1, 0, 0]
      let tags = (0..<10_000).flatMap { index -> [UInt8] in
        [253, UInt8(index >> 8), UInt8(truncatingIfNeeded: index)]
      }
      let wide: [[UInt8]] =
        [[0, 1, 0, 0], [10]] + [[UInt8]](repeating: large + tags, count: 10)
      let entries = (0..<10_000).map { index -> [UInt8] in
        [0x3F, 0x41, 0x41, UInt8(index >> 8), UInt8(truncatingIfNeeded: index), 0]
      }
      let reason = try #require(
        refusal(of: woff2(entries, flavor: "ttcf", more: wide.flatMap { $0 })))
      #expect(reason.contains("more than 65535 tables"), "\(reason)")
    }

    /// Returns a WOFF file of tables whose bytes are not zlib streams.
    private func woff(tables: Int, length: Int, stored: Int) -> [UInt8] {
      let start = 44 + 20 * tables
      var entries: [UInt8] = []
      for index in 0..<tables {
        let offset = start + index * stored
        entries += [0x41, 0x41, 0x41, UInt8(index)]
        entries += number(offset) + number(stored) + number(length) + number(0)
      }
      let size = 12 + tables * (16 + length)
      let header =
        Array("wOFF".utf8) + number(0x10000) + number(start + tables * stored)
        + number(tables << 16) + number(size) + [UInt8](repeating: 0, count: 24)
      return header + entries + [UInt8](repeating: 0, count: tables * stored)
    }

    /// Returns a WOFF2 file of directory entries without a stream.
    private func woff2(
      _ entries: [[UInt8]], flavor: String = "true", more: [UInt8] = []
    ) -> [UInt8] {
      let directory = entries.flatMap { $0 } + more
      let header =
        Array("wOF2\(flavor)".utf8) + number(0) + number(entries.count << 16)
        + [UInt8](repeating: 0, count: 32)
      let file = header + directory
      return withLength(file + [UInt8](repeating: 0, count: (4 - file.count % 4) % 4))
    }

    private func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
  }
#endif
