/// Texts that a terminal would obey, or that lie about themselves.
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

  /// What must never come out, beyond what the emulator forbids: scalars that change the direction of text.
  static func isDirectionControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
