import Foundation
import OpenSwiftData
import Testing

@Suite("Rows come in the order of SortDescriptor.compare")
struct PredicateSortingTests {
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let descriptors: @Sendable () -> [SortDescriptor<Specimen>]

    init(_ name: String, _ descriptors: @escaping @Sendable () -> [SortDescriptor<Specimen>]) {
      testDescription = name
      self.descriptors = descriptors
    }
  }

  static let saidBySQL = [
    Order("Bool") { [SortDescriptor(\.flag)] },
    Order("Bool, reversed, then Int") { [SortDescriptor(\.flag, order: .reverse), SortDescriptor(\.count)] },
    Order("Bool?") { [SortDescriptor(\.optionalFlag)] },
    Order("Int?") { [SortDescriptor(\.optionalCount)] },
    Order("Int?, reversed") { [SortDescriptor(\.optionalCount, order: .reverse)] },
    Order("UInt64?") { [SortDescriptor(\.optionalHuge)] },
    Order("Double") { [SortDescriptor(\.real)] },
    Order("Decimal") { [SortDescriptor(\.amount)] },
    Order("Decimal?, reversed") { [SortDescriptor(\.optionalAmount, order: .reverse)] },
    Order("Date?") { [SortDescriptor(\.optionalDate, order: .reverse)] },
    Order("UUID") { [SortDescriptor(\.uid)] },
    Order("String") { [SortDescriptor(\.text)] },
    Order("String?") { [SortDescriptor(\.optionalText, order: .reverse)] },
    Order("String, lexical") { [SortDescriptor(\.text, comparator: .lexical)] },
    Order("String, localized") { [SortDescriptor(\.text, comparator: .localized)] },
    Order("String, localizedStandard") { [SortDescriptor(\.text, comparator: .localizedStandard, order: .reverse)] },
    Order("String?, localizedStandard") { [SortDescriptor(\.optionalText, comparator: .localizedStandard)] },
    Order("ordered enumeration") { [SortDescriptor(\.grade)] },
    Order("ordered enumeration?") { [SortDescriptor(\.optionalGrade, order: .reverse)] },
    Order("enumeration by raw value") { [SortDescriptor(\.mood)] },
    Order("enumeration? by raw value") { [SortDescriptor(\.optionalMood)] },
    Order("identifier") { [SortDescriptor(\.persistentModelID, order: .reverse)] },
    Order("id") { [SortDescriptor(\.id)] },
    Order("expression that may fail") { [SortDescriptor(#Expression<Specimen, Int> { $0.count * 3 })] },
    Order("expression, reversed, then Int") {
      [
        SortDescriptor(#Expression<Specimen, Double> { $0.flag ? $0.real : 0.1 }, order: .reverse),
        SortDescriptor(\.count),
      ]
    },
    Order("expression of a date") {
      let date = Date(timeIntervalSinceReferenceDate: 123_456_789.1)
      return [SortDescriptor(#Expression<Specimen, Date> { $0.optionalDate ?? date })]
    },
    Order("expression of a text") { [SortDescriptor(#Expression<Specimen, String> { $0.optionalText ?? "it's" })] },
  ]

  static let doneInMemory = [
    Order("otherwise ordered enumeration") { [SortDescriptor(\.rank)] },
    Order("computed property") { [SortDescriptor(\.shownText), SortDescriptor(\.count)] },
  ]

  @Test(arguments: saidBySQL) func sqlOrdersAsSwiftDoes(_ order: Order) throws {
    try check(order, isSaidBySQL: true)
  }

  @Test(arguments: doneInMemory) func memoryOrdersWhatSQLCannot(_ order: Order) throws {
    try check(order, isSaidBySQL: false)
  }

  @Test func memoryOrderHonoursOffsetAndLimit() throws {
    let context = ModelContext(try SpecimenStore.container.get())
    var descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.rank, order: .reverse)])
    let all = try context.fetchIdentifiers(descriptor)
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 5
    #expect(try context.fetchIdentifiers(descriptor) == Array(all[3..<8]))
  }

  private func check(_ order: Order, isSaidBySQL: Bool) throws {
    let context = ModelContext(try SpecimenStore.container.get())
    let sample: Predicate<Specimen> = #Predicate { $0.number < 1500 }
    let descriptor = FetchDescriptor(predicate: sample, sortBy: order.descriptors())
    let found = try context.fetch(descriptor)
    // Equal rows follow by key in the direction of the last descriptor.
    let rows = try context.fetch(FetchDescriptor(predicate: sample)).enumerated()
    let isForward = descriptor.sortBy.last?.order == .forward
    let expected = rows.sorted { left, right in
      for sort in descriptor.sortBy {
        let result = sort.compare(left.element, right.element)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return isForward ? left.offset < right.offset : left.offset > right.offset
    }
    #expect(found.map(\.number) == expected.map(\.element.number))
    #expect(try context.isSaidBySQL(descriptor) == isSaidBySQL)
  }
}
