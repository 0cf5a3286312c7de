import Foundation
import SwiftData

extension DataProvider {
  /// How many items a preview shows unless told otherwise.
  public static let previewItemCount = 24

  /// How many items are added at once, so that the first ones show before the last ones exist.
  private static let previewBatch = 5_000

  /// Fills the preview's store in the background.
  ///
  /// - Parameters:
  ///   - count: how many items; the same count always gives the same items.
  ///   - now: the moment that the items' timestamps are counted back from.
  /// - Throws: `StoreError` if memory runs out.
  public func fillPreview(count: Int = previewItemCount, now: Date = Date()) async throws {
    let createHandler = try dataHandlerCreator(preview: true)
    let items = DemoItems(now: now)
    for start in stride(from: 0, to: count, by: Self.previewBatch) {
      let batch = (start..<min(start + Self.previewBatch, count)).map { items[$0] }
      try await createHandler().newItems(batch)
    }
  }
}
