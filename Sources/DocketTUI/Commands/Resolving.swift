import DocketConfiguration
import TerminalUI

/// Shows what two machines wrote without having seen each other, and lets a person decide.
@MainActor
struct Resolving {
  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Why there is nothing to decide; nil if there is.
  var reasonForNone: String? {
    guard screen.sync.program != nil, let state = screen.sync.state else {
      return "this store does not sync; docket sync init begins"
    }
    return state.conflicts == 0 ? "there are no conflicts" : nil
  }

  func show() {
    let environment = screen.environment
    let moments = Moments(now: environment.now(), style: environment.configuration.dates)
    let layer = ConflictsLayer(moments: moments, style: environment.roles.overlay)
    let id = screen.layers.open(layer)
    screen.layers.attach(Task { await read(into: id) }, to: id)
  }

  /// Decides, and shows what is left; that goes on if the layer closes meanwhile.
  func decide(_ decision: ConflictDecision) {
    guard let program = screen.sync.program, let id = screen.layers.top else { return }
    note(decision, isBeingDecided: true, in: id)
    Task {
      do throws(SyncRefusal) {
        try await program.decide(decision)
        say(decision)
      } catch {
        note(decision, isBeingDecided: false, in: id)
        return screen.notices.say("not decided: \(error.line)")
      }
      await read(into: id)
    }
  }

  private func say(_ decision: ConflictDecision) {
    let verb = decision.choice == .take ? "took the other value" : "kept what is shown"
    let words = "\(verb): \(decision.conflict.what)"
    if decision.conflict.isAboutValue {
      screen.notices.say(words, offering: .undo)
    } else {
      screen.notices.say(words)
    }
  }

  private func note(_ decision: ConflictDecision, isBeingDecided: Bool, in id: LayerStack.ID) {
    screen.layers.update(id, ConflictsLayer.self) { $0.note(decision.conflict, isBeingDecided: isBeingDecided) }
    screen.terminal.setNeedsDisplay()
  }

  /// Reads what nobody has decided about; a layer without any closes.
  private func read(into id: LayerStack.ID) async {
    guard let program = screen.sync.program else { return }
    do throws(SyncRefusal) {
      let conflicts = try await program.conflicts()
      screen.layers.update(id, ConflictsLayer.self) { $0.show(conflicts) }
      if conflicts.isEmpty, screen.layers.top == id {
        screen.layers.closeOverlay()
        if screen.notices.text == nil { screen.notices.say("there are no conflicts") }
      }
    } catch {
      screen.layers.update(id, ConflictsLayer.self) { $0.fail(error.line) }
    }
    screen.terminal.setNeedsDisplay()
  }
}
