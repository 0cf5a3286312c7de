import Foundation
import Observation

/// A class whose instances are rows of a store; `@Model` makes a class conform.
///
/// An instance belongs to the executor of its context and never leaves it: pass its `persistentModelID` instead.
///
/// Source: SwiftData, `PersistentModel`.
public protocol PersistentModel: AnyObject, Observable, Hashable, Identifiable, RelationshipValue, SendableMetatype {
  /// Creates a model that takes its values from the given data.
  init(backingData: any BackingData<Self>)

  /// The stored properties of the type.
  static var _$properties: ModelProperties { get }

  /// The instance's state: its row, its context and its unsaved changes.
  var _$record: ModelRecord { get }
}

extension PersistentModel {
  /// The identity of the model; temporary until the model is saved.
  public var persistentModelID: PersistentIdentifier { _$record.identifier(of: self) }
  /// The identity of the model, for `Identifiable`.
  public var id: PersistentIdentifier { persistentModelID }

  /// The context that the model belongs to; nil if it was never inserted, or if its row is gone.
  ///
  /// A model that is only marked for deletion still has its context, until the deletion is saved.
  public var modelContext: ModelContext? { _$record.contextAfterMerging(of: self) }

  /// Whether the model has unsaved values.
  public var hasChanges: Bool { _$record.hasChanges }

  /// Whether the model is marked for deletion, or its row is gone.
  ///
  /// A deletion by another context counts once the context has merged it: at once without an executor, otherwise
  /// with its next turn. For a fault, the row is looked up.
  public var isDeleted: Bool { _$record.isDeletedAfterMerging(self) }

  /// The descriptions of the stored properties.
  public static var schemaMetadata: [Schema.PropertyMetadata] {
    _$properties.all.map { Schema.PropertyMetadata(name: $0.name, keypath: $0.keyPath, metadata: $0.metadata) }
  }

  /// The value of a stored property.
  public func getValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

  /// Sets the value of a stored property.
  ///
  /// - Parameter keyPath: that of a property that can be set; setting any other is a programming error.
  public func setValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
    guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else {
      preconditionFailure("\(keyPath) can't be set")
    }
    self[keyPath: keyPath] = newValue
  }

  /// Two models are equal if they are the same instance.
  ///
  /// A context has one instance for each row.
  public static func == (left: Self, right: Self) -> Bool { left === right }

  /// Hashes the instance's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
