/// A short message that vanishes by itself, with a hint what can be done about it.
public struct Toast: Hashable, Sendable {
  /// The message.
  public let text: String
  /// What can be done about it, such as `u undo`.
  public let hint: KeyHint?

  /// Creates a toast.
  public init(_ text: String, hint: KeyHint? = nil) {
    self.text = text
    self.hint = hint
  }
}

/// Shows a toast until its time is over or another one comes.
@MainActor
public final class ToastShelf {
  /// The time that a toast stays by default: long enough to read it and to press its key.
  public static let duration = Duration.seconds(6)

  private static let maxLines = 3
  /// The number of blank columns at its left.
  private static let edge = 2

  /// The toast that is shown.
  public private(set) var current: Toast?
  /// The style of the message.
  public var style = Style.reverse
  /// Laid over the style for the key.
  public var keyStyle = Style.bold
  /// Called when the toast has vanished by itself (``Application/setNeedsDisplay()`` is meant).
  public var onChange: (@MainActor () -> Void)?

  private let clock: any EventClock
  private var timer: (any EventTimer)?
  private var hintArea = Rect.zero

  /// Creates an empty shelf.
  ///
  /// - Parameter clock: Measures the time; the application's clock.
  public init(clock: any EventClock) { self.clock = clock }

  isolated deinit { timer?.cancel() }

  /// Shows a toast, replacing the one before.
  ///
  /// - Parameter duration: how long it stays; nil until it is dismissed or replaced.
  public func show(_ toast: Toast, for duration: Duration? = ToastShelf.duration) {
    dismiss()
    current = toast
    guard let duration else { return }
    timer = clock.schedule(after: duration) { [weak self] in
      self?.dismiss()
      self?.onChange?()
    }
  }

  /// Removes the toast.
  public func dismiss() {
    timer?.cancel()
    (timer, current, hintArea) = (nil, nil, .zero)
  }

  /// The hint that a press of the left mouse button hit.
  public func hint(pressedBy mouse: MouseEvent) -> KeyHint? {
    mouse.action == .press(0) && hintArea.contains(mouse.position) ? current?.hint : nil
  }

  /// Draws the toast, in up to three lines, at the bottom right of an area.
  ///
  /// - Parameters:
  ///   - canvas: Where to draw.
  ///   - area: The area.
  ///   - row: A row of the canvas that must not be covered; if it is one of the last, the toast stands above it, or at the
  ///     top where there is no room.
  public func render(into canvas: inout Canvas, in area: Rect, sparing row: Int? = nil) {
    guard let current, !area.isEmpty else { return }
    let hint = hintLine(current)
    let lines = lines(current.text, hint, width: area.width, height: min(Self.maxLines, area.height))
    let width = lines.map(\.width).max() ?? 0
    let rows = Self.rows(area, lines.count, sparing: row)
    let box = rows.split(right: width).right
    // Blanks separate it from the text that it covers in part.
    canvas.fill(rows.split(right: width + Self.edge).right)
    for (row, line) in lines.enumerated() { canvas.draw(line, in: box.row(row), style: style) }
    hintArea = box.row(lines.count - 1).split(right: hint.width).right
  }

  private static func rows(_ area: Rect, _ count: Int, sparing row: Int?) -> Rect {
    let last = area.split(bottom: count).bottom
    let first = area.split(top: count).top
    guard let row, last.rows.contains(row), !first.rows.contains(row) else { return last }
    let above = area.split(top: row - area.y).top
    return above.height < count ? first : above.split(bottom: count).bottom
  }

  /// The lines of the message, with the hint at the end of the last one.
  private func lines(_ text: String, _ hint: CellLine, width: Int, height: Int) -> [CellLine] {
    let room = max(2, width - 2)
    var lines = CellLine(text, style: style, limit: room * (height + 1)).wrapped(to: room)
    if lines.count < height, lines[lines.count - 1].width + hint.width + 1 > width { lines.append(CellLine()) }
    let isCut = lines.count > height
    lines = Array(lines.prefix(height))
    let last = lines.count - 1
    if isCut { lines[last].append(" …", style: style) }
    lines[last] = lines[last].truncated(to: max(0, width - hint.width - 1))
    let textWidth = max(lines.dropLast().map(\.width).max() ?? 0, lines[last].width + hint.width - 1)
    return lines.enumerated().map { index, text in
      var line = CellLine(" ", style: style)
      line.append(text)
      if index < last { return line.fitted(to: textWidth + 2, style: style).truncated(to: width) }
      line.pad(to: textWidth + 2 - hint.width, style: style)
      line.append(hint)
      return line.truncated(to: width)
    }
  }

  private func hintLine(_ toast: Toast) -> CellLine {
    guard let hint = toast.hint else { return CellLine(" ", style: style) }
    var line = CellLine("  " + hint.keys, style: style.overlaid(with: keyStyle))
    line.append(" \(hint.title) ", style: style)
    return line
  }
}
