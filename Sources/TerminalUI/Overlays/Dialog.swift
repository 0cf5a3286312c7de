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

  /// In so few rows a frame takes more than it gives.
  private static var smallHeight: Int { 8 }

  private let cancel: Int
  /// The first visible line of the message.
  private var scroll = 0
  /// Where the buttons were drawn last.
  private var buttonAreas: [Rect] = []

  /// Creates a dialog.
  ///
  /// - Parameters:
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
    case Key(.left), Key(.up): focus = max(0, focus - 1)
    case Key(.right), Key(.down): focus = min(max(0, buttons.count - 1), focus + 1)
    // Round and round: the first press of Tab does something, whichever button a question begins with.
    case Key(.tab) where !buttons.isEmpty: focus = (focus + 1) % buttons.count
    case "S-Tab" where !buttons.isEmpty: focus = (focus + buttons.count - 1) % buttons.count
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
  /// Where the frame would take the room of the message, there is none; what has no room then can be scrolled.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let labels = buttons.indices.map(label)
    let layout = layout(labels, in: area, on: canvas)
    let inside = layout.isFramed ? frame(layout, into: &canvas, in: area) : clear(layout, on: &canvas, in: area)
    canvas.cursor = nil
    let (text, bottom) = inside.split(bottom: min(layout.buttonRows, max(1, inside.height - 1)))
    draw(layout.lines, into: &canvas, in: text)
    buttonAreas = layout.buttonRows == 1 ? Self.beside(labels, in: bottom) : stacked(in: bottom)
    for (label, area) in zip(labels, buttonAreas) where !area.isEmpty {
      canvas.draw(label.truncated(to: area.width), at: area.corner)
    }
  }

  /// The layout with a frame, or that without one if it shows more of the message.
  private func layout(_ labels: [CellLine], in area: Rect, on canvas: Canvas) -> DialogLayout {
    func layout(isFramed: Bool) -> DialogLayout {
      let room = max(2, min(Self.maxWidth, area.width - (isFramed ? 4 : 0)))
      let lines = message.isEmpty ? [] : CellLine.paragraphs(message, width: room, style: style.text)
      return DialogLayout(lines: lines, labels: labels.map(\.width), room: room, isFramed: isFramed)
    }
    guard Box.isFramed(on: canvas) else { return layout(isFramed: false) }
    let framed = layout(isFramed: true)
    guard framed.height > area.height else { return framed }
    let bare = layout(isFramed: false)
    return bare.height <= area.height || area.height <= Self.smallHeight ? bare : framed
  }

  /// - Returns: the inside of the frame.
  private func frame(_ layout: DialogLayout, into canvas: inout Canvas, in area: Rect) -> Rect {
    let size = Size(
      width: max(layout.width, TerminalText.width(of: title) + 2) + 4,
      // A blank line stands between the message and the buttons, where there is room.
      height: layout.height + (layout.lines.isEmpty ? 0 : 1))
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    return box.inset(columns: 1, rows: 0)
  }

  /// - Returns: the middle of the cleared area.
  private func clear(_ layout: DialogLayout, on canvas: inout Canvas, in area: Rect) -> Rect {
    canvas.fill(area, style: style.frame)
    return area.centered(Size(width: layout.width, height: layout.height))
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

/// How the message and the buttons of a dialog divide their room.
private struct DialogLayout {
  /// The message, wrapped.
  let lines: [CellLine]
  let isFramed: Bool
  /// The rows of the buttons: one, or one for each where they have no room beside each other.
  let buttonRows: Int
  let width: Int

  /// - Parameters:
  ///   - labels: The columns of the buttons.
  ///   - room: The columns that there are.
  init(lines: [CellLine], labels: [Int], room: Int, isFramed: Bool) {
    let row = labels.reduce(0, +) + 2 * max(0, labels.count - 1)
    (self.lines, self.isFramed) = (lines, isFramed)
    buttonRows = row <= room ? 1 : labels.count
    width = max(lines.map(\.width).max() ?? 0, row <= room ? row : labels.max() ?? 0)
  }

  /// The rows of message, buttons and frame.
  var height: Int { lines.count + buttonRows + (isFramed ? 2 : 0) }
}

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
