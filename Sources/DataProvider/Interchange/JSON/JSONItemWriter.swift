/// Writes docket's own JSON: an array with one item in a line.
struct JSONItemWriter: ItemWriter {
  private var isFirst = true

  mutating func begin() -> String { "[" }

  mutating func text(of item: ItemValues) -> String {
    defer { isFirst = false }
    return (isFirst ? "\n" : ",\n") + ItemJSON.object(item)
  }

  mutating func end() -> String { isFirst ? "]\n" : "\n]\n" }
}
