/// Where a toast is shown until its time is over or another one comes.
///
/// A timer runs only while one is shown.
@MainActor
public final class ToastShelf {
  /// How long a toast stays, unless it is told otherwise: long enough to read it and to press its key.
  public static let patience = Duration.seconds(6)

  /// What is shown.
  public private(set) var current: Toast?
  /// The style of the message.
  public var style = Style.reverse
  /// Laid over the style for the key.
  public var keyStyle = Style.bold
  /// Called when the toast has gone by itself (``Application/setNeedsDisplay()`` is meant).
  public var onChange: (@MainActor () -> Void)?

  private let clock: any EventClock
  private var timer: (any EventTimer)?
  private var hintArea = Rect.zero

  /// Creates an empty shelf.
  ///
  /// - Parameter clock: What measures the time; that of the application.
  public init(clock: any EventClock) { self.clock = clock }

  isolated deinit { timer?.cancel() }

  /// Shows a toast in the place of the one before.
  public func show(_ toast: Toast, for duration: Duration = patience) {
    dismiss()
    current = toast
    timer = clock.schedule(after: duration) { [weak self] in
      self?.dismiss()
      self?.onChange?()
    }
  }

  /// Takes the toast away.
  public func dismiss() {
    timer?.cancel()
    (timer, current, hintArea) = (nil, nil, .zero)
  }

  /// The hint that a press of the left button of the mouse is for.
  public func hint(pressedBy mouse: MouseEvent) -> KeyHint? {
    mouse.action == .press(0) && hintArea.contains(mouse.position) ? current?.hint : nil
  }

  /// Draws the toast at the right of the last row of an area; the message gives way to the hint.
  public func render(into canvas: inout Canvas, in area: Rect) {
    guard let current, !area.isEmpty else { return }
    let hint = hintLine(current)
    let room = max(0, area.width - hint.width - 1)
    var line = CellLine(" ", style: style)
    line.append(CellLine(current.text, style: style, limit: room + 1).truncated(to: room))
    line.append(hint)
    line = line.truncated(to: area.width)
    let row = area.split(bottom: 1).bottom.split(right: line.width).right
    canvas.draw(line, in: row)
    hintArea = row.split(right: hint.width).right
  }

  private func hintLine(_ toast: Toast) -> CellLine {
    guard let hint = toast.hint else { return CellLine(" ", style: style) }
    var line = CellLine("  " + hint.keys, style: style.overlaid(with: keyStyle))
    line.append(" \(hint.title) ", style: style)
    return line
  }
}
