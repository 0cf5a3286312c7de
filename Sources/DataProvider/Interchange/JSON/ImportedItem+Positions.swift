extension ImportedItem {
  /// Notes where its values stand in JSON.
  mutating func notePositions(title: JSONNode, tags: JSONNode?, list: JSONNode?) {
    valuePositions[.title] = title.position
    valuePositions[.tags] = tags?.position
    valuePositions[.list] = list?.position
  }
}
