import Foundation
import OpenSwiftDataSync
import SwiftData

/// A store with recipes, which meets others in a folder.
public struct Kitchen: Sendable {
  /// The store.
  public let container: ModelContainer
  private let engine: SyncEngine
  private let folder: String

  /// A kitchen with a store in memory.
  ///
  /// - Parameters:
  ///   - folder: where kitchens meet; something else carries it from one machine to the other.
  ///   - space: what is kept equal; all kitchens of a family have the same one.
  public init(folder: String, space: SyncIdentity) async throws {
    container = try ModelContainer(
      for: Schema([Recipe.self, Ingredient.self]), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    engine = SyncEngine(container: container)
    self.folder = folder
    try await engine.setUp(space: space, location: folder)
  }

  /// Sends what was saved here, and takes what others have sent.
  @discardableResult
  public func sync() async throws -> SyncReport {
    guard let status = try await engine.status() else { throw SyncError.notSetUp }
    return try await engine.round(with: FolderRemote(path: folder, replica: status.replica))
  }

  /// What was overwritten unseen: the property, what is shown, what is kept.
  public func conflicts() async throws -> [SyncConflict] { try await engine.conflicts() }

  /// Takes back the value that is not shown.
  public func take(_ conflict: SyncConflict) async throws {
    guard let kept = conflict.kept.first, let decision = conflict.decision(for: kept.value) else { return }
    try await engine.write([decision])
  }

  /// Adds a recipe, as any program saves.
  public func add(_ name: String, servings: Int, with ingredients: [String]) throws {
    let context = ModelContext(container)
    let recipe = Recipe(name: name, servings: servings)
    context.insert(recipe)
    recipe.ingredients = try ingredients.map { name in
      let known = try context.fetch(FetchDescriptor<Ingredient>(predicate: #Predicate { $0.name == name })).first
      return known ?? Ingredient(name: name)
    }
    try context.save()
  }

  /// Changes the number of servings.
  public func serve(_ name: String, for servings: Int) throws {
    let context = ModelContext(container)
    try context.fetch(FetchDescriptor<Recipe>(predicate: #Predicate { $0.name == name })).first?.servings = servings
    try context.save()
  }

  /// The recipes, a line each.
  public func recipes() throws -> [String] {
    try ModelContext(container).fetch(FetchDescriptor<Recipe>(sortBy: [SortDescriptor(\.name)])).map { recipe in
      "\(recipe.name) for \(recipe.servings): \(recipe.ingredients.map(\.name).sorted().joined(separator: ", "))"
    }
  }
}
