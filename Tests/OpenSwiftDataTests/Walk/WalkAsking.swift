import Foundation
import Testing

@testable import OpenSwiftData

/// Asks a context a question in each way that there is, and compares the answers with the oracle's.
struct WalkAsking {
  private let asked: WalkContext
  private let container: ModelContainer
  private let ledger: WalkLedger
  private let titles: TitleRanks

  init(_ asked: WalkContext, _ container: ModelContainer, _ ledger: WalkLedger, _ titles: TitleRanks) {
    (self.asked, self.container, self.ledger, self.titles) = (asked, container, ledger, titles)
  }

  func ask() throws {
    let isAboutValues = ledger.chance(50)
    switch ledger.pick(WalkKind.allCases) ?? .hall {
    case .hall: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Hall>.aboutLinks(ledger), .hall)
    case .exhibit: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Showpiece>.aboutLinks(ledger), .exhibit)
    case .artist: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Artist>.aboutLinks(ledger), .artist)
    case .plaque: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Plaque>.aboutLinks(ledger), .plaque)
    case .seal: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Seal>.aboutLinks(ledger), .seal)
    case .squad: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Party>.aboutLinks(ledger), .squad)
    case .warden: try ask(isAboutValues ? .aboutValues(ledger) : WalkQuestion<Warden>.aboutLinks(ledger), .warden)
    }
  }

  private func ask<Model: WalkModel>(_ question: WalkQuestion<Model>, _ kind: WalkKind) throws {
    ledger.note("\(asked.name): which \(kind)s have \(question.name)")
    let stored = answer(to: question, kind, ledger.committed)
    try compare("SQL", numbers(question, in: ModelContext(container)), stored, question)
    if !asked.view.breaksARule {
      let shown = answer(to: question, kind, asked.view)
      try compare("overlay", numbers(question, in: asked.modelContext), shown, question)
      try askForMore(question, shown)
      if ledger.chance(30) { try compare("memory", matching(question), shown, question) }
    }
    if ledger.chance(30) { try compare("SQL despite changes", numbersWithoutChanges(question), stored, question) }
  }

  private func answer<Model>(to question: WalkQuestion<Model>, _ kind: WalkKind, _ state: WalkState) -> [Int] {
    state.numbers(of: kind).filter { question.matches($0, state) }
  }

  private func compare<Model>(
    _ way: String, _ found: [Int], _ expected: [Int], _ question: WalkQuestion<Model>
  ) throws {
    guard found != expected else { return }
    throw ledger.failure("\(asked.name), \(way): \(question.name) finds \(found), expected \(expected)")
  }

  // MARK: - The ways

  private func numbers<Model>(_ question: WalkQuestion<Model>, in context: ModelContext) throws -> [Int] {
    var descriptor = FetchDescriptor(predicate: question.predicate)
    if ledger.chance(30) { descriptor.propertiesToFetch = ledger.some(Model.parts, atMost: 3) }
    return try context.fetch(descriptor).map(\.number).sorted()
  }

  /// What the library's own evaluation says of each model.
  private func matching<Model>(_ question: WalkQuestion<Model>) throws -> [Int] {
    var descriptor = FetchDescriptor<Model>()
    if ledger.chance(50) { descriptor.propertiesToFetch = ledger.some(Model.parts, atMost: 3) }
    let predicate = MemoryPredicate(question.predicate)
    return try asked.modelContext.fetch(descriptor).filter(predicate.matches).map(\.number).sorted()
  }

  /// What is stored, asked by the context whose changes wait.
  private func numbersWithoutChanges<Model>(_ question: WalkQuestion<Model>) throws -> [Int] {
    var descriptor = FetchDescriptor(predicate: question.predicate)
    descriptor.includePendingChanges = false
    guard try asked.modelContext.isSaidBySQL(descriptor) else {
      return answer(to: question, kind(of: Model.self), ledger.committed)
    }
    let found = Set(try asked.modelContext.fetchIdentifiers(descriptor))
    return ledger.committed.numbers(of: kind(of: Model.self)).filter {
      ledger.identifiers[$0].map(found.contains) ?? false
    }
  }

  private func kind<Model: WalkModel>(of _: Model.Type) -> WalkKind {
    WalkKind.allCases.first { $0.type == Model.self } ?? .hall
  }

  /// The number of answers, their identifiers, and a page of them in order.
  private func askForMore<Model>(_ question: WalkQuestion<Model>, _ expected: [Int]) throws {
    let context = asked.modelContext
    var descriptor = FetchDescriptor(predicate: question.predicate)
    if ledger.chance(30) {
      try compare("count", [context.fetchCount(descriptor)], [expected.count], question)
      try compare("identifiers", [Set(context.fetchIdentifiers(descriptor)).count], [expected.count], question)
    }
    descriptor.sortBy = [SortDescriptor(\.title), SortDescriptor(\.number)]
    descriptor.fetchLimit = ledger.roll(0..<6)
    descriptor.fetchOffset = ledger.roll(0..<3)
    let sorted = expected.sorted { left, right in
      let ranks = (titles.rank(of: asked.view.values(left)), titles.rank(of: asked.view.values(right)))
      return ranks.0 == ranks.1 ? left < right : ranks.0 < ranks.1
    }
    let page = sorted.dropFirst(descriptor.fetchOffset ?? 0).prefix(descriptor.fetchLimit ?? 0)
    try compare("page", context.fetch(descriptor).map(\.number), Array(page), question)
  }
}
