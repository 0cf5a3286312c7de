import Foundation
import OpenSwiftData

/// Everything that a context shows of a graph, as text: attributes, both ends of each relationship, and orders.
struct GraphSnapshot: Equatable, CustomStringConvertible {
  private let lines: [String]

  init(_ context: ModelContext) throws {
    let folders = try context.fetch(FetchDescriptor<Folder>()).map(Self.line)
    let sheets = try context.fetch(FetchDescriptor<Sheet>()).map(Self.line)
    let labels = try context.fetch(FetchDescriptor<Label>()).map {
      "label \($0.name): \($0.sheets.map(\.title))"
    }
    let covers = try context.fetch(FetchDescriptor<Cover>()).map {
      "cover \($0.colour): \($0.sheet?.title ?? "-")"
    }
    lines = (folders + sheets + labels + covers).sorted()
  }

  var description: String { lines.joined(separator: "\n") }

  private static func line(_ folder: Folder) -> String {
    let (sheets, children) = (folder.sheets.map(\.title), folder.children.map(\.name))
    return "folder \(folder.name): \(sheets) \(children) in \(folder.parent?.name ?? "-")"
  }

  private static func line(_ sheet: Sheet) -> String {
    """
    sheet \(sheet.title): in \(sheet.folder?.name ?? "-") \(sheet.labels.map(\.name)) \(sheet.cover?.colour ?? "-") \
    from \(sheet.source?.name ?? "-") \(sheet.sources.map(\.colour))
    """
  }
}
