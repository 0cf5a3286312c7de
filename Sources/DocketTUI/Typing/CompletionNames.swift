import DocketData
import Foundation

/// The names that a text can be completed with.
struct CompletionNames: Hashable, Sendable {
  let tags: [String]
  let lists: [String]
  /// The lists by the keys of their names.
  private let listsByKey: [String: String]

  init(tags: [String] = [], lists: [String] = []) {
    (self.tags, self.lists) = (tags, lists)
    listsByKey = Dictionary(lists.map { (TagName.key(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of a list as it is written, by its key.
  func list(key: String) -> String? { listsByKey[key] }

  func hasList(_ name: String) -> Bool { list(key: TagName.key(of: name)) != nil }

  /// Whether a text takes items off their lists, and is not the name of one.
  func saysNoList(_ text: String) -> Bool { text.saysNone && !hasList(text) }
}

extension String {
  /// Whether a text in a field takes a value away.
  var saysNone: Bool {
    let text = trimmingCharacters(in: .whitespaces)
    return text.isEmpty || text.lowercased() == "none"
  }
}
