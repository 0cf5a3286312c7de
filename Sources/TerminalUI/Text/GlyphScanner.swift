/// The one place where text becomes glyphs.
///
/// Grapheme clusters come from the standard library. An emoji is one glyph of two columns. Any other cluster is cut
/// at its spacing scalars, because terminals advance for each of them. What a terminal would obey, and what hides,
/// becomes a mark of one column; marks piled on a base beyond what a cell can hold are dropped.
enum GlyphScanner {
  /// A cell of curses holds a base and four more (CCHARW_MAX).
  static let marksPerBase = 4

  /// Calls `emit` with each glyph and its width, until it returns false.
  static func scan(_ character: Character, _ emit: (Glyph, Int) -> Bool) -> Bool {
    let view = character.unicodeScalars
    let second = view.index(after: view.startIndex)
    guard second < view.endIndex else { return scanSingle(view[view.startIndex], emit) }
    let scalars = Array(view.prefix(64))
    if EmojiCluster.matches(scalars) { return emit(Glyph(scalars), 2) }
    return scanPieces(scalars, emit)
  }

  private static func scanSingle(_ scalar: Unicode.Scalar, _ emit: (Glyph, Int) -> Bool) -> Bool {
    if let mark = VisibleMark.mark(for: scalar) { return emit(Glyph(mark), 1) }
    let width = ScalarWidth.columns(of: scalar)
    return width == 0 ? emit(Glyph(["◌", scalar]), 1) : emit(Glyph(scalar), width)
  }

  /// What becomes of a scalar within a cluster.
  private enum Part {
    case joins
    case vanishes
    case begins(Unicode.Scalar)
  }

  private static func scanPieces(_ scalars: [Unicode.Scalar], _ emit: (Glyph, Int) -> Bool) -> Bool {
    var piece: [Unicode.Scalar] = []
    var hasSelector = false
    for scalar in scalars {
      switch part(scalar, after: piece, hasSelector) {
      case .joins: if piece.count <= marksPerBase { piece.append(scalar) }
      case .vanishes: break
      case .begins(let shown):
        guard finish(piece, emit) else { return false }
        piece = [shown]
      }
      hasSelector = VariationSelector.isOne(scalar) || hasSelector && piece.count > 1
    }
    return finish(piece, emit)
  }

  private static func part(_ scalar: Unicode.Scalar, after piece: [Unicode.Scalar], _ hasSelector: Bool) -> Part {
    if let base = piece.first, VariationSelector.isOne(scalar) {
      switch VariationSelector.use(of: scalar, after: base, isFirst: piece.count == 1 && !hasSelector) {
      case .kept: return .joins
      case .dropped: return .vanishes
      case .marked: return .begins(VisibleMark.invisible)
      }
    }
    if JoinerControl.belongs(scalar, to: piece) { return .joins }
    if let mark = VisibleMark.mark(for: scalar) { return .begins(mark) }
    return !piece.isEmpty && ScalarWidth.isZero(scalar) ? .joins : .begins(scalar)
  }

  private static func finish(_ piece: [Unicode.Scalar], _ emit: (Glyph, Int) -> Bool) -> Bool {
    guard let base = piece.first else { return true }
    let width = ScalarWidth.columns(of: base)
    return width == 0 ? emit(Glyph(["◌"] + piece.prefix(marksPerBase)), 1) : emit(Glyph(piece), width)
  }
}
