/// Several relationships of one model type that all name the same relationship as their inverse.
///
/// The one at the far end, the center, leads to whoever has the model in one of the others, the branches: a bush's
/// garden is the one that has it in its list of leading bushes, or in that of trailing ones, or in both. Each branch
/// keeps its own members, so each is stored by itself, as relationships without an inverse are; a context keeps them in
/// step, see `ModelContext+SharedInverses`.
final class SharedInverse: Sendable {
  /// The relationship that the others name.
  let center: RelationshipProperty
  /// The model type that has the center.
  let centerOwner: ModelProperties
  /// The relationships that name it, or that it names; the first is where its own changes go.
  let branches: [RelationshipProperty]

  init(center: RelationshipProperty, centerOwner: ModelProperties, branches: [RelationshipProperty]) {
    self.center = center
    self.centerOwner = centerOwner
    self.branches = branches
  }

  /// "Entity.property" of the center.
  var name: String { "\(centerOwner.entityName).\(center.name)" }

  /// The other end of one of the relationships, as it is told to those who ask the schema.
  func inverse(of property: RelationshipProperty) -> RelationshipProperty? {
    property === center ? branches.first : center
  }
}
