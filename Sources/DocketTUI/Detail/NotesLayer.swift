import DocketData
import SwiftData
import TerminalUI

/// The notes of an item being edited, in the place of the details.
///
/// Escape saves, as nothing that was typed is to be lost; undo in the list takes it back. Only `^c`, twice, discards it.
/// What somebody else wrote meanwhile is overwritten by `^s` alone, as Escape is often pressed twice.
struct NotesLayer: Layer, Sendable {
  /// The item as the person knows it: later changes are not overwritten.
  var original: ItemValues
  /// Why it could not be saved, in words; nil before the first attempt.
  var problem: String?
  /// Whether somebody else changed the notes meanwhile.
  var isChangedElsewhere = false
  /// Which panes were open before.
  let arrangement: ListPanes.Arrangement
  private var area: TextArea
  /// Whether the key that discards was pressed last; again, it does.
  private var isDiscarding = false
  private let initialText: String
  private let roles: Roles
  private let place: @MainActor @Sendable () -> Rect

  /// - Parameter place: where the details are.
  @MainActor
  init(
    _ item: ItemValues, _ arrangement: ListPanes.Arrangement, roles: Roles,
    place: @escaping @MainActor @Sendable () -> Rect
  ) {
    (original, self.arrangement, self.roles, self.place) = (item, arrangement, roles, place)
    area = TextArea(item.notes, placeholder: "notes; Esc saves them")
    area.submitKey = "^s"
    area.editing.perform(.move(.textEnd))
    initialText = area.text
  }

  /// What was typed; nil if that is what was there, or was discarded.
  ///
  /// Line ends of other systems are no change.
  var typed: String? { area.text == initialText && problem == nil ? nil : area.text }

  var hints: [KeyHint] {
    isDiscarding
      ? [KeyHint("^c", "again discards what was typed"), saving]
      : [saving, KeyHint("^c", "discard"), KeyHint("^_", "undo"), KeyHint("Enter", "new line")]
  }

  private var saving: KeyHint { isChangedElsewhere ? KeyHint("^s", "overwrite") : KeyHint("Esc", "save") }

  mutating func handle(_ key: Key, at now: Duration) -> LayerOutcome {
    if key == "^c" {
      guard isDiscarding || typed == nil else {
        isDiscarding = true
        return .stays
      }
      area = TextArea(initialText)
      problem = nil
      return .closesFor(.finishNotes(self))
    }
    isDiscarding = false
    switch area.handle(key) {
    case .cancelled where isChangedElsewhere: break
    case .submitted, .cancelled: return .closesFor(.finishNotes(self))
    case .ignored where key == Key(.tab): area.insert("\t")
    case .edited, .moved, .ignored: break
    }
    return .stays
  }

  mutating func handle(_ mouse: MouseEvent) -> LayerOutcome {
    isDiscarding = false
    _ = area.handle(mouse)
    return .stays
  }

  mutating func insert(_ text: String) {
    isDiscarding = false
    area.insert(text)
  }

  mutating func render(into canvas: inout Canvas, in _: Rect) {
    let place = place()
    canvas.fill(place)
    let (left, rest) = place.split(left: 1)
    var (body, _) = rest.split(right: 1)
    canvas.draw("▌", in: left.row(0), style: roles.marker)
    if body.height > 2 {
      let (top, below) = body.split(top: 1)
      canvas.draw(CellLine(original.title, style: roles.title.overlaid(with: .bold)).truncated(to: top.width), in: top)
      body = below
    }
    if let problem, body.height > 1 {
      let lines = CellLine(problem, style: roles.failed).wrapped(to: max(1, body.width))
      let (above, bottom) = body.split(bottom: min(lines.count, body.height / 2))
      for row in 0..<bottom.height { canvas.draw(lines[row], in: bottom.row(row)) }
      body = above
    }
    area.render(into: &canvas, in: body)
  }
}
