/// One way to say a part of a recurrence: a row of the table from which the parser, the help, completion and tests are
/// made.
struct RecurrenceForm: Sendable {
  typealias Read = @Sendable (inout RecurrenceScanner, inout RecurrenceDraft) -> Bool

  /// What help and completion offer, the best example first; empty for forms that only words have.
  let typed: [String]
  /// What those examples mean, in a few words; empty without examples.
  let meaning: String
  /// What is read, and the rule that it means.
  let meanings: [(text: String, rule: String)]
  /// Whether it says when a series ends, which goes with each other form.
  let isEnding: Bool
  /// Reads the form; what it took does not matter if it returns false.
  let read: Read

  private init(
    _ typed: [String], means meaning: String = "", isEnding: Bool = false, _ meanings: KeyValuePairs<String, String>,
    _ read: @escaping Read
  ) {
    (self.typed, self.meaning, self.isEnding, self.read) = (typed, meaning, isEnding, read)
    self.meanings = meanings.map { ($0.key, $0.value) }
  }

  /// All forms, of which the first one that fits is taken: those that begin alike stand before the shorter ones.
  static let all: [RecurrenceForm] = [
    adverb, alternateWeeks, groupOfWeekdays, weekday, firstOfWeek, afterCompletion, count, until, interval, dayAndMonth,
    month, position, ordinals,
  ]

  // MARK: - Units

  private static let adverb = RecurrenceForm(
    ["daily", "weekly", "monthly", "yearly"], means: "counted from the first date",
    [
      "daily": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "Monthly": "FREQ=MONTHLY", "yearly": "FREQ=YEARLY",
      "annually": "FREQ=YEARLY", "quarterly": "FREQ=MONTHLY;INTERVAL=3", "fortnightly": "FREQ=WEEKLY;INTERVAL=2",
      "biweekly": "FREQ=WEEKLY;INTERVAL=2", "every fortnight": "FREQ=WEEKLY;INTERVAL=2",
    ]
  ) { scanner, draft in
    guard let (unit, interval) = scanner.take({ RecurrenceWord.adverbs[$0] }) else { return false }
    return draft.repeats(unit, every: interval)
  }

  private static let interval = RecurrenceForm(
    ["every 2 weeks", "every other fri"], means: "every second, third, … day, week, month or year",
    [
      "every 2 weeks": "FREQ=WEEKLY;INTERVAL=2", "every other month": "FREQ=MONTHLY;INTERVAL=2", "year": "FREQ=YEARLY",
      "every second week": "FREQ=WEEKLY;INTERVAL=2", "every 2nd day": "FREQ=DAILY;INTERVAL=2",
      "each third month on the 5th": "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=5",
      "3 days": "FREQ=DAILY;INTERVAL=3", "3m on the 5th": "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=5",
    ]
  ) { scanner, draft in
    guard let (unit, count) = scanner.interval() else { return false }
    return draft.repeats(unit, every: count)
  }

  private static let afterCompletion = RecurrenceForm(
    ["after 3 days"], means: "counted from when it is done",
    [
      "after 3 days": "FREQ=DAILY;INTERVAL=3;X-DOCKET-FROM=COMPLETION",
      "after a week": "FREQ=WEEKLY;X-DOCKET-FROM=COMPLETION",
      "2 months after completion": "FREQ=MONTHLY;INTERVAL=2;X-DOCKET-FROM=COMPLETION",
    ]
  ) { scanner, draft in
    let isFirst = scanner.skip("after")
    guard let (unit, count) = scanner.interval(), isFirst || scanner.skip("after", "completion") else { return false }
    return draft.repeatsAfterCompletion(unit, every: count ?? 1)
  }

  // MARK: - Days of the week

  private static let alternateWeeks = RecurrenceForm(
    [],
    [
      "every other fri": "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
      "every other mon and wed": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE",
      "every other weekend": "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,SU",
    ]
  ) { scanner, draft in
    guard scanner.skip("other") else { return false }
    if scanner.skip("weekend") { return draft.addAlternating([.saturday, .sunday]) }
    guard case .weekdays(let days) = scanner.noun() else { return false }
    return draft.addAlternating(days)
  }

  private static let groupOfWeekdays = RecurrenceForm(
    ["weekdays"], means: "Monday to Friday; also weekends",
    [
      "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      "weekends": "FREQ=WEEKLY;BYDAY=SA,SU",
    ]
  ) { scanner, draft in
    guard let days = scanner.take({ RecurrenceWord.groups[$0] }) else { return false }
    return draft.add(days)
  }

