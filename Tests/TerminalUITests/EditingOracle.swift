@testable import TerminalUI

/// A simple model of a text being edited: whole copies of the text, and the borders of characters counted each time.
struct EditingOracle {
  struct State {
    var text = ""
    var cursor = 0
    var anchor: Int?
  }

  struct Step {
    let before: State
    var after: State
    let kind: Kind
    var offset: Int
    var inserted: String
  }

  enum Kind: Equatable { case typing, erasing, alone }

  let isSingleLine: Bool
  let limit: Int
  private(set) var state = State()
  private var kills: [String] = []
  private var past: [Step] = []
  private var future: [Step] = []
  private var isOpen = false
  private var isKilling = false
  private var yanked: (range: Range<Int>, age: Int)?

  init(isSingleLine: Bool, limit: Int) {
    self.isSingleLine = isSingleLine
    self.limit = limit
  }

  var selection: Range<Int>? {
    guard let anchor = state.anchor, anchor != state.cursor else { return nil }
    return min(anchor, state.cursor)..<max(anchor, state.cursor)
  }

  mutating func insert(_ text: String, isTyped: Bool = false) {
    (isKilling, yanked) = (false, nil)
    let range = selection ?? state.cursor..<state.cursor
    let inserted = fitting(text, range)
    if inserted.isEmpty, range.isEmpty { return }
    change(range, inserted, isTyped && range.isEmpty ? .typing : .alone)
  }

  mutating func perform(_ command: EditCommand) {
    let (wasKilling, lastYank) = (isKilling, yanked)
    (isKilling, yanked) = (false, nil)
    switch command {
    case .move(.characterBack) where selection != nil: place(at: selection!.lowerBound)  // Sound: asked just now.
    case .move(.characterForward) where selection != nil: place(at: selection!.upperBound)  // Sound: asked just now.
    case .move(let motion): place(at: target(motion))
    case .select(let motion): place(at: target(motion), selecting: true)
    case .delete(let motion):
      let range = reach(motion)
      if range.isEmpty { isOpen = false } else { change(range, "", selection == nil ? .erasing : .alone) }
    case .kill(let motion): kill(reach(motion), wasKilling)
    case .copy:
      isOpen = false
      if let selection { kills = [part(selection)] + kills }
    case .yank: if !kills.isEmpty { yank(0, selection ?? state.cursor..<state.cursor) }
    case .yankEarlier: if let lastYank { yank(lastYank.age + 1, lastYank.range) }
    case .selectAll:
      place(at: 0)
      place(at: state.text.utf8.count, selecting: true)
    case .undo:
      isOpen = false
      guard let step = past.popLast() else { return }
      future.append(step)
      state = step.before
    case .redo:
      isOpen = false
      guard let step = future.popLast() else { return }
      past.append(step)
      state = step.after
    }
  }

  // MARK: - Places

  private var borders: [Int] { state.text.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) } }

  private mutating func place(at place: Int, selecting: Bool = false) {
    isOpen = false
    state.anchor = selecting ? state.anchor ?? state.cursor : nil
    state.cursor = place
  }

  private func target(_ motion: TextMotion) -> Int {
    let (text, borders) = (Array(state.text), borders)
    var place = borders.firstIndex(of: state.cursor) ?? -1
    func back(_ condition: (Character) -> Bool) { while place > 0, condition(text[place - 1]) { place -= 1 } }
    func forward(_ condition: (Character) -> Bool) { while place < text.count, condition(text[place]) { place += 1 } }
    let isWord = { (character: Character) in character.isLetter || character.isNumber }
    switch motion {
    case .characterBack: place = max(0, place - 1)
    case .characterForward: place = min(text.count, place + 1)
    case .textStart: place = 0
    case .textEnd: place = text.count
    case .lineStart: back { $0 != "\n" }
    case .lineEnd: forward { $0 != "\n" }
    case .wordBack:
      back { !isWord($0) }
      back(isWord)
    case .wordForward:
      forward { !isWord($0) }
      forward(isWord)
    case .blankBack:
      back(\.isWhitespace)
      back { !$0.isWhitespace }
    }
    return borders[place]
  }

  private func reach(_ motion: TextMotion) -> Range<Int> {
    if let selection { return selection }
    var place = target(motion)
    if motion == .lineEnd, place == state.cursor { place = target(.characterForward) }
    return min(place, state.cursor)..<max(place, state.cursor)
  }

  // MARK: - Changes

  private mutating func kill(_ range: Range<Int>, _ wasKilling: Bool) {
    isKilling = wasKilling || !range.isEmpty
    guard !range.isEmpty else { return }
    let killed = part(range)
    if wasKilling {
      kills[0] = range.lowerBound < state.cursor ? killed + kills[0] : kills[0] + killed
    } else {
      kills = Array(([killed] + kills).prefix(32))
    }
    change(range, "", .alone)
  }

  private mutating func yank(_ age: Int, _ range: Range<Int>) {
    let inserted = fitting(kills[age % kills.count], range)
    change(range, inserted, .alone)
    yanked = (range.lowerBound..<range.lowerBound + inserted.utf8.count, age)
  }

  private mutating func change(_ range: Range<Int>, _ inserted: String, _ kind: Kind) {
    let before = state
    let bytes = Array(state.text.utf8)
    let changed = bytes[..<range.lowerBound] + inserted.utf8 + bytes[range.upperBound...]
    state = State(text: String(decoding: changed, as: UTF8.self))
    let end = range.lowerBound + inserted.utf8.count
    state.cursor = borders.first { $0 >= end } ?? -1
    future = []
    var step = Step(before: before, after: state, kind: kind, offset: range.lowerBound, inserted: inserted)
    if isOpen, let last = past.last, last.kind == kind, let merged = merged(last, step, range) {
      step = merged
      past.removeLast()
    }
    past.append(step)
    isOpen = true
  }

  private func merged(_ last: Step, _ step: Step, _ range: Range<Int>) -> Step? {
    var merged = last
    merged.after = step.after
    switch step.kind {
    case .alone: return nil
    case .typing:
      guard last.offset + last.inserted.utf8.count == range.lowerBound else { return nil }
      if last.inserted.last?.isWhitespace == true, step.inserted.first?.isWhitespace == false { return nil }
      merged.inserted += step.inserted
    case .erasing:
      guard range.lowerBound == last.offset || range.upperBound == last.offset else { return nil }
      merged.offset = range.lowerBound
    }
    return merged
  }

  private func part(_ range: Range<Int>) -> String { String(decoding: Array(state.text.utf8)[range], as: UTF8.self) }

  private func fitting(_ text: String, _ range: Range<Int>) -> String {
    var text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    if isSingleLine { text = text.replacing("\n", with: " ").replacing("\t", with: " ") }
    while text.utf8.count > max(0, limit - state.text.utf8.count + range.count) { text.removeLast() }
    return text
  }
}
