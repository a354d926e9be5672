import LinecasterBase

/// Divides Japanese text into phrases (words with their particles), with a model that scores the
/// three characters on each side of a place. Korean words, which have spaces, stay whole: Korean
/// letters break as alphabetic ones, as in browsers.
struct PhraseBreaker {
  private let text: UnsafeBufferPointer<UInt16>
  /// The last divided range, and whether a phrase starts at each of its units.
  private var range = 0..<0
  private var starts: [Bool] = []

  /// The maximum number of units divided at once, because dividing cannot be cancelled; a phrase
  /// ends there.
  private static let longestStretch = 4_096

  init(_ text: UnsafeBufferPointer<UInt16>) { self.text = text }

  /// Whether a phrase starts at a place before a Japanese letter that follows another one or, for
  /// example in `6月`, any letter or digit; `nil` at other places.
  ///
  /// - Complexity: O(letters of the stretch) if places are requested in ascending order.
  mutating func startsPhrase(at place: Int) -> Bool? {
    guard place > 0, isLetter(place) else { return nil }
    guard isLetter(place - 1) else { return isAnyLetter(before: place) ? false : nil }
    if !range.contains(place) { divide(around: place) }
    return starts[place - range.lowerBound]
  }

  /// Whether a unit belongs to a Japanese letter: kana or an ideograph.
  private func isLetter(_ unit: Int) -> Bool {
    guard let value = text.scalarValue(at: unit) ?? text.scalarValue(at: unit - 1) else {
      return false
    }
    return switch UnicodeAnalyzer.script(of: value) {
    case .han, .hiragana, .katakana: true
    default: false
    }
  }

  /// Whether a Korean letter is beside a place.
  func isBesideKorean(_ place: Int) -> Bool {
    Self.isKorean(text[place - 1]) || place < text.count && Self.isKorean(text[place])
  }

  /// Replaces Korean letters by an alphabetic one, ā.
  static func replaceKorean(in text: inout [UInt16]) {
    for index in text.indices where isKorean(text[index]) { text[index] = 0x0101 }
  }

  /// Whether a unit is a syllable or a conjoining letter.
  private static func isKorean(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xAC00...0xD7FB: true
    default: false
    }
  }

  /// Whether a letter or digit of any script ends before a place.
  private func isAnyLetter(before place: Int) -> Bool {
    guard let value = text.scalarValue(at: place - 1) ?? text.scalarValue(at: place - 2) else {
      return false
    }
    return UnicodeAnalyzer.isLetterOrNumber(value)
  }

  private mutating func divide(around place: Int) {
    var start = place
    if start != range.upperBound {
      while start > 0, isLetter(start - 1) { start -= 1 }
    }
    var end = stretchEnd(from: start)
    while end <= place {
      start = end
      end = stretchEnd(from: start)
    }
    range = start..<end
    divide()
  }

  private func stretchEnd(from start: Int) -> Int {
    let last = min(text.count, start + Self.longestStretch)
    var end = start + 1
    while end < last, isLetter(end) { end += 1 }
    // Surrogate pairs are not split.
    return end < text.count && text.scalarValue(at: end) == nil ? end - 1 : end
  }

  /// Finds the phrases of the range.
  private mutating func divide() {
    starts = [Bool](repeating: false, count: range.count)
    // The model does not know characters outside the range or of two units.
    var letters: [UInt16] = [0, 0, 0]
    var places: [Int] = []
    for unit in range {
      guard let value = text.scalarValue(at: unit) else { continue }
      letters.append(UInt16(exactly: value) ?? 0)
      places.append(unit - range.lowerBound)
    }
    letters += [0, 0, 0]
    starts[0] = true
    for (index, place) in places.enumerated().dropFirst() {
      starts[place] = Self.score(letters[index..<index + 6]) > PhraseWeights.threshold
    }
  }

  /// The sum of the weights of the characters around a place.
  private static func score(_ letters: ArraySlice<UInt16>) -> Int {
    let first = letters.startIndex
    var sum = 0
    var list = 0
    for (length, firsts) in [(1, 0...5), (2, 1...3), (3, 0...3)] {
      for offset in firsts {
        let start = first + offset
        sum += weights[Feature(list, letters[start..<start + length])] ?? 0
        list += 1
      }
    }
    return sum
  }

  /// A sequence of characters at a position.
  private struct Feature: Hashable {
    private let bits: UInt64

    init(_ list: Int, _ letters: some Sequence<UInt16>) {
      bits = letters.reduce(UInt64(list)) { $0 << 16 | UInt64($1) }
    }
  }

  private static let weights: [Feature: Int] = {
    var weights: [Feature: Int] = [:]
    for (list, words) in PhraseWeights.lists.enumerated() {
      for word in words.split(whereSeparator: \.isWhitespace) {
        let letters = word.utf16.prefix { $0 > 0x7F }
        guard let weight = Int(word.dropFirst(letters.count)) else { continue }
        weights[Feature(list, letters)] = weight
      }
    }
    return weights
  }()
}

