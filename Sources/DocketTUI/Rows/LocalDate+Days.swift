extension LocalDate {
  /// The days since the first of March of the year 0, to count between two dates.
  ///
  /// Years begin in March here, so that the day of a leap year is the last one.
  var dayNumber: Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
  }

  /// "Mon" to "Sun".
  var weekdayName: String {
    // The first of March of the year 0 was a Wednesday.
    ["Wed", "Thu", "Fri", "Sat", "Sun", "Mon", "Tue"][((dayNumber % 7) + 7) % 7]
  }
}
