/// Something a key can do in the list.
enum Command: Hashable, Sendable {
  case add
  case edit
  case touch
  case delete
  case down
  case up
  case halfPageDown
  case halfPageUp
  case top
  case bottom
  case help
  case quit
  case suspend
}
