/// How far a pane is moved through.
enum PaneMotion: Hashable, Sendable {
  /// So many rows down, or up if negative.
  case rows(Int)
  /// So many halves of what is visible.
  case halfPages(Int)
  /// So many times what is visible.
  case pages(Int)
  case top
  case bottom

  /// How many rows it leads down, at most.
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
