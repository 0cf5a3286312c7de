import Foundation

/// A query with a name: a standard filter, or a saved one.
public struct NamedQuery: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The query, as it is typed.
  public let query: String

  /// Creates a query with a name.
  public init(name: String, query: String) {
    self.name = name
    self.query = query
  }

  /// What can be done now, in the sections of the agenda.
  public static let agenda = NamedQuery(name: "agenda", query: "is:ready sort:agenda")

  /// The agenda, and below it what was done today.
  public static let agendaWithDoneToday = NamedQuery(
    name: "agenda", query: "(is:ready or done:today) sort:agenda")

  /// Everything.
  public static let all = NamedQuery(name: "all", query: "")

  /// The standard filters, in the order in which they are shown.
  public static let standard = [
    agenda, NamedQuery(name: "open", query: "is:open"), NamedQuery(name: "today", query: "is:today"),
    NamedQuery(name: "overdue", query: "is:overdue"),
    NamedQuery(name: "waiting", query: "is:waiting or is:blocked"),
    NamedQuery(name: "done", query: "is:done sort:-done"), all,
  ]

  /// The first order that the query names; nil for none.
  public var order: ItemOrder? { (try? ItemQuery(query))?.orders.first }

  /// Whether a name is reserved for a standard filter; case does not matter.
  public static func isStandard(_ name: String) -> Bool {
    standard.contains { TagName.key(of: $0.name) == TagName.key(of: name) }
  }

  /// A query for what is due on a day.
  public static func due(on day: CalendarDay) -> NamedQuery {
    NamedQuery(name: "due \(day.text)", query: "is:open due:\(day.text) sort:-urgency")
  }

  /// Whether it is a query for what is due on a day.
  public var isDay: Bool { CalendarDay(name.dropFirst("due ".count)).map { self == .due(on: $0) } ?? false }

  /// A query for the items with a tag.
  public static func tag(_ name: String) -> NamedQuery {
    // The first mark is not part of the name.
    NamedQuery(name: "#" + name, query: "tag:" + quoted(name.hasPrefix("#") ? "#" + name : name))
  }

  /// A query for the items on a list and on the lists below it.
  public static func list(_ name: String) -> NamedQuery { NamedQuery(name: name, query: "list:\(quoted(name))") }

  /// The name between quotation marks, with nothing special in it.
  static func quoted(_ name: String) -> String {
    var quoted = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\\" || scalar == "\"" { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
