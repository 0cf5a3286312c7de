import DocketLocking
import Foundation
import TerminalUI

/// An editor that changes the text as a test says, once for each time it is started, and ends.
final class ScriptedEditor: ChildLauncher {
  typealias Change = @Sendable (String) -> String

  private struct State {
    var changes: [Change]
    var endings: [ChildEnding] = []
    var texts: [String] = []
    var repeats = false
  }

  private let state: Lock<State>

  init(_ changes: Change...) { state = Lock(State(changes: changes)) }

  /// What it was to show, in order.
  var texts: [String] { state.withLock { $0.texts } }

  /// How it ends; well, once there is nothing left here.
  var endings: [ChildEnding] {
    get { state.withLock { $0.endings } }
    set { state.withLock { $0.endings = newValue } }
  }

  /// Whether the last change is made for ever.
  var repeats: Bool {
    get { state.withLock { $0.repeats } }
    set { state.withLock { $0.repeats = newValue } }
  }

  func start(_ program: ChildProgram) throws(ChildError) -> any RunningChild {
    guard let path = program.arguments.last, let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw .notFound(program.name)
    }
    let (change, ending) = state.withLock { state in
      state.texts.append(text)
      let change = state.repeats ? state.changes[0] : state.changes.removeFirst()
      return (change, state.endings.isEmpty ? .exited(0) : state.endings.removeFirst())
    }
    try? change(text).write(toFile: path, atomically: false, encoding: .utf8)
    return Ended(how: ending)
  }

  /// A program that has ended.
  private struct Ended: RunningChild {
    let how: ChildEnding

    func ending() async -> ChildEnding { how }
    func send(_ signal: Int32) {}
  }
}
