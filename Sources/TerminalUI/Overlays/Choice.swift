/// An entry of a ``Menu`` or a ``CommandPalette``.
public struct Choice<Value: Sendable>: Sendable {
  /// The value that is chosen.
  public let value: Value
  /// Its name.
  public let title: String
  /// The key that chooses it at once in a menu; in a palette it is shown only.
  public let key: Key?
  /// What else it is called: a palette finds it by the beginning of a word of such a name, too.
  public let otherNames: [String]
  /// Dim text at the right.
  public let detail: String
  /// Its identity, whatever its title and detail are at the moment.
  public let id: any Hashable & Sendable
  /// Why it can't be chosen now; nil if it can.
  public let whyDisabled: String?
  /// Whether it is what holds now, which a mark says.
  public let isCurrent: Bool

  /// Creates a choice; its `id` is the title if nil.
  public init(
    _ title: String, value: Value, otherNames: [String] = [], key: Key? = nil, detail: String = "",
    whyDisabled: String? = nil, isCurrent: Bool = false, id: (any Hashable & Sendable)? = nil
  ) {
    self.id = id ?? title
    self.title = title
    self.otherNames = otherNames
    self.value = value
    self.key = key
    self.detail = detail
    self.whyDisabled = whyDisabled
    self.isCurrent = isCurrent
  }
}

/// What a key or a press did in a menu or a palette.
public enum ChoiceOutcome<Value: Sendable>: Sendable {
  /// This was chosen.
  case chosen(Value)
  /// It was closed without a choice.
  case closed
  /// It stays open.
  case continues
  /// It stays open, as what was to be chosen can't be now: its title, and why.
  case refused(String, why: String)
}

extension ChoiceOutcome: Equatable where Value: Equatable {}

extension Choice {
  /// The other name that is a text, or of which a word begins with it; case does not matter.
  func otherName(beginningWith text: String) -> String? {
    let text = text.lowercased()
    return otherNames.first { $0.lowercased() == text }
      ?? otherNames.first { (" " + $0.lowercased()).contains(" " + text) }
  }

  /// What comes of choosing it.
  var outcome: ChoiceOutcome<Value> { whyDisabled.map { .refused(title, why: $0) } ?? .chosen(value) }
}

/// The rows of a menu or a palette, with the cursor on one of them.
struct ChoiceRows<Value: Sendable>: Sendable {
  /// A choice with the highlighted ranges of its title.
  struct Row: Sendable {
    let choice: Choice<Value>
    var highlights: [Range<String.Index>] = []
    /// The other name by which it was found; nil if it was found by its title.
    var otherName: String?
  }

  private(set) var rows: [Row] = []
  private(set) var selection = ListSelection()
  /// Where the rows were drawn last.
  private var area = Rect.zero

  init(_ rows: [Row]) { show(rows) }

  var selected: Choice<Value>? { selection.index.map { rows[$0].choice } }

  /// Replaces the rows, and puts the cursor on the first.
  mutating func show(_ rows: [Row]) {
    self.rows = rows
    selection = ListSelection()
    selection.update(count: rows.count, index: nil)
  }

  /// Updates the rows; the cursor stays on its choice, and that on its place, as long as the choice is there.
  mutating func update(_ rows: [Row]) {
    let selected = selected.map { AnyHashable($0.id) }
    self.rows = rows
    selection.update(count: rows.count, index: rows.firstIndex { AnyHashable($0.choice.id) == selected })
  }

  mutating func select(_ index: Int) { selection.select(index) }

  mutating func move(_ motion: Motion) { selection.move(motion) }

  /// The row that was pressed; the wheel moves the cursor.
  mutating func pressedRow(_ mouse: MouseEvent) -> Int? {
    switch mouse.action {
    case .wheelUp: selection.move(by: -1)
    case .wheelDown: selection.move(by: 1)
    case .press(0) where area.contains(mouse.position):
      let row = selection.offset + mouse.position.y - area.y
      return row < rows.count ? row : nil
    default: break
    }
    return nil
  }

  /// The width of the widest row.
  var width: Int { rows.lazy.map { Self.width(of: $0.choice) }.max() ?? 0 }

  mutating func render(into canvas: inout Canvas, in area: Rect, _ style: OverlayStyle) {
    selection.update(height: area.height)
    let bar = ScrollBar(total: rows.count, offset: selection.offset, visible: area.height)
    self.area = bar.render(into: &canvas, in: area)
    for (y, index) in selection.visible.enumerated() {
      let line = line(rows[index], width: self.area.width, style)
      canvas.draw(index == selection.index ? line.selected(in: style.selection) : line, in: self.area.row(y))
    }
  }

  private func line(_ row: Row, width: Int, _ style: OverlayStyle) -> CellLine {
    let choice = row.choice
    let text = choice.whyDisabled == nil ? style.text : style.detail
    var leading = CellLine(choice.isCurrent ? "✓" : " ", style: text)
    leading.append(
      CellLine(choice.title, highlighting: row.highlights, with: style.highlight, style: text, limit: width))
    if let otherName = row.otherName { leading.append(" · \(otherName)", style: style.detail) }
    var trailing = CellLine(choice.detail, style: style.detail, limit: width)
    if let key = choice.key { trailing.append("  \(key)", style: style.key) }
    trailing.append(" ", style: text)
    return .justified(leading, trailing, to: width, style: text)
  }

  private static func width(of choice: Choice<Value>) -> Int {
    let key = choice.key.map { TerminalText.width(of: $0.description) + 2 } ?? 0
    return TerminalText.width(of: choice.title) + TerminalText.width(of: choice.detail) + key + 4
  }
}
