/// The sequences of keys that are bound to commands.
public struct KeyBindings<Command: Sendable>: Sendable {
  /// The command of a sequence of keys, and whether longer sequences begin with it.
  fileprivate struct Node: Sendable {
    var command: Command?
    var isBeginning = false
  }

  private var nodes: [[Key]: Node] = [:]

  /// Creates an empty table.
  public init() {}

  /// The command of a sequence; setting nil removes the binding.
  public subscript(_ keys: [Key]) -> Command? {
    get { nodes[keys]?.command }
    set {
      nodes[keys, default: Node()].command = newValue
      updateBeginnings()
    }
  }

  /// Binds a sequence to a command, replacing an earlier binding.
  ///
  /// - Parameter keys: The keys as people write them, separated by spaces: `g g`, `^x ^s`.
  /// - Returns: Whether all of them are keys; if not, nothing was bound.
  @discardableResult
  public mutating func bind(_ keys: String, to command: Command) -> Bool {
    let words = keys.split(separator: " ")
    let sequence = words.compactMap { Key(String($0)) }
    guard !words.isEmpty, sequence.count == words.count else { return false }
    self[sequence] = command
    return true
  }

  /// The same keys, bound to other commands.
  public func mapCommands<Other: Sendable>(_ transform: (Command) -> Other) -> KeyBindings<Other> {
    var others = KeyBindings<Other>()
    others.nodes = nodes.mapValues {
      KeyBindings<Other>.Node(command: $0.command.map(transform), isBeginning: $0.isBeginning)
    }
    return others
  }

  fileprivate func node(_ keys: [Key]) -> Node { nodes[keys] ?? Node() }

  private mutating func updateBeginnings() {
    nodes = nodes.filter { $0.value.command != nil }.mapValues { Node(command: $0.command) }
    for keys in nodes.keys {
      for length in 1..<max(1, keys.count) { nodes[Array(keys.prefix(length)), default: Node()].isBeginning = true }
    }
  }
}

/// Follows key presses through ``KeyBindings``: a state machine whose methods return what to do.
///
/// While ``pending`` is not empty, show ``pendingText``, so that people see that another key is expected.
public struct KeySequence<Command: Sendable>: Sendable {
  /// What to do after a key.
  public enum Action: Sendable {
    /// Run the command.
    case perform(Command)
    /// No binding begins with the key: pass it to the view that has the focus.
    case pass(Key)
    /// No binding begins with these keys; they are dropped.
    case reject([Key])
    /// Wait for another key; if none comes for a moment, call ``KeySequence/timeOut()``.
    case waitBriefly
    /// Wait for another key, however long.
    case wait
  }

  /// The keys pressed so far, if they begin a longer sequence.
  public private(set) var pending: [Key] = []

  private let bindings: KeyBindings<Command>

  /// Creates a sequence in which no key has been pressed.
  public init(_ bindings: KeyBindings<Command>) { self.bindings = bindings }

  /// The pending keys as people write them, with an ellipsis; empty if there are none.
  public var pendingText: String {
    pending.isEmpty ? "" : pending.map(\.description).joined(separator: " ") + " …"
  }

  /// Takes a key.
  ///
  /// Escape drops the pending keys. A command that waited, in case a longer sequence was meant, runs before a key that
  /// does not continue one.
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

  /// Stops waiting for a longer sequence: the command that waited runs.
  public mutating func timeOut() -> [Action] {
    guard let command = bindings[pending] else { return [] }
    pending = []
    return [.perform(command)]
  }

  /// Drops the pending keys, because something else happened.
  public mutating func cancel() { pending = [] }

  private mutating func takePending() -> [Key] {
    defer { pending = [] }
    return pending
  }
}

extension KeySequence.Action: Equatable where Command: Equatable {}