/// The weights of a model of Japanese phrases, by characters around a place: the larger a weight,
/// the more likely a phrase starts there.
///
/// From BudouX 0.7.0 (© Google LLC, Apache License 2.0), for characters of Japanese scripts;
/// Chromium uses the same.
enum PhraseWeights {
  /// The threshold above which a sum starts a phrase: half of the sum of all weights of the model.
  static let threshold = 1479

  /// The weights in the order of the model: for the three characters before and the three after the
  /// place, then the three pairs and the four triples that touch it, from left to right.
  static let lists = [
    """
    あ-230 い-91 う275 え-8 お922 か-110 が-385 く134 こ64 ご890 さ-164 ざ120 し-30 じ-49 す151 せ210 そ137 だ63 ち285
    っ194 つ241 て60 で-127 と165 な-220 に-344 の-31 は-273 ふ1899 ま128 み-8 め-12 も-96 や-42 ゆ-428 ら72 り-102
    る-34 れ-44 ろ303 を-176 ん289 イ211 ケ-196 ス-251 チ183 ッ117 ツ134 バ511 パ63 フ-155 ペ126 ボ16 メ96 ラ92 ー113
    上12 何173 使-79 個-79 入266 利-371 券79 周137 問588 困574 国-382 外301 好50 学209 安-400 山114 庭619 当-1038 振209
    携-86 撮-182 新178 方124 様365 機318 水1969 浮1464 甘-1424 生254 用599 田137 画-53 白-248 着-16 社225 空-524 自412
    見76 込42 連-29 長144 間572 電127 面-306 高170
    """,
    """
    々80 あ-233 い-79 う-489 お-711 か18 が-653 き-556 く-812 け16 こ161 ご-682 さ922 し-49 ぜ567 そ-534 た-109 だ523
    っ269 つ-423 て-985 で-810 と-751 な-492 に-1207 の-695 は-1010 ば-464 ぱ396 ひ-1353 ぶ435 ほ1001 ま-173 み-123
    め81 も-813 ゃ283 ゆ1668 よ577 ら-91 り-479 る-207 れ5 ろ-4 わ-118 を-2403 ん344 ィ-12 イ-122 ケ-246 ス54 パ289
    フ-264 プ-195 メ-47 ラ-210 ル31 ン167 ー274 一1197 三58 上-421 下154 世-793 乗-115 京-377 人201 今276 以2215
    入-160 全1762 公-33 冷-664 友494 取-360 同567 名341 場190 夕826 多387 大266 女-487 実97 容956 寺-551 少676 式93
    当94 彼754 意531 我-1421 手663 打557 振-1313 料70 日-25 最445 本694 格130 極748 機1341 正100 毎1671 水335 甘227
    用-161 的42 目-1004 相75 着-477 知-361 立-292 結1952 絶1181 舞2257 良183 落-499 葉787 裏-1437 車124 遊-310 選313
    重159 関745 電315 題848 食981 高498
    """,
    """
    々1435 ぁ1322 あ1179 い1855 う2242 え728 お-1495 か1899 が4162 き530 く2902 ぐ2053 け159 ご-2327 さ-599 し181
    す938 ず1456 ぞ825 た2217 だ866 ち363 っ-1853 つ1078 て2447 で3372 と2900 ど992 な2357 に3897 の3706 は4221
    ば1790 ぱ454 び514 ぶ672 へ2073 べ-711 ま-370 み275 む920 も3155 ゃ1112 や2149 ら1353 り1013 る2971 れ295 ろ1142
    を5769 ん967 ア-700 イ-568 カ-102 ク335 グ12 サ33 シ-1196 ス-901 ズ304 ッ-2137 ド-995 パ-29 フ-1285 プ-718 メ-136
    リ-636 レ-54 ン-284 ー-102 一-50 上428 不-93 中998 京-1396 人486 今1080 以-1870 体1000 係701 光-218 入-819 出-160
    分1111 別285 利-681 味101 場-794 変328 夜1480 大-1134 学-552 寺50 屋338 年344 店203 度982 当-337 後1224 応149
    想398 意-477 感1389 態-749 所189 指-240 料-76 方2814 日713 昔1287 月584 有-16 朝270 果767 機-463 段13 気130 水54
    然515 生-160 由680 番252 皆1294 着-149 神-111 秋1464 移-635 程145 空902 笑2335 能-710 自-352 色469 行-725 見160
    観-976 言-419 語159 超976 部1732 間752 電-1669 非768 面475 頭486 題1113 食-517
    """,
    """
    々-142 ぁ-1501 あ501 い-1531 う-2446 え-1844 お820 か-2662 が-3577 き-2074 ぎ-1428 く-2884 ぐ-840 け-3441
    げ-455 こ-517 ご591 さ-1716 ざ-327 し-1725 じ-2352 す-1159 ず-1966 せ-1498 ぜ-907 そ456 ぞ-935 た-1675 だ-2037
    ち-1762 っ-4313 つ-1195 づ-776 て-3839 で-3120 と-2917 ど-697 な-1928 に-4299 ね-1659 の-4018 は-3332 ば-2432
    ひ1076 び-1619 ぶ-2267 へ-247 べ-2964 ほ-176 ぼ-949 ま-1296 み-1111 む-1261 め-1867 も-2746 ゃ-2441 や-1257
    ゆ-2265 ょ-1527 よ-643 ら-4391 り-4081 る-5462 れ-4326 ろ-2793 わ-1624 を-4861 ん-3821 イ-507 コ344 サ75 ス-218
    タ-212 ッ-2189 デ174 ト-148 ド-76 フ-157 ム-41 ュ-434 ョ-156 ラ-56 リ-707 ル-1178 ン-2078 ー-2899 一576 不505
    中34 二481 京614 人512 今1002 他368 何1291 使1131 僕856 入412 全475 公724 写159 冷2351 券-471 前-75 勝4 参45 取-45
    合-948 回-154 場333 夏403 外153 多1062 大788 子-233 安63 定-356 実368 小736 少436 屋-8 帯-1138 年-625 広1811 店101
    度-125 当384 彼1247 思1386 情-375 感28 態-582 手270 押264 持180 換-278 携441 新150 方-816 日695 時564 書411 最1072
    有744 本-1249 来430 東470 楽308 気235 水286 流254 無192 物-204 特623 現191 甘383 用-716 白451 百45 的-500 目117
    相54 祭413 私1957 秋307 空2526 笑-3444 美4 能-1270 自792 舞138 行411 街443 表1003 見386 言227 話316 買366 込-568
    返-347 通-8 遊1409 道181 開61 間-393 関-145 難179 風673 食652 高229
    """,
    """
    々505 あ-271 い345 う325 え637 お345 か210 が-272 き1177 ぎ348 く287 ぐ159 こ500 さ-327 ざ1494 し-394 じ886 す-681
    ず1173 せ-303 そ-421 た198 だ-338 ち572 っ964 つ1091 て169 で-955 と-617 ど-41 な-608 に-612 の-641 は-874 ば209
    び826 ぶ15 へ-146 べ1871 ぼ1415 ま-353 み293 む458 め851 も-93 ょ90 よ-587 ら222 り409 る175 れ495 ろ-360 わ710
    を-674 ん1001 ア-123 イ171 タ244 ト-313 バ-254 ラ29 ル-472 ン-30 ー4 一-151 上-1087 中8 体-1085 何-176 使-1390
    先-562 入-341 冷1123 分173 利365 券-1133 効111 合255 場4 学49 寺-461 帯303 年876 当401 思-891 意708 成46 手179
    料579 日342 最-116 有-37 来-122 水-154 的-54 移-571 種42 続-872 能219 葉791 行-180 見-272 通-209 都40 降104 電-285
    面776
    """,
    """
    あ-496 い365 う35 お-18 か231 が320 き-17 ぎ280 く240 け-213 こ41 ご-283 さ555 し581 す-90 ず-403 そ-101 だ95 っ301
    つ506 て-16 で219 ど828 な218 に245 の85 は307 ば527 ぱ813 び129 ぶ-248 ま170 む168 め1415 も-18 ゃ-4 や819 ゆ755
    ら65 り578 る71 れ119 ろ352 わ60 を85 ん324 イ-244 カ292 ク-346 ケ-388 シ-130 タ380 パ-112 ピ780 メ239 ル207 ン-64
    ー-66 不204 入621 出68 券1711 効-725 印360 参114 可567 周275 回-94 場-864 寺611 広-150 店164 彼-1272 思-111 性2064
    態221 方-235 来-261 機216 気415 焼643 的479 着-20 神33 空1589 練8 自123 言-361 込679 送-896 遊-906 過846 間-4
    食-284
    """,
    """
    ある141 いう138 いた310 いで-844 いな-98 いの-369 いも-216 うか12 うち218 うな513 うや-1096 えば791 お店199 かな-137 かも-1290
    から1723 がと-1545 きた236 きな687 きり449 くさ-24 くて680 くれ922 けど1014 こう-591 こそ1413 こと-1455 この-1039 しい917
    しか96 じて254 すら190 する-159 その-1066 それ293 たい242 ただ398 たと-948 たの-1543 たま2162 ため524 たら949 たり102 だけ391
    だな-302 ちが-2703 った166 って-196 てい-522 てた147 ても623 てる372 でき-364 では-518 でも667 とい-725 とう1085 とか1688
    とが-1393 とき1349 とで941 とに-20 とは-4 ない1045 なく149 なぜ1571 など1137 なら1251 にか180 には588 にも816 に感-579 のが482
    のは1277 のみ3058 のも725 の上589 の後753 の間1155 ぱり342 べき424 まぁ444 まだ1343 まで160 まま2830 まり1018 まる-429 めて969
    める-429 もう1414 もし1050 もつ1694 もの-538 やら416 よう-1620 より1376 りが-96 りと1198 りに356 りの-399 りも1231 るで252
    ると202 るに-442 るの-1593 る人626 れた1494 れて-1090 れば936 れる350 ろう-315 わら-71 んだ515 んで-325 んど-303 んな471
    クル437 ケー-781 ック631 ージ789 以上1223 使い-715 利用1018 友達625 同じ1427 国人24 大変401 実際83 少し1375 思い-1273 思う57
    普段655 最近1515 来て386 気が115 気に-70 現在281 白い3534 買い-698
    """,
    """
    いい-357 いし-401 いた-1737 いつ-659 いな-144 いま-421 いも709 いよ-494 い人80 うい-93 うか-137 うど-1684 うま-1227
    うや-2003 がし280 がち62 がっ-1494 がと-1022 がよ195 くし-1520 くだ-1043 くな-1771 けど-126 しい-297 した-402 すご-1196
    そこ-652 たい-1183 ただ-2687 たち-851 たと1475 たま-2116 たも318 たよ-393 た時421 つの186 てあ-2039 てい-1296 てお-2518
    てき-1069 てく-1248 てた-37 てみ-1524 ても-151 であ-3302 でい-33 でき-2119 でし-1856 です-3035 でな-1003 では-1027
    でも-1689 とい274 とお-3875 とか-782 とき-230 とこ-337 とす-127 とな159 とも-359 と同-442 と思545 どこ-20 ども-675 ない-2999
    なか-299 なく-956 など-1807 にし-458 にな-362 には-1012 にも-1213 のお458 のか-278 のが-101 のだ-873 ので-921 のは-1100
    のみ-2622 のも-489 のよ-838 の前-820 の方96 の機-2082 はあ-1185 はい-770 はじ-2465 はず-333 はで41 はな-331 ばい-968
    また-2737 もあ-935 もし-490 もち-157 もつ-433 もな-157 もの-753 やす-524 よう-175 らい-54 らな-64 りな191 りも-1014 ると-643
    るの-197 るよ-944 れた-890 んど-722 ーで83 ーな476 ード-523 人が1674 今日-360 帯電-1351 時間-681
    """,
    """
    あっ-93 あの71 あり1053 ある-339 いい1237 いう719 いか480 いた712 いて-372 いま85 いや732 いら621 いる556 いろ832 うか-268
    うち444 うま4971 おり-2875 お茶627 かか1752 かけ2909 かっ-802 かつ821 かも-670 から-1223 がち-345 きっ727 きま-514 ここ552
    こそ-520 こと899 この1656 これ1075 ころ-190 さい-672 さん-1566 しい-519 した813 して278 しま-93 しゃ1283 すぐ1094 すご897
    ずっ121 そう-1050 そこ647 そし-184 その1844 たい-238 ただ1198 たま1383 ため686 だい680 だけ-941 だろ-357 ちが1979 ちゃ-1016
    ちょ1986 つい62 つけ251 つな437 でき980 です-239 でも1643 とい-1257 とう-693 とお678 とき1917 とこ742 とっ917 とて2245
    とも1038 とり539 と思-161 どう296 どこ46 どん-397 ない287 なか198 なく348 なっ-512 なら-160 なる481 のみ3096 はい272 はし3011
    はじ3173 はま1041 ほし-350 ぼく329 まぁ1442 まし-670 ます-943 まず233 ませ-58 また-479 まだ296 まっ-24 まで-677 まり-596
    みが-374 みた-739 めっ260 めて-1778 める-1304 もう2306 もっ626 もつ666 もと1264 もの3479 もら2538 もん1078 やっ422 よう-404
    よく1082 より-1463 わか691 んは438 イン203 パソ589 メー364 ルー249 上が1571 中で414 以上-807 使っ109 出て128 出来-428 可能402
    始め-28 手に1242 持っ1098 料理8 書い12 来た408 楽し128 祭り214 程度-24 考え429 行き-218 逆に246 過ぎ-95 電車121
    """,
    """
    かなか698 かなり2083 がって-418 きない141 くさん225 くらい4 しかし2079 すごく163 そして556 だって164 ちろん196 っかり599 ていく1686
    てくれ1444 である267 という545 とんど1250 と思う251 ながら1223 なって-86 なんと-691 のまま1162 はその-68 ひとつ732 ました-268 もなく947
    やはり1728 ょうど1174 ような1298 ること-271 ろいろ54 を利用-1017 リーグ309 思った811 持って-1851
    """,
    """
    うにな-803 えてい50 えるこ-436 かもし-463 からな-477 しかな440 してい-406 してお-37 そもそ-1441 ったこ-267 ではな-1086 でもあ-936
    でもな-207 とがあ-1130 とはい-59 ともあ-757 んでい-2306 気に入-4086
    """,
    """
    いとこ75 ういう-120 うこと-4 すこと710 ていう769 ていく-289 ていた-66 ている-1375 てしま-1361 であっ-812 であり-535 である-749
    でした-54 という970 ところ-1724 とした-1169 として655 となっ229 と言っ-1166 なんで574 にして-37 のまま-961 はそれ-1539 はない-473
    ばいい-137 もあり-183 もいい-408 もなく-1899 らない-1075 ること-49 るとき108
    """,
    """
    あたり-390 ありま-1767 いいと-63 いえば397 いかな651 いくら170 いろい590 うどん1258 かなり2848 くらい1598 ことが-824 ことで380
    ことに-856 ことは-232 ことも-588 ことを255 しかし1383 しかも494 してき278 しても-174 しない438 すごい314 すると406 そうい16 そうで-925
    だから1092 だった-1150 ちなみ1130 ちょっ20 できた2069 できま52 ところ2195 なかな669 なくな253 なんか116 なんて-102 なんと481 まって-824
    もちろ1697 ようで-896 ような-2232 ように-1673 らしい424 わけで-234 ソフト512 メール256 観光客-75 食べて140
    """,
  ]
}
