extension NamedQuery {
  /// The items with a tag.
  public static func tag(_ name: String) -> NamedQuery {
    // One mark before a name is none of its own.
    NamedQuery(name: "#" + name, query: "tag:" + quoted(name.hasPrefix("#") ? "#" + name : name))
  }

  /// The items on a list.
  public static func list(_ name: String) -> NamedQuery { NamedQuery(name: name, query: "list:\(quoted(name))") }

  /// The name between quotation marks, so that nothing in it means anything else.
  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
