import Foundation
import LinecasterBase
import LinecasterScenes
import Testing

@testable import LinecasterServer

/// Addresses with signatures.
@Suite struct SignedAddressTests {
  private let key: SigningKey

  init() throws { key = try #require(SigningKey(String(repeating: "k", count: 16))) }

  /// RFC 4231 §4.2.
  @Test func signaturesAreThoseOfTheStandard() {
    let key = SigningKey(String(repeating: "\u{0B}", count: 20))
    #expect(
      key?.signature(of: "Hi There")
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(SigningKey("too short") == nil)
  }

  @Test func equalAddressesHaveOneForm() throws {
    let one = try SignedAddress(path: "/card/a b.png", query: "b=%C3%A9&a=x+y&c")
    let other = try SignedAddress(path: "/card/a b.png", query: "c=&a=x%20y&b=é")
    #expect(one.canonical == "/card/a%20b.png?a=x%20y&b=%C3%A9&c=")
    #expect(one.canonical == other.canonical)
  }

  @Test func pathsAreDecodedOnce() throws {
    let signed = try key.sign("/card/my%20badge%2B.png?name=Ada+L")
    #expect(signed.hasPrefix("/card/my%20badge%2B.png?name=Ada%20L&"))
    let address = try SignedAddress(target: signed)
    #expect(address.path == "/card/my badge+.png")
    try address.check([key], at: Date())
    // A plus sign is a space in queries only.
    #expect(try SignedAddress(target: "/a+b?c=d+e").canonical == "/a%2Bb?c=d%20e")
    #expect(throws: ServerFault.self) { try SignedAddress(target: "/card/%F") }
  }

  /// Names in addresses compare by bytes; canonically equivalent names are different.
  @Test func namesAreComparedByTheirBytes() throws {
    let address = try SignedAddress(path: "/", query: "e%CC%81=1&%C3%A9=2")
    #expect(address.canonical == "/?e%CC%81=1&%C3%A9=2")
  }

  @Test func signedAddressesPassAndOthersDoNot() throws {
    let address = try SignedAddress.sign(
      "https://example.org/card/a.png?name=Ada+L&x=%26", with: key)
    #expect(address.hasPrefix("https://example.org/card/a.png?name=Ada%20L&x=%26&_signature="))
    let query = String(try #require(address.split(separator: "?").last))
    let path = "/card/a.png"
    try SignedAddress(path: path, query: query).check([key], at: Date())
    // Parameters may be reordered, but not changed.
    let turned = query.split(separator: "&").reversed().joined(separator: "&")
    try SignedAddress(path: path, query: turned).check([key], at: Date())
    for (path, query) in [
      ("/card/b.png", query), (path, query.replacing("Ada", with: "Eve")), (path, query + "&y=1"),
      (path, String(query.dropLast())), (path, query + "0"), (path, "name=Ada%20L&x=%26"),
      (path, query.replacing("_signature", with: "signature")),
    ] {
      #expect(throws: ServerFault.self) {
        try SignedAddress(path: path, query: query).check([key], at: Date())
      }
    }
  }

  @Test func anyOfSeveralKeysMayHaveSigned() throws {
    let new = try #require(SigningKey(String(repeating: "n", count: 16)))
    let query = SignedAddress(path: "/card/a", parameters: ["a": "b"]).signed(with: key)
      .split(separator: "?")[1]
    let address = try SignedAddress(path: "/card/a", query: String(query))
    try address.check([new, key], at: Date())
    #expect(throws: ServerFault.self) { try address.check([new], at: Date()) }
    #expect(throws: ServerFault.self) { try address.check([], at: Date()) }
  }

  @Test func timesEnd() throws {
    let address = try SignedAddress.sign("/card/a", with: key, for: .seconds(60))
    let signed = try SignedAddress(
      path: "/card/a", query: String(address.split(separator: "?")[1]))
    try signed.check([key], at: Date())
    #expect(throws: ServerFault.self) { try signed.check([key], at: Date() + 120) }
    for time in [Duration.seconds(Int64.max), .zero - .seconds(Int64.max)] {
      _ = try SignedAddress.sign("/card/a", with: key, for: time)
    }
  }

  @Test(arguments: ["a=1&a=2", "a=%4", "a=%GG", "a=%FF", "_signature=1&_signature=2"])
  func whatHasTwoMeaningsIsRefused(query: String) {
    #expect(throws: ServerFault.self) { try SignedAddress(path: "/", query: query) }
  }

  /// Escaping and unescaping gives the text again.
  @Test func textsComeBack() throws {
    for text in ["", " +&=%", "é\u{10FFFF}\u{0}", "/?#"] {
      #expect(try SignedAddress.unescaped(SignedAddress.escaped(text).utf8) == text)
    }
  }
}

/// The `Accept` header of clients.
@Suite struct AcceptedTypesTests {
  private let types = ["image/png", "image/jpeg", "image/webp"]

