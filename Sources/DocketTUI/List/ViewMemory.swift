import DocketData
import DocketPrograms
import Foundation

/// Remembers what the list of a store showed last: its filter and the order chosen by hand.
///
/// Source: https://specifications.freedesktop.org/basedir-spec/latest/ for the place of the file.
public struct ViewMemory: Sendable {
  /// What a list showed.
  private struct View: Codable {
    let filter: String
    let name: String
    let order: String?
    let context: String?
    let contextName: String?
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
    guard let view = views()[store], (try? ItemQuery(view.filter)) != nil else { return nil }
    var listing = Listing(filter: NamedQuery(name: view.name, query: view.filter))
    listing.order = view.order.flatMap { ItemOrder(typed: $0) }
    if let query = view.context, (try? ItemQuery(query)) != nil {
      listing.context = NamedQuery(name: view.contextName ?? query, query: query)
    }
    return listing
  }

  /// Remembers what the list shows, without its search.
  ///
  /// What can't be written is forgotten: nothing depends on it but where the next start begins.
  ///
  /// - Parameter usual: what opens by itself.
  func remember(_ listing: Listing, unless usual: Listing) {
    // A day is over soon.
    if listing.filter.isDay { return }
    var views = views()
    let isUsual =
      listing.filter.query == usual.filter.query && listing.order == usual.order && listing.context == nil
    if isUsual, views[store] == nil { return }
    views[store] =
      isUsual
      ? nil
      : View(
        filter: listing.filter.query, name: listing.filter.name, order: listing.order?.typed,
        context: listing.context?.query, contextName: listing.context?.name)
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
