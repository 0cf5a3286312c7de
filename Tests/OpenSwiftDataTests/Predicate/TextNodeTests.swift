import Foundation
import OpenSwiftData
import Testing

@Suite("Nodes that Foundation lacks on Linux")
struct TextNodeTests {
  private typealias Node = PredicateExpressions

  @Test func areMadeByHand() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    for title in ["Caf\u{E9}", "tea"] { context.insert(Note(title: title)) }
    try context.save()
    let contains = Predicate<Note> { note in
      Node.StringLocalizedStandardContains(root: Self.title(note), other: Node.build_Arg("cafe"))
    }
    #expect(try context.fetch(FetchDescriptor(predicate: contains)).map(\.title) == ["Caf\u{E9}"])
    let same = Predicate<Note> { note in
      Node.build_Equal(
        lhs: Node.StringCaseInsensitiveCompare(root: Self.title(note), other: Node.build_Arg("TEA")),
        rhs: Node.build_Arg(ComparisonResult.orderedSame))
    }
    #expect(try context.fetch(FetchDescriptor(predicate: same)).map(\.title) == ["tea"])
    let before = Predicate<Note> { note in
      Node.build_Equal(
        lhs: Node.StringLocalizedCompare(root: Self.title(note), other: Node.build_Arg("d")),
        rhs: Node.build_Arg(ComparisonResult.orderedAscending))
    }
    #expect(try context.fetch(FetchDescriptor(predicate: before)).map(\.title) == ["Caf\u{E9}"])
  }

  private static func title(
    _ note: Node.Variable<Note>
  ) -> Node.KeyPath<Node.Variable<Note>, String> { Node.build_KeyPath(root: note, keyPath: \.title) }
}
