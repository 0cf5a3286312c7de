import DocketConfiguration
import DocketData
import Foundation
import SwiftData

/// Tags, due dates and lists, typed in a line.
extension ListScreen {
  /// Of one item all tags are typed, of several those that they get or lose.
  func beginTagging() {
    let targets = targets
    let tags = targets.only.flatMap { rows.item($0)?.tags.map(\.name) } ?? []
    draft = Draft(.tags(targets), text: tags.map { $0 + " " }.joined())
  }

  func beginDating() {
    let targets = targets
    // As it can be typed again.
    let words = DateWords(now: environment.now(), style: .iso)
    draft = Draft(.due(targets), replacing: shared(by: targets, \.due).map { words.exact($0) })
  }

  func beginListing() {
    let targets = targets
    draft = Draft(.list(targets), replacing: shared(by: targets) { $0.list?.name })
  }

  /// What items have in common; many are not looked at, and taken to differ.
  private func shared<Value: Hashable>(by targets: ItemTargets, _ value: (Item) -> Value?) -> SharedValue<Value> {
    guard let ids = targets.identifiers(upTo: Self.mostLookedFor) else { return .several }
    let values = Set(ids.compactMap { rows.item($0) }.map(value))
    return values.count > 1 ? .several : .one(values.first ?? nil)
  }

  /// The names that there are; empty until they have been read.
  var completionNames: CompletionNames {
    names.names(live())
  }
}
