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
  /// The models of the store; nil for those of the container.
  public var schema: Schema?
  /// The store's file; `/dev/null` for a store in memory.
  public let url: URL
  /// Whether the store is in memory and vanishes with its container.
  public let isStoredInMemoryOnly: Bool
  /// Whether contexts may save.
  public let allowsSave: Bool
  /// The given app group, which does not affect `url`.
  public let groupContainer: GroupContainer
  /// The given iCloud database; nothing is sent there.
  public let cloudKitDatabase: CloudKitDatabase
  /// Whether the file is only read, and nothing is created beside it.
  private var isSnapshot = false

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

  /// Creates a configuration with a store at a given place; the last argument has no effect.
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

  /// The configuration of a store as it is at a moment: it is never created, migrated or written, not even its log.
  ///
  /// For a look that is over at once: what other processes write meanwhile may be missed, or may make reading fail.
  package static func snapshot(of url: URL, schema: Schema) -> ModelConfiguration {
    var configuration = ModelConfiguration(schema: schema, url: url, allowsSave: false)
    configuration.isSnapshot = true
    return configuration
  }

  /// The configuration's name.
  public var id: String { name }
  var location: StoreLocation {
    if isStoredInMemoryOnly { return .memory(MemoryDatabase()) }
    return isSnapshot ? .snapshot(url) : .file(url)
  }

  /// `$XDG_DATA_HOME/<program>/<name>.store`, or below `~/.local/share`.
  private static func defaultURL(name: String) -> URL {
    let environment = ProcessInfo.processInfo.environment
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
    let directory = data ?? URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent(".local/share")
    return directory.appendingPathComponent(ProcessInfo.processInfo.processName)
      .appendingPathComponent("\(name).store")
  }
}

extension ModelConfiguration {
  /// Checks that the configuration's name and URL can be those of a file.
  ///
  /// - Throws: `SwiftDataError.configurationFileNameContainsInvalidCharacters` or `.configurationFileNameTooLong`;
  ///   `StoreError` of the kind `.cannotOpen` if the URL is not that of a file.
  public func validate() throws {
    guard !isStoredInMemoryOnly else { return }
    guard url.isFileURL else {
      throw StoreError(
        kind: .cannotOpen, location: url.absoluteString,
        explanation: "The URL of a store must be a file URL: create it with URL(fileURLWithPath:).")
    }
    let file = url.lastPathComponent
    if name.contains("/") && file == "\(name.split(separator: "/").last ?? "").store" || name.contains("\0") {
      throw SwiftDataError.configurationFileNameContainsInvalidCharacters
    }
    // File systems allow 255 bytes; suffixes such as "-wal" need some of them.
    if file.utf8.count > 240 { throw SwiftDataError.configurationFileNameTooLong }
  }
}

extension ModelConfiguration: Hashable {
  /// Whether both describe the same store of the same models.
  public static func == (left: ModelConfiguration, right: ModelConfiguration) -> Bool {
    left.name == right.name && left.url == right.url && left.isStoredInMemoryOnly == right.isStoredInMemoryOnly
      && left.allowsSave == right.allowsSave && left.schema == right.schema
  }

  /// Hashes the name and the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(url)
  }
}

extension ModelConfiguration: CustomDebugStringConvertible {
  /// The name, the place and the models on one line.
  public var debugDescription: String {
    let place = isStoredInMemoryOnly ? "memory" : url.path
    let models = schema?.entities.map(\.name).joined(separator: ", ") ?? "the container's models"
    return "ModelConfiguration \(name) at \(place)\(allowsSave ? "" : ", read-only"): \(models)"
  }
}

/// Settings for services that only Apple's platforms have; they have no effect.
extension ModelConfiguration {
  /// The app group in which a store would be shared with other programs.
  ///
  /// Source: SwiftData, `ModelConfiguration.GroupContainer`.
  public struct GroupContainer: Hashable, Sendable {
    private enum Choice: Hashable {
      case automatic, none
      case named(String)
    }

    private let choice: Choice

    /// The platform's choice.
    public static let automatic = GroupContainer(choice: .automatic)
    /// No group container.
    public static let none = GroupContainer(choice: .none)
    /// A named group container.
    public static func identifier(_ groupName: String) -> GroupContainer { GroupContainer(choice: .named(groupName)) }

    fileprivate var name: String? { if case .named(let name) = choice { name } else { nil } }
  }

  /// The iCloud database with which a store would be synchronized.
  ///
  /// Source: SwiftData, `ModelConfiguration.CloudKitDatabase`.
  public struct CloudKitDatabase: Hashable, Sendable {
    private enum Choice: Hashable {
      case automatic, none
      case named(String)
    }

    private let choice: Choice

    /// The platform's choice.
    public static let automatic = CloudKitDatabase(choice: .automatic)
    /// No database.
    public static let none = CloudKitDatabase(choice: .none)
    /// A named private database.
    public static func `private`(_ privateDBName: String) -> CloudKitDatabase {
      CloudKitDatabase(choice: .named(privateDBName))
    }

    fileprivate var name: String? { if case .named(let name) = choice { name } else { nil } }
  }

  /// The name of the given app group.
  public var groupAppContainerIdentifier: String? { groupContainer.name }

  /// The name of the given iCloud container.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.name }
}
