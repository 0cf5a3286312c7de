import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The numbers in the header, counted in the background after each change of the store.
@MainActor
final class ListCounts {
  var onChange: (@MainActor () -> Void)?

  private let context: ModelContext
  private lazy var all = Self.count(nil, context)
  private var part: AggregateObserver<Int>?
  private var whole: AggregateObserver<Int>?
  /// The observers of the last two lists, so that their numbers are there at once when a search ends.
  private var earlier: [AggregateObserver<Int>] = []
  private var isOpenPart = true
  private(set) var text = ""
  /// Whether it is known that there is no item at all.
  private(set) var isStoreEmpty = false
  private lazy var region = ObservedRegion { [weak self] in self?.changed() }

  init(context: ModelContext) {
    self.context = context
  }

  var isCounting: Bool { part != nil }

  /// Another list is shown.
  func forget() {
    // What has not been counted yet is not counted any more.
    if let part, let whole, part.value != nil, whole.value != nil { earlier = [part, whole] + earlier.prefix(2) }
    (part, whole, text) = (nil, nil, "")
  }

  /// Counts the open items of a query, or all of one that asks for a state itself.
  ///
  /// - Parameter scope: what the list is narrowed to; nil for all items.
  func count(_ query: ItemQuery, within scope: ItemQuery? = nil) {
    isOpenPart = !query.asksForState
    let isOpen = #Predicate<Item> { $0.completedAt == nil }
    let both = [query.predicate, isOpen].compactMap(\.self)
    part = Self.count(isOpenPart ? Predicate(all: both) : query.predicate, context)
    let everything = scope.map { Self.count($0.predicate, context) } ?? all
    whole = isOpenPart && !query.isEmpty ? Self.count(query.predicate, context) : everything
    changed()
  }

  private static func count(_ predicate: Predicate<Item>?, _ context: ModelContext) -> AggregateObserver<Int>? {
    // The error is reported with the rows.
    try? AggregateObserver(.count, where: predicate, modelContext: context)
  }

  private func changed() {
    let (part, whole) = region.draw { (self.part?.value, self.whole?.value) }
    // Old numbers stay until the new ones are known, and both are of one moment: a part is not larger than the whole.
    guard let part, let whole, part <= whole else { return }
    let old = (text, isStoreEmpty)
    text = (isOpenPart ? "open " : "") + "\(part.grouped) of \(whole.grouped)"
    isStoreEmpty = whole == 0 && self.whole === all
    if (text, isStoreEmpty) != old { onChange?() }
  }
}

extension ItemQuery {
  /// Whether another query finds the same items, in any order.
  func asksForSame(as other: ItemQuery) -> Bool {
    terms == other.terms && (reference == other.reference || !dependsOnTime)
  }

  /// Whether its result changes with time.
  var dependsOnTime: Bool { terms.contains(where: \.dependsOnTime) }

  /// Whether it asks for dates, which may be those of a day.
  var hasDates: Bool { Self.haveDates(terms) }

  private static func haveDates(_ terms: [QueryTerm]) -> Bool {
    terms.contains { term in
      switch term.condition {
      case .date, .state(.today): true
      case .any(let alternatives): alternatives.contains(where: haveDates)
      default: false
      }
    }
  }

  /// Whether it asks for open or done items only.
  var asksForState: Bool { Self.askForState(terms) }

  private static func askForState(_ terms: [QueryTerm]) -> Bool {
    terms.contains { term in
      switch term.condition {
      case .state(let state): state != .recurring
      // Any of them may be why an item is found.
      case .any(let alternatives): alternatives.allSatisfy(askForState)
      default: false
      }
    }
  }
}
