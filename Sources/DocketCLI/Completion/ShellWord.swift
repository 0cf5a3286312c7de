import ArgumentParser

/// The word before the cursor of a shell: what it means, and how a value takes its place.
///
/// The three shells differ in what they hand over, and in who quotes: bash inserts what it is given, so it is given
/// text without any meaning to bash; zsh and fish quote themselves.
struct ShellWord: Sendable {
  /// What is typed so far, without the shell's quoting.
  let value: String
  private let shell: CompletionShell?
  /// The scalars of the value that the shell leaves alone: bash replaces only what follows its last word break.
  ///
  /// Shells know no grapheme clusters: a letter that joins what follows it hides no semicolon.
  private let kept: Int
  /// The quotation mark that is not closed yet.
  private let quote: Unicode.Scalar?

  /// - Parameters:
  ///   - line: the line up to the cursor, for bash.
  ///   - breaks: the characters between words, for bash.
  init(bash line: String, breaks: String) {
    var reader = Reader()
    for scalar in line.unicodeScalars { reader.take(scalar, breaks: breaks) }
    (value, kept, quote) = (String(reader.value), reader.kept, reader.quote)
    shell = .bash
  }

  /// - Parameter text: the word up to the cursor; zsh and fish from its fourth version hand over what was typed.
  init(_ text: String, isQuoted: Bool, shell: CompletionShell?) {
    var reader = Reader()
    if isQuoted { for scalar in text.unicodeScalars { reader.take(scalar, breaks: "") } }
    value = isQuoted ? String(reader.value) : text
    (kept, quote, self.shell) = (0, nil, shell)
  }

  /// The plain value of a whole word.
  static func plain(_ word: String) -> String {
    var reader = Reader()
    for scalar in word.unicodeScalars { reader.take(scalar, breaks: "", isWhole: true) }
    return String(reader.value)
  }

  /// The text that the shell puts in the place of the word; nil if it can't.
  func replacement(_ value: String) -> String? {
    // Nothing keeps zsh from taking two exclamation marks for the last command.
    if shell == .zsh, value.contains("!") { return nil }
    guard shell == .bash else { return value }
    let (typed, scalars) = (self.value.unicodeScalars.prefix(kept), value.unicodeScalars)
    guard scalars.prefix(kept).elementsEqual(typed) else { return nil }
    return scalars.dropFirst(kept).map(escaped).joined()
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch quote {
    case "'"?: scalar == "'" ? "'\\''" : String(scalar)
    // Nothing hides an exclamation mark between double quotation marks.
    case "\""? where scalar == "!": "\"'!'\""
    case "\""?: Self.hiddenInQuotes.contains(scalar) ? "\\\(scalar)" : String(scalar)
    default: scalar.isPlainInShell ? String(scalar) : "\\\(scalar)"
    }
  }

  /// What a backslash hides between double quotation marks.
  private static let hiddenInQuotes: Set<Unicode.Scalar> = ["\\", "\"", "$", "`"]

  /// Reads words as shells quote them.
  private struct Reader {
    var value = String.UnicodeScalarView()
    var kept = 0
    var quote: Unicode.Scalar?
    private var isEscaped = false

    mutating func take(_ scalar: Unicode.Scalar, breaks: String, isWhole: Bool = false) {
      if isEscaped {
        // Between double quotation marks a backslash hides only these.
        if quote == "\"", !ShellWord.hiddenInQuotes.contains(scalar) { value.append("\\") }
        value.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if let quote {
        if scalar == quote { self.quote = nil } else { value.append(scalar) }
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        kept = value.count
      } else if scalar.properties.isWhitespace, !isWhole {
        (value, kept) = (String.UnicodeScalarView(), 0)
      } else {
        value.append(scalar)
        if breaks.unicodeScalars.contains(scalar) { kept = value.count }
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it means nothing to a shell wherever it stands.
  fileprivate var isPlainInShell: Bool {
    guard isASCII else { return !properties.isWhitespace }
    return properties.isAlphabetic || ("0"..."9").contains(self) || "-_./,:+%@=".unicodeScalars.contains(self)
  }
}
