import Foundation
import OpenSwiftData
import Testing

/// A context of the walk beside what it has to show, and the models of it that somebody holds.
final class WalkContext {
  let name: String
  let ledger: WalkLedger
  private let container: ModelContainer
  private let policy: MergePolicy
  private let manager: UndoManager?
  private(set) var modelContext: ModelContext
  /// What the context has to show.
  private(set) var view: WalkState
  private(set) var claims = WalkClaims()
  private(set) var held: [Int: any WalkModel] = [:]
  /// The other context of the walk.
  weak var other: WalkContext?

  init(_ name: String, _ container: ModelContainer, _ ledger: WalkLedger, policy: MergePolicy, canUndo: Bool) {
    (self.name, self.container, self.ledger, self.policy) = (name, container, ledger, policy)
    manager = canUndo ? UndoManager() : nil
    manager?.groupsByEvent = false
    manager?.levelsOfUndo = 3
    modelContext = ModelContext(container)
    view = ledger.committed
    begin()
  }

  private func begin() {
    modelContext.mergePolicy = policy
    modelContext.undoManager = manager
  }

  private func isSaved(_ number: Int) -> Bool { ledger.identifiers[number] != nil }

  // MARK: - Finding models

  /// The model of a number: the one that is held, or found in one of the ways that there are.
  func model(_ number: Int) throws -> any WalkModel {
    if let model = held[number], !isSaved(number) || ledger.chance(50) { return model }
    guard let model = try found(number) else {
      throw ledger.failure("\(name) does not find \(number)")
    }
    if ledger.chance(50) { held[number] = model }
    return model
  }

  private func found(_ number: Int) throws -> (any WalkModel)? {
    guard let identifier = ledger.identifiers[number], let kind = view.nodes[number]?.kind else { return nil }
    switch ledger.roll(0..<5) {
    case 0:
      return modelContext.model(for: identifier) as? any WalkModel
    case 1:
      return try fetched(kind.type, number, isPartial: true).first
    case 2:
      return try fetched(kind.type, nil, isPartial: true).first { $0.persistentModelID == identifier }
    case 3:
      return try fetched(kind.type, number, isPartial: false).first
    default:
      return try registeredOrFetched(kind.type, identifier)
    }
  }

  private func fetched<Model: WalkModel>(
    _: Model.Type, _ number: Int?, isPartial: Bool
  ) throws -> [any WalkModel] {
    var descriptor = FetchDescriptor<Model>()
    if let number { descriptor.predicate = #Predicate<Model> { $0.number == number } }
    if isPartial { descriptor.propertiesToFetch = ledger.some(Model.parts, atMost: 3) }
    return try modelContext.fetch(descriptor)
  }

  private func registeredOrFetched<Model: WalkModel>(
    _: Model.Type, _ identifier: PersistentIdentifier
  ) throws -> (any WalkModel)? {
    let registered: Model? = modelContext.registeredModel(for: identifier)
    return try registered ?? modelContext.fetchModel(for: identifier) as Model?
  }

  /// Lets go of the models that can be found again.
  func forget() {
    ledger.note("\(name): forget")
    for number in held.keys.sorted() where isSaved(number) && ledger.chance(80) { held[number] = nil }
  }

  // MARK: - Changing

  /// Does what leads from what is shown to another state, unless the other context has to do with the same.
  ///
  /// - Returns: false if it was not done.
  @discardableResult
  func change(
    _ line: String, _ new: WalkClaims, to next: WalkState, canBeUndone: Bool = true, _ body: () throws -> Void
  ) throws -> Bool {
    let isShared = policy == .byProperty && other?.policy == .byProperty
    if let other, new.areInConflict(with: other.claims, overValues: !isShared) { return false }
    ledger.note("\(name): \(line)")
    let before = view
    manager?.beginUndoGrouping()
    try body()
    manager?.setActionName("step \(ledger.steps)")
    manager?.endUndoGrouping()
    view = next
    claims.formUnion(new)
    if canBeUndone { try undoAndRedo(from: before, to: next, about: new.uses.union(new.deletions)) }
    held = held.filter { view.nodes[$0.key] != nil }
    return true
  }

  /// A change that is undone and redone is as if it had been made once.
  private func undoAndRedo(from before: WalkState, to after: WalkState, about numbers: Set<Int>) throws {
    guard let manager, ledger.chance(25), manager.undoActionName == "step \(ledger.steps)" else { return }
    ledger.note("\(name): undo")
    manager.undo()
    view = before
    for number in ledger.some(numbers.filter { view.nodes[$0] != nil }.sorted(), atMost: 3) { try check(number) }
    ledger.note("\(name): redo")
    manager.redo()
    view = after
    for number in ledger.some(numbers.filter { view.nodes[$0] != nil }.sorted(), atMost: 3) { try check(number) }
  }

  func hold(_ model: any WalkModel, _ number: Int) { held[number] = model }

  func insert<Model: WalkModel>(_ model: Model) { modelContext.insert(model) }

  func delete<Model: WalkModel>(_ model: Model) { modelContext.delete(model) }

  // MARK: - Saving

  func save() throws {
    let mustFail = view.breaksARule
    let way = ledger.roll(0..<10)
    ledger.note("\(name): save\(mustFail ? ", to be refused" : ""), way \(way)")
    do {
      switch way {
      case 0: try modelContext.transaction {}
      case 1: try modelContext.exclusiveTransaction {}
      case 2: try modelContext.exclusiveTransaction { try modelContext.save() }
      default: try modelContext.save()
      }
    } catch {
      guard mustFail, error is SwiftDataError else { throw ledger.failure("\(name) can't save: \(error)") }
      if way > 2 { try checkSome("after a save that failed") }
      return try rollback()
    }
    guard !mustFail else { throw ledger.failure("\(name) saved what breaks a rule") }
    commit()
  }

  private func commit() {
    other?.view.merge(from: ledger.committed, to: view, except: other?.claims.values ?? [])
    ledger.committed = view
    for number in view.nodes.keys where !isSaved(number) {
      ledger.identifiers[number] = held[number]?.persistentModelID
    }
    claims = WalkClaims()
  }

  private struct Cancelled: Error {}

  /// Saves within a transaction that comes to nothing.
  func saveInVain() throws {
    ledger.note("\(name): save in a transaction that fails")
    #expect(throws: (any Error).self) {
      try modelContext.exclusiveTransaction {
        try modelContext.save()
        throw Cancelled()
      }
    }
    try goBack("after a transaction that failed")
  }

