/// A list of commands, searched by typing some letters of their names.
///
/// The letters must come in this order, with anything in between; the best match is first (``FuzzyMatch``). Below these are
/// those of which a word of another name begins with what is typed; above them those with exactly that other name.
public struct CommandPalette<Value: Sendable>: Sendable {
  /// The title, in the frame.
  public let title: String
  /// The field with the search text.
  public private(set) var field: TextField
  /// The styles.
  public var style = OverlayStyle()

  private var choices: [Choice<Value>]
  private var rows: ChoiceRows<Value>

  /// Creates a palette; while nothing is typed it shows the placeholder, and the choices in their order.
  public init(_ title: String, _ choices: [Choice<Value>], placeholder: String = "type to search") {
    self.title = title
    self.choices = choices
    field = TextField(placeholder: placeholder, limit: 256)
    rows = ChoiceRows(choices.map { ChoiceRows.Row(choice: $0) })
  }

  /// The choices that match, best first.
  public var matches: [Choice<Value>] { rows.rows.map(\.choice) }

  /// Updates the choices; the search text, the choice under the cursor and the visible rows stay.
  ///
  /// The choice under the cursor is found again by its ``Choice/id``.
  public mutating func update(_ choices: [Choice<Value>]) {
    self.choices = choices
    rows.update(found)
  }

  /// Takes a key.
  ///
  /// - Complexity: linear in the number of choices and the length of their titles, if it changes the text.
  public mutating func handle(_ key: Key) -> ChoiceOutcome<Value> {
    if let motion = Motion(besideText: key) {
      rows.move(motion)
      return .continues
    }
    switch field.handle(key) {
    case .submitted: return choose()
    case .cancelled: return .closed
    case .edited: search()
    case .moved, .ignored: break
    }
    return .continues
  }

  /// Inserts pasted text into the search.
  public mutating func insert(_ text: String) {
    field.insert(text)
    search()
  }

  /// Chooses by a press; scrolls with the wheel.
  public mutating func handle(_ mouse: MouseEvent) -> ChoiceOutcome<Value> {
    if field.handle(mouse) { return .continues }
    guard let row = rows.pressedRow(mouse) else { return .continues }
    rows.select(row)
    return choose()
  }

  /// Draws the box at the top of an area, centred, and places the cursor.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let room = area.inset(columns: 0, rows: area.height > 12 ? 2 : 0)
    let size = Size(width: min(70, area.width), height: min(choices.count + 4, max(5, room.height)))
    let place = room.centered(Size(width: size.width, height: room.height)).split(top: size.height).top
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: place)
    let (top, rest) = box.split(top: 1)
    let needsReason = rows.selected?.whyDisabled != nil && rest.height > 1
    let (list, bottom) = rest.split(bottom: needsReason || rest.height > 2 ? 1 : 0)
    canvas.draw(CellLine(" > ", style: style.key), in: top)
    field.render(into: &canvas, in: top.split(left: 3).rest)
    rows.render(into: &canvas, in: list, style)
    drawNotice(into: &canvas, in: bottom)
  }

  private func drawNotice(into canvas: inout Canvas, in area: Rect) {
    if let reason = rows.selected?.whyDisabled { return canvas.draw(" " + reason, in: area, style: style.problem) }
    let count = rows.rows.isEmpty ? "nothing matches" : "\(rows.rows.count) of \(choices.count)"
    canvas.draw(CellLine(" " + count, style: style.detail), in: area)
  }

  private func choose() -> ChoiceOutcome<Value> {
    rows.selected?.outcome ?? .continues
  }

  private mutating func search() { rows.show(found) }

  private var found: [ChoiceRows<Value>.Row] {
    let byTitle = FuzzyMatch.ranked(choices.map(\.title), by: field.text).map {
      (index: $0.index, row: ChoiceRows.Row(choice: choices[$0.index], highlights: $0.match.ranges))
    }
    let typed = field.text.trimmingCharacters(in: .whitespaces)
    guard !typed.isEmpty else { return byTitle.map(\.row) }
    let found = Set(byTitle.map(\.index))
    let byOtherName = choices.indices.compactMap { index in
      choices[index].otherName(beginningWith: typed).map { name in
        (index: index, row: ChoiceRows.Row(choice: choices[index], otherName: name))
      }
    }
    // Who types the whole name means it, whatever titles have its letters.
    let exact = byOtherName.filter { $0.row.otherName?.lowercased() == typed.lowercased() && !found.contains($0.index) }
    let others = byOtherName.filter {
      $0.row.otherName?.lowercased() != typed.lowercased() && !found.contains($0.index)
    }
    return (exact + byTitle + others).map(\.row)
  }
}
