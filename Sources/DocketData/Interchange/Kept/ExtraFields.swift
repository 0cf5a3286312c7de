import Foundation
import SwiftData

/// A field of another format as people see it and ask for it.
public struct ExtraField: Hashable, Sendable {
  /// The format that it came from.
  public let format: InterchangeFormat
  /// The name in the format.
  public let name: String
  /// The value in one text, without the marks of the format.
  public let value: String

  /// The name as it stands in a query: `extra.estimate`, `extra."two words"`.
  public var label: String { "extra." + Self.spelled(name) }

  /// A name as it stands in a query, between quotation marks if it needs them.
  static func spelled(_ name: String) -> String {
    name.allSatisfy { !$0.isWhitespace && !"\":()".contains($0) } ? name : NamedQuery.quoted(name)
  }
}

extension ItemExtra {
  /// The fields that an item has no place for, by format and name; not the mere spellings of others.
  public var shown: [ExtraField] {
    Self.formats.flatMap { format in
      let fields = fields(of: format)
      return fields.filter { !format.understands($0, among: fields) }.map { field in
        ExtraField(format: format, name: format.publicName(field), value: format.value(field))
      }
    }
  }

  /// The columns of CSV whose headings mean nothing here.
  var columns: [String] { fields(of: .csv).map(\.name) }

  /// The values of columns, by their headings.
  var columnValues: [String: String] {
    Dictionary(fields(of: .csv).map { ($0.name, InterchangeFormat.csv.value($0)) }, uniquingKeysWith: { $1 })
  }

  /// Matches items with a field whose value contains a text; with any such field for an empty one.
  ///
  /// SQL searches the stored text, and reads no item.
  static func predicate(_ name: String, contains part: String) -> Predicate<Item> {
    func escaped(_ text: String) -> String { String(ItemJSON.quoted(text).dropFirst().dropLast()) }
    // A nested component begins with its name in a line of its own.
    return Predicate(
      any: [name, "BEGIN:\(name)"].map { name in
        Predicate { item in
          PredicateExpressions.build_jsonEntry(
            of: PredicateExpressions.build_KeyPath(root: item, keyPath: \.extra), escaped(name), contains: escaped(part)
          )
        }
      })
  }
}

extension InterchangeFormat {
  /// The value of a kept field in one text.
  fileprivate func value(_ field: ForeignField) -> String {
    switch self {
    case .taskwarrior, .csv:
      if case .string(let text)? = JSONNode(text: field.text)?.value { text } else { field.text }
    case .icalendar where field.text.hasPrefix("BEGIN:"):
      field.text.split(separator: "\n").dropFirst().dropLast().joined(separator: " ")
    case .icalendar: ICalendarText.property(field.text).map { ICalendarText.unescaped($0.value) } ?? field.text
    case .todotxt: TodoTxtText.value(field.text)
    case .json: field.text
    }
  }
}

extension DataHandler {
  private static let mostItems = 20_000

  /// The names of fields of other formats that items have, for completion: those of the newest items, if there are many.
  ///
  /// - Complexity: reads at most `mostItems` items.
  public func extraNames() throws -> [String] {
    var names: Set<String> = []
    try eachExtra(of: nil, limit: Self.mostItems) { names.formUnion($0.shown.map(\.name)) }
    return names.sorted()
  }

  /// The headings of columns that exported items have beside our own.
  func foreignColumns(of query: ItemQuery?) throws -> [String] {
    var names: Set<String> = []
    try eachExtra(of: query, limit: nil) { names.formUnion($0.columns) }
    return names.filter(CSVColumn.isForeign).sorted()
  }

  private func eachExtra(of query: ItemQuery?, limit: Int?, _ body: (ItemExtra) -> Void) throws {
    let hasExtra = #Predicate<Item> { $0.extra != nil }
    var items = FetchDescriptor<Item>(
      predicate: Predicate(all: [query?.predicate, hasExtra].compactMap(\.self)),
      sortBy: [SortDescriptor(\Item.timestamp, order: .reverse)])
    items.fetchLimit = limit
    try modelContext.enumerate(items, batchSize: 2_000) { $0.extra.map(body) }
  }
}
