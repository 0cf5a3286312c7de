import Testing

@testable import OpenSwiftData

@Suite("The schedule of autosaves")
struct AutosaveScheduleTests {
  var schedule = AutosaveSchedule()

  @Test mutating func aChangeIsSavedHalfASecondLater() {
    #expect(schedule.change(at: .seconds(7)) == .wake(after: .milliseconds(500)))
    #expect(schedule.wakeUp(at: .milliseconds(7_500)) == .save)
  }

  @Test mutating func furtherChangesPutItOffWithoutFurtherTimers() {
    _ = schedule.change(at: .zero)
    #expect(schedule.change(at: .milliseconds(400)) == nil)
    #expect(schedule.wakeUp(at: .milliseconds(500)) == .wake(after: .milliseconds(400)))
    #expect(schedule.wakeUp(at: .milliseconds(900)) == .save)
  }

  @Test mutating func nothingWaitsLongerThanTwoSeconds() {
    for moment in stride(from: 0, through: 1_900, by: 100) { _ = schedule.change(at: .milliseconds(moment)) }
    #expect(schedule.wakeUp(at: .milliseconds(1_910)) == .wake(after: .milliseconds(90)))
    #expect(schedule.wakeUp(at: .seconds(2)) == .save)
  }

  @Test mutating func nothingIsDoneWhenThereIsNothingToSave() {
    #expect(schedule.settle() == nil)
    #expect(schedule.wakeUp(at: .seconds(1)) == nil)
    _ = schedule.change(at: .seconds(1))
    #expect(schedule.settle() == .cancel)
    #expect(schedule.wakeUp(at: .seconds(2)) == nil)
  }

  @Test mutating func afterASaveTheNextChangeBeginsAnew() {
    _ = schedule.change(at: .zero)
    #expect(schedule.wakeUp(at: .milliseconds(500)) == .save)
    #expect(schedule.change(at: .seconds(5)) == .wake(after: .milliseconds(500)))
  }
}
