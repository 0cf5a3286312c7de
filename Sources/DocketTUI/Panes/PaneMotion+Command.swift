import DocketConfiguration
import TerminalUI

extension PaneMotion {
  /// The motion that a command asks for; nil for all other commands.
  init?(_ command: Command) {
    switch command {
    case .down: self = .rows(1)
    case .up: self = .rows(-1)
    case .halfPageDown: self = .halfPages(1)
    case .halfPageUp: self = .halfPages(-1)
    case .pageDown: self = .pages(1)
    case .pageUp: self = .pages(-1)
    case .top: self = .top
    case .bottom: self = .bottom
    default: return nil
    }
  }

  /// The motion that a key asks for by its own name; nil for all other keys.
  init?(_ key: Key) {
    guard case .named(let name) = key.code else { return nil }
    switch name {
    case .down: self = .rows(1)
    case .up: self = .rows(-1)
    case .pageDown: self = .pages(1)
    case .pageUp: self = .pages(-1)
    case .home: self = .top
    case .end: self = .bottom
    default: return nil
    }
  }
}
