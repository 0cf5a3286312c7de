/// A line with the progress of a long job, and the key that stops it.
///
/// As the line gets shorter, the title shrinks first, then the rate vanishes, the remaining time, and the bar; the
/// progress and the key stay longest.
public struct ProgressBar: Sendable {
  /// What the job does.
  public var title: String
  /// Its progress.
  public var meter: ProgressMeter
  /// The key that stops it.
  public let cancelKey: Key?
  /// Whether the key was pressed, and the job is about to stop.
  public private(set) var isCancelled = false
  /// The style of text.
  public var style = Style.plain
  /// The style of the done part of the bar.
  public var barStyle = Style.bold
  /// The style of the rest of the bar.
  public var trackStyle = Style.dim
  /// The style of the key.
  public var keyStyle = Style.bold

  private var cancelArea = Rect.zero

  /// Creates a bar.
  public init(_ title: String, meter: ProgressMeter, cancelKey: Key? = Key(.escape)) {
    self.title = title
    self.meter = meter
    self.cancelKey = cancelKey
  }

  /// Takes the key that stops the job.
  ///
  /// - Returns: Whether to stop it now.
  public mutating func handle(_ key: Key) -> Bool { key == cancelKey && cancel() }

  /// Takes a press on the key.
  ///
  /// - Returns: Whether to stop the job now.
  public mutating func handle(_ mouse: MouseEvent) -> Bool {
    mouse.action == .press(0) && cancelArea.contains(mouse.position) && cancel()
  }

  /// Draws into the first row of an area.
  public mutating func render(into canvas: inout Canvas, in area: Rect) {
    let row = area.row(0)
    let texts = [meter.progressText, meter.rateText, meter.remainingText].map { CellLine($0, style: style) }
    let parts = [CellLine(title, style: style)] + [CellLine()] + texts + [cancelLine]
    let layout = TableLayout(Self.columns(for: parts), width: row.width, spacing: 2)
    let line = layout.line(style: style) { index, width in index == 1 ? bar(width) : parts[index] }
    canvas.draw(line, in: row)
    cancelArea = layout.areas(in: row)[5] ?? .zero
  }

  private mutating func cancel() -> Bool {
    defer { isCancelled = true }
    return !isCancelled
  }

  private var cancelLine: CellLine {
    guard let cancelKey else { return CellLine() }
    if isCancelled { return CellLine("stopping…", style: style) }
    var line = CellLine("\(cancelKey)", style: keyStyle)
    line.append(" cancel", style: style)
    return line
  }

  /// Without a total, a mark moves along the bar with the progress.
  private func bar(_ width: Int) -> CellLine {
    let filled = meter.fraction.map { 0..<Int(Double(width) * $0) } ?? Self.mark(at: meter.done, width)
    var line = CellLine()
    for column in 0..<width {
      line.append(filled.contains(column) ? "█" : "·", style: filled.contains(column) ? barStyle : trackStyle)
    }
    return line
  }

  private static func mark(at done: Int, _ width: Int) -> Range<Int> {
    guard width > 0 else { return 0..<0 }
    return done % width..<done % width + 1
  }

  private static func columns(for parts: [CellLine]) -> [TableColumn] {
    func column(_ part: Int, _ importance: Int) -> TableColumn {
      TableColumn("", minimum: parts[part].width, importance: parts[part].width == 0 ? -1 : importance)
    }
    return [
      TableColumn("", minimum: min(8, max(1, parts[0].width)), ideal: parts[0].width, importance: 3),
      TableColumn("", minimum: 6, ideal: 12, importance: 2, stretches: true),
      column(2, 6), column(3, 0), column(4, 1), column(5, 5),
    ]
  }
}
