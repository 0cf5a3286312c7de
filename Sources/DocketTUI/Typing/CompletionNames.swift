import DataProvider
import Foundation

/// The names that a text can be completed with.
struct CompletionNames: Hashable, Sendable {
  var tags: [String] = []
  var lists: [String] = []

  func hasList(_ name: String) -> Bool { lists.contains { TagName.key(of: $0) == TagName.key(of: name) } }

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
