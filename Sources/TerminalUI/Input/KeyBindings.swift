/// Which keys, pressed one after the other, stand for which command.
public struct KeyBindings<Command: Sendable>: Sendable {
  /// What is bound to a sequence of keys, and whether a longer one begins with it.
  struct Node: Sendable {
    var command: Command?
    var isBeginning = false
  }

  private var nodes: [[Key]: Node] = [:]

  /// Creates a table without bindings.
  public init() {}

  /// The command of a sequence; setting nil takes the binding away.
  public subscript(_ keys: [Key]) -> Command? {
    get { nodes[keys]?.command }
    set {
      nodes[keys, default: Node()].command = newValue
      updateBeginnings()
    }
  }

  /// Binds a sequence in the place of what was bound to it before.
  ///
  /// - Parameter keys: The keys in words, with blanks between them: `g g`, `^x ^s`.
  /// - Returns: Whether the words are keys; if not, nothing was bound.
  @discardableResult
  public mutating func bind(_ keys: String, to command: Command) -> Bool {
    let words = keys.split(separator: " ")
    let sequence = words.compactMap { Key(String($0)) }
    guard !words.isEmpty, sequence.count == words.count else { return false }
    self[sequence] = command
    return true
  }

  func node(_ keys: [Key]) -> Node { nodes[keys] ?? Node() }

  private mutating func updateBeginnings() {
    nodes = nodes.filter { $0.value.command != nil }.mapValues { Node(command: $0.command) }
    for keys in nodes.keys {
      for length in 1..<max(1, keys.count) { nodes[Array(keys.prefix(length)), default: Node()].isBeginning = true }
    }
  }
}
