import Testing

@testable import DocketData

@Suite("What may follow the beginning of a query")
struct QueryCompletionTests {
  @Test(arguments: [
    ("", "", "", QueryCompletion.Kind.term), ("mil", "", "mil", .term), ("is:open due", "is:open ", "due", .term),
    ("#", "#", "", .tag), ("is:open -#ho", "is:open -#", "ho", .tag), ("(tag:ho", "(tag:", "ho", .tag),
    ("list:wo", "list:", "wo", .list), ("list:=wo", "list:=", "wo", .list), ("list:\"My l", "list:", "My l", .list),
    ("a \"b c\" list:x", "a \"b c\" list:", "x", .list), ("after:1", "after:", "1", .item(["none", "any"])),
    ("prio:>=m", "prio:>=", "m", .value(["none", "low", "medium", "high"])),
    ("sort:-d", "sort:-", "d", .value(ItemOrder.Key.allCases.map(\.rawValue))),
    ("http://x", "", "http://x", .term), ("extra.loc", "extra.", "loc", .extra),
    ("a -extra.\"two w", "a -extra.", "two w", .extra), ("extra.where:x", "", "extra.where:x", .term),
  ])
  func isSeenInItsLastTerm(_ text: String, _ head: String, _ typed: String, _ kind: QueryCompletion.Kind) {
    let completion = QueryCompletion(of: text)
    #expect(completion.head == head)
    #expect(completion.typed == typed)
    #expect(completion.kind == kind)
  }

  /// What completion inserts means the tag or the list that it names, whatever that is called.
  @Test func namesArePlacedSoThatTheyAreFound() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(state: seed)
    let characters = Array("ab#\"\\()=-:<>'$`!,.é漢 ")
    for _ in 0..<2_000 {
      let text = String(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in characters.randomElement(using: &random)! })
      if let tag = try? TagName(text), tag.text == text {
        for head in ["#", "-#", "tag:"] {
          let query = try QueryParser(QueryCompletion(of: head).text(naming: text), DateReference())
          #expect(query.terms.map(\.condition) == [.tag(key: tag.key)], "\(head)\(text), seed \(seed)")
        }
      }
      if let list = try? ListName(text), list.text == text {
        for (head, withSublists) in [("list:", true), ("list:=", false)] {
          let query = try QueryParser(QueryCompletion(of: head).text(naming: text), DateReference())
          #expect(
            query.terms.map(\.condition) == [.list(key: list.key, withSublists: withSublists)],
            "\(head)\(text), seed \(seed)")
        }
      }
    }
  }

  @Test func everyBeginningOfATermGoesOnWithValues() {
    for term in QueryCompletion.terms {
      #expect(QueryCompletion(of: term.text).kind != .term, "\(term.text)")
      #expect(!term.meaning.isEmpty)
    }
  }

  /// What the help shows.
  @Test func everyExampleIsAQuery() throws {
    for (text, _) in QueryCompletion.marks { #expect(throws: Never.self, "\(text)") { try ItemQuery(text) } }
  }
}
