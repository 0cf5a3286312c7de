import Foundation
import SwiftData

extension DataProvider {
  /// How many items a preview shows unless told otherwise.
  public static let previewItemCount = 24

  /// How many items are added in the first transaction, so that they show before the last ones exist; each further one
  /// adds twice as many, up to the limit.
  private static let previewBatch = 1_000
  private static let largestPreviewBatch = 64_000

  /// Fills the preview's store in the background.
  ///
  /// - Parameters:
  ///   - count: how many items; the same count always gives the same items.
  ///   - now: the moment that the items' timestamps are counted back from.
  /// - Throws: `StoreError` if memory runs out, `CancellationError` if ``WorkProgress/current`` is to be ended; the
  ///   items so far stay then.
  public func fillPreview(count: Int = previewItemCount, now: Date = Date()) async throws {
    let createHandler = try dataHandlerCreator(preview: true)
    let items = DemoItems(now: now)
    var (start, size) = (0, Self.previewBatch)
    let progress = WorkProgress.current
    progress?.expect(count)
    while start < count {
      try progress?.checkCancellation()
      let end = min(start + size, count)
      try await createHandler().fill(with: (start..<end).map { items[$0] })
      (start, size) = (end, min(size * 2, Self.largestPreviewBatch))
    }
  }
}
