import DocketData
import TerminalUI

/// Questions before something is deleted.
extension ListScreen {
  /// Asks; Enter keeps it.
  func askToDelete(_ question: String, answering answer: Overlay.Answer) {
    var dialog = Dialog(
      "Delete", message: Self.message(question),
      buttons: [
        DialogButton("Delete", key: "d", answer: answer),
        DialogButton("Keep", key: "k", answer: Overlay.Answer.closed),
      ], focus: 1)
    dialog.style = environment.roles.overlay
    overlay = .dialog(dialog)
  }

  private static func message(_ question: String) -> String { "\(question) It can be undone." }

  /// Counts in the background how many items a question is about; one that can't be told leaves the question as it is.
  ///
  /// - Parameter question: the question with the number; it takes the place of the other unless that was answered
  ///   meanwhile.
  func countWhileAsking(
    _ count: @escaping @Sendable (DataHandler) async throws -> Int,
    question: @escaping @MainActor (ListScreen, Int) -> String
  ) {
    let createHandler = environment.createHandler
    overlayWork = Task { [weak self] in
      let counting = Task.detached { try await count(createHandler()) }
      let number = try? await withTaskCancellationHandler {
        try await counting.value
      } onCancel: {
        counting.cancel()
      }
      guard let self, let number, !Task.isCancelled, case .dialog(var dialog) = overlay else { return }
      // The buttons stay where they were drawn: a press may be on its way to them.
      dialog.message = Self.message(question(self, number))
      overlay = .dialog(dialog)
      application?.setNeedsDisplay()
    }
  }
}
