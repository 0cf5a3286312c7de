import Foundation

/// Where a container keeps its models, and what it may do there.
///
/// Source: SwiftData, `ModelConfiguration`.
public struct ModelConfiguration: DataStoreConfiguration, Identifiable, Sendable {
  /// The library's own store.
  public typealias Store = DefaultStore

  static let defaultName = "default"

  /// The configuration's name.
  public let name: String
  /// The models that it is for, or nil for those of the container.
  public var schema: Schema?
  /// The store's file; `/dev/null` for a store in memory.
  public let url: URL
  /// Whether the store lives in memory and vanishes with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether contexts may save.
  public let allowsSave: Bool
  /// The app group that was given; the store is not in it, see `url`.
  public let groupContainer: GroupContainer
  /// The iCloud database that was given; nothing is sent there.
  public let cloudKitDatabase: CloudKitDatabase

  /// Creates a configuration with a store at the default place, or in memory; the last two arguments have no effect.
  public init(
    _ name: String? = nil, schema: Schema? = nil, isStoredInMemoryOnly: Bool = false, allowsSave: Bool = true,
    groupContainer: GroupContainer = .automatic, cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    self.groupContainer = groupContainer
    self.cloudKitDatabase = cloudKitDatabase
    self.name = name ?? Self.defaultName
    self.schema = schema
    self.isStoredInMemoryOnly = isStoredInMemoryOnly
    self.allowsSave = allowsSave
    url = isStoredInMemoryOnly ? URL(fileURLWithPath: "/dev/null") : Self.defaultURL(name: self.name)
  }

  /// Creates a configuration with a store at a place of one's own; the last argument has no effect.
  public init(
    _ name: String? = nil, schema: Schema? = nil, url: URL, allowsSave: Bool = true,
    cloudKitDatabase: CloudKitDatabase = .automatic
  ) {
    groupContainer = .none
    self.cloudKitDatabase = cloudKitDatabase
    self.name = name ?? url.deletingPathExtension().lastPathComponent
    self.schema = schema
    self.url = url
    self.allowsSave = allowsSave
    isStoredInMemoryOnly = url.path == "/dev/null"
  }

  /// Creates a configuration for some model types.
  public init(
    for type: any PersistentModel.Type, _ more: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false
  ) {
    self.init(schema: Schema([type] + more), isStoredInMemoryOnly: isStoredInMemoryOnly)
  }

  /// The configuration's name.
  public var id: String { name }

  var location: StoreLocation { isStoredInMemoryOnly ? .memory(MemoryDatabase()) : .file(url) }

  /// `$XDG_DATA_HOME/<program>/<name>.store`, or below `~/.local/share`.
  private static func defaultURL(name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    let directory = data ?? URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
    return directory.appendingPathComponent(ProcessInfo.processInfo.processName)
      .appendingPathComponent("\(name).store")
  }
}
