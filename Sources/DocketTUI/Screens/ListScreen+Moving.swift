import DocketData

/// The manual order.
extension ListScreen {
  /// Moves items past the next one of the list.
  func moveItems(down: Bool) {
    let order = listing.orders(query)[0]
    let (targets, query, now) = (targets, query, environment.now())
    let direction = down == order.isAscending ? DataHandler.Direction.later : .earlier
    actions.perform(on: targets) {
      try await $0.shiftItems(ids: targets.identifiers(), direction, among: query, at: now)
    } completion: { [weak self] result in
      guard case .success(false) = result else { return }
      self?.refuse("there is nothing \(down ? "below" : "above") to move past")
    }
  }

  var isInManualOrder: Bool { listing.orders(query)[0].key == .manual }
}
