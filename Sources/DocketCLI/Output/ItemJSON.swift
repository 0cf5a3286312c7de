import DataProvider

/// Items as JSON, with their keys always in the same order.
enum ItemJSON {
  /// One item.
  static func object(_ item: ItemValues) -> String {
    """
    {"id":\(item.number),"title":\(JSONText.string(item.title)),\
    "timestamp":"\(Timestamp(item.timestamp).universal)","created":"\(Timestamp(item.createTimestamp).universal)"}
    """
  }

  /// Many items, one in a line.
  static func array(_ items: [ItemValues]) -> String {
    guard !items.isEmpty else { return "[]\n" }
    return "[\n" + items.map(object).joined(separator: ",\n") + "\n]\n"
  }
}
