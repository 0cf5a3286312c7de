import Foundation
import Testing

@testable import OpenSwiftData

/// Each order is asked for three times: of saved rows, of rows with unsaved changes among them, and of an array.
@Suite("Texts are sorted the same by SQL, with pending rows, and in memory")
struct ThreeWaySortingTests {
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let usesIndex: Bool
    let descriptors: @Sendable () -> [SortDescriptor<Exhibit>]

    init(
      _ name: String, usesIndex: Bool = false, _ descriptors: @escaping @Sendable () -> [SortDescriptor<Exhibit>]
    ) {
      testDescription = name
      self.usesIndex = usesIndex
      self.descriptors = descriptors
    }
  }

  static let orders = [
    Order("a text with an index") { [SortDescriptor(\.indexed)] },
    Order("a text") { [SortDescriptor(\.plain, order: .reverse)] },
    Order("an optional text") { [SortDescriptor(\.optional), SortDescriptor(\.plain)] },
    Order("lexical, with an index", usesIndex: true) { [SortDescriptor(\.indexed, comparator: .lexical)] },
    Order("lexical, with an index, reversed", usesIndex: true) {
      [SortDescriptor(\.indexed, comparator: .lexical, order: .reverse)]
    },
    Order("lexical") { [SortDescriptor(\.plain, comparator: .lexical)] },
    Order("lexical, optional") { [SortDescriptor(\.optional, comparator: .lexical), SortDescriptor(\.indexed)] },
    Order("localized") { [SortDescriptor(\.indexed, comparator: .localized)] },
    Order("localizedStandard") { [SortDescriptor(\.plain, comparator: .localizedStandard)] },
    Order("raw values with an index", usesIndex: true) { [SortDescriptor(\.code)] },
    Order("an enumeration with an index", usesIndex: true) { [SortDescriptor(\.size)] },
    Order("made where nobody knows of models") { [Self.comparable(\.indexed), Self.comparable(\.plain)] },
    Order("made by Foundation, lexical") { [Self.lexical(\.indexed, .forward), Self.lexical(\.plain, .reverse)] },
  ]

  @Test(arguments: orders) func whateverIsPending(_ order: Order) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("exhibits of seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let context = ModelContext(try memoryContainer(Exhibit.self))
    for number in 0..<400 { context.insert(Exhibit.random(&random, number: number)) }
    try context.save()
    var descriptor = FetchDescriptor<Exhibit>(sortBy: order.descriptors())
    let stored = try context.fetch(FetchDescriptor<Exhibit>(sortBy: [SortDescriptor(\.persistentModelID)]))
    #expect(try context.fetch(descriptor).map(\.number) == sorted(stored, order).map(\.number), "SQL; seed \(seed)")
    for exhibit in stored where Int.random(in: 0..<8, using: &random) == 0 { exhibit.fill(&random) }
    for exhibit in stored where Int.random(in: 0..<12, using: &random) == 0 { context.delete(exhibit) }
    for number in 400..<430 { context.insert(Exhibit.random(&random, number: number)) }
    let pages = [(nil, nil), (0, 5), (3, 20), (180, 40), (360, nil)] as [(Int?, Int?)]
    let read = {
      try pages.map { page in
        (descriptor.fetchOffset, descriptor.fetchLimit) = page
        return try context.fetch(descriptor).map(\.number)
      }
    }
    let pending = try read()
    try context.save()
    let saved = try read()
    for (page, answers) in zip(pages, zip(pending, saved)) {
      #expect(answers.0 == answers.1, "page \(page), seed \(seed)")
    }
    let all = try context.fetch(FetchDescriptor<Exhibit>(sortBy: [SortDescriptor(\.persistentModelID)]))
    #expect(saved[0] == sorted(all, order).map(\.number), "memory; seed \(seed)")
  }

  @Test(arguments: orders) func anIndexServesTheOrderOfBytes(_ order: Order) throws {
    let context = ModelContext(try memoryContainer(Exhibit.self))
    let descriptor = FetchDescriptor<Exhibit>(sortBy: order.descriptors())
    #expect(try context.isSaidBySQL(descriptor))
    #expect(try context.plan(descriptor).contains("TEMP B-TREE") != order.usesIndex)
  }

  /// Equal rows follow by key in the direction of the last descriptor.
  private func sorted(_ exhibits: [Exhibit], _ order: Order) -> [Exhibit] {
    let descriptors = order.descriptors()
    let isForward = descriptors.last?.order == .forward
    return exhibits.enumerated().sorted { left, right in
      for sort in descriptors {
        let result = sort.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return isForward ? left.offset < right.offset : left.offset > right.offset
    }.map(\.element)
  }

  /// Foundation's own descriptor, as generic code makes it.
  private static func comparable<Model, Value: Comparable>(
    _ keyPath: any KeyPath<Model, Value> & Sendable
  ) -> SortDescriptor<Model> { SortDescriptor(keyPath) }

  private static func lexical<Model>(
    _ keyPath: any KeyPath<Model, String> & Sendable, _ order: SortOrder
  ) -> SortDescriptor<Model> { SortDescriptor(keyPath, comparator: .lexical, order: order) }
}
