import SwiftData

/// A recipe: nothing in it knows that it syncs.
@Model
public final class Recipe {
  /// The name.
  public var name: String
  /// For how many it is.
  public var servings: Int
  /// What it takes; a set, as far as sync is concerned.
  @Relationship(inverse: \Ingredient.recipes) public var ingredients: [Ingredient] = []

  /// Creates a recipe.
  public init(name: String, servings: Int) {
    self.name = name
    self.servings = servings
  }
}

/// An ingredient; two kitchens that both write “flour” mean the same one.
@Model
public final class Ingredient {
  /// The name, which is its identity on all machines.
  @Attribute(.unique) public var name: String
  /// What takes it.
  public var recipes: [Recipe] = []

  /// Creates an ingredient.
  public init(name: String) { self.name = name }
}
