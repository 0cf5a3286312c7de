/// Texts about whose width terminals and programs disagree; written as scalars, because editors disagree too.
enum HardStrings {
  static let all = lettersAndMarks + eastAsian + emoji + scripts + rightToLeft + controls + others

  private static let lettersAndMarks = [
    "plain ASCII", "\u{E9}", "e\u{301}", "a\u{300}\u{301}\u{302}", "o\u{308}\u{304}", "\u{FB01} ligature",
    "\u{DF} \u{1E9E}", "\u{130} \u{131}", "\u{301}alone", "n\u{303}o", "Z\u{351}\u{36B}\u{343}a\u{363}lgo",
    "\u{C5} \u{C5}", "q\u{307}\u{323}", "\u{1E69}", "s\u{323}\u{307}", "\u{C5}ngstr\u{F6}m", "\u{1E9B}\u{323}",
    "x\u{20D7} vector", "1\u{20E3} keycap", "a\u{20DD} circled",
  ]

  private static let eastAsian = [
    "\u{6F22}\u{5B57}", "\u{6F22}\u{5B57}\u{3068}\u{304B}\u{306A}", "\u{30AB}\u{30BF}\u{30AB}\u{30CA}",
    "\u{FF76}\u{FF80}\u{FF76}\u{FF85}", "\u{FF76}\u{FF9E}", "\u{304C}", "\u{304B}\u{3099}",
    "\u{FF21}\u{FF42}\u{FF43}", "\u{FF11}\u{FF12}\u{FF13}", "\u{D55C}\u{AD6D}\u{C5B4}",
    "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "\u{1112}\u{1161}", "\u{11AB} alone", "\u{3131}\u{3134}",
    "\u{3164}filler", "\u{3007}\u{3007}", "\u{3001}\u{3002}\u{300C}\u{300D}", "\u{301C}", "\u{3005}", "\u{337B}",
    "\u{3231}", "\u{2460}\u{2461}", "\u{2177}", "\u{8C48}", "\u{2000B}", "\u{2A6A5}",
    "\u{6CE8}\u{97F3}\u{3105}\u{3106}", "\u{3000}wide space", "\u{FF1A}\u{FF1B}", "\u{FFE5}", "\u{AFC0}", "\u{A960}",
    "\u{10A0}", "\u{3004}", "\u{32FF}",
  ]

  private static let emoji = [
    "\u{1F600}", "\u{1F44D}", "\u{1F44D}\u{1F3FD}", "\u{1F44D}\u{1F3FF}",
    "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}",
    "\u{1F469}\u{200D}\u{1F4BB}", "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F3F4}\u{200D}\u{2620}\u{FE0F}",
    "\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}\u{1F1EB}\u{1F1F7}", "\u{1F1E9}", "\u{1F1E9}\u{1F1EA}\u{1F1EB}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}",
    "*\u{FE0F}\u{20E3}", "\u{2764}", "\u{2764}\u{FE0F}", "\u{2764}\u{FE0E}", "\u{263A}", "\u{263A}\u{FE0F}",
    "\u{260E}", "\u{260E}\u{FE0F}", "\u{2708}\u{FE0F}", "\u{2708}", "\u{231A}", "\u{231A}\u{FE0E}", "\u{23F0}",
    "\u{23F3}", "\u{2615}", "\u{267B}\u{FE0F}", "\u{26A0}\u{FE0F}", "\u{26A0}", "\u{2705}", "\u{2714}\u{FE0F}",
    "\u{2714}", "\u{274C}", "\u{A9}", "\u{A9}\u{FE0F}", "\u{AE}\u{FE0F}", "\u{2122}\u{FE0F}", "\u{203C}\u{FE0F}",
    "\u{2049}\u{FE0F}", "\u{2139}\u{FE0F}", "\u{2194}\u{FE0F}", "\u{25B6}\u{FE0F}", "\u{25C0}",
    "\u{1F9D1}\u{1F3FB}\u{200D}\u{1F91D}\u{200D}\u{1F9D1}\u{1F3FF}", "\u{1F441}\u{FE0F}\u{200D}\u{1F5E8}\u{FE0F}",
    "\u{1FAE0}", "\u{1FAF6}\u{1F3FE}", "\u{1FABF}", "\u{1FA77}", "\u{1F426}\u{200D}\u{2B1B}",
    "\u{1F642}\u{200D}\u{2195}\u{FE0F}", "\u{1F3FB}", "a\u{1F3FB}", "\u{200D}", "\u{1F600}\u{200D}",
    "\u{1F600}\u{200D}a", "\u{1F345}", "\u{1F9E1}\u{1F9E1}", "\u{1F469}\u{1F3FD}\u{200D}\u{1F680}x",
    "\u{1FAF1}\u{1F3FB}\u{200D}\u{1FAF2}\u{1F3FF}", "\u{1F170}\u{FE0F}", "\u{1F201}", "\u{1F004}", "\u{1F0CF}",
  ]

