import DocketConfiguration
import DocketData
import SwiftData
import TerminalUI

/// What lies over the list, and takes keys until it is answered.
enum Overlay {
  case help(HelpScreen)
  case palette(CommandPalette<Answer>)
  case filters(CommandPalette<Answer>)
  case menu(Menu<Answer>)
  case dialog(Dialog<Answer>)

  /// What came of an event.
  enum Answer: Sendable {
    case continues
    case closed
    case command(Command)
    /// This is to be shown.
    case filter(NamedQuery)
    case order(ItemOrder)
    /// These are to become items, as parts of one or for themselves.
    case addLines([String], PersistentIdentifier?)
    /// The same lines are to become the text of one item that is being typed.
    case joinLines([String], PersistentIdentifier?)
    /// These are to be deleted.
    case delete(ItemTargets)
    /// This is to be deleted.
    case deleteNamed(NamedThing)
  }

  /// Whether it is a question, which Escape answers too.
  var isQuestion: Bool {
    if case .dialog = self { true } else { false }
  }

  mutating func handle(_ key: Key) -> Answer {
    switch self {
    case .help(var help):
      defer { self = .help(help) }
      return help.handle(key) ? .continues : .closed
    case .palette(var palette):
      defer { self = .palette(palette) }
      return Self.answer(palette.handle(key))
    case .filters(var palette):
      defer { self = .filters(palette) }
      return Self.answer(palette.handle(key))
    case .menu(var menu):
      defer { self = .menu(menu) }
      return Self.answer(menu.handle(key))
    case .dialog(var dialog):
      defer { self = .dialog(dialog) }
      return dialog.handle(key) ?? .continues
    }
  }

  mutating func handle(_ mouse: MouseEvent) -> Answer {
    switch self {
    case .help(var help):
      defer { self = .help(help) }
      _ = help.handle(mouse)
      return .continues
    case .palette(var palette):
      defer { self = .palette(palette) }
      return Self.answer(palette.handle(mouse))
    case .filters(var palette):
      defer { self = .filters(palette) }
      return Self.answer(palette.handle(mouse))
    case .menu(var menu):
      defer { self = .menu(menu) }
      return Self.answer(menu.handle(mouse))
    case .dialog(let dialog): return dialog.handle(mouse) ?? .continues
    }
  }

  /// Pastes are typed; they answer no question.
  mutating func insert(_ text: String) {
    switch self {
    case .help(var help):
      help.insert(text)
      self = .help(help)
    case .palette(var palette):
      palette.insert(text)
      self = .palette(palette)
    case .filters(var palette):
      palette.insert(text)
      self = .filters(palette)
    case .menu, .dialog: break
    }
  }

  mutating func render(into canvas: inout Canvas, in area: Rect) {
    switch self {
    case .help(var help):
      help.render(into: &canvas, in: area)
      self = .help(help)
    case .palette(var palette):
      palette.render(into: &canvas, in: area)
      self = .palette(palette)
    case .filters(var palette):
      palette.render(into: &canvas, in: area)
      self = .filters(palette)
    case .menu(var menu):
      menu.render(into: &canvas, in: area)
      self = .menu(menu)
    case .dialog(var dialog):
      dialog.render(into: &canvas, in: area)
      self = .dialog(dialog)
    }
  }

  private static func answer(_ outcome: ChoiceOutcome<Answer>) -> Answer {
    switch outcome {
    case .chosen(let answer): answer
    case .closed: .closed
    case .continues: .continues
    }
  }
}
