import DocketLocking
import Testing

@testable import OpenSwiftData

@Suite("News of a result")
struct ResultsNewsTests {
  @Test func comeByThemselvesOnceThereIsAnExecutor() async throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let news = ResultsNews<Int>()
    let route = NewsRoute(context, isolation: nil)
    let taken = Lock<[Int]>([])
    news.onAnnounce { if let number = news.take() { taken.withLock { $0.append(number) } } }
    news.put(1, by: route)
    #expect(news.isUnannounced)
    let executor = DefaultSerialModelExecutor(modelContext: context)
    #expect(news.isUnannounced)
    news.put(2, by: route)
    #expect(!news.isUnannounced)
    try await waitUntil("the newest is taken") { taken.withLock { $0 } == [2] }
    withExtendedLifetime(executor) {}
  }
}
