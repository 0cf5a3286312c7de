import Foundation
import OpenSwiftData

/// A predicate beside what it means for the oracle.
struct WalkQuestion<Model: WalkModel> {
  let name: String
  let predicate: Predicate<Model>
  /// Whether a model of the number matches; of a state that breaks no rule.
  let matches: (Int, WalkState) -> Bool

  init(_ name: String, _ predicate: Predicate<Model>, _ matches: @escaping (Int, WalkState) -> Bool) {
    (self.name, self.predicate, self.matches) = (name, predicate, matches)
  }
}

extension WalkQuestion {
  /// A question about the values that all models have.
  static func aboutValues(_ ledger: WalkLedger) -> WalkQuestion {
    let values = ledger.values()
    let (title, count, note) = (values.title, values.count, values.note)
    let (isMarked, numbers) = (values.isMarked, [values.count, 2])
    switch ledger.roll(0..<12) {
    case 0: return .init("count > \(count)", #Predicate { $0.count > count }) { $1.values($0).count > count }
    case 1: return .init("title == \(title)", #Predicate { $0.title == title }) { $1.values($0).title == title }
    case 2:
      return .init("note == \(values[.note])", #Predicate { $0.note == note }) { $1.values($0).note == note }
    case 3:
      return .init("title contains \(title)", #Predicate { $0.title.contains(title) }) {
        title.isEmpty || $1.values($0).title.contains(title)
      }
    case 4:
      // A division that fails makes the whole fail, whatever is beside it.
      return .init(
        "10 / count > 1 && isMarked || !isMarked", #Predicate { (10 / $0.count > 1 && $0.isMarked) || !$0.isMarked }
      ) {
        let values = $1.values($0)
        return values.count != 0 && (10 / values.count > 1 && values.isMarked || !values.isMarked)
      }
    case 5:
      return .init("(note ?? a) == title", #Predicate { ($0.note ?? "a") == $0.title }) {
        ($1.values($0).note ?? "a") == $1.values($0).title
      }
    case 6: return .init("title < \(title)", #Predicate { $0.title < title }) { $1.values($0).title < title }
    case 7:
      return .init("\(numbers) contains count", #Predicate { numbers.contains($0.count) }) {
        numbers.contains($1.values($0).count)
      }
    case 8:
      return .init("title starts with \(title)", #Predicate { $0.title.starts(with: title) }) {
        $1.values($0).title.starts(with: title)
      }
    case 9:
      return .init(
        "isMarked == \(isMarked) && count * 2 <= \(count)",
        #Predicate { $0.isMarked == isMarked && $0.count * 2 <= count }
      ) { $1.values($0).isMarked == isMarked && $1.values($0).count * 2 <= count }
    case 10:
      return .init("note is empty", #Predicate { $0.note?.isEmpty == true }) { $1.values($0).note?.isEmpty == true }
    default:
      return .init("number % 3 == 1 || note != nil", #Predicate { $0.number % 3 == 1 || $0.note != nil }) {
        $0 % 3 == 1 || $1.values($0).note != nil
      }
    }
  }
}

extension WalkQuestion<Hall> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    let (title, count) = (ledger.values().title, ledger.roll(0..<3))
    switch ledger.roll(0..<8) {
    case 0:
      return .init("exhibits.count > \(count)", #Predicate { $0.exhibits.count > count }) {
        $1.targets($0, "exhibits").count > count
      }
    case 1:
      return .init("a marked exhibit", #Predicate { $0.exhibits.contains { $0.isMarked } }) { hall, state in
        state.targets(hall, "exhibits").contains { state.values($0).isMarked }
      }
    case 2:
      return .init("parent.title == \(title)", #Predicate { $0.parent?.title == title }) { hall, state in
        state.targets(hall, "parent").contains { state.values($0).title == title }
      }
    case 3: return .init("no parent", #Predicate { $0.parent == nil }) { $1.targets($0, "parent").isEmpty }
    case 4: return .init("no seals", #Predicate { $0.seals.isEmpty }) { $1.targets($0, "seals").isEmpty }
    case 5:
      return .init("exhibits of count > 0", #Predicate { $0.exhibits.allSatisfy { $0.count > 0 } }) { hall, state in
        state.targets(hall, "exhibits").allSatisfy { state.values($0).count > 0 }
      }
    case 6:
      return .init(
        "marked annexes: \(count)", #Predicate { $0.annexes.filter { $0.isMarked }.count == count }
      ) { hall, state in state.targets(hall, "annexes").count { state.values($0).isMarked } == count }
    default:
      return .init(
        "an exhibit with artists", #Predicate { $0.exhibits.contains { !$0.artists.isEmpty } }
      ) { hall, state in state.targets(hall, "exhibits").contains { !state.targets($0, "artists").isEmpty } }
    }
  }
}

extension WalkQuestion<Showpiece> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    let (title, count) = (ledger.values().title, ledger.roll(0..<3))
    switch ledger.roll(0..<8) {
    case 0: return .init("no hall", #Predicate { $0.hall == nil }) { $1.targets($0, "hall").isEmpty }
    case 1:
      return .init("hall.count > \(count)", #Predicate { ($0.hall?.count ?? 0) > count }) { exhibit, state in
        state.targets(exhibit, "hall").contains { state.values($0).count > count }
      }
    case 2:
      return .init(
        "hall.parent is marked", #Predicate { $0.hall?.parent?.isMarked == true }
      ) { exhibit, state in
        state.targets(exhibit, "hall").flatMap { state.targets($0, "parent") }.contains { state.values($0).isMarked }
      }
    case 3:
      return .init(
        "an artist of title \(title)", #Predicate { $0.artists.contains { $0.title == title } }
      ) { exhibit, state in state.targets(exhibit, "artists").contains { state.values($0).title == title } }
    case 4:
      return .init("artists.count == \(count)", #Predicate { $0.artists.count == count }) {
        $1.targets($0, "artists").count == count
      }
    case 5:
      return .init("plaque without note", #Predicate { $0.plaque?.note == nil }) { exhibit, state in
        state.targets(exhibit, "plaque").allSatisfy { state.values($0).note == nil }
      }
    case 6:
      return .init("donor is marked", #Predicate { $0.donor?.isMarked ?? false }) { exhibit, state in
        state.targets(exhibit, "donor").contains { state.values($0).isMarked }
      }
    default:
      return .init("no pictures", #Predicate { $0.pictures.isEmpty }) { $1.targets($0, "pictures").isEmpty }
    }
  }
}

extension WalkQuestion<Artist> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    if ledger.chance(50) {
      return .init("an exhibit without hall", #Predicate { $0.exhibits.contains { $0.hall == nil } }) { artist, state in
        state.targets(artist, "exhibits").contains { state.targets($0, "hall").isEmpty }
      }
    }
    return .init("no exhibits", #Predicate { $0.exhibits.isEmpty }) { $1.targets($0, "exhibits").isEmpty }
  }
}

extension WalkQuestion<Plaque> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    let title = ledger.values().title
    return .init("exhibit.hall.title == \(title)", #Predicate { $0.exhibit?.hall?.title == title }) { plaque, state in
      state.targets(plaque, "exhibit").flatMap { state.targets($0, "hall") }.contains {
        state.values($0).title == title
      }
    }
  }
}

extension WalkQuestion<Seal> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    let count = ledger.roll(0..<3)
    if ledger.chance(50) {
      return .init("hall is marked", #Predicate { $0.hall.isMarked }) { seal, state in
        state.targets(seal, "hall").contains { state.values($0).isMarked }
      }
    }
    return .init("hall.exhibits.count > \(count)", #Predicate { $0.hall.exhibits.count > count }) { seal, state in
      state.targets(seal, "hall").contains { state.targets($0, "exhibits").count > count }
    }
  }
}

extension WalkQuestion<Party> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    let count = ledger.roll(1..<4)
    if ledger.chance(50) {
      return .init("wardens.count == \(count)", #Predicate { $0.wardens.count == count }) {
        $1.targets($0, "wardens").count == count
      }
    }
    return .init("a marked warden", #Predicate { $0.wardens.contains { $0.isMarked } }) { squad, state in
      state.targets(squad, "wardens").contains { state.values($0).isMarked }
    }
  }
}

extension WalkQuestion<Warden> {
  static func aboutLinks(_ ledger: WalkLedger) -> WalkQuestion {
    if ledger.chance(50) {
      return .init("no squad", #Predicate { $0.squad == nil }) { $1.targets($0, "squad").isEmpty }
    }
    return .init("squad with others", #Predicate { ($0.squad?.wardens.count ?? 0) > 1 }) { warden, state in
      state.targets(warden, "squad").contains { state.targets($0, "wardens").count > 1 }
    }
  }
}
