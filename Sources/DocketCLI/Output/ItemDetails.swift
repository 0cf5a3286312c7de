import DataProvider

/// One item as lines of a name and a value.
struct ItemDetails {
  let style: OutputStyle

  func text(_ item: ItemValues) -> String {
    switch style {
    case .pipe:
      """
      id\t\(item.number)
      title\t\(FieldText.escaped(item.title))
      timestamp\t\(Timestamp(item.timestamp).universal)
      created\t\(Timestamp(item.createTimestamp).universal)

      """
    case .terminal:
      """
      id         \(item.number)
      title      \(VisibleText.marked(item.title))
      timestamp  \(Timestamp(item.timestamp).local)
      created    \(Timestamp(item.createTimestamp).local)

      """
    }
  }
}
