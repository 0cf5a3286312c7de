import DocketConfiguration
import TerminalUI

/// What lies over the list, and takes keys until it is answered.
enum Overlay {
  case help(HelpScreen)
  case palette(CommandPalette<Command>)

  /// What came of an event.
  enum Answer {
    case continues
    case closed
    case command(Command)
  }

  mutating func handle(_ key: Key) -> Answer {
    switch self {
    case .help(var help):
      let isUsed = help.handle(key)
      self = .help(help)
      return isUsed ? .continues : .closed
    case .palette(var palette):
      let outcome = palette.handle(key)
      self = .palette(palette)
      return Self.answer(outcome) { .command($0) }
    }
  }

  mutating func handle(_ mouse: MouseEvent) -> Answer {
    switch self {
    case .help(var help):
      _ = help.handle(mouse)
      self = .help(help)
      return .continues
    case .palette(var palette):
      let outcome = palette.handle(mouse)
      self = .palette(palette)
      return Self.answer(outcome) { .command($0) }
    }
  }

  mutating func insert(_ text: String) {
    switch self {
    case .help(var help):
      help.insert(text)
      self = .help(help)
    case .palette(var palette):
      palette.insert(text)
      self = .palette(palette)
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
    }
  }

  private static func answer<Value>(_ outcome: ChoiceOutcome<Value>, _ chosen: (Value) -> Answer) -> Answer {
    switch outcome {
    case .chosen(let value): chosen(value)
    case .closed: .closed
    case .continues: .continues
    }
  }
}
