import Foundation
import OpenSwiftData
import Testing

@Suite("A history token")
struct HistoryTokenTests {
  let store: TemporaryStore
  let context: ModelContext

  init() throws {
    store = try TemporaryStore()
    context = ModelContext(try store.container(Note.self))
    for number in 1...3 { try context.save(note: "\(number)") }
  }

  @Test func comesBackFromJSON() throws {
    let tokens = try context.transactions().map(\.token)
    let decoded = try JSONDecoder().decode([DefaultHistoryToken].self, from: JSONEncoder().encode(tokens))
    #expect(decoded == tokens)
    #expect(Set(decoded) == Set(tokens))
    let later = ModelContext(try store.container(Note.self))
    #expect(try later.transactions(after: decoded[0]).map(\.token) == Array(tokens[1...]))
  }

  @Test func isOrderedAndTellsItsPlace() throws {
    let transactions = try context.transactions()
    let tokens = transactions.map(\.token)
    #expect(tokens == tokens.sorted())
    #expect(tokens[0] < tokens[1])
    #expect(tokens[2].tokenValue == [transactions[2].storeIdentifier: transactions[2].transactionIdentifier])
    #expect(tokens[2].storeIdentifier == transactions[2].storeIdentifier)
    #expect(tokens.map(\.id) == [1, 2, 3])
  }

  @Test func namesTheStoreOfItsContainer() throws {
    let token = try #require(try context.transactions().last?.token)
    let name = try #require(context.container.configurations.first?.name)
    #expect(context.container.storeIdentifier(forConfigurationNamed: name) == token.storeIdentifier)
    #expect(context.container.storeIdentifier(forConfigurationNamed: "no such") == nil)
  }

  @Test func expiresWhenWhatComesAfterItIsDeleted() throws {
    let transactions = try context.transactions()
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    #expect(try context.transactions().isEmpty)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.transactions(after: transactions[0].token) }
    #expect(try context.transactions(after: transactions[2].token).isEmpty)
    try context.save(note: "4")
    #expect(try context.transactions(after: transactions[2].token).count == 1)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.transactions(after: transactions[1].token) }
  }

  @Test func staysGoodWhenWhatItHasSeenIsDeleted() throws {
    let token = try context.transactions()[1].token
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token <= token }))
    #expect(try context.transactions(after: token).count == 1)
    #expect(try context.transactions().count == 1)
  }

  @Test func transactionsCanBeDeletedByAuthorWithoutExpiringTheOthers() throws {
    context.author = "inbound"
    try context.save(note: "4")
    context.author = nil
    try context.save(note: "5")
    let first = try #require(try context.transactions().first?.token)
    try context.deleteHistory(
      HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "inbound" }))
    #expect(try context.transactions(after: first).map(\.transactionIdentifier) == [2, 3, 5])
  }

  /// The position up to which a program has read.
  private struct Progress: Codable { var token: DefaultHistoryToken }

  @Test(arguments: 0..<5) func expiresHoweverItIsCompared(_ form: Int) throws {
    let first = try #require(try context.transactions().first?.token)
    let progress: Progress? = Progress(token: first)
    let known = Progress(token: first)
    let forms: [Predicate<DefaultHistoryTransaction>] = [
      #Predicate { $0.token >= first },
      #Predicate { first < $0.token },
      #Predicate { $0.token > known.token },
      #Predicate { $0.token > progress!.token },
      Predicate(all: [#Predicate { $0.author == nil }, #Predicate { $0.token > first }]),
    ]
    let descriptor = HistoryDescriptor(predicate: forms[form])
    #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier).suffix(2) == [2, 3])
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == nil }))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(descriptor) }
  }

  @Test func isNeverGivenTwice() throws {
    let newest = try #require(try context.transactions().last?.token)
    try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    try context.save(note: "4")
    #expect(try #require(try context.transactions().first?.token) > newest)
  }

  @Test func ofAnotherStoreSelectsNothingWrong() throws {
    let other = ModelContext(try memoryContainer(Note.self))
    try other.save(note: "elsewhere")
    let foreign = try #require(try other.transactions().first?.token)
    let own = try context.transactions().map(\.token)
    #expect(try context.transactions(after: foreign).map(\.token) == own.filter { $0 > foreign })
  }

  @Test func deletingHistoryNeedsAStoreThatMayBeWritten() throws {
    let schema = Schema(Note.self)
    let container = try ModelContainer(
      for: schema, configurations: ModelConfiguration(schema: schema, url: store.url, allowsSave: false))
    #expect(throws: SwiftDataError.savingNotAllowed) {
      try ModelContext(container).deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
    }
    #expect(try ModelContext(container).transactions().count == 3)
  }
}
