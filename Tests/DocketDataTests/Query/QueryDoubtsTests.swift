import DocketData
import Foundation
import SwiftData
import Testing

@Suite("Why a query may find nothing")
struct QueryDoubtsTests {
  private func doubts(_ query: String) async throws -> [String] {
    let world = World()
    try await world.handler().newItems([
      NewItem(title: "first", tags: ["home"], list: "Work.api"), NewItem(title: "second", list: "My list"),
    ])
    return try await world.handler().doubts(about: ItemQuery(query))
  }

  @Test(arguments: [
    ("list:nosuch", "there is no list “nosuch”"), ("list:=Work", "there is no list “Work”"),
    ("list:\"No such\"", "there is no list “No such”"), ("#NoSuch", "there is no tag “NoSuch”"),
    ("tag:none2", "there is no tag “none2”"), ("after:99", "there is no item 99"),
    ("prio:high and is:open", "“and” is looked for as a word; terms are joined by blanks"),
    ("a && b", "“&&” is looked for as a word; terms are joined by blanks"),
    ("a || b", "“||” is looked for as a word; “or” joins alternatives"),
    ("+home", "“+home” is looked for as a word; a tag is #home"),
    ("due.before:eow", "“due.before:eow” is looked for as a word; write due:<eow"),
    ("due.after:fri", "“due.after:fri” is looked for as a word; write due:>fri"),
    ("due<tomorrow", "“due<tomorrow” is looked for as a word; write due:<tomorrow"),
    ("prio>=low", "“prio>=low” is looked for as a word; write prio:>=low"),
    ("milk)", "“milk)” is looked for as a word; leave out “)”, as no “(” stands before it"),
    ("due==fri", "“due==fri” is looked for as a word; write due:fri"),
    ("list=work", "“list=work” is looked for as a word; write list:work"),
    ("is=done", "“is=done” is looked for as a word; write is:done"),
    ("due.near:fri", "“due.near:fri” is looked for as a word; there is no term “due.near:”"),
    ("@tomorrow", "“@tomorrow” is looked for as a word; write due:tomorrow"),
    ("~+2d", "“~+2d” is looked for as a word; write start:+2d"),
    ("!high", "“!high” is looked for as a word; write prio:high"),
    (">Work", "“>Work” is looked for as a word; write list:Work"),
    ("due:5pm fri", "“fri” is looked for as a word; write due:fri 5pm"),
    ("milk created:<=17:00 on 24 dec", "“on 24 dec” is looked for as a word; write created:<=24 dec 17:00"),
    ("start:next mon 9", "“9” is looked for as a word; write start:next mon 9:00"),
    ("Home", "“Home” is looked for as a word; the tag is #Home"),
    ("work.api", "“work.api” is looked for as a word; the list is list:work.api"),
    ("overdue", "“overdue” is looked for as a word; write is:overdue"),
    ("is:open (list:nosuch or #home)", "there is no list “nosuch”"),
  ])
  func isSaid(_ query: String, _ doubt: String) async throws { #expect(try await doubts(query) == [doubt]) }

  @Test(arguments: [
    "", "milk", "list:work", "list:work.API", "list:\"my list\"", "list:none", "#HOME", "after:1", "after:none",
    "-#nosuch", "-list:nosuch", "\"and\"", "sand", "\\and", "+", "\"+home\"", "a.b:c", "is:done", "@home",
    "!important", "\"@tomorrow\"", "due:fri milk", "due:\"5pm\" fri", "-due:fri milk", "due:fri 9:00", "due:none fri",
  ])
  func isNotSaidOfAQueryThatMeansWhatItSays(_ query: String) async throws { #expect(try await doubts(query) == []) }

  @Test(arguments: [
    ("due:5pm fri", 1), ("milk or due:<fri 9", 1), ("(due:5pm fri x) or due:17:00 sat", 2), ("due:fri", 0),
    ("#nosuch", 0),
    ("not due:5pm fri", 1), ("due:tonight 9pm", 0),
  ])
  func doubtsOfDatesDoNotDependOnWhatIsFound(_ query: String, _ count: Int) throws {
    #expect(try ItemQuery(query).doubtsOfDates.count == count)
  }
}
