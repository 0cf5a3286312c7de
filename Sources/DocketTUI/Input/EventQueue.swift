import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// Pending keys, pastes and clicks in one order, and the sequence of keys that is being typed.
///
/// A state machine without a clock: its methods return actions. Keys typed after an item was added are meant for that
/// item, keys after a deletion for the next one; so a command on items, and all that is typed after it, waits until the
/// list shows the change. Only `^c` and `^z` overtake.
struct EventQueue {
  enum Input: Sendable {
    case key(Key)
    case paste(String)
    /// A click on a hint of the footer.
    case hint(Command)
    /// A click on the command that a toast offers.
    case offer(Command)
    /// A press on an item's row.
    case row(PersistentIdentifier, MouseEvent)
    /// A press on the heading of a column.
    case order(ItemOrder)
    case mouse(MouseEvent)
  }

  enum Action: Sendable {
    case perform(Command)
    /// Run a command of the person's own.
    case run(OwnCommand)
    /// The list may know the key itself, such as arrows and Escape.
    case pass(Key)
    /// The keys stand for no command.
    case reject([Key])
    /// The keys stand for a command and begin others: call ``EventQueue/endSequence()`` a little later.
    case awaitSequence
    /// The keys so far begin a command.
    case awaitKey
    /// Give the event to the top layer, or the list.
    case deliver(Input)
  }

  /// A change of the list that commands on items wait for.
  struct Expectation: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Expected {
    /// None if an item is to come.
    var leaving: Set<PersistentIdentifier> = []
    /// Whether keys wait whatever is under the cursor.
    var concernsAll = true
    var isSaved = false
  }

  /// What pending events depend on and is not known yet.
  struct Unsettled {
    /// Which item commands are meant for.
    let item: Bool
    /// The same, when moves were typed at once with the change.
    let moves: Bool
  }

  /// The list, as far as the next event depends on it.
  struct ListState {
    /// Whether nothing lies over the list, so that keys give commands.
    let isOnTop: Bool
    /// The item under the cursor.
    let cursor: PersistentIdentifier?
    /// Whether the list shows what was asked for last.
    let isCurrent: Bool
  }

  private var waiting: [Input] = []
  private var sequence: KeySequence<BoundCommand>
  /// Whether the sequence is complete, and its command waits for its item.
  private var isSequenceOver = false
  private var expected: [Expectation: Expected] = [:]
  private var lastNumber = 0
  /// Whether moves wait too, typed at once with what comes before.
  private var holdsMoves = false

  /// What a sequence of keys is bound to.
  private enum BoundCommand: Sendable {
    case ours(Command)
    case own(OwnCommand)
  }

  /// - Parameter own: the commands of the person's own by their keys.
  init(_ bindings: KeyBindings<Command>, own: [String: OwnCommand] = [:]) {
    var all = bindings.mapCommands { BoundCommand.ours($0) }
    for (keys, command) in own { all.bind(keys, to: .own(command)) }
    sequence = KeySequence(all)
  }

  // MARK: - Events

  /// Appends an event; Escape ends a sequence whose command waits for its item.
  mutating func append(_ input: Input) {
    if isSequenceOver, case .key(Key(.escape)) = input { forgetSequence() }
    waiting.append(input)
  }

  /// Takes a key that doesn't wait.
  mutating func overtake(_ key: Key, isListOnTop: Bool) -> [Action] {
    if isSequenceOver { forgetSequence() }
    guard isListOnTop else { return [.deliver(.key(key))] }
    return sequence.press(key).map(Self.action)
  }

  /// Whether there is something to do, now or later.
  var hasEvents: Bool { isSequenceOver || !waiting.isEmpty }

  /// The next action; nil if there is none or it has to wait.
  ///
  /// - Parameters:
  ///   - list: the list as it is now.
  ///   - holds: whether a command, or a key that is passed to the list, has to wait.
  mutating func next(_ list: ListState, holds: (Action, Unsettled) -> Bool) -> Action? {
    let isUnsettled = !list.isCurrent || isUnsettled(list.cursor)
    let unsettled = Unsettled(item: isUnsettled, moves: isUnsettled && holdsMoves)
    return next(list.isOnTop) { list.isOnTop && holds($0, unsettled) }
  }

  private mutating func next(_ isListOnTop: Bool, _ holds: (Action) -> Bool) -> Action? {
    if isSequenceOver { return endedSequence(isListOnTop, holds) }
    guard let first = waiting.first else { return nil }
    switch first {
    case .key(let key) where isListOnTop: return step(key, holds)
    case .hint(let command), .offer(let command): if holds(.perform(command)) { return nil }
    case .key, .paste, .row, .order, .mouse: break
    }
    return .deliver(waiting.removeFirst())
  }

