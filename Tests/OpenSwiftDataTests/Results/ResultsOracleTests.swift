import Foundation
import Testing

@testable import OpenSwiftData

@Suite("Whatever happens, every observer ends as a fresh fetch does")
@MainActor
struct ResultsOracleTests {
  @Test(arguments: 0..<3)
  func randomOperationsAgainstManyObservers(_ run: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("run \(run) seed \(seed)")
    try await OracleRun(seed: seed).go(rounds: 12)
  }
}

/// One run of random operations on a store with several observers of different kinds.
@MainActor
private final class OracleRun {
  private let container: ModelContainer
  private let followers: [any FollowedResult]
  private var random: SeededGenerator
  private var ids: [PersistentIdentifier] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let container = try memoryContainer(Note.self, TitledEntry.self)
    self.container = container
    followers =
      try (Self.descriptors + [Self.localized]).map { try Unsectioned($0, in: container) }
      + Self.descriptors.map { try Sectioned($0, by: \.count, in: container) }
      + Self.descriptors.map { try Sectioned($0, by: \.title, in: container) }
  }

  func go(rounds: Int) async throws {
    for round in 0..<rounds {
      for _ in 0..<Int.random(in: 1...4, using: &random) { try operate() }
      try await checkAll(round)
    }
  }

  private func checkAll(_ round: Int) async throws {
    let context = ModelContext(container)
    for (number, follower) in followers.enumerated() {
      let isRight = try follower.check(in: context)
      try await waitUntil("observer \(number) in round \(round)") { isRight() }
    }
  }

  // MARK: - Observers

  private static var descriptors: [FetchDescriptor<Note>] {
    let busy = #Predicate<Note> { $0.count > 5 }
    let wordless = #Predicate<Note> { $0.words.isEmpty }
    return [
      FetchDescriptor(sortBy: [SortDescriptor(\.date)]),
      FetchDescriptor(sortBy: [SortDescriptor(\.date, order: .reverse)]),
      FetchDescriptor(sortBy: [SortDescriptor(\.weight), SortDescriptor(\.title, order: .reverse)]),
      FetchDescriptor(predicate: busy, sortBy: [SortDescriptor(\.title)]),
      FetchDescriptor(predicate: busy, sortBy: [SortDescriptor(\.title, comparator: .lexical)]),
      page(FetchDescriptor(sortBy: [SortDescriptor(\.date)]), 0, 10),
      page(FetchDescriptor(predicate: busy, sortBy: [SortDescriptor(\.weight, order: .reverse)]), 3, 150),
      FetchDescriptor(predicate: wordless, sortBy: [SortDescriptor(\.count)]),
      page(FetchDescriptor(predicate: wordless, sortBy: [SortDescriptor(\.date, order: .reverse)]), 2, 7),
      page(FetchDescriptor(), 5, nil),
      page(FetchDescriptor(predicate: busy, sortBy: [SortDescriptor(\.title.count)]), 1, 20),
    ]
  }

  private static let localized = FetchDescriptor<Note>(
    sortBy: [SortDescriptor(\.title, comparator: .localizedStandard, order: .reverse)])

  // MARK: - Operations

  private func operate() throws {
    let context = ModelContext(container)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: try insert(Int.random(in: 40...150, using: &random), context)
    case 1: try delete(Int.random(in: 0...80, using: &random), context)
    case 2: context.insert(TitledEntry())
    case 3, 4: try insert(Int.random(in: 1...5, using: &random), context)
    case 5: try delete(Int.random(in: 1...3, using: &random), context)
    case 6: try change(Int.random(in: 10...60, using: &random), context)
    default: try change(Int.random(in: 1...3, using: &random), context)
    }
    try context.save()
  }

  private func insert(_ count: Int, _ context: ModelContext) throws {
    let notes = (0..<count).map { _ in Note(title: "", date: .distantPast) }
    for note in notes {
      fill(note)
      context.insert(note)
    }
    try context.save()
    ids += notes.map(\.persistentModelID)
  }

  private func delete(_ count: Int, _ context: ModelContext) throws {
    for _ in 0..<count where !ids.isEmpty {
      let id = ids.remove(at: Int.random(in: 0..<ids.count, using: &random))
      if let note: Note = try context.fetchModel(for: id) { context.delete(note) }
    }
  }

  private func change(_ count: Int, _ context: ModelContext) throws {
    for _ in 0..<count {
      guard let id = ids.randomElement(using: &random), let note: Note = try context.fetchModel(for: id) else {
        continue
      }
      changeSomething(of: note)
    }
  }

  private func fill(_ note: Note) {
    for _ in 0..<8 { changeSomething(of: note) }
  }

  private func changeSomething(of note: Note) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: note.title = ["", "a", "B", "é", "z"].randomElement(using: &random) ?? ""
    case 1: note.date = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<50, using: &random)))
    case 2: note.count = Int.random(in: 0..<12, using: &random)
    case 3: note.weight = Bool.random(using: &random) ? nil : Double.random(in: -1...1, using: &random)
    case 4: note.subtitle = [nil, "", "x", "y", "Y"].randomElement(using: &random) ?? nil
    case 5: note.mood = Note.Mood.allCases.randomElement(using: &random) ?? .calm
    case 6: note.words = Bool.random(using: &random) ? [] : ["w"]
    default: note.isDone.toggle()
    }
  }
}

