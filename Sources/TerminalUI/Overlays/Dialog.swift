/// A question in a box, with its answers as buttons: a value that takes keys and presses until one is an answer.
///
/// A dialog takes no pastes: they must not answer a question.
public struct Dialog<Answer: Sendable>: Sendable {
  /// The title, in the frame.
  public let title: String
  /// The question, which is wrapped and can be changed.
  ///
  /// Of a very long one, the beginning is kept.
  public var message: String {
    didSet { message = TerminalText.beginning(of: message, limit: Self.longestMessage) }
  }
  /// The answers.
  public let buttons: [DialogButton<Answer>]
  /// The button that Enter presses.
  public private(set) var focus: Int
  /// The styles.
  public var style = OverlayStyle()

  /// The most scalars of a message, which is wrapped for each frame.
  static var longestMessage: Int { 4_096 }

  /// The columns of the widest message.
  private static var maxWidth: Int { 60 }

  private let cancel: Int
  /// The first visible line of the message.
  private var scroll = 0
  /// Where the buttons were drawn last.
  private var buttonAreas: [Rect] = []

  /// Creates a dialog.
  ///
  /// - Parameters:
  ///   - title: The title, in the frame.
  ///   - message: The question.
  ///   - buttons: At least one; letters of the titles are good keys.
  ///   - focus: The button that Enter presses at first, which should be harmless.
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

  /// Takes a key: that of a button, Enter, Escape, arrows and Tab between buttons, PgUp and PgDn for a long message.
  ///
  /// - Returns: The answer; nil if the key is none.
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

  /// Takes a press of the left mouse button.
  ///
  /// - Returns: The answer; nil if no button was pressed.
  public func handle(_ mouse: MouseEvent) -> Answer? {
    guard mouse.action == .press(0) else { return nil }
    return buttonAreas.firstIndex { $0.contains(mouse.position) }.map { buttons[$0].answer }
  }
}

// MARK: - Drawing

extension Dialog {
  /// Draws the box centred in an area, with the buttons in one row, or stacked where there is no room for that.
  ///
  /// A message that has no room can be scrolled.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let labels = buttons.indices.map(label)
    let row = labels.reduce(0) { $0 + $1.width } + 2 * max(0, labels.count - 1)
    let margin = Box.isFramed(on: canvas) ? 2 : 0
    let room = max(2, min(Self.maxWidth, area.width - 2 * margin))
    let lines = message.isEmpty ? [] : CellLine.paragraphs(message, width: room, style: style.text)
    let isOneRow = row <= room
    let width = max(lines.map(\.width).max() ?? 0, isOneRow ? row : labels.map(\.width).max() ?? 0)
    let size = Size(
      width: max(width, TerminalText.width(of: title) + 2) + 2 * margin,
      height: lines.count + (isOneRow ? 1 : labels.count) + (lines.isEmpty ? 2 : 3))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    let inside = margin == 0 ? box : box.inset(columns: 1, rows: 0)
    canvas.cursor = nil
    let (text, bottom) = inside.split(bottom: isOneRow ? 1 : min(labels.count, max(1, inside.height - 1)))
    draw(lines, into: &canvas, in: text)
    buttonAreas = isOneRow ? Self.beside(labels, in: bottom) : stacked(in: bottom)
    for (label, area) in zip(labels, buttonAreas) where !area.isEmpty {
      canvas.draw(label.truncated(to: area.width), at: area.corner)
    }
  }

  private mutating func draw(_ lines: [CellLine], into canvas: inout Canvas, in area: Rect) {
    scroll = scroll.clamped(to: 0...max(0, lines.count - area.height))
    for (index, line) in lines.dropFirst(scroll).prefix(area.height).enumerated() {
      canvas.draw(line, in: area.row(index), style: style.text)
    }
    // There is more below.
    guard scroll + area.height < lines.count, !area.isEmpty else { return }
    canvas.draw("…", in: area.row(area.height - 1).split(right: 1).right, style: style.key)
  }

  /// The areas of stacked buttons; where there is no room for all, the one with the focus is visible.
  private func stacked(in area: Rect) -> [Rect] {
    let first = max(0, min(focus, buttons.count - area.height))
    return buttons.indices.map { $0 < first ? .zero : area.row($0 - first) }
  }

  private func label(_ index: Int) -> CellLine {
    let overlay = index == focus ? style.selection : .plain
    var line = CellLine(" \(buttons[index].key)", style: style.key.overlaid(with: overlay))
    line.append(" \(buttons[index].title) ", style: style.text.overlaid(with: overlay))
    return line
  }

  /// The areas of buttons in one row, at the right.
  private static func beside(_ labels: [CellLine], in area: Rect) -> [Rect] {
    var x = area.columns.upperBound - labels.reduce(-2) { $0 + $1.width + 2 }
    return labels.map { label in
      defer { x += label.width + 2 }
      return Rect(x: x, y: area.y, width: label.width, height: area.height).intersection(area)
    }
  }
}

// MARK: - Button

/// An answer to the question of a ``Dialog``.
public struct DialogButton<Answer: Sendable>: Sendable {
  /// Its label.
  public let title: String
  /// The key that gives the answer at once.
  public let key: Key
  /// The answer.
  public let answer: Answer

  /// Creates a button.
  public init(_ title: String, key: Key, answer: Answer) {
    self.title = title
    self.key = key
    self.answer = answer
  }
}