  /// Adds a key to the sequence.
  private mutating func step(_ key: Key, _ holds: (Action) -> Bool) -> Action? {
    var pressed = sequence
    let steps = pressed.press(key).map(Self.action)
    guard let action = steps.first, !holds(action) else { return nil }
    if steps.count > 1 {
      // The command of the keys before comes first, then this key again.
      sequence.cancel()
    } else {
      sequence = pressed
      waiting.removeFirst()
    }
    return action
  }

  private static func action(_ action: KeySequence<BoundCommand>.Action) -> Action {
    switch action {
    case .perform(.ours(let command)): .perform(command)
    case .perform(.own(let command)): .run(command)
    case .pass(let key): .pass(key)
    case .reject(let keys): .reject(keys)
    case .wait: .awaitKey
    case .waitBriefly: .awaitSequence
    }
  }

  /// Ends the wait for further keys: the command is next once its item is settled.
  mutating func endSequence() { isSequenceOver = !sequence.pending.isEmpty }

  private mutating func endedSequence(_ isListOnTop: Bool, _ holds: (Action) -> Bool) -> Action? {
    var ended = sequence
    guard let action = ended.timeOut().first.map(Self.action) else {
      forgetSequence()
      return next(isListOnTop, holds)
    }
    guard !holds(action) else { return nil }
    (sequence, isSequenceOver) = (ended, false)
    return action
  }

  mutating func forgetSequence() {
    isSequenceOver = false
    sequence.cancel()
  }

  // MARK: - Text for the footer

  /// The sequence and the pending events as people write them; empty without any.
  var text: String {
    let words = sequence.pending.map(\.description) + waiting.map(Self.words)
    return words.isEmpty ? "" : Self.shortened(words) + " …"
  }

  private static let maxWords = 8

  private static func shortened(_ words: [String]) -> String {
    let rest = words.count - maxWords
    return words.prefix(maxWords).joined(separator: " ") + (rest > 0 ? " +\(rest)" : "")
  }

  private static func words(_ input: Input) -> String {
    switch input {
    case .key(let key): key.description
    case .paste: "paste"
    case .hint(let command), .offer(let command): command.entry.title
    case .row, .order, .mouse: "click"
    }
  }

  /// Drops the pending events; answers which, in words.
  mutating func drop() -> String? {
    let sequence = isSequenceOver ? sequence.pending : []
    let words = sequence.map(\.description) + waiting.map(Self.words)
    waiting = []
    if isSequenceOver { forgetSequence() }
    return words.isEmpty ? nil : Self.shortened(words)
  }

  // MARK: - Expectations

  mutating func holdMoves(_ holds: Bool) { holdsMoves = holds }

  /// Whether a command on the item under the cursor has to wait.
  private func isUnsettled(_ id: PersistentIdentifier?) -> Bool {
    expected.values.contains { $0.concernsAll || id.map($0.leaving.contains) ?? false }
  }

  mutating func expectArrival() -> Expectation { expect(Expected()) }

  /// - Parameter sample: one of many items that leave together, watched instead of all.
  mutating func expectDeparture(of ids: [PersistentIdentifier], sample: PersistentIdentifier?) -> Expectation {
    expect(Expected(leaving: sample.map { [$0] } ?? Set(ids), concernsAll: sample != nil))
  }

  private mutating func expect(_ what: Expected) -> Expectation {
    lastNumber += 1
    let expectation = Expectation(number: lastNumber)
    expected[expectation] = what
    return expectation
  }

  /// Ends an expectation, met or not; harmless if it has ended.
  mutating func end(_ expectation: Expectation) { expected[expectation] = nil }

  /// Notes that only the list has to follow.
  mutating func noteSaved(_ expectation: Expectation) { expected[expectation]?.isSaved = true }

  var awaitsList: Bool { expected.values.contains(where: \.isSaved) }

  /// Ends expectations of saved changes, for example because they were undone.
  mutating func endSaved() { expected = expected.filter { !$0.value.isSaved } }

  /// Another list is shown.
  mutating func endAll() { expected = [:] }

  var leaving: Set<PersistentIdentifier> { expected.values.reduce(into: []) { $0.formUnion($1.leaving) } }

  func leaving(_ expectation: Expectation) -> Set<PersistentIdentifier> { expected[expectation]?.leaving ?? [] }

  /// Notes that items left the list, or will stay in it.
  mutating func endLeaving(_ ids: Set<PersistentIdentifier>) {
    guard !ids.isEmpty else { return }
    for (expectation, what) in expected where !what.leaving.isDisjoint(with: ids) {
      let rest = what.leaving.subtracting(ids)
      if rest.isEmpty { end(expectation) } else { expected[expectation]?.leaving = rest }
    }
  }
}