  private static let scripts = [
    "\u{915}\u{94D}\u{937}\u{93F}", "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}",
    "\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}", "\u{995}\u{9CD}\u{9B7}", "\u{BA4}\u{BAE}\u{BBF}\u{BB4}\u{BCD}",
    "\u{C24}\u{C46}\u{C32}\u{C41}\u{C17}\u{C41}", "\u{C95}\u{CA8}\u{CCD}\u{CA8}\u{CA1}",
    "\u{D2E}\u{D32}\u{D2F}\u{D3E}\u{D33}\u{D02}", "\u{DC3}\u{DD2}\u{D82}\u{DC4}\u{DBD}", "\u{E44}\u{E17}\u{E22}",
    "\u{E01}\u{E33}", "\u{EAA}\u{EB0}\u{E9A}\u{EB2}\u{E8D}\u{E94}\u{EB5}", "\u{F56}\u{F7C}\u{F51}",
    "\u{1019}\u{103C}\u{1014}\u{103A}\u{1019}\u{102C}", "\u{1781}\u{17D2}\u{1798}\u{17C2}\u{179A}", "\u{17B4}",
    "\u{10E5}\u{10D0}\u{10E0}\u{10D7}\u{10E3}\u{10DA}\u{10D8}", "\u{540}\u{561}\u{575}\u{565}\u{580}\u{565}\u{576}",
    "\u{12A0}\u{121B}\u{122D}\u{129B}", "\u{13E3}", "\u{1403}\u{14C4}\u{1483}",
    "\u{182E}\u{1823}\u{1829}\u{182D}\u{1823}\u{182F}", "\u{A997}\u{A9AE}", "\u{1B29}\u{1B2E}\u{1B36}",
    "\u{1D518}\u{1D52B}\u{1D526}", "\u{1D4B3}", "\u{10348}", "\u{12000}", "\u{13000}", "\u{1D11E}", "\u{1E900}",
    "\u{3B5}\u{3BB}\u{3BB}\u{3B7}\u{3BD}\u{3B9}\u{3BA}\u{3AC}", "\u{390}",
    "\u{41A}\u{438}\u{440}\u{438}\u{43B}\u{43B}\u{438}\u{446}\u{430}", "\u{438}\u{306}", "\u{462}",
  ]

  private static let rightToLeft = [
    "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{5E9}\u{5B8}\u{5C1}\u{5DC}\u{5D5}\u{5B9}\u{5DD}",
    "\u{645}\u{631}\u{62D}\u{628}\u{627}", "\u{645}\u{64E}\u{631}\u{652}\u{62D}\u{64E}\u{628}\u{64B}\u{627}",
    "\u{644}\u{627}", "abc \u{5E9}\u{5DC}\u{5D5}\u{5DD} def", "12 \u{645}\u{631}\u{62D}\u{628}\u{627} 34",
    "\u{641}\u{627}\u{631}\u{633}\u{6CC}\u{200C}\u{647}\u{627}", "\u{72B}\u{720}\u{721}\u{710}",
    "\u{78B}\u{7A8}\u{788}\u{7AC}\u{780}\u{7A8}", "\u{7D2}\u{7DE}\u{7CF}", "\u{600} sign", "\u{FDFA}",
  ]

