import DocketData
import TerminalUI

/// The names of tags and lists, and what they complete: found once for each change, rather than for each frame.
@MainActor
final class LiveNames {
  /// Called when the names are others.
  var onChange: (@MainActor () -> Void)?

  /// How often the names were read, for tests.
  private(set) var readCount = 0
  /// How often they were looked through for what completes a text, for tests.
  private(set) var searchCount = 0
  private var names: CompletionNames?
  private var found: (question: Question, answer: Completion?)?
  private lazy var region = ObservedRegion { [weak self] in
    self?.forget()
    self?.onChange?()
  }

  /// What a completion depends on, beside the names.
  private struct Question: Equatable {
    let label: String
    let text: String
  }

  /// The names that there are; empty until they have been read.
  ///
  /// - Complexity: linear in their number after each change of them, otherwise O(1).
  func names(_ live: LiveCounts?) -> CompletionNames {
    if let names { return names }
    guard let live else { return CompletionNames() }
    readCount += 1
    let read = region.draw { CompletionNames(tags: live.tagNames, lists: live.listNames) }
    names = read
    return read
  }

  /// What completes a text that is being typed.
  ///
  /// - Complexity: linear in the number of names when the text or the names have changed.
  func completion(of draft: Draft, _ live: LiveCounts?) -> Completion? {
    guard draft.purpose.hasNames else { return nil }
    let names = names(live)
    let question = Question(label: draft.label, text: draft.field.text)
    if let found, found.question == question { return found.answer }
    searchCount += 1
    let answer = Completion(of: draft.field.text, draft.purpose, names)
    found = (question, answer)
    return answer
  }

  private func forget() { (names, found) = (nil, nil) }
}
