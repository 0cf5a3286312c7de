import ArgumentParser

/// The word before the cursor of a shell: what it means, and how a value takes its place.
///
/// The three shells differ in what they hand over, and in who quotes: bash inserts what it is given, so it is given
/// text without any meaning to bash; zsh and fish quote themselves.
struct ShellWord: Sendable {
  /// What is typed so far, without the shell's quoting.
  let value: String
  private let shell: CompletionShell?
  /// The characters of the value that the shell leaves alone: bash replaces only what follows its last word break.
  private let kept: Int
  /// The quotation mark that is not closed yet.
  private let quote: Character?

  /// - Parameters:
  ///   - line: the line up to the cursor, for bash.
  ///   - breaks: the characters between words, for bash.
  init(bash line: String, breaks: String) {
    var reader = Reader()
    for character in line { reader.take(character, breaks: breaks) }
    (value, kept, quote) = (reader.value, reader.kept, reader.quote)
    shell = .bash
  }

  /// - Parameter text: the word up to the cursor; zsh and fish from its fourth version hand over what was typed.
  init(_ text: String, isQuoted: Bool, shell: CompletionShell?) {
    var reader = Reader()
    if isQuoted { for character in text { reader.take(character, breaks: "") } }
    value = isQuoted ? reader.value : text
    (kept, quote, self.shell) = (0, nil, shell)
  }

  /// The plain value of a whole word.
  static func plain(_ word: String) -> String {
    var reader = Reader()
    for character in word { reader.take(character, breaks: "", isWhole: true) }
    return reader.value
  }

  /// The text that the shell puts in the place of the word; nil if it can't.
  func replacement(_ value: String) -> String? {
    guard shell == .bash else { return value }
    guard kept == 0 || value.hasPrefix(self.value.prefix(kept)) else { return nil }
    let rest = value.dropFirst(kept)
    switch quote {
    case "'"?: return String(rest).replacing("'", with: "'\\''")
    // Nothing hides an exclamation mark between double quotation marks.
    case "\""?:
      return String(
        rest.flatMap { character in
          "\\\"$`".contains(character) ? "\\\(character)" : character == "!" ? "\"'!'\"" : String(character)
        })
    default: return String(rest.flatMap { $0.isPlainInShell ? String($0) : "\\\($0)" })
    }
  }

  /// Reads words as shells quote them.
  private struct Reader {
    var value = ""
    var kept = 0
    var quote: Character?
    private var isEscaped = false

    mutating func take(_ character: Character, breaks: String, isWhole: Bool = false) {
      if isEscaped {
        // Between double quotation marks a backslash hides only these.
        if quote == "\"", !"\\\"$`".contains(character) { value.append("\\") }
        value.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let quote {
        if character == quote { self.quote = nil } else { value.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        kept = value.count
      } else if character.isWhitespace, !isWhole {
        (value, kept) = ("", 0)
      } else {
        value.append(character)
        if breaks.contains(character) { kept = value.count }
      }
    }
  }
}

extension Character {
  /// Whether it means nothing to a shell wherever it stands.
  fileprivate var isPlainInShell: Bool {
    guard let value = asciiValue else { return !isWhitespace }
    return isASCII && (isLetter || isNumber) || "-_./,:+%@=".utf8.contains(value)
  }
}
