/// A question in a box, with its answers as buttons: a value that takes keys and presses until one is an answer.
///
/// Pastes are none of its events: they must not answer a question.
public struct Dialog<Answer: Sendable>: Sendable {
  /// What stands in the frame.
  public let title: String
  /// The question; it is wrapped, and may become another one while it is shown.
  ///
  /// Of one that is longer than anybody reads the beginning is kept.
  public var message: String {
    didSet { message = TerminalText.beginning(of: message, limit: Self.longestMessage) }
  }
  /// The answers.
  public let buttons: [DialogButton<Answer>]
  /// The button that Enter presses.
  public private(set) var focus: Int
  /// The looks.
  public var style = OverlayStyle()

  /// The number of scalars of a longer message that are kept: it is wrapped for each frame.
  static var longestMessage: Int { 4_096 }

  private let cancel: Int
  /// How many lines of the message are above those that are shown.
  var scroll = 0
  /// Where the buttons were drawn last.
  var buttonAreas: [Rect] = []

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - buttons: At least one; the keys are best letters of the titles.
  ///   - focus: The button that Enter presses at first; let it be a harmless one.
  ///   - cancel: The button that Escape presses; the last one if nil.
  public init(
    _ title: String, message: String, buttons: [DialogButton<Answer>], focus: Int = 0, cancel: Int? = nil
  ) {
    self.title = title
    self.message = TerminalText.beginning(of: message, limit: Self.longestMessage)
    self.buttons = buttons
    self.focus = focus.clamped(to: 0...max(0, buttons.count - 1))
    self.cancel = cancel ?? max(0, buttons.count - 1)
  }

  /// Takes a key: that of a button, Enter, Escape, what moves between buttons, PgUp and PgDn for a long message.
  ///
  /// - Returns: The answer; nil if the key gave none.
  public mutating func handle(_ key: Key) -> Answer? {
    if let button = buttons.first(where: { $0.key == key }) { return button.answer }
    switch key {
    case Key(.enter): return buttons.isEmpty ? nil : buttons[focus].answer
    case Key(.escape): return buttons.indices.contains(cancel) ? buttons[cancel].answer : nil
    case Key(.pageUp): scroll = max(0, scroll - 1)
    case Key(.pageDown): scroll += 1
    case Key(.left), Key(.up), "S-Tab": focus = max(0, focus - 1)
    case Key(.right), Key(.down), Key(.tab): focus = min(max(0, buttons.count - 1), focus + 1)
    default: break
    }
    return nil
  }

  /// Takes a press of the left button of the mouse.
  ///
  /// - Returns: The answer; nil if no button was pressed.
  public func handle(_ mouse: MouseEvent) -> Answer? {
    guard mouse.action == .press(0) else { return nil }
    return buttonAreas.firstIndex { $0.contains(mouse.position) }.map { buttons[$0].answer }
  }
}
