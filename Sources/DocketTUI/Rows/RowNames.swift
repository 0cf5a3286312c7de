import DocketData
import SwiftData
import TerminalUI

/// The names of tags and lists that rows show.
///
/// Many rows have the same ones: each name is read and observed once, not by each row anew. When one changes, all rows
/// are drawn again.
@MainActor
final class RowNames {
  private struct Name {
    let text: String
    /// Kept, because only a model in memory can tell that it has changed.
    let model: AnyObject
    let region: ObservedRegion
  }

  /// More names than this are forgotten, and read again where they are shown.
  private static let maxCount = 1_000

  private var names: [PersistentIdentifier: Name] = [:]
  private let onChange: @MainActor () -> Void

  init(onChange: @escaping @MainActor () -> Void) { self.onChange = onChange }

  func name(of tag: ItemTag) -> String { name(tag, tag.persistentModelID) { tag.name } }

  func name(of list: DocketData.ItemList) -> String { name(list, list.persistentModelID) { list.name } }

  private func name(_ model: AnyObject, _ id: PersistentIdentifier, _ read: () -> String) -> String {
    if let known = names[id] { return known.text }
    if names.count == Self.maxCount {
      names = [:]
      // Rows that are drawn already would not learn any more that one of them changes.
      onChange()
    }
    let region = ObservedRegion { [weak self] in self?.changed(id) }
    let text = region.draw(read)
    names[id] = Name(text: text, model: model, region: region)
    return text
  }

  private func changed(_ id: PersistentIdentifier) {
    names[id] = nil
    onChange()
  }
}
