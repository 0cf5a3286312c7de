import DocketConfiguration
import DocketData
import DocketPrograms
import Foundation
import TerminalUI

/// Runs the commands of the person's own: programs that get the selected items as JSON on their standard input.
@MainActor
struct OwnCommands {
  /// More items are refused: a program gets all of them at once.
  static let maxItems = 10_000

  private let screen: ListScreen

  init(_ screen: ListScreen) { self.screen = screen }

  /// Why none can be run; nil if they can.
  var disabledReason: String? {
    screen.environment.store == nil ? "commands of your own don't run in a preview" : nil
  }

  /// Why none can be stopped; nil if some can.
  var reasonForNone: String? { screen.running.words == nil ? "no command of yours runs" : nil }

  func run(_ command: OwnCommand) {
    guard let store = screen.environment.store else { return }
    guard let ids = screen.items.targets.identifiers(upTo: Self.maxItems) else {
      return screen.notices.refuse("\(command.title): select at most \(Self.maxItems.grouped) items")
    }
    // In the order of the changes, so that the program gets what they made of the items.
    screen.changes.perform("reading", isNothing: { (_: String) in true }) { handler in
      ItemJSON.array(try await handler.items(ids: ids))
    } completion: { [screen] result in
      guard case .success(let items) = result else { return }
      OwnCommands(screen).start(command, items, in: store)
    }
  }

  /// - Parameter store: where a `docket` that the program starts finds the items.
  private func start(_ command: OwnCommand, _ items: String, in store: URL) {
    let variables = ["DOCKET_STORE": store.path]
    guard command.terminal else { return startInBackground(command, items, variables) }
    Task {
      do {
        let program = ChildProgram(of: command, items, variables)
        guard let ending = try await screen.terminal.run(program) else { return }
        guard ending != .exited(0) else { return }
        screen.notices.say("\(command.title): “\(program.name)” \(ending.words)")
      } catch {
        screen.notices.say("\(command.title): \(error)")
      }
    }
  }

  private func startInBackground(_ command: OwnCommand, _ items: String, _ variables: [String: String]) {
    guard let program = ItemProgram(command.run) else { return }
    let (running, stop) = (screen.running, screen.running.begin(command))
    screen.terminal.setNeedsDisplay()
    // It may outlast the list, whose store is closed when that is gone.
    Task { [weak screen] in
      let ending = await program.run(Data(items.utf8), variables: variables, stop: stop)
      running.end(stop)
      guard let screen else { return }
      screen.notices.say(Self.words(for: command, program, ending))
      screen.terminal.setNeedsDisplay()
    }
  }

  /// The first line that the program printed, or that it failed.
  private static func words(for command: OwnCommand, _ program: ItemProgram, _ ending: ProgramEnding) -> String {
    if ending == .stopped { return "\(command.title): stopped" }
    if let failure = ending.failure(of: program) { return "\(command.title): \(failure)" }
    if case .exited(_, let line) = ending, !line.isEmpty { return "\(command.title): \(line)" }
    return "\(command.title): done"
  }
}

/// The own commands that run in the background, until they end or are stopped.
@MainActor
final class RunningCommands {
  private var running: [(title: String, stop: ProgramStop)] = []

  /// What runs, for the footer; nil if nothing does.
  var words: String? {
    guard let first = running.first else { return nil }
    return running.count == 1 ? "\(first.title)…" : "\(running.count) commands…"
  }

  fileprivate func begin(_ command: OwnCommand) -> ProgramStop {
    let stop = ProgramStop()
    running.append((command.title, stop))
    return stop
  }

  fileprivate func end(_ stop: ProgramStop) { running.removeAll { $0.stop === stop } }

  /// Ends all of them, with what they have started.
  func stop() {
    for command in running { command.stop.stop() }
  }
}

extension ChildProgram {
  fileprivate init(of command: OwnCommand, _ items: String, _ variables: [String: String]) {
    let words = ItemProgram(command.run)?.arguments() ?? command.run
    self.init(words[0], Array(words.dropFirst()))
    (input, self.variables) = (Array(items.utf8), variables)
  }
}

extension ChildEnding {
  fileprivate var words: String {
    switch self {
    case .exited(let status): "failed with status \(status)"
    case .killed(let number): "was ended by signal \(number)"
    case .unknown: "has ended"
    }
  }
}
