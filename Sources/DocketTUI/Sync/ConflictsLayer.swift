import Foundation
import TerminalUI

/// The conflicts as a menu, and below it both values of the one under the cursor.
struct ConflictsLayer: Layer {
  private static let takeKey: Key = "o"
  private static let keepKey: Key = "s"

  private let style: OverlayStyle
  /// Say when a value was written.
  private let moments: Moments
  private var conflicts: [SyncConflict] = []
  private var menu: Menu<Int>
  /// What is said in the place of conflicts: that they are being read, or why they can't be.
  private var message = "Reading…"
  /// The conflicts whose decision is being written.
  private var deciding: Set<String> = []

  init(moments: Moments, style: OverlayStyle) {
    (self.moments, self.style) = (moments, style)
    menu = Menu("Conflicts", [])
    menu.style = style
  }

  var hints: [KeyHint] {
    let decisions = conflicts.isEmpty ? [] : [KeyHint("o", "take the other"), KeyHint("s", "keep shown")]
    return decisions + [KeyHint("Esc", "close")]
  }

  // MARK: - Contents

  /// Shows conflicts; the cursor stays where it was, on the next one if that is gone.
  mutating func show(_ conflicts: [SyncConflict]) {
    let selected = menu.selected?.value ?? 0
    self.conflicts = conflicts
    deciding.formIntersection(conflicts.map(\.id))
    rebuild(selected: min(selected, max(0, conflicts.count - 1)))
  }

  /// Shows why they can't be read.
  mutating func fail(_ line: String) {
    message = line
    show([])
  }

  /// Notes that a decision is being written, or that it could not be.
  mutating func note(_ conflict: SyncConflict, isBeingDecided: Bool) {
    if isBeingDecided { deciding.insert(conflict.id) } else { deciding.remove(conflict.id) }
    rebuild(selected: menu.selected?.value ?? 0)
  }

  private mutating func rebuild(selected: Int) {
    menu = Menu(
      "Conflicts",
      conflicts.enumerated().map { index, conflict in
        Choice(conflict.what, value: index, detail: deciding.contains(conflict.id) ? "deciding…" : "", id: conflict.id)
      }, selected: selected)
    menu.style = style
  }

  private var selected: SyncConflict? {
    menu.selected.flatMap { conflicts.indices.contains($0.value) ? conflicts[$0.value] : nil }
  }

  // MARK: - Events

  mutating func handle(_ key: Key, at _: Duration) -> LayerOutcome {
    switch key {
    case Self.takeKey: return decide(.take)
    case Self.keepKey: return decide(.keep)
    case Key(.escape): return .closes
    // Nothing is decided by the key that opens things elsewhere.
    case Key(.enter): return conflicts.isEmpty ? .closes : .refuses("o takes the other value, s keeps what is shown")
    default:
      // Nothing is typed here, so letters move as they do in the list.
      _ = menu.handle(key == "j" ? Key(.down) : key == "k" ? Key(.up) : key)
      return .stays
    }
  }

  private func decide(_ choice: ConflictDecision.Choice) -> LayerOutcome {
    guard let selected, !deciding.contains(selected.id) else { return .stays }
    return .decides(ConflictDecision(conflict: selected, choice: choice))
  }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    _ = menu.handle(mouse)
    return .stays
  }

  // MARK: - Drawing

  mutating func render(into canvas: inout Canvas, in area: Rect) {
    guard let selected else {
      let size = Size(width: TerminalText.width(of: message) + 4, height: 3)
      let box = Box(title: "Conflicts", style: style.frame).render(into: &canvas, in: area.centered(size))
      return canvas.draw(CellLine(" \(message)", style: style.text), in: box)
    }
    let full = lines(of: selected)
    // The values stay visible, however many conflicts there are; when they were written only where there is room.
    let lines = area.height > full.count + 4 ? full : values(of: selected)
    let (top, bottom) = area.split(bottom: area.height > lines.count + 4 ? lines.count + 2 : lines.count)
    menu.render(into: &canvas, in: top)
    var inside = bottom
    if bottom.height > lines.count {
      inside = Box(style: style.frame).render(into: &canvas, in: bottom)
    } else {
      canvas.fill(bottom, style: style.text)
    }
    for (row, line) in lines.enumerated() { canvas.draw(line.truncated(to: inside.width), in: inside.row(row)) }
  }

  /// Both values, each with when and where it was written.
  private func lines(of conflict: SyncConflict) -> [CellLine] {
    let (shown, other) = (origin(conflict.shownAt, conflict.shownBy), origin(conflict.at, conflict.by))
    guard hasValues(conflict) else { return values(of: conflict) }
    return [
      line("shown", conflict.shown), line("", shown), line("other", conflict.kept), line("", other),
      line("kept", conflict.note),
    ].compactMap(\.self)
  }

  /// What fits on a low screen.
  private func values(of conflict: SyncConflict) -> [CellLine] {
    guard hasValues(conflict) else {
      return [
        line("deleted", origin(conflict.shownAt, conflict.shownBy)), line("written", origin(conflict.at, conflict.by)),
      ].compactMap(\.self)
    }
    return [line("shown", conflict.shown), line("other", conflict.kept), line("kept", conflict.note)]
      .compactMap(\.self)
  }

  private func hasValues(_ conflict: SyncConflict) -> Bool { !conflict.shown.isEmpty || !conflict.kept.isEmpty }

  /// "3 min ago, another machine".
  private func origin(_ date: Date?, _ machine: String?) -> String? {
    date.map { ([moments.ago($0)] + [machine].compactMap(\.self)).joined(separator: ", ") }
  }

  private func line(_ label: String, _ text: String?) -> CellLine? {
    guard let text else { return nil }
    var line = CellLine(" \(label)" + String(repeating: " ", count: 9 - label.count), style: style.detail)
    line.append(text, style: label.isEmpty ? style.detail : style.text)
    return line
  }
}
