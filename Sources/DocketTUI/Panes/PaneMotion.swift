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
}