private func page(_ descriptor: FetchDescriptor<Note>, _ offset: Int, _ limit: Int?) -> FetchDescriptor<Note> {
  var descriptor = descriptor
  (descriptor.fetchOffset, descriptor.fetchLimit) = (offset, limit)
  return descriptor
}

/// An observer whose state can be compared with what a fetch says.
@MainActor
private protocol FollowedResult {
  /// Fetches, and tells how to find out whether the observer shows the same.
  func check(in context: ModelContext) throws -> @MainActor () -> Bool
}

private struct Unsectioned: FollowedResult {
  let descriptor: FetchDescriptor<Note>
  let observer: ResultsObserver<Note, Never>

  init(_ descriptor: FetchDescriptor<Note>, in container: ModelContainer) throws {
    self.descriptor = descriptor
    observer = try ResultsObserver(fetchDescriptor: descriptor, modelContext: container.mainContext)
  }

  func check(in context: ModelContext) throws -> @MainActor () -> Bool {
    let expected = try context.fetchIdentifiers(descriptor)
    return {
      let results = observer.results
      return observer.isComplete && results.indices.map { results.identifier(at: $0) } == expected
    }
  }
}

private struct Sectioned<Title: Hashable & Comparable>: FollowedResult {
  let descriptor: FetchDescriptor<Note>
  let keyPath: any KeyPath<Note, Title> & Sendable
  let observer: ResultsObserver<Note, Title>

  init(
    _ descriptor: FetchDescriptor<Note>, by keyPath: any KeyPath<Note, Title> & Sendable, in container: ModelContainer
  ) throws {
    self.descriptor = descriptor
    self.keyPath = keyPath
    observer = try ResultsObserver(
      fetchDescriptor: descriptor, sectionBy: keyPath, modelContext: container.mainContext)
  }

  func check(in context: ModelContext) throws -> @MainActor () -> Bool {
    let sections = try expectedSections(context)
    let (titles, members) = (sections.map(\.title), sections.map(\.members))
    return {
      guard observer.isComplete, let sections = observer.sections, sections.sectionTitles == titles else {
        return false
      }
      let results = observer.results
      return sections.map { $0.positionsInResults.map { results.identifier(at: $0) } } == members
    }
  }

  /// All rows in order, put into sections that keep it, then the page of that.
  private func expectedSections(
    _ context: ModelContext
  ) throws -> [(title: Title, members: [PersistentIdentifier])] {
    let ordered = sections(try context.fetch(page(descriptor, 0, nil))).flatMap(\.1)
    let shown = ordered.page(offset: descriptor.fetchOffset, limit: descriptor.fetchLimit)
    return sections(shown).map { (title: $0, members: $1.map(\.persistentModelID)) }
  }

  private func sections(_ notes: [Note]) -> [(Title, [Note])] {
    let members = Dictionary(grouping: notes) { $0[keyPath: keyPath] }
    return titles(of: notes).map { ($0, members[$0] ?? []) }
  }

  /// The titles as the order has them if it begins with them, otherwise ascending.
  private func titles(of notes: [Note]) -> [Title] {
    var known: Set<Title> = []
    let titles = notes.map { $0[keyPath: keyPath] }.filter { known.insert($0).inserted }
    return orderBeginsWithTitles ? titles : titles.sorted()
  }

  private var orderBeginsWithTitles: Bool {
    let first = descriptor.sortBy.first?.keyPath
    let inLocale = (keyPath as? KeyPath<Note, String>)?.appending(path: \.localizedStandardSortKey)
    return first == keyPath || inLocale != nil && first == inLocale
  }
}
