import SwiftData

/// A recipe: nothing in it knows that it syncs.
@Model
public final class Recipe {
  public var name: String
  public var servings: Int
  @Relationship(inverse: \Ingredient.recipes) public var ingredients: [Ingredient] = []

  public init(name: String, servings: Int) {
    self.name = name
    self.servings = servings
  }
}

/// An ingredient; two kitchens that both write “flour” mean the same one.
@Model
public final class Ingredient {
  @Attribute(.unique) public var name: String
  public var recipes: [Recipe] = []

  public init(name: String) { self.name = name }
}