  private static let weekday = RecurrenceForm(
    ["mon,wed"], means: "days of the week",
    [
      "mon,wed": "FREQ=WEEKLY;BYDAY=MO,WE", "mon-fri": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      "sat-mon": "FREQ=WEEKLY;BYDAY=MO,SA,SU", "wed and monday": "FREQ=WEEKLY;BYDAY=MO,WE",
      "every 2 weeks on tue": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "sundays": "FREQ=WEEKLY;BYDAY=SU",
    ]
  ) { scanner, draft in
    guard let weekday = scanner.take(RecurrenceWord.weekday) else { return false }
    return draft.add([weekday])
  }

  private static let firstOfWeek = RecurrenceForm(
    [], ["every 2 weeks on Mon and Thu, weeks from Sun": "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU"]
  ) { scanner, draft in
    guard scanner.skip("weeks", "from"), let weekday = scanner.take(RecurrenceWord.weekday) else { return false }
    draft.weeksBegin(on: weekday)
    return true
  }

  // MARK: - Days of months and years

  private static let dayAndMonth = RecurrenceForm(
    ["24 dec"], means: "a day of each year",
    [
      "24 dec": "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "Dec 24": "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24",
      "24 dec 3 times": "FREQ=YEARLY;COUNT=3;BYMONTH=12;BYMONTHDAY=24",
    ]
  ) { scanner, draft in
    let first = scanner.take(RecurrenceWord.dayOfMonth)
    guard let month = scanner.take(CalendarWord.month), let day = first ?? scanner.take(RecurrenceWord.dayOfMonth),
      // "In March, 3 times".
      first != nil || !scanner.isAtTimes
    else { return false }
    draft.add(month: month, day: day)
    return true
  }

  private static let month = RecurrenceForm(
    [],
    [
      "first mon in mar and sep": "FREQ=YEARLY;BYMONTH=3,9;BYDAY=1MO", "in march": "FREQ=YEARLY;BYMONTH=3",
      "in march 3 times": "FREQ=YEARLY;COUNT=3;BYMONTH=3",
      "24th of december every year": "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24",
    ]
  ) { scanner, draft in
    guard let month = scanner.take(CalendarWord.month) else { return false }
    draft.add(month: month)
    return true
  }

  private static let ordinals = RecurrenceForm(
    ["last fri", "first mon", "15th", "last day", "last weekday"], means: "a day of each month",
    [
      "15th": "FREQ=MONTHLY;BYMONTHDAY=15", "15th of each month": "FREQ=MONTHLY;BYMONTHDAY=15",
      "1st and 15th": "FREQ=MONTHLY;BYMONTHDAY=1,15", "first mon": "FREQ=MONTHLY;BYDAY=1MO",
      "last fri": "FREQ=MONTHLY;BYDAY=-1FR", "last fri of every month": "FREQ=MONTHLY;BYDAY=-1FR",
      "2nd,4th tue": "FREQ=MONTHLY;BYDAY=2TU,4TU", "first Mon and every Wed": "FREQ=MONTHLY;BYDAY=WE,1MO",
      "2nd to last day": "FREQ=MONTHLY;BYMONTHDAY=-2", "last day": "FREQ=MONTHLY;BYMONTHDAY=-1",
      "last weekday": "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "fri 13th": "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
      "last day of the year": "FREQ=YEARLY;BYYEARDAY=-1",
      "every year on every Mon in the 20th week": "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
    ]
  ) { scanner, draft in
    guard let (numbers, areDigits) = scanner.ordinals() else { return false }
    return draft.add(numbers, areDigits: areDigits, of: scanner.noun())
  }

  private static let position = RecurrenceForm(
    [], ["every month on every Mon and every Fri, only the 2nd to last": "FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-2"]
  ) { scanner, draft in
    guard scanner.skip("only"), let ordinals = scanner.ordinals() else { return false }
    draft.keepsOnly(ordinals.numbers)
    return true
  }

  // MARK: - Ends

  private static let count = RecurrenceForm(
    ["3 times"], means: "the end of the series, after any of them", isEnding: true,
    ["daily 3 times": "FREQ=DAILY;COUNT=3", "every Mon, 5 times in all": "FREQ=WEEKLY;COUNT=5;BYDAY=MO"]
  ) { scanner, draft in
    guard let count = scanner.take({ Int($0) }), scanner.isAtTimes, draft.ends(after: count) else { return false }
    scanner.skipTimes()
    // "3 times a week" is something else.
    return scanner.isAtEnd
  }

  private static let until = RecurrenceForm(
    ["until 2027-03-01"], means: "the end of the series, after any of them; any date", isEnding: true,
    [
      "daily until 2027-03-01": "FREQ=DAILY;UNTIL=20270301", "weekly until 24 dec 2026": "FREQ=WEEKLY;UNTIL=20261224",
      "every day, until 2027-03-01 16:00:30 UTC": "FREQ=DAILY;UNTIL=20270301T160030Z",
    ]
  ) { scanner, draft in
    guard scanner.skip("until"), let until = scanner.takeUntil() else { return false }
    draft.ends(on: until)
    return true
  }
}
