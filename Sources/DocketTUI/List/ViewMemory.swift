import DocketData
import DocketPrograms
import Foundation

/// Remembers what the list of a store showed last: its filter, the order chosen by hand, and which panes were hidden.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/ for the place of the file.
public struct ViewMemory: Sendable {
  /// What a list showed.
  private struct View: Codable {
    /// Nil for what opens by itself.
    var filter: String?
    var name: String?
    var order: String?
    var context: String?
    var contextName: String?
    /// Nil for none.
    var hiddenPanes: [String]?
  }

  /// The most stores that are remembered.
  private static let maxStores = 100

  private let file: URL
  private let store: String

  /// Finds the file: `$XDG_STATE_HOME/docket/views.json`, or `~/.local/state/docket/views.json`.
  ///
  /// - Parameters:
  ///   - environment: the process's environment; relative values are ignored, as the specification says.
  ///   - store: the path of the store.
  /// - Returns: nil if the environment names no home directory.
  public init?(environment: [String: String], store: URL) {
    guard let folder = StoreState.folder(environment: environment) else { return nil }
    file = URL(fileURLWithPath: folder + "/views.json")
    self.store = store.path
  }

  /// What the list showed last; nil if that was what opens by itself, or if it makes no sense any more.
  func listing() -> Listing? {
    guard let view = views()[store], let filter = view.filter, (try? ItemQuery(filter)) != nil else { return nil }
    var listing = Listing(filter: NamedQuery(name: view.name ?? filter, query: filter))
    listing.order = view.order.flatMap { ItemOrder(typed: $0) }
    if let query = view.context, (try? ItemQuery(query)) != nil {
      listing.context = NamedQuery(name: view.contextName ?? query, query: query)
    }
    return listing
  }

  /// The panes that the person had hidden, though there was room for them.
  func hiddenPanes() -> Set<ListPanes.Pane> {
    Set((views()[store]?.hiddenPanes ?? []).compactMap(ListPanes.Pane.init))
  }

  /// Remembers what the list shows, without its search, and which panes are hidden.
  ///
  /// What can't be written is forgotten: nothing depends on it but where the next start begins.
  ///
  /// - Parameters:
  ///   - hidden: the panes that the person has hidden, though there is room for them.
  ///   - usual: what opens by itself.
  func remember(_ listing: Listing, hiding hidden: Set<ListPanes.Pane> = [], unless usual: Listing) {
    var views = views()
    var view = View()
    if listing.filter.isDay {
      // A day is over soon; what was shown before is remembered on.
      view = views[store] ?? View()
    } else if listing.filter.query != usual.filter.query || listing.order != usual.order || listing.context != nil {
      view = View(
        filter: listing.filter.query, name: listing.filter.name, order: listing.order?.typed,
        context: listing.context?.query, contextName: listing.context?.name)
    }
    view.hiddenPanes = hidden.isEmpty ? nil : hidden.map(\.rawValue).sorted()
    let isUsual = view.filter == nil && view.hiddenPanes == nil
    if isUsual, views[store] == nil { return }
    views[store] = isUsual ? nil : view
    for other in views.keys.sorted().filter({ $0 != store }).dropFirst(Self.maxStores) { views[other] = nil }
    write(views)
  }

  private func views() -> [String: View] {
    guard let data = try? Data(contentsOf: file) else { return [:] }
    return (try? JSONDecoder().decode([String: View].self, from: data)) ?? [:]
  }

  private func write(_ views: [String: View]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(views) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try? data.write(to: file, options: .atomic)
  }
}
