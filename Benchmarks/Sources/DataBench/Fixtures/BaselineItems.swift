import CBaseline
import Foundation

/// Items as C has them.
final class BaselineItems {
  let items: UnsafeMutableBufferPointer<baseline_item>

  init(_ samples: [ItemSample]) {
    items = .allocate(capacity: samples.count)
    _ = items.initialize(from: samples.map(Self.item))
  }

  deinit {
    baseline_free_texts(items.baseAddress, Int64(items.count))
    items.deallocate()
  }

  private static func item(_ sample: ItemSample) -> baseline_item {
    baseline_item(
      id: 0, title: strdup(sample.title), notes: strdup(sample.notes),
      created_at: sample.createdAt.timeIntervalSinceReferenceDate,
      due: sample.due?.timeIntervalSinceReferenceDate ?? 0, has_due: sample.due == nil ? 0 : 1,
      is_done: sample.isDone ? 1 : 0, priority: Int64(sample.priority))
  }
}
