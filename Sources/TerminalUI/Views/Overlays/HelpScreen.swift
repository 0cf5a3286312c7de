/// All commands in a box, from the same table as the footer; it scrolls, and can be searched.
public struct HelpScreen: Sendable {
  /// What stands in the frame.
  public let title: String
  /// The commands.
  public let hints: [KeyHint]
  /// The first line shown; drawing limits it to what there is.
  public var offset = 0
  /// What is looked for; nil if nothing is.
  public internal(set) var search: TextField?
  /// The looks.
  public var style = OverlayStyle()

  /// How many lines were shown last.
  var height = 10

  /// Creates a help screen.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Scrolls by arrows, `j`, `k`, `^d`, `^u`, PgUp, PgDn, Home and End; `/` searches, and Escape ends that.
  ///
  /// - Returns: Whether the key was one of these; while searching, every key is.
  public mutating func handle(_ key: Key) -> Bool {
    if scroll(key) { return true }
    if search == nil {
      if key == "/" { search = TextField(placeholder: "search", limit: 256) }
      return search != nil
    }
    switch search?.handle(key) {
    case .cancelled: search = nil
    case .edited: offset = 0
    default: break
    }
    return true
  }

  /// Takes pasted text into the search, which shows its first finding then.
  public mutating func insert(_ text: String) {
    guard search != nil else { return }
    search?.insert(text)
    offset = 0
  }

  /// Scrolls with the wheel.
  ///
  /// - Returns: Whether it was the wheel.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    default: return false
    }
    return true
  }

  private mutating func scroll(_ key: Key) -> Bool {
    switch key {
    case Key(.up): scroll(by: -1)
    case Key(.down): scroll(by: 1)
    case Key(.pageUp): scroll(by: 1 - max(2, height))
    case Key(.pageDown): scroll(by: max(2, height) - 1)
    default: return search == nil && scrollOutsideOfSearch(key)
    }
    return true
  }

  /// Keys that are text while something is looked for.
  private mutating func scrollOutsideOfSearch(_ key: Key) -> Bool {
    switch key {
    case "k": scroll(by: -1)
    case "j": scroll(by: 1)
    case "^d": scroll(by: max(1, height / 2))
    case "^u": scroll(by: -max(1, height / 2))
    case " ": scroll(by: max(2, height) - 1)
    case Key(.home), "g": offset = 0
    case Key(.end), "G": offset = .max / 2
    default: return false
    }
    return true
  }

  private mutating func scroll(by lines: Int) {
    offset = max(0, offset + lines)
  }
}