  private static let controls = [
    "a\u{1B}[31mred", "\u{1B}]52;c;x\u{7}", "a\u{7}b", "a\u{0}b", "a\u{D}b", "a\u{A}b", "a\u{D}\u{A}b", "a\u{8}b",
    "\u{7F}", "\u{85}", "\u{9B}31m", "\u{90}q\u{9C}", "a\u{202E}b", "\u{2066}x\u{2069}", "\u{200E}\u{200F}",
    "\u{200B}zero", "\u{2060}join", "\u{FEFF}bom", "\u{AD}soft", "\u{34F}joiner", "\u{2028}line\u{2029}",
    "a\u{B}b\u{C}c", "\u{61C}",
  ]

  private static let others = [
    "a\u{9}b", "\u{9}", "ab\u{9}c", "\u{6F22}\u{9}x", "\u{A0}nbsp", "\u{2003}em space", "\u{2026}", "\u{2014}",
    "\u{201C}quoted\u{201D}", "\u{B1}\u{D7}\u{F7}", "\u{2500}\u{2502}\u{250C}\u{2510}", "\u{2588}\u{258C}\u{2591}",
    "\u{25B2}\u{25CF}\u{2605}\u{2606}", "\u{2660}\u{2665}", "\u{2192}\u{21D2}", "\u{2211}\u{222B}\u{221A}",
    "\u{B0}\u{2032}\u{2033}", "\u{BD}", "\u{E000} private", "\u{F0000}", "\u{FFFD}", "\u{FFFE}", "\u{1FFFE}",
    "\u{378}", "\u{2E3B}", "\u{1242B}", "\u{A66E}", "\u{FDFD}", "\u{1BC0}", "\u{20AC}", "\u{B7}", "\u{2427}",
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\u{E33}", "\u{200C}", "\u{180E}", "\u{3164}", "\u{FFA0}", "\u{115F}", "\u{FFF9}x\u{FFFB}", "\u{E0001}",
    "\u{2764}\u{200D}\u{1F525}", "x\u{FE0F}", "1\u{FE0F}",
  ]
}

/// Texts that a terminal would obey, or that look like other texts.
enum HostileTexts {
  /// Those that can be typed, pasted and given as arguments; NUL cannot.
  static let all = [
    "a\u{1B}[31mred\u{1B}[2J", "\u{1B}]52;c;aGk=\u{7}clip", "\u{1B}P1$r0m\u{1B}\\dcs", "\u{1B}_apc\u{1B}\\", "\u{1B}c",
    "left\rright", "bell\u{7}", "back\u{8}\u{8}space", "\u{9B}31mone byte", "\u{90}q\u{9C}sixel",
    "\u{9D}52;c;x\u{9C}osc",
    "next\u{85}line", "photo\u{202E}gnp.exe", "\u{2066}isolated\u{2069}", "\u{200F}mark\u{200E}", "\u{61C}arabic mark",
    "zero\u{200B}width\u{2060}joined\u{FEFF}", "sep\u{2028}arated\u{2029}", "tab\tbed", "del\u{7F}eted",
    "\u{E}shift\u{F}",
    "a" + String(repeating: "\u{301}", count: 2048) + " piled", "\u{1B}[6n answer", "\u{1B}[?1049l",
    "\u{FFF9}x\u{FFFB}",
  ]

  /// Whether a scalar changes the direction of text; none may be written, though the emulator allows it.
  static func isDirectionControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
