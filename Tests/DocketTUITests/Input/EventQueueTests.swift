import DocketConfiguration
import TerminalUI
import Testing

@testable import DocketTUI

@Suite("The queue of events")
struct EventQueueTests {
  private func queue() -> EventQueue {
    var bindings = KeyBindings<Command>()
    for (keys, command) in ["a": Command.add, "d": .delete, "g g": .top, "e": .edit, "e e": .editWhole, "^c": .quit] {
      bindings.bind(keys, to: command)
    }
    return EventQueue(bindings)
  }

  @Test func knowsTheKeysOfOnesOwnCommands() {
    var bindings = KeyBindings<Command>()
    for (keys, command) in ["a": Command.add, "g g": .top] { bindings.bind(keys, to: command) }
    let own = OwnCommand(name: "post")
    var queue = EventQueue(bindings, own: ["B": own, "g p": own])
    for key in ["B", "g", "p", "a"] as [Key] { queue.append(.key(key)) }
    #expect(run(&queue) == ["run post", "…", "run post", "add"])
  }

  private static let list = EventQueue.ListState(isOnTop: true, cursor: nil, isCurrent: true)

  /// What there is to do until something has to wait, in words.
  private func run(_ queue: inout EventQueue, holding held: Set<Command> = [], isListOnTop: Bool = true) -> [String] {
    var words: [String] = []
    func holds(_ action: EventQueue.Action, _ unsettled: EventQueue.Unsettled) -> Bool {
      if case .perform(let command) = action { held.contains(command) } else { false }
    }
    let list = EventQueue.ListState(isOnTop: isListOnTop, cursor: nil, isCurrent: true)
    while let action = queue.next(list, holds: holds) {
      words.append(Self.words(action))
    }
    return words
  }

  private static func words(_ action: EventQueue.Action) -> String {
    switch action {
    case .perform(let command): command.rawValue
    case .run(let command): "run \(command.name)"
    case .pass(let key): "pass \(key)"
    case .reject(let keys): "reject \(keys.map(\.description).joined(separator: " "))"
    case .awaitSequence: "a moment"
    case .awaitKey: "…"
    case .deliver(.key(let key)): "key \(key)"
    case .deliver(.paste(let text)): "paste \(text)"
    case .deliver(.hint(let command)), .deliver(.offer(let command)): "click \(command.rawValue)"
    case .deliver(.row), .deliver(.order), .deliver(.mouse): "mouse"
    }
  }

  @Test func nothingOvertakesWhatWaits() {
    var queue = queue()
    for input in [EventQueue.Input.key("a"), .key("d"), .paste("text"), .hint(.add), .key("a")] { queue.append(input) }
    #expect(run(&queue, holding: [.delete]) == ["add"])
    #expect(queue.text == "d paste add a …")
    #expect(run(&queue) == ["delete", "paste text", "click add", "add"])
    #expect(queue.text == "")
  }

  @Test func onlyControlCOvertakesAndEndsNoSequenceOfOthers() {
    var queue = queue()
    queue.append(.key("d"))
    #expect(run(&queue, holding: [.delete]) == [])
    #expect(queue.overtake("^c", isListOnTop: true).map(Self.words) == ["quit"])
    #expect(queue.overtake("^c", isListOnTop: false).map(Self.words) == ["key ^c"])
    #expect(run(&queue) == ["delete"])
  }

  @Test func keysOfASequenceAreCollectedAndAWrongOneIsRejected() {
    var queue = queue()
    queue.append(.key("g"))
    #expect(run(&queue) == ["…"] && queue.text == "g …")
    queue.append(.key("g"))
    #expect(run(&queue) == ["top"] && queue.text == "")
    for key in ["g", "a"] as [Key] { queue.append(.key(key)) }
    #expect(run(&queue) == ["…", "reject g a"])
  }

  /// The command of the keys before may open a field, which gets the key then.
  @Test func aKeyThatEndsASequenceIsLookedAtAfterItsCommand() {
    var queue = queue()
    for key in ["e", "x"] as [Key] { queue.append(.key(key)) }
    var first: [String] = []
    while first.last != "edit", let action = queue.next(Self.list, holds: { _, _ in false }) {
      first.append(Self.words(action))
    }
    #expect(first == ["a moment", "edit"])
    #expect(run(&queue, isListOnTop: false) == ["key x"])
  }

  @Test func aSequenceThatIsOverWaitsForItsItemAndKeepsItsPlace() {
    var queue = queue()
    queue.append(.key("e"))
    #expect(run(&queue) == ["a moment"])
    queue.endSequence()
    queue.append(.key("a"))
    #expect(run(&queue, holding: [.edit]) == [])
    #expect(queue.text == "e a …")
    #expect(queue.drop() == "e a" && queue.drop() == nil)
    #expect(run(&queue) == [])
  }

  @Test func whatIsExpectedUnsettlesTheCursorUntilItEnds() {
    var queue = queue()
    let arrival = queue.expectArrival()
    queue.append(.key("d"))
    let held = queue.next(Self.list) { _, unsettled in unsettled.item }
    #expect(held.map(Self.words) == nil)
    queue.noteSaved(arrival)
    #expect(queue.awaitsList)
    queue.end(arrival)
    #expect(!queue.awaitsList)
    let action = queue.next(Self.list) { _, unsettled in unsettled.item }
    #expect(action.map(Self.words) == "delete")
  }
}
