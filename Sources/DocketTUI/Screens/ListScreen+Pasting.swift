import Foundation
import TerminalUI

extension ListScreen {
  /// A paste goes to where something is being typed; several lines in the list may become items.
  func insert(_ text: String) {
    if overlay != nil { return overlay?.insert(text) ?? () }
    guard draft == nil else {
      draft?.field.insert(text)
      return textChanged()
    }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    guard lines.count > 1 else { return say("press \(keys.keys(of: .add).first ?? "add") first, then paste") }
    offerToAdd(lines)
  }

  private func offerToAdd(_ lines: [String]) {
    let beginning = lines.prefix(3).map { "• \($0.prefix(48))" }.joined(separator: "\n")
    let rest = lines.count > 3 ? "\n…" : ""
    var dialog = Dialog(
      "Paste", message: "Add \(lines.count.grouped) items, one for each line?\n\(beginning)\(rest)",
      buttons: [
        DialogButton("Add", key: "a", answer: Overlay.Answer.addLines(lines)),
        DialogButton("Cancel", key: "c", answer: Overlay.Answer.closed),
      ], focus: 1)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }
}
