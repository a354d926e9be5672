import CLinecaster
import Glibc
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterText

// The cost of the C interface: a paragraph of 60 characters is prepared and laid out, and its
// glyphs are read, through the functions of `linecaster.h` and by the calls of Swift that they
// stand for. Both are in this program, take turns, and have a typesetter of their own.
// `.ci/embed bench` builds it.

/// Returns the n-th text, of 60 characters; no two are equal, so no cache of paragraphs helps.
func text(_ number: Int) -> String {
  let words = ["mill", "card", "hole", "rod", "number", "engine", "wheel", "column", "of", "the"]
  var text = "\(number)"
  var place = number
  while text.utf8.count < 60 {
    text += " " + words[place % words.count]
    place = place / 3 + 7 * text.utf8.count
  }
  return String(text.prefix(60))
}

/// Returns the sum of the glyphs' positions, which both sides must have in common.
func measureSwift(_ text: String, _ typesetter: Typesetter) -> Double {
  let layout = typesetter.prepare(Paragraph(text)).layout(width: 200)
  var sum = 0.0
  for line in layout.lines.indices {
    for run in layout.glyphRuns(ofLine: line) {
      for glyph in run.placedGlyphs { sum += glyph.origin.x + Double(glyph.identifier) }
    }
  }
  return sum
}

func fail(_ reason: String) -> Never {
  fputs("boundary: \(reason)\n", stderr)
  exit(1)
}

func check(_ status: lc_status) {
  if status != LC_OK { fail(String(cString: lc_error_message())) }
}

var glyphs = [lc_glyph](repeating: lc_glyph(), count: 256)

func measureC(_ string: String, _ typesetter: OpaquePointer?) -> Double {
  var (text, prepared, layout): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
  check(lc_text_create(nil, nil, &text))
  var string = string
  string.withUTF8 { bytes in
    bytes.withMemoryRebound(to: CChar.self) {
      check(lc_text_append(text, $0.baseAddress, $0.count, nil))
    }
  }
  check(lc_text_prepare(text, typesetter, &prepared))
  check(lc_prepared_layout(prepared, 200, &layout))
  var count = 0
  check(lc_layout_glyphs(layout, 0, &glyphs, glyphs.count, &count))
  var sum = 0.0
  for index in 0..<count { sum += glyphs[index].x + Double(glyphs[index].identifier) }
  check(lc_layout_destroy(layout))
  check(lc_prepared_destroy(prepared))
  check(lc_text_destroy(text))
  return sum
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

var (fonts, typesetter): (OpaquePointer?, OpaquePointer?)
check(lc_fonts_create(&fonts))
check(lc_fonts_add_bundled(fonts, nil, 0))
check(lc_typesetter_create(fonts, &typesetter))
let mine = Typesetter(fonts: try .bundled())
let count = 500
var number = 10_000
var (swift, c, ratios): ([Double], [Double], [Double]) = ([], [], [])
for round in 0..<60 {
  let texts = (0..<count).map { text(number + $0) }
  number += count
  var (mySum, sum) = (0.0, 0.0)
  var times = [0.0, 0.0]
  for side in round % 2 == 0 ? [0, 1] : [1, 0] {
    let clock = ContinuousClock()
    let time = clock.measure {
      for text in texts {
        if side == 0 {
          mySum += measureSwift(text, mine)
        } else {
          sum += measureC(text, typesetter)
        }
      }
    }
    times[side] = Double(time.components.attoseconds) / 1e12 / Double(count)
  }
  guard abs(mySum - sum) < 1e-6 * abs(sum) else { fail("the glyphs differ") }
  // The first rounds open fonts and fill caches of words.
  guard round >= 10 else { continue }
  swift.append(times[0])
  c.append(times[1])
  ratios.append(times[1] / times[0])
}
let figures = [median(swift), median(c), median(ratios)].map { ($0 * 1_000).rounded() / 1_000 }
print("a paragraph of 60 characters: \(figures[0]) µs in Swift, \(figures[1]) µs through C,")
print("ratio \(figures[2]) (median of \(ratios.count) rounds of \(count))")
