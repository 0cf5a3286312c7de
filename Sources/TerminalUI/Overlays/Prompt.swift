/// A question in a box, answered by typing.
public struct Prompt: Sendable {
  /// What a key or a press did.
  public enum Outcome: Hashable, Sendable {
    /// It stays open.
    case continues
    /// Enter: here is the text; if it isn't accepted, set ``Prompt/problem``.
    case submitted(String)
    /// Escape: the question was dismissed.
    case cancelled
  }

  /// The title, in the frame.
  public let title: String
  /// The question; it is wrapped.
  public let message: String
  /// The text.
  public var field: TextField
  /// Why the text isn't accepted; shown below it until it is changed.
  public var problem: String?
  /// The styles.
  public var style = OverlayStyle()

  private var footer: Footer { Footer([KeyHint("Enter", "ok"), KeyHint("Esc", "cancel")]) }
  private var footerArea = Rect.zero

  /// Creates a prompt.
  public init(_ title: String, message: String = "", field: TextField = TextField()) {
    self.title = title
    self.message = message
    self.field = field
  }

  /// Takes a key.
  public mutating func handle(_ key: Key) -> Outcome {
    switch field.handle(key) {
    case .submitted: return .submitted(field.text)
    case .cancelled: return .cancelled
    case .edited: problem = nil
    case .moved, .ignored: break
    }
    return .continues
  }

  /// Inserts pasted text.
  public mutating func insert(_ text: String) {
    field.insert(text)
    problem = nil
  }

  /// Takes the mouse, in the text and on the keys below.
  public mutating func handle(_ mouse: MouseEvent) -> Outcome {
    if field.handle(mouse) { return .continues }
    guard mouse.action == .press(0), footerArea.contains(mouse.position) else { return .continues }
    switch footer.hint(at: mouse.position.x - footerArea.x, width: footerArea.width)?.keys {
    case "Enter": return .submitted(field.text)
    case "Esc": return .cancelled
    default: return .continues
    }
  }

  /// Draws the box centred in an area, and places the cursor.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let width = area.width.clamped(to: 0...64)
    let above = message.isEmpty ? [] : CellLine.paragraphs(message, width: width - 4, style: style.text)
    let below = problem.map { CellLine.paragraphs($0, width: width - 4, style: style.problem) } ?? []
    let size = Size(width: width, height: above.count + below.count + 4)
    let box = Box(title: title, style: style.frame).render(into: &canvas, in: area.centered(size))
    var (rest, bottom) = box.inset(columns: 1, rows: 0).split(bottom: 1)
    renderFooter(into: &canvas, in: bottom)
    for line in above where rest.height > 1 { canvas.draw(line, in: Self.take(&rest)) }
    field.render(into: &canvas, in: Self.take(&rest))
    for line in below where !rest.isEmpty { canvas.draw(line, in: Self.take(&rest)) }
  }

  private mutating func renderFooter(into canvas: inout Canvas, in area: Rect) {
    var footer = footer
    (footer.keyStyle, footer.titleStyle) = (style.key, style.detail)
    footerArea = area
    footer.render(into: &canvas, in: area)
  }

  private static func take(_ area: inout Rect) -> Rect {
    let (row, rest) = area.split(top: 1)
    area = rest
    return row
  }
}
