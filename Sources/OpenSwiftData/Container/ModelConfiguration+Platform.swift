/// What a configuration says of services that only Apple's platforms have: it is kept for who asks, and has no effect.
extension ModelConfiguration {
  /// The app group in which a store would be shared with other programs.
  ///
  /// Source: SwiftData, `ModelConfiguration.GroupContainer`.
  public struct GroupContainer: Hashable, Sendable {
    private enum Choice: Hashable {
      case automatic
      case none
      case named(String)
    }

    private let choice: Choice

    /// The platform's choice.
    public static let automatic = GroupContainer(choice: .automatic)
    /// No group container.
    public static let none = GroupContainer(choice: .none)
    /// A named group container.
    public static func identifier(_ groupName: String) -> GroupContainer { GroupContainer(choice: .named(groupName)) }

    /// The name that was given, or nil.
    fileprivate var name: String? { if case .named(let name) = choice { name } else { nil } }
  }

  /// The iCloud database with which a store would be kept in step.
  ///
  /// Source: SwiftData, `ModelConfiguration.CloudKitDatabase`.
  public struct CloudKitDatabase: Hashable, Sendable {
    private enum Choice: Hashable {
      case automatic
      case none
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

    /// The name that was given, or nil.
    fileprivate var name: String? { if case .named(let name) = choice { name } else { nil } }
  }

  /// The name of the app group that was given, or nil.
  public var groupAppContainerIdentifier: String? { groupContainer.name }

  /// The name of the iCloud container that was given, or nil.
  public var cloudKitContainerIdentifier: String? { cloudKitDatabase.name }
}
