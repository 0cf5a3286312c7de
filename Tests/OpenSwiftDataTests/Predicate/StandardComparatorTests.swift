import Foundation
import OpenSwiftData
import Testing

@Suite("The comparators that Foundation lacks on Linux")
struct StandardComparatorTests {
  @Test func areOfTheTypeOfTheOneThatItHas() {
    let all: [String.StandardComparator] = [.localizedStandard, .localized, .lexical]
    #expect(Set(all).count == 3)
    #expect(all.allSatisfy { $0.order == .forward })
    #expect(String.StandardComparator(.localizedStandard, order: .reverse).order == .reverse)
    #expect(String.StandardComparator(.localizedStandard, order: .reverse) != .localizedStandard)
  }

  @Test(arguments: [true, false]) func oneIsChosenWhereItIsUsed(isLexical: Bool) throws {
    let descriptor = SortDescriptor(\Note.title, comparator: isLexical ? .lexical : .localizedStandard)
    #expect(try titles([descriptor]) == (isLexical ? ["Zoo", "a10", "a9"] : ["a9", "a10", "Zoo"]))
  }

  @Test func theDirectionIsThatOfTheComparatorUnlessAnotherIsNamed() throws {
    let reverse = String.StandardComparator(.localizedStandard, order: .reverse)
    #expect(try titles([SortDescriptor(\.title, comparator: reverse)]) == ["Zoo", "a10", "a9"])
    #expect(try titles([SortDescriptor(\.title, comparator: reverse, order: .forward)]) == ["a9", "a10", "Zoo"])
  }

  @Test func aTextIsSortedByLocalizedStandardUnlessAnotherIsNamed() throws {
    #expect(try titles([SortDescriptor(\.title)]) == ["a9", "a10", "Zoo"])
    #expect(try titles([SortDescriptor(\.title, order: .reverse)]) == ["Zoo", "a10", "a9"])
  }

  @Test func compareNumbersByValueInFoundationToo() {
    #expect(["a10", "a9"].sorted(using: String.StandardComparator.localizedStandard) == ["a9", "a10"])
  }

  private func titles(_ order: [SortDescriptor<Note>]) throws -> [String] {
    let context = ModelContext(try memoryContainer(Note.self))
    for title in ["a10", "Zoo", "a9"] { context.insert(Note(title: title)) }
    let pending = try context.fetch(FetchDescriptor(sortBy: order)).map(\.title)
    try context.save()
    let saved = try context.fetch(FetchDescriptor(sortBy: order)).map(\.title)
    #expect(pending == saved)
    #expect(try context.fetch(FetchDescriptor<Note>()).sorted(using: order).map(\.title) == saved)
    return saved
  }
}
