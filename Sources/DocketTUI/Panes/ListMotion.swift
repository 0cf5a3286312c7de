import TerminalUI

/// How far keys move in a list or a pane.
enum ListMotion: Hashable, Sendable {
  /// A number of rows down, or up if negative.
  case rows(Int)
  /// A number of half pages.
  case halfPages(Int)
  /// A number of pages.
  case pages(Int)
  case top
  case bottom

  /// How many rows it goes down, at most.
  ///
  /// - Parameter height: how many rows are visible.
  func rowsDown(ofHeight height: Int) -> Int {
    switch self {
    case .rows(let rows): rows
    case .halfPages(let halves): halves * ((height + 1) / 2)
    case .pages(let pages): pages * height
    case .top: .min
    case .bottom: .max
    }
  }
}

extension ListMotion {
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

extension ListSelection {
  /// Moves as keys ask.
  mutating func move(_ motion: ListMotion) {
    switch motion {
    case .rows(let count): move(by: count)
    case .halfPages(let count): move(by: count * max(1, height / 2))
    case .pages(let count): movePage(count)
    case .top: select(0)
    case .bottom: select(count - 1)
    }
  }
}
