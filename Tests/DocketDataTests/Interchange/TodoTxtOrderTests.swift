import DocketData
import Foundation
import Testing

@Suite("The order of a line of todo.txt")
struct TodoTxtOrderTests {
  let exchange = Exchange()

  private static let lines = [
    "Email @bob about +Plan today", "(A) 2026-01-02 @phone Call Mum t:2031-05-01 h:1 foo:bar +Family",
    "x 2026-11-20 2026-01-02 due:2031-05-06 Pay +Bills the bill pri:A id:7",
    "+One a +Two b @three rec:week due:2031-05-06 at:10:00",
  ]

  @Test func isGivenBack() async throws {
    try await exchange.load(Self.lines.joined(separator: "\n") + "\n", .todotxt)
    #expect(try await exchange.todoLines() == Self.lines)
    let file = try await exchange.export(.todotxt)
    #expect(try await exchange.load(file, .todotxt).unchanged == Self.lines.count)
    let other = Exchange()
    try await other.load(exchange.export(.json), .json)
    #expect(try await other.todoLines() == Self.lines)
  }

  @Test func isThatOfTheNewLine() async throws {
    let uid = UUID()
    for line in ["2026-01-02 a @b c", "2026-01-02 @b a c", "2026-01-02 a c @b"] {
      try await exchange.load("\(line) uid:\(uid)\n", .todotxt)
      #expect(try await exchange.todoLines() == [line])
    }
    #expect(try await exchange.item().extra == nil)
  }

  /// Changes with what becomes of "Email @bob about +Plan due:2031-05-06 today h:1 @carl".
  @Test(arguments: [
    (ItemChanges(priority: .high), "(A) 2026-01-02 Email @bob about +Plan due:2031-05-06 today h:1 @carl"),
    (ItemChanges(due: Replacement.none), "2026-01-02 Email @bob about +Plan today h:1 @carl"),
    (ItemChanges(list: .value("Other")), "2026-01-02 Email @bob about due:2031-05-06 today h:1 @carl +Other"),
    (ItemChanges(removedTags: ["bob"]), "2026-01-02 Email about +Plan due:2031-05-06 today h:1 @carl"),
    (ItemChanges(addedTags: ["new"]), "2026-01-02 Email @bob about +Plan due:2031-05-06 today h:1 @carl @new"),
    (ItemChanges(tags: ["carl", "bob"]), "2026-01-02 Email about today +Plan @carl @bob due:2031-05-06 h:1"),
    (ItemChanges(title: "Email about tomorrow"), "2026-01-02 Email about tomorrow +Plan @bob @carl due:2031-05-06 h:1"),
  ])
  func staysWhenSomethingElseChanges(_ changes: ItemChanges, _ line: String) async throws {
    try await exchange.load("2026-01-02 Email @bob about +Plan due:2031-05-06 today h:1 @carl\n", .todotxt)
    let item = try await exchange.item()
    #expect(item.title == "Email about today" && item.tags == ["bob", "carl"])
    try await exchange.change(changes)
    #expect(try await exchange.todoLines() == [line])
    let other = Exchange()
    try await other.load(exchange.export(.todotxt), .todotxt)
    let (mine, theirs) = (try await exchange.item(), try await other.item())
    #expect(mine.title == theirs.title && mine.tags == theirs.tags)
    #expect(mine.list == theirs.list && mine.due == theirs.due)
  }

  /// Orders that nobody read, from a file that somebody wrote.
  @Test(arguments: ["+L @t a", "t a", "a b a", "a @t +x:y\u{a0} b", "@T +l a", "x a", "(A) a", "2026-01-01 a @t"])
  func isOnlyAnOrder(_ order: String) async throws {
    try await exchange.load(#"[{"title":"a","tags":["t"],"list":"L","extra":{"todotxt":["\#(order)"]}}]"#, .json)
    let other = Exchange()
    try await other.load(exchange.export(.todotxt), .todotxt)
    let (mine, theirs) = (try await exchange.item(), try await other.item())
    #expect(mine.title == theirs.title && mine.tags == theirs.tags && mine.list == theirs.list)
    #expect(mine.priority == theirs.priority && mine.isDone == theirs.isDone)
  }
}
