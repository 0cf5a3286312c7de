import SwiftData

extension ModelContext {
  /// The models of keys; those without a row are left out.
  func rows<Model: PersistentModel>(of type: Model.Type, _ keys: [Int64]) -> [Model] {
    keys.compactMap { key in
      guard let id = try? container.identifier(of: type, primaryKey: key) else { return nil }
      return try? fetchModel(for: id)
    }
  }
}
