import ArgumentParser
import Foundation

/// One value that may take the place of a word, and what it is, for people.
struct CompletionAnswer: Hashable, Sendable {
  let value: String
  var meaning = ""
  /// Whether the word goes on after it, as after `list:`.
  var goesOn = false
}

/// What a shell asks when somebody presses Tab in it, and the lines that it reads as the answer.
struct CompletionRequest: Sendable {
  /// The most values in an answer.
  static let limit = 100

  /// The words of the line, without the shell's quoting.
  let words: [String]
  let word: ShellWord
  private let index: Int
  private let shell: CompletionShell?
  /// Whether the shell shows the values and inserts none of them, so that they can have explanations.
  private let isForShow: Bool

  /// - Parameters: those of the parser's closure.
  init(_ words: [String], _ index: Int, _ prefix: String, environment: [String: String]) {
    self.index = index
    shell = CompletionShell.requesting
    let isRaw = shell != .fish || (CompletionShell.requestingVersion.flatMap { Int($0.prefix { $0 != "." }) } ?? 3) > 3
    self.words = isRaw ? words.map(ShellWord.plain) : words
    // What bash shows and when, in "Programmable Completion": 9 for Tab, and ?, ! and @ for lists.
    isForShow = shell == .bash && ["9", "63", "33", "64"].contains(environment["DOCKET_COMP_TYPE"])
    if shell == .bash, let line = environment["DOCKET_COMP_LINE"] {
      word = ShellWord(bash: line, breaks: environment["DOCKET_COMP_BREAKS"] ?? "")
    } else {
      // The parser cuts the last word, which need not be the one with the cursor.
      let isLast = index >= words.count - 1
      word = ShellWord(
        isLast ? prefix : words.indices.contains(index) ? words[index] : "", isQuoted: isRaw, shell: shell)
    }
  }

  /// The command that the line is about.
  var command: String? { CommandNames.command(in: Array(words.dropFirst())) }

  /// Whether the word is the one that follows another.
  func isFirst(after word: String) -> Bool { words.indices.contains(index - 1) && words[index - 1] == word }

  /// The value of an option that the line has already, such as `--store`.
  func value(of option: String) -> String? {
    for (index, word) in words.enumerated() {
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
      if word == option, index + 1 < words.count { return words[index + 1] }
    }
    return nil
  }

  /// The lines that the shell's script reads.
  ///
  /// No value has a control character, which could end its line or reach the terminal; explanations show marks instead.
  func lines(_ answers: [CompletionAnswer]) -> [String] {
    let usable = answers.filter { !$0.value.isEmpty && $0.value == VisibleText.marked($0.value) }.prefix(Self.limit)
    let isAlone = usable.count == 1
    return usable.compactMap { answer in
      guard let text = word.replacement(answer.value) else { return nil }
      let meaning = VisibleText.marked(String(answer.meaning.prefix(60)))
      switch shell {
      // Without a tab the help of the option would stand behind each value.
      case .fish?: return "\(text)\t\(meaning)"
      case .zsh?:
        let value = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        return (answer.goesOn ? "+" : "=") + (meaning.isEmpty ? value : "\(value):\(meaning)")
      case .bash?:
        let isExplained = isForShow && !isAlone && !meaning.isEmpty && answer.value.allSatisfy(\.isASCIINumber)
        return (answer.goesOn ? "+" : "=") + (isExplained ? "\(text)  (\(meaning))" : text)
      default: return text
      }
    }
  }
}

extension Character {
  fileprivate var isASCIINumber: Bool { isASCII && isNumber }
}
