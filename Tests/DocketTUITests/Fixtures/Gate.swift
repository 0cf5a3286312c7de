import DocketData
import Foundation

/// A signal that handlers wait for.
actor Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    if !isOpen { await withCheckedContinuation { waiters.append($0) } }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}

extension ScreenFixture {
  /// A screen whose changes wait for a signal.
  convenience init(_ gate: Gate, _ items: [NewItem]) async throws {
    let provider = DataProvider(storeURL: URL(fileURLWithPath: "/dev/null"))
    let create = try provider.dataHandlerCreator(preview: true)
    try await self.init(
      items: items, width: 80, height: 12,
      createHandler: {
        await gate.pass()
        return await create()
      }, provider: provider)
  }
}
