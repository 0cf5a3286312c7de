/// All commands in a box, from the same table as the footer; it scrolls, and can be searched.
public struct HelpScreen: Sendable {
  /// What stands in the frame.
  public let title: String
  /// The commands.
  public let hints: [KeyHint]
  /// The first command shown; drawing limits it to what there is.
  public var offset = 0
  /// What is looked for; nil if nothing is.
  public internal(set) var search: TextField?
  /// The looks.
  public var style = OverlayStyle()

  /// Creates a help screen.
  public init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Scrolls by arrows, PgUp, PgDn, Home and End; `/` searches, and Escape ends that.
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
    case .wheelUp: offset = max(0, offset - 3)
    case .wheelDown: offset += 3
    default: return false
    }
    return true
  }

  private mutating func scroll(_ key: Key) -> Bool {
    switch key {
    case Key(.up): offset = max(0, offset - 1)
    case Key(.down): offset += 1
    case Key(.pageUp): offset = max(0, offset - 10)
    case Key(.pageDown): offset += 10
    case Key(.home) where search == nil: offset = 0
    case Key(.end) where search == nil: offset = hints.count
    default: return false
    }
    return true
  }
}
