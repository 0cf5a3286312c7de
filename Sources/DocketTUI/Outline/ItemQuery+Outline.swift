import DocketData
import Foundation

extension ItemQuery {
  /// Whether parts stand below the items that they belong to: where everything is shown, or everything that is open.
  ///
  /// Elsewhere a part may match and its parent may not, so what is found stands for itself.
  var isOutline: Bool { isEmpty || isOpenOnly }

  private var isOpenOnly: Bool { terms.count == 1 && terms[0].condition == .state(.open) && !terms[0].isNegated }

  /// What stands at the margin of an outline: the items that belong to no other one in view.
  var marginPredicate: Predicate<Item> {
    guard isOpenOnly else { return #Predicate { $0.parent == nil } }
    return #Predicate { $0.completedAt == nil && ($0.parent == nil || $0.parent?.completedAt != nil) }
  }

  /// Whether an item stands at the margin of an outline, by its values.
  func isAtMargin(_ item: Item) -> Bool { shows(item) && item.parent.map(shows) != true }

  /// Whether a part is in view, its parent being so.
  func shows(_ part: Item) -> Bool { isEmpty || !part.isDone }
}
