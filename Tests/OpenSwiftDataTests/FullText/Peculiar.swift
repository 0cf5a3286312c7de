import Foundation

/// The letters that become several when their case changes, and such that stand for all others that fold in a way of
/// their own: marks, ligatures, modifiers, letters of several scalars.
enum Peculiar {
  static let letters: [String] = expanding + others

  private static let expanding: [String] = (0x80...0x1_FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
    [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping, scalar.properties.titlecaseMapping]
      .contains { $0.unicodeScalars.count > 1 }
  }.map { String(Character($0)) }

  private static let others = [
    "a", "S", "I", "\u{131}", "\u{2BC}", "\u{17F}", "\u{1E9E}", "\u{E9}", "\u{1EA5}", "\u{212A}", "\u{3C2}", "\u{3B9}",
    "\u{399}", "\u{1FBE}", "\u{345}", "\u{301}", "\u{308}", "\u{1C5}", "\u{132}", "\u{10D0}", "\u{1C90}", "\u{13A0}",
    "\u{AB70}", "\u{5D0}", "\u{5B7}", "\u{FB2A}", "\u{627}", "\u{64E}", "\u{FEFB}", "\u{915}", "\u{93C}", "\u{93F}",
    "\u{958}", "\u{AC00}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{FF21}", "\u{FF9E}", "\u{1F600}", "\u{1F3FB}",
    "\u{200D}", "\u{FE0F}", "\u{AD}", "\u{10400}", "\u{1D15E}", "\u{2B0}", "\u{F900}", "\0", "\n",
  ]

  /// Texts that are alike to two letters in a row, or might be taken for it.
  static func texts(_ first: String, _ second: String) -> [String] {
    let ends = [second, second.uppercased(), "\u{E9}\(second)", "s\u{301}", "-\(second)", "\u{E9}-\(second)"]
    return forms(first).flatMap { form in ends.map { form + $0 } }
  }

  private static func forms(_ letter: String) -> Set<String> {
    let folded = letter.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    return [letter, letter.uppercased(), folded, String(folded.prefix(1))]
  }
}
