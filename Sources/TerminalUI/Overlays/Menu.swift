/// A box of choices with keys; a disabled choice says why it is disabled.
///
/// A menu takes no pastes.
public struct Menu<Value: Sendable>: Sendable {
  /// The title, in the frame.
  public let title: String
  /// The styles.
  public var style = OverlayStyle()

  private var rows: ChoiceRows<Value>

  /// Creates a menu.
  ///
  /// - Parameters:
  ///   - title: The title, in the frame.
  ///   - choices: The choices.
  ///   - selected: The index of the choice under the cursor at first.
  public init(_ title: String, _ choices: [Choice<Value>], selected: Int = 0) {
    self.title = title
    rows = ChoiceRows(choices.map { ChoiceRows.Row(choice: $0) })
    rows.select(selected)
  }

  /// The choice under the cursor; nil if there are none.
  public var selected: Choice<Value>? { rows.selected }

  /// Takes a key: that of a choice, arrows, Home, End, Enter, Escape.
  public mutating func handle(_ key: Key) -> ChoiceOutcome<Value> {
    if let index = rows.rows.firstIndex(where: { $0.choice.key == key }) { return choose(index) }
    switch key {
    case Key(.enter): return rows.selection.index.map { choose($0) } ?? .closed
    case Key(.escape): return .closed
    default: if let motion = Motion(key) ?? Motion(besideText: key) { rows.move(motion) }
    }
    return .continues
  }

  /// Chooses by a press; scrolls with the wheel.
  public mutating func handle(_ mouse: MouseEvent) -> ChoiceOutcome<Value> {
    rows.pressedRow(mouse).map { choose($0) } ?? .continues
  }

  /// Draws the box in the middle of an area.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let reason = selected?.whyDisabled
    let reserve = rows.rows.contains { $0.choice.whyDisabled != nil } ? 1 : 0
    let reasons = rows.rows.lazy.compactMap { $0.choice.whyDisabled.map { TerminalText.width(of: $0) + 2 } }.max() ?? 0
    let width = max(rows.width, reasons, TerminalText.width(of: title) + 4)
    let size = Size(width: width + 2, height: rows.rows.count + reserve + 2)
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    canvas.cursor = nil
    let (top, bottom) = box.split(bottom: box.height > 1 && reason != nil || box.height > 3 ? reserve : 0)
    rows.render(into: &canvas, in: top, style)
    if let reason { canvas.draw(" " + reason, in: bottom, style: style.problem) }
  }

  /// Chooses a row; a disabled one only gets the cursor, so that its reason is shown.
  private mutating func choose(_ index: Int) -> ChoiceOutcome<Value> {
    rows.select(index)
    return rows.rows[index].choice.outcome
  }
}
