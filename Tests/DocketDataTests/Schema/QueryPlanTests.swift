import DocketData
import Foundation
import SwiftData
import Testing

@testable import OpenSwiftData

/// Twelve indexes serve all that the program offers; one that no plan needs would only slow writing down.
@Suite("Indexes serve every order and filter")
struct QueryPlanTests {
  let context: ModelContext

  init() throws { context = ModelContext(try World().container()) }

  /// SQLite's plan for the items that match a query.
  ///
  /// Source: https://www.sqlite.org/eqp.html
  private func plan(_ query: String, _ order: ItemOrder, rootsOnly: Bool = false) throws -> String {
    let parsed = try ItemQuery(query)
    var descriptor = FetchDescriptor<DocketData.Item>.items(matching: query.isEmpty ? nil : parsed, order: order)
    if rootsOnly { descriptor.predicate = try #require(QueryOutline(parsed)).rootPredicate }
    let fetch = try FetchPlan(descriptor, in: context.store)
    #expect(fetch.residual == nil, "\(query) is not said by SQL")
    return try context.connection.read { connection in
      let statement = try connection.statement("EXPLAIN QUERY PLAN " + fetch.query.sql(selecting: "t0.id"))
      defer { statement.reset() }
      try statement.bind(fetch.query.arguments)
      var lines: [String] = []
      while try statement.step() { lines.append(statement.text(3)) }
      return lines.joined(separator: "; ")
    }
  }

  /// Urgency is computed, so an order by it reads all items that match.
  private static let orders = ItemOrder.Key.allCases.filter { $0 != .urgency && $0 != .agenda }.flatMap { key in
    [true, false].map { ItemOrder(key, isAscending: $0) }
  }

  @Test(arguments: orders) func theWholeListIsInAnyOrderAtOnce(_ order: ItemOrder) throws {
    let plan = try plan("", order)
    #expect(plan.contains("INDEX Item_") && !plan.contains("TEMP B-TREE"), "\(order.typed): \(plan)")
  }

  @Test(arguments: orders.filter { [.updated, .due, .done, .manual].contains($0.key) })
  func openItemsAreInTheUsualOrdersAtOnce(_ order: ItemOrder) throws {
    let plan = try plan("is:open", order)
    #expect(plan.contains("INDEX Item_") && !plan.contains("TEMP B-TREE"), "\(order.typed): \(plan)")
  }

  /// What can be done now is the list that opens.
  @Test(arguments: orders.filter { [.updated, .due, .done, .manual].contains($0.key) })
  func readyItemsAreInTheUsualOrdersAtOnce(_ order: ItemOrder) throws {
    let plan = try plan("is:ready", order)
    #expect(plan.hasPrefix("SEARCH t0 USING INDEX Item_completedAt_"), "\(order.typed): \(plan)")
    #expect(!plan.contains("TEMP B-TREE") && !plan.contains("SCAN"), "\(order.typed): \(plan)")
  }

  /// Otherwise all items would be read in the usual order for the few that have the priority.
  @Test(arguments: orders.filter { [.updated, .priority].contains($0.key) })
  func itemsOfOnePriorityAreInTheUsualOrderAtOnce(_ order: ItemOrder) throws {
    let plan = try plan("prio:high", order)
    #expect(plan.contains("INDEX Item_priority_timestamp") && !plan.contains("TEMP B-TREE"), "\(order.typed): \(plan)")
  }

  /// A filter finds its items by an index, or looks at all in the order of one.
  @Test(
    arguments: [
      "is:done", "is:overdue", "is:today", "is:recurring", "due:today", "created:today", "updated:today", "done:today",
      "is:ready", "is:waiting", "is:blocked", "start:today", "start:none", "start:any", "after:12", "after:none",
      "prio:high", "prio:>low", "list:home", "list:=home", "list:none", "#ops or prio:high",
      "(#ops or due:none) list:home", "-(is:done or #ops)", "#ops", "tag:none", "due:none",
    ], orders) func noFilterReadsTheTable(_ query: String, _ order: ItemOrder) throws
  {
    let plan = try plan(query, order)
    #expect(!plan.contains("SCAN t0;") && !plan.hasSuffix("SCAN t0"), "\(query) \(order.typed): \(plan)")
  }

  /// The rows of an outline are looked at in the order of an index too, and each one's parent is found by its key.
  @Test(
    arguments: [
      "is:open", "is:ready", "list:home", "list:=home", "list:none", "#ops", "-#ops list:home", "is:open list:home",
      "is:ready #ops", "list:home or #ops",
    ], orders) func noOutlineReadsTheTable(_ query: String, _ order: ItemOrder) throws
  {
    let plan = try plan(query, order, rootsOnly: true)
    let scans = plan.split(separator: "; ").filter { $0.hasPrefix("SCAN") && !$0.contains("USING") }
    #expect(scans.isEmpty, "\(query) \(order.typed): \(plan)")
    #expect(try !plan.contains("TEMP B-TREE") || self.plan(query, order).contains("TEMP B-TREE"), "\(query): \(plan)")
  }

  @Test func everyIndexIsNeeded() throws {
    let indexes = try context.connection.read { connection in
      var names: [String] = []
      let statement = try connection.statement(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'Item' ORDER BY name")
      defer { statement.reset() }
      while try statement.step() { names.append(statement.text(0)) }
      return names
    }
    let queries = ["", "is:open", "is:done", "done:today", "list:home"]
    let plans = try queries.flatMap { query in try Self.orders.map { try plan(query, $0) } }.joined(separator: " ")
    // What is found by identity, and sub-items by their parents.
    let looked = ["Item_uid_unique", "Item.parent", "Item.list"]
    for index in indexes where !looked.contains(index) {
      #expect(plans.contains("\(index) ") || plans.hasSuffix(index), "no plan uses \(index)")
    }
    #expect(indexes.count == 12)
  }
}
