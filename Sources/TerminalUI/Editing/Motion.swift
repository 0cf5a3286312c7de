/// How far a movement, a selection or a deletion reaches from the cursor.
public enum Motion: Hashable, Sendable, CaseIterable {
  /// To the character before.
  case characterBack
  /// Behind the next character.
  case characterForward
  /// To the beginning of a word, which consists of letters and digits.
  case wordBack
  /// To the end of a word, which consists of letters and digits.
  case wordForward
  /// To the first character after a blank, whatever it is; what shells call a word.
  case blankBack
  /// To the first character of the line.
  case lineStart
  /// Behind the last character of the line.
  case lineEnd
  /// To the first character.
  case textStart
  /// Behind the last character.
  case textEnd
}