  func rollback() throws {
    ledger.note("\(name): rollback")
    modelContext.rollback()
    try goBack("after a rollback")
  }

  private func goBack(_ moment: String) throws {
    view = ledger.committed
    claims = WalkClaims()
    held = held.filter { isSaved($0.key) && view.nodes[$0.key] != nil }
    try checkSome(moment)
  }

  /// Lets go of everything, saved or not.
  func reopen() {
    ledger.note("\(name): reopen")
    held = [:]
    modelContext.undoManager = nil
    manager?.removeAllActions()
    modelContext = ModelContext(container)
    begin()
    view = ledger.committed
    claims = WalkClaims()
  }

  // MARK: - Checking

  func checkSome(_ moment: String) throws {
    for number in ledger.some(view.nodes.keys.sorted(), atMost: 3) { try check(number, moment) }
  }

  /// Compares a model with the oracle: its values, and one of its relationships or all.
  func check(_ number: Int, _ moment: String = "", all: Bool = false) throws {
    guard let kind = view.nodes[number]?.kind else { return }
    ledger.note("\(name): look at \(kind) \(number)")
    let model = try model(number)
    if ledger.chance(50) { try checkValues(of: model, number, moment) }
    let links = WalkLink.of(kind)
    for link in all ? links : ledger.some(links, atMost: 1) { try check(link, of: model, number, moment) }
    try checkValues(of: model, number, moment)
  }

  private func checkValues(of model: any WalkModel, _ number: Int, _ moment: String) throws {
    guard !model.isDeleted, model.number == number else {
      throw ledger.failure("\(name) \(moment): \(number) is gone or another one")
    }
    let (found, expected) = (model.walkValues, view.values(number))
    guard found == expected else {
      throw ledger.failure("\(name) \(moment): \(number) is \(found), expected \(expected)")
    }
  }

  private func check(_ link: WalkLink, of model: any WalkModel, _ number: Int, _ moment: String) throws {
    let targets = link.read(model)
    let found = targets.map(\.number).sorted()
    let expected = view.targets(number, link)
    guard found == expected else {
      throw ledger.failure("\(name) \(moment): \(link.kind) \(number).\(link.name) is \(found), expected \(expected)")
    }
    for target in targets where ledger.chance(20) { held[target.number] = target }
  }

  /// Compares everything, by fetches of all models.
  func checkEverything(_ moment: String) throws {
    ledger.note("\(name): look at everything")
    var kept: [any WalkModel] = []
    for kind in WalkKind.allCases {
      let models = try fetched(kind.type, nil, isPartial: ledger.chance(30))
      let (found, expected) = (models.map(\.number).sorted(), view.numbers(of: kind))
      guard found == expected else {
        throw ledger.failure("\(name) \(moment): the \(kind)s are \(found), expected \(expected)")
      }
      kept += models
    }
    for model in kept {
      let number = model.number
      for link in WalkLink.of(view.nodes[number]?.kind ?? .hall) { try check(link, of: model, number, moment) }
      try checkValues(of: model, number, moment)
    }
  }

  // MARK: - Order

  /// The order of some lists of models that are held.
  func orders() -> [(number: Int, link: WalkLink, order: [Int])] {
    var orders: [(number: Int, link: WalkLink, order: [Int])] = []
    for number in held.keys.sorted() where ledger.chance(30) {
      guard let model = held[number], let kind = view.nodes[number]?.kind else { continue }
      for link in WalkLink.of(kind) where link.isToMany {
        orders.append((number, link, link.read(model).map(\.number)))
      }
    }
    return orders
  }

  /// Whether nothing waits for a save.
  var isClean: Bool { claims.uses.isEmpty && claims.deletions.isEmpty }
}
