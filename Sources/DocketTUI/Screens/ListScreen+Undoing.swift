import DataProvider
import DocketConfiguration

/// Undo and redo: any number of steps, also those of earlier days and of the command line.
extension ListScreen {
  /// What came of it.
  private enum Turn: Sendable {
    case done([String])
    /// Something stands in the way; nothing failed.
    case refused(String)
  }

  func undo() {
    turn("undoing", "undone", offering: .redo) { try await $0.undo() }
  }

  func redo() {
    turn("redoing", "done again", offering: .undo) { try await $0.redo() }
  }

  private func turn(
    _ title: String, _ word: String, offering command: Command,
    _ turn: @escaping @Sendable (DataHandler) async throws -> [String]
  ) {
    actions.perform(title) { handler in
      do {
        return Turn.done(try await turn(handler))
      } catch let error as JournalError {
        return Turn.refused(error.description)
      }
    } completion: { [weak self] result in
      switch result {
      case .success(.done(let steps)):
        self?.say("\(word): \(steps.joined(separator: ", "))", offering: command)
        self?.forgetSaved()
      case .success(.refused(let reason)): self?.say(reason)
      case .failure: break
      }
    }
  }
}
