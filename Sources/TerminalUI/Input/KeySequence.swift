/// Key by key towards a command: a state machine whose methods return what to do.
///
/// While ``pending`` is not empty, show ``pendingText``, so that it can be seen that more is awaited.
public struct KeySequence<Command: Sendable>: Sendable {
  /// What to do after a key.
  public enum Action: Sendable {
    /// Carry out the command.
    case perform(Command)
    /// No command begins with the key: it may mean something to the view that has the focus.
    case pass(Key)
    /// The keys pressed before lead nowhere with this one, and are forgotten with it.
    case reject([Key])
    /// Wait for another key; if there is none for a moment, call ``KeySequence/timeOut()``.
    case waitBriefly
    /// Wait for another key, however long.
    case wait
  }

  /// The keys pressed so far that wait for another one.
  public private(set) var pending: [Key] = []

  private let bindings: KeyBindings<Command>

  /// Creates a sequence in which no key has been pressed.
  public init(_ bindings: KeyBindings<Command>) { self.bindings = bindings }

  /// The waiting keys as people write them, with an ellipsis; empty if none wait.
  public var pendingText: String {
    pending.isEmpty ? "" : pending.map(\.description).joined(separator: " ") + " …"
  }

  /// Takes a key.
  ///
  /// Escape takes back what waits. A command that waited for the chance of a longer sequence is carried out before the
  /// key that was not part of one.
  public mutating func press(_ key: Key) -> [Action] {
    if key == Key(.escape), !pending.isEmpty { return [.reject(takePending() + [key])] }
    let keys = pending + [key]
    let node = bindings.node(keys)
    if node.isBeginning {
      pending = keys
      return [node.command == nil ? .wait : .waitBriefly]
    }
    let waiting = takePending()
    if let command = node.command { return [.perform(command)] }
    if waiting.isEmpty { return [.pass(key)] }
    guard let earlier = bindings[waiting] else { return [.reject(keys)] }
    return [.perform(earlier)] + press(key)
  }

  /// Decides that no further key comes: a command that waited is carried out.
  public mutating func timeOut() -> [Action] {
    guard let command = bindings[pending] else { return [] }
    pending = []
    return [.perform(command)]
  }

  /// Forgets the keys that wait, because something else happened.
  public mutating func cancel() { pending = [] }

  private mutating func takePending() -> [Key] {
    defer { pending = [] }
    return pending
  }
}

extension KeySequence.Action: Equatable where Command: Equatable {}