  @Test(
    arguments: [
      (nil, "image/png"), ("*/*", "image/png"), ("image/*", "image/png"),
      ("image/webp", "image/webp"), ("image/webp, */*;q=0.5", "image/webp"),
      ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "image/png"),
      ("image/png;q=0.2, image/jpeg;q=0.7", "image/jpeg"), ("IMAGE/WebP ; q=1", "image/webp"),
      ("*/*, image/png;q=0", "image/jpeg"), ("text/html", nil), ("", nil), ("image/png;q=0", nil),
      ("nonsense", nil), ("image/png;q=x", nil),
    ] as [(String?, String?)])
  func theBestComesFirst(header: String?, type: String?) {
    #expect(AcceptedTypes(header).liked(of: types).first == type)
  }

  @Test func whatIsNotTakenIsLeftOut() {
    let accepted = AcceptedTypes("image/webp, image/*;q=0.5, image/jpeg;q=0")
    #expect(accepted.liked(of: types) == ["image/webp", "image/png"])
  }
}

/// Cards in addresses.
@Suite struct CardAddressTests {
  @Test func dataAreOfTheKindsOfTheTemplate() throws {
    let card = try CardAddress(
      "badge.v2.png",
      ["name": "007 \"\n", "age": "36", "isNew": "true", "tags": "[1]", "_scale": "2"])
    #expect(card.name == "badge.v2" && card.format == .png && card.options.scale == 2)
    let data = try card.data(["age": .number, "isNew": .flag, "tags": .other])
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"age":36.0,"isNew":true,"name":"007 \"\n","tags":[1]}"#)
    #expect(throws: ServerFault.self) { try card.data(["name": .number]) }
    #expect(throws: ServerFault.self) { try card.data(["name": .flag]) }
  }

  @Test func dataMayComeAsAWhole() throws {
    let card = try CardAddress("badge", ["_data": "{\"a\": 1}", "_theme": "dark", "_width": "300"])
    #expect(card.format == nil && card.options.theme == .dark && card.options.width == 300)
    #expect(try card.data([:]) == Array("{\"a\": 1}".utf8))
  }

  @Test func qualityIsAnOptionOfLossyFormats() throws {
    let card = try CardAddress("badge.jpg", ["_quality": "30"])
    #expect(card.options.encoding == PictureEncoding(.jpeg, quality: 30))
    // The client selects the format.
    #expect(try CardAddress("badge", ["_quality": "30"]).options.encoding.quality == 30)
  }

  @Test(
    arguments: [
      ["_width": "wide"], ["_scale": "nan"], ["_theme": "pink"], ["_other": "1"],
      ["_data": "{}", "a": "b"], ["_quality": "30"], ["_quality": "101"], ["_quality": "high"],
    ] as [[ExactText: String]])
  func otherParametersAreRefused(parameters: [ExactText: String]) {
    #expect(throws: ServerFault.self) { try CardAddress("a.png", parameters) }
  }
}

/// Metrics in their text format.
@Suite struct MetricsRegistryTests {
  @Test func seriesAreWrittenAsTheFormatHasThem() {
    let metrics = ServerMetrics()
    for status in [200, 200, 404] {
      metrics.count(route: "a\"\\\n", status: status, time: .milliseconds(20))
    }
    let text = metrics.exposition(RenderQueue.Load(running: 1, waiting: 2), storedByteCount: 5)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.contains(#"linecaster_requests_total{route="a\"\\\n",status="200"} 2"#))
    #expect(lines.contains(#"linecaster_requests_total{route="a\"\\\n",status="404"} 1"#))
    #expect(lines.contains(#"linecaster_request_seconds_bucket{route="a\"\\\n",le="0.01"} 0"#))
    #expect(lines.contains(#"linecaster_request_seconds_bucket{route="a\"\\\n",le="0.025"} 3"#))
    #expect(lines.contains(#"linecaster_request_seconds_bucket{route="a\"\\\n",le="+Inf"} 3"#))
    #expect(lines.contains(#"linecaster_request_seconds_count{route="a\"\\\n"} 3"#))
    #expect(lines.contains("linecaster_rendering 1") && lines.contains("linecaster_waiting 2"))
    #expect(lines.contains("linecaster_cache_bytes 5"))
    #expect(lines.count { $0 == "# TYPE linecaster_requests_total counter" } == 1)
    #expect(lines.count { $0 == "# TYPE linecaster_request_seconds histogram" } == 1)
    // Each line is a comment, or a name, labels and a number.
    for line in lines where !line.hasPrefix("#") {
      #expect(
        line.wholeMatch(of: /[a-zA-Z_:][a-zA-Z0-9_:]*(\{.*\})? [0-9.e+-]+/) != nil, "\(line)")
    }
  }
}
