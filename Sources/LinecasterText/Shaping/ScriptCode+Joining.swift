extension ScriptCode {
  /// Whether letters of the script join, so that room between them would tear words apart.
  ///
  /// The cursive scripts of CSS Text 4 §8.2.1, and the others that HarfBuzz joins.
  var joinsLetters: Bool { Self.joining[Int(rawValue)] }

  private static let joining: [Bool] = tags.map(joiningTags.contains)

  private static let joiningTags: Set<UInt32> = [
    0x4164_6C6D,  // Adlm
    0x4172_6162,  // Arab
    0x4368_7273,  // Chrs
    0x4D61_6E64,  // Mand
    0x4D61_6E69,  // Mani
    0x4D6F_6E67,  // Mong
    0x4E6B_6F6F,  // Nkoo
    0x4F75_6772,  // Ougr
    0x5068_6167,  // Phag
    0x5068_6C70,  // Phlp
    0x526F_6867,  // Rohg
    0x536F_6764,  // Sogd
    0x5379_7263,  // Syrc
  ]
}
