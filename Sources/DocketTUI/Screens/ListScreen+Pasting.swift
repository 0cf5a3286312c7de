import Foundation
import SwiftData
import TerminalUI

extension ListScreen {
  /// A paste goes to where something is being typed; several lines in the list, or where an item is typed, may become
  /// items.
  func insert(_ text: String) {
    if overlay != nil { return overlay?.insert(text) ?? () }
    let lines = Self.lines(of: text)
    if let draft { return insert(text, lines, into: draft) }
    guard lines.count > 1 else { return refuse("press \(keys.keys(of: .add).first ?? "add") first, then paste") }
    offerToAdd(lines, to: nil)
  }

  private func insert(_ text: String, _ lines: [String], into draft: Draft) {
    if case .new(let parent) = draft.purpose, lines.count > 1 {
      // What stands in the field belongs to the first and to the last line.
      let before = draft.field.textBeforeCursor
      let typed = "\(before)\(text)\(draft.field.text.dropFirst(before.count))"
      return offerToAdd(Self.lines(of: typed), to: parent)
    }
    self.draft?.field.insert(text)
    textChanged()
  }

  private static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private func offerToAdd(_ lines: [String], to parent: PersistentIdentifier?) {
    let beginning = lines.prefix(3).map { "• \($0.prefix(48))" }.joined(separator: "\n")
    let rest = lines.count > 3 ? "\n…" : ""
    var dialog = Dialog(
      "Paste",
      message:
        "Add \(lines.count.grouped) items, one for each line? Cancel keeps all in one line.\n\(beginning)\(rest)",
      buttons: [
        DialogButton("Add", key: "a", answer: Overlay.Answer.addLines(lines, parent)),
        DialogButton("Cancel", key: "c", answer: Overlay.Answer.joinLines(lines, parent)),
      ], focus: 1)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  /// What was pasted is not lost by cancelling: it stands in the field of a new item, to be saved or given up.
  func joinLines(_ lines: [String], to parent: PersistentIdentifier?) {
    draft = Draft(.new(parent: parent), text: lines.joined(separator: " "))
    draft?.isTouched = true
    say("What was pasted is in one line now; Enter adds it, Esc drops it")
  }
}
