/// The generated items, made once.
enum Samples {
  static func make(_ count: Int) -> [ItemSample] {
    var generator = ItemGenerator()
    return (0..<count).map { _ in generator.next() }
  }
}
