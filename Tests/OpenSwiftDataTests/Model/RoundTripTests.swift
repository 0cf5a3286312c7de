import Foundation
import OpenSwiftData
import Testing

@Suite("Values come back from the store as they went in")
struct RoundTripTests {
  @Test func everyKindOfAttribute() throws {
    let store = try TemporaryStore()
    let date = Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_78)
    let uid = UUID()
    do {
      let context = ModelContext(try store.container(Note.self))
      let note = Note(title: "Zoë's \"plan\"\0 🍅", date: date)
      note.count = .min
      note.isDone = true
      note.weight = -0.1
      note.mood = .busy
      note.optionalMood = .calm
      note.place = Note.Place(name: "attic", floor: 3)
      note.words = ["one", "", "drei"]
      note.big = .max
      note.amount = Decimal(string: "12345678901234567890.123456789") ?? 0
      note.uid = uid
      note.link = URL(string: "https://example.org/a?b=c")
      note.bytes = Data([0, 255, 7])
      context.insert(note)
      try context.save()
    }
    let context = ModelContext(try store.container(Note.self))
    let note = try #require(try context.fetch(FetchDescriptor<Note>()).first)
    #expect(note.title == "Zoë's \"plan\"\0 🍅")
    #expect(note.date == date)
    #expect(note.count == .min)
    #expect(note.isDone)
    #expect(note.weight == -0.1)
    #expect(note.subtitle == nil)
    #expect(note.mood == .busy)
    #expect(note.optionalMood == .calm)
    #expect(note.place == Note.Place(name: "attic", floor: 3))
    #expect(note.words == ["one", "", "drei"])
    #expect(note.big == .max)
    #expect(note.amount == Decimal(string: "12345678901234567890.123456789"))
    #expect(note.uid == uid)
    #expect(note.link == URL(string: "https://example.org/a?b=c"))
    #expect(note.bytes == Data([0, 255, 7]))
  }

  @Test func aValueThatWouldNotComeBackIsRefused() throws {
    let context = ModelContext(try memoryContainer(Note.self))
    let note = Note(title: "not a number")
    note.weight = .nan
    context.insert(note)
    #expect(throws: SwiftDataError.self) { try context.save() }
    note.weight = 1
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
  }

  @Test func theTableIsReadableByAPerson() throws {
    let store = try TemporaryStore()
    let context = ModelContext(try store.container(Note.self))
    context.insert(Note(title: "plain"))
    try context.save()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", store.url.path, "select id, title, mood, isDone from Note; pragma integrity_check"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text == "1|plain|calm|0\nok\n")
  }
}
