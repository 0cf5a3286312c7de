import DocketConfiguration
import DocketData
import Foundation
import SwiftData
import TerminalUI

/// The details of one item: title, fields, sub-items and notes, to be scrolled.
///
/// It follows the item, which is read by key; sub-items are fetched in the background.
@MainActor
final class DetailPane {
  /// The smallest useful size.
  static let minimum = Size(width: 24, height: 4)

  var onChange: (@MainActor () -> Void)?

  private(set) var id: PersistentIdentifier?
  private let context: ModelContext
  var roles: Roles { didSet { content?.isStale = true } }
  private let dates: DateStyle
  private let weights: Urgency.Weights
  private let now: @MainActor () -> Date
  private var moments: Moments
  private var subitems: DetailSubitems?
  private var item: Item?
  private var relatives: DetailRelatives?
  private var content: DetailContent?
  private var isContentEmpty = true
  private var scroll = 0
  private var height = 0
  private var area = Rect.zero
  private lazy var region = ObservedRegion { [weak self] in self?.itemChanged() }

  init(
    context: ModelContext, roles: Roles, dates: DateStyle, weights: Urgency.Weights = Urgency.Weights(),
    now: @escaping @MainActor () -> Date
  ) {
    self.context = context
    self.roles = roles
    (self.dates, self.weights, self.now) = (dates, weights, now)
    moments = Moments(now: now(), style: dates)
  }

  /// Shows an item from its top, or nothing; the current item stays scrolled.
  ///
  /// Everything is looked up here, nothing while it is drawn.
  ///
  /// - Parameter hasSubitems: whether to look for sub-items.
  func show(_ id: PersistentIdentifier?, hasSubitems: Bool = true) {
    if id != self.id {
      self.id = id
      (content, subitems, relatives, scroll) = (nil, nil, nil, 0)
      region.cancel()
      item = id.flatMap { id in try? context.fetchModel(for: id) }
    }
    guard hasSubitems, subitems == nil, let id else { return }
    // Once there, they are followed also when they go.
    subitems = DetailSubitems(of: id, context: context) { [weak self] in self?.itemChanged() }
    content?.isStale = true
  }

  func hide() { show(nil) }

  /// Updates words such as "ago".
  func refresh() {
    let moments = Moments(now: now(), style: dates)
    guard moments != self.moments else { return }
    self.moments = moments
    content?.isStale = true
  }

  /// Scrolls; the next frame stops at the ends.
  func move(_ motion: Motion) {
    let (row, overflows) = scroll.addingReportingOverflow(motion.rowsDown(height: height))
    scroll = overflows ? .max : max(0, row)
  }

  /// Scrolls with the wheel; answers whether the event was over the pane.
  func handle(_ mouse: MouseEvent) -> Bool {
    guard area.contains(mouse.position) else { return false }
    switch mouse.action {
    case .wheelUp: move(.rows(-3))
    case .wheelDown: move(.rows(3))
    default: break
    }
    return true
  }

  /// - Parameter isFocused: whether keys scroll it, which a mark shows.
  func render(into canvas: inout Canvas, in area: Rect, isFocused: Bool) {
    (self.area, height) = (area, area.height)
    let (left, rest) = area.split(left: 1)
    let (inner, right) = rest.split(right: 1)
    guard !inner.isEmpty else { return }
    var content = canvas.isFresh ? newContent(inner.width) : currentContent(inner.width)
    scroll = content.lay(from: scroll, height: area.height)
    for row in 0..<area.height { canvas.draw(content.line(scroll + row), in: inner.row(row)) }
    _ = content.scrollBar(from: scroll, height: area.height).render(
      into: &canvas, in: Rect(columns: right.x - 1..<right.x + 1, rows: right.rows))
    if isFocused { canvas.draw("▌", in: left.row(0), style: roles.marker) }
    if !canvas.isFresh { self.content = content }
  }

  private func itemChanged() {
    moments = Moments(now: now(), style: dates)
    content?.isStale = true
    onChange?()
  }

  /// A deletion changes no property, so observers of properties miss it.
  private func currentContent(_ width: Int) -> DetailContent {
    if let content, !content.isStale, content.width == width, content.generation == CellLine.generation,
      isContentEmpty == isEmpty
    {
      return content
    }
    isContentEmpty = isEmpty
    return region.draw { withAllPropertiesObserved { newContent(width) } }
  }

  private var isEmpty: Bool { item?.isDeleted ?? true }

  /// Unchanged notes are not wrapped again.
  private func newContent(_ width: Int) -> DetailContent {
    guard let item, !item.isDeleted else {
      return DetailContent(head: [CellLine("There is nothing to show.", style: roles.detail)], "", width: width)
    }
    let relatives = DetailRelatives(of: item)
    self.relatives = relatives
    let urgency = Urgency(weights, at: DateReference(now: now()))
    let head = DetailHead(roles: roles, moments: moments, urgency: urgency, width: width).lines(item, relatives)
    let below = subitems?.lines(roles, width: width) ?? []
    return DetailContent(head: head + below, item.notes, width: width, reusing: content)
  }
}

// MARK: - Sub-items

/// The live sub-items of an item, fetched in the background and read by key.
@MainActor
final class DetailSubitems {
  /// The most that are shown; the list is the place for more.
  static let maxShown = 200

  private let onChange: @MainActor () -> Void
  private var observer: ResultsObserver<Item, Never>?
  private var count = 0
  /// Retained, because a released model follows no changes.
  private var items: [Item] = []
  private var error: (any Error)?
  private lazy var region = ObservedRegion { [weak self] in self?.changed() }

  /// - Parameter onChange: called when sub-items came, went or moved.
  init(of id: PersistentIdentifier, context: ModelContext, onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    do {
      observer = try ResultsObserver(
        filterBy: #Predicate { $0.parent?.persistentModelID == id },
        sortBy: ItemOrder(.manual, isAscending: true).descriptors(), modelContext: context)
    } catch {
      self.error = error
    }
    take()
  }

  /// A line with how many are done, and one for each.
  func lines(_ roles: Roles, width: Int) -> [CellLine] {
    if let error { return [CellLine("The sub-items can't be read: \(error)", style: roles.failed)] }
    guard count > 0 else { return [] }
    var lines = [CellLine(), CellLine(heading, style: roles.detail)] + items.map { line($0, roles, width) }
    if count > items.count {
      lines.append(CellLine("… and \((count - items.count).grouped) more", style: roles.detail))
    }
    return lines
  }

  private func changed() {
    take()
    onChange()
  }

  private func take() {
    guard let observer else { return }
    let (results, error, isWhole) = region.draw { (observer.results, observer.fetchError, observer.isComplete) }
    self.error = error
    guard isWhole else { return }
    let shown = 0..<min(results.count, Self.maxShown)
    results.prefetch(shown)
    items = shown.compactMap { results.model(for: results.identifier(at: $0)) }
    count = results.count
  }

  private var heading: String {
    count > items.count
      ? "\(count.grouped) sub-items" : "Sub-items · \(items.count { $0.isDone }) of \(count) done"
  }

  private func line(_ item: Item, _ roles: Roles, _ width: Int) -> CellLine {
    var line = CellLine(item.isDone ? "● " : "○ ", style: roles.detail)
    line.append(item.title, style: item.isDone ? roles.done : roles.title, limit: width + 1)
    return line.truncated(to: width)
  }
}
