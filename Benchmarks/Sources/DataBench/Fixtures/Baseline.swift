import CBaseline
import Foundation
import Measuring

/// The C side's connection to a store.
final class Baseline {
  enum Failure: Error { case baseline(String) }

  private let handle: OpaquePointer

  init(_ url: URL) throws {
    guard let handle = baseline_open(url.path) else { throw Failure.baseline("open") }
    self.handle = handle
  }

  deinit { baseline_close(handle) }

  /// Reads all keys by creation.
  @discardableResult
  func keys() throws -> [Int64] {
    var keys: UnsafeMutablePointer<Int64>?
    let count = try Self.checked(baseline_ids(handle, &keys), "keys")
    defer { free(keys) }
    return Array(UnsafeBufferPointer(start: keys, count: count))
  }

  /// Times the reading of all keys, without copying them into Swift.
  func timeKeys() throws -> Duration {
    var keys: UnsafeMutablePointer<Int64>?
    defer { free(keys) }
    return try Stopwatch.time { _ = try Self.checked(baseline_ids(handle, &keys), "keys") }
  }

  /// Times the reading of all items; freeing them is not part of it.
  func timeItems() throws -> Duration {
    var items: UnsafeMutablePointer<baseline_item>?
    var count = 0
    let time = try Stopwatch.time { count = try Self.checked(baseline_items(handle, &items), "items") }
    baseline_free_texts(items, Int64(count))
    free(items)
    return time
  }

  /// Times the reading of some items by their keys.
  func timeWindow(_ keys: [Int64]) throws -> Duration {
    let items = UnsafeMutablePointer<baseline_item>.allocate(capacity: keys.count)
    defer { items.deallocate() }
    var count = 0
    let time = try Stopwatch.time {
      count = try Self.checked(baseline_window(handle, keys, Int64(keys.count), items), "window")
    }
    baseline_free_texts(items, Int64(count))
    return time
  }

  /// Reads some items by their keys and forgets them.
  func readWindow(_ keys: [Int64]) throws {
    let items = UnsafeMutablePointer<baseline_item>.allocate(capacity: keys.count)
    defer { items.deallocate() }
    let count = try Self.checked(baseline_window(handle, keys, Int64(keys.count), items), "window")
    baseline_free_texts(items, Int64(count))
  }

  /// Inserts items in one transaction.
  func insert(_ items: BaselineItems) throws { try insert(UnsafeBufferPointer(items.items)) }

  func insert(_ items: UnsafeBufferPointer<baseline_item>) throws {
    guard baseline_insert(handle, items.baseAddress, Int64(items.count)) == 0 else { throw Failure.baseline("insert") }
  }

  // MARK: - Batches

  func insertBatch(_ items: BaselineItems) throws {
    try Self.checked(baseline_batch_insert(handle, items.items.baseAddress, Int64(items.items.count)), "insert")
  }

  /// - Returns: how many rows were updated.
  func updateBatch(_ assignment: String, where condition: String) throws -> Int {
    try Self.checked(baseline_batch_update(handle, assignment, condition), "update")
  }

  func updateBatch(_ keys: [Int64], priorities: [Int64]) throws -> Int {
    try Self.checked(baseline_batch_update_keys(handle, keys, priorities, Int64(keys.count)), "update")
  }

  /// - Returns: how many rows were deleted.
  func deleteBatch(where condition: String) throws -> Int {
    try Self.checked(baseline_batch_delete(handle, condition), "delete")
  }

  func deleteBatch(_ keys: [Int64]) throws -> Int {
    try Self.checked(baseline_batch_delete_keys(handle, keys, Int64(keys.count)), "delete")
  }

  @discardableResult
  private static func checked(_ count: Int64, _ what: String) throws -> Int {
    guard count >= 0 else { throw Failure.baseline(what) }
    return Int(count)
  }
}

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
