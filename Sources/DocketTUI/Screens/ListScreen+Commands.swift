import DataProvider
import DocketConfiguration
import Foundation
import SwiftData
import TerminalUI

extension ListScreen {
  func perform(_ command: Command) {
    if let reason = whyDisabled(command) { return say("\(command.entry.title): \(reason)") }
    if performInPanes(command) { return }
    switch command {
    case .add: draft = Draft(.new)
    case .edit: beginEditing()
    case .editWhole: editWhole()
    case .touch: touch()
    case .delete: delete()
    case .down: list.select { $0.move(by: 1) }
    case .up: list.select { $0.move(by: -1) }
    case .halfPageDown: list.select { $0.move(by: max(1, $0.height / 2)) }
    case .halfPageUp: list.select { $0.move(by: -max(1, $0.height / 2)) }
    case .top: list.select { $0.select(0) }
    case .bottom: list.select { $0.select($0.count - 1) }
    case .pageDown: list.select { $0.movePage(1) }
    case .pageUp: list.select { $0.movePage(-1) }
    case .palette: showPalette()
    case .help: showHelp()
    case .quit: quit()
    case .suspend: application?.suspend()
    default: break
    }
  }

  /// Says something in passing.
  func say(_ text: String, hint: KeyHint? = nil) { toasts?.show(Toast(text, hint: hint)) }

  private func beginEditing() {
    guard let id = list.selectedID, let item = rows.item(id) else { return }
    draft = Draft(.edit(id), text: item.title)
  }

  private func touch() {
    guard let id = list.selectedID else { return }
    let now = environment.now()
    actions.perform { try await $0.updateItem(id: id, timestamp: now) }
  }

  private func delete() {
    guard let id = list.selectedID else { return }
    typeAhead.beginDeleting(id)
    actions.perform {
      try await $0.deleteItem(id: id)
    } completion: { [weak self] result in
      if case .failure = result { self?.deletionFailed(id) }
    }
  }

  private func deletionFailed(_ id: PersistentIdentifier) {
    typeAhead.endDeleting(id)
    typeAhead.drop()
  }

  /// Saves what was typed; if that fails, the text comes back to be corrected or tried again.
  func submit() {
    guard let submitted = draft else { return }
    closeDraft()
    let title = submitted.field.text
    let now = environment.now()
    switch submitted.purpose {
    case .new:
      typeAhead.beginAdding()
      actions.perform {
        try await $0.newItem(title: title, timestamp: now)
      } completion: { [weak self] result in
        if case .success(let id) = result { self?.selectWhenListed(id) } else { self?.additionFailed(submitted) }
      }
    case .edit(let id):
      actions.perform {
        try await $0.updateItem(id: id, title: title)
      } completion: { [weak self] result in
        if case .failure = result { self?.restore(submitted) }
      }
    }
  }

  func closeDraft() { draft = failedDrafts.popLast() }

  private func additionFailed(_ failed: Draft) {
    typeAhead.endAdding()
    typeAhead.drop()
    restore(failed)
  }

  private func restore(_ failed: Draft) {
    stay()
    if draft == nil { draft = failed } else { failedDrafts.append(failed) }
  }
}
