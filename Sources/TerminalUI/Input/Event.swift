/// Something that happened at the terminal.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; it must only ever become text.
  case paste(Paste)
  /// The mouse was pressed, released, moved or its wheel turned.
  case mouse(MouseEvent)
  /// The screen has a new size.
  case resize(Size)
  /// The terminal's window got (true) or lost the focus.
  case focus(Bool)
}
