import Foundation
import OpenSwiftData

// MARK: - Equality

extension PredicateForms {
  static let equality = PredicateForms(
    "equality of every kind of attribute",
    [
      PredicateForm("Bool", #Predicate { $0.flag == true }),
      PredicateForm("Bool alone", #Predicate { $0.flag }),
      PredicateForm("Bool not", #Predicate { !$0.flag }),
      PredicateForm("Int", #Predicate { $0.count == 2 }),
      PredicateForm("Int !=", #Predicate { $0.count != 2 }),
      PredicateForm("Int8", #Predicate { $0.tiny == 127 }),
      PredicateForm("Int16", #Predicate { $0.small == 32767 }),
      PredicateForm("Int32", #Predicate { $0.medium == -1 }),
      PredicateForm("Int64", #Predicate { $0.large == 9_223_372_036_854_775_807 }),
      PredicateForm("UInt8", #Predicate { $0.byte == 255 }),
      PredicateForm("UInt16", #Predicate { $0.word == 2 }),
      PredicateForm("UInt32", #Predicate { $0.half == 4_294_967_295 }),
      PredicateForm("UInt64", #Predicate { $0.huge == 9_223_372_036_854_775_808 }),
      PredicateForm("UInt64?", #Predicate { $0.optionalHuge != 1 }),
      PredicateForm("Float", #Predicate { $0.single == 0.1 }),
      PredicateForm("Double", #Predicate { $0.real == 0.1 }),
      PredicateForm("Double zero", #Predicate { $0.real == 0 }),
      PredicateForm("Double?", #Predicate { $0.optionalReal != 3.25 }),
      PredicateForm("Decimal", amountIsNine),
      PredicateForm("Decimal?", optionalAmountIsNot),
      PredicateForm("Date", dateIs),
      PredicateForm("Date?", optionalDateIsNot),
      PredicateForm("UUID", uidIs),
      PredicateForm("UUID?", optionalUIDIsNot),
      PredicateForm("URL?", linkIs),
      PredicateForm("Data", bytesAre),
      PredicateForm("empty Data", bytesAreEmpty),
      PredicateForm("Data?", optionalBytesAreNot),
      PredicateForm("enumeration", moodIs),
      PredicateForm("enumeration?", optionalMoodIsNot),
      PredicateForm("raw value", #Predicate { $0.mood.rawValue == "busy" }),
      PredicateForm("raw Int", #Predicate { $0.grade.rawValue > 1 }),
      PredicateForm("columns", #Predicate { $0.text == $0.code }),
      PredicateForm("columns !=", #Predicate { $0.optionalText != $0.optionalText }),
      PredicateForm("optional columns", #Predicate { $0.optionalDate == $0.optionalDate }),
    ])

  private static let amountIsNine: Predicate<Specimen> = {
    let amount = Decimal(string: "9.50") ?? 0
    return #Predicate { $0.amount == amount }
  }()
  private static let optionalAmountIsNot: Predicate<Specimen> = {
    let amount: Decimal? = 100
    return #Predicate { $0.optionalAmount != amount }
  }()
  private static let dateIs: Predicate<Specimen> = {
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000.123)
    return #Predicate { $0.date == date }
  }()
  private static let optionalDateIsNot: Predicate<Specimen> = {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    return #Predicate { $0.optionalDate != date }
  }()
  private static let uidIs: Predicate<Specimen> = {
    let uid = Specimen.uids[2]
    return #Predicate { $0.uid == uid }
  }()
  private static let optionalUIDIsNot: Predicate<Specimen> = {
    let uid = Specimen.uids[2]
    return #Predicate { $0.optionalUID != uid }
  }()
  private static let linkIs: Predicate<Specimen> = {
    let link = URL(string: "http://a.b/c")
    return #Predicate { $0.link == link }
  }()
  private static let bytesAre: Predicate<Specimen> = {
    let bytes = Data([1, 2, 3])
    return #Predicate { $0.bytes == bytes }
  }()
  private static let bytesAreEmpty: Predicate<Specimen> = {
    let bytes = Data()
    return #Predicate { $0.bytes == bytes }
  }()
  private static let optionalBytesAreNot: Predicate<Specimen> = {
    let bytes = Data()
    return #Predicate { $0.optionalBytes != bytes }
  }()
  private static let moodIs: Predicate<Specimen> = {
    let mood = Specimen.Mood.busy
    return #Predicate { $0.mood == mood }
  }()
  private static let optionalMoodIsNot: Predicate<Specimen> = {
    let mood = Specimen.Mood.busy
    return #Predicate { $0.optionalMood != mood }
  }()
}

// MARK: - Order

extension PredicateForms {
  static let order = PredicateForms(
    "comparisons and ranges",
    [
      PredicateForm("<", #Predicate { $0.count < 2 }),
      PredicateForm("<=", #Predicate { $0.count <= 2 }),
      PredicateForm(">", #Predicate { $0.count > 2 }),
      PredicateForm(">=", #Predicate { $0.count >= 2 }),
      PredicateForm("Int8", #Predicate { $0.tiny < -1 }),
      PredicateForm("UInt64", #Predicate { $0.huge > 9_223_372_036_854_775_807 }),
      PredicateForm("Float", #Predicate { $0.single >= 0.1 }),
      PredicateForm("Double", #Predicate { $0.real < 0.1 }),
      PredicateForm("Double columns", #Predicate { $0.real <= $0.real }),
      PredicateForm("Decimal", amountBelow),
      PredicateForm("Decimal columns", #Predicate { $0.amount > $0.amount }),
      PredicateForm("Date", dateAfter),
      PredicateForm("UUID", uidBelow),
      PredicateForm("text columns", #Predicate { $0.text < $0.code }),
      PredicateForm("text >=", #Predicate { $0.text >= "cafe" }),
      PredicateForm("ordered enumeration", gradeAbove),
      PredicateForm("otherwise ordered enumeration", .memory, rankAbove),
      PredicateForm("literal closed range", #Predicate { (1...3).contains($0.count) }),
      PredicateForm("literal range", #Predicate { (1..<3).contains($0.count) }),
      PredicateForm("range of columns", #Predicate { ($0.count..<3).contains(1) }),
      PredicateForm("not in range of columns", #Predicate { !($0.count..<3).contains(1) }),
      PredicateForm("range of columns or", #Predicate { ($0.count..<3).contains(1) || $0.flag }),
      PredicateForm("not range of columns and", #Predicate { !(($0.count..<3).contains(1) && $0.flag) }),
      PredicateForm("range the wrong way round", .memory, reversedRange),
      PredicateForm("captured range", capturedRange),
      PredicateForm("captured dates", capturedDates),
      PredicateForm("captured texts", capturedTexts),
      PredicateForm("captured decimals", capturedDecimals),
      PredicateForm("from", partialRange),
      PredicateForm("identifier", identifierAbove),
      PredicateForm("number of an identifier", #Predicate { $0.persistentModelID.primaryKey == 7 }),
      PredicateForm("not the number of an identifier", #Predicate { $0.persistentModelID.primaryKey != 7 }),
    ])

  private static let amountBelow: Predicate<Specimen> = {
    let amount = Decimal(9.5)
    return #Predicate { $0.amount < amount }
  }()
  private static let dateAfter: Predicate<Specimen> = {
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    return #Predicate { $0.date >= date }
  }()
  private static let uidBelow: Predicate<Specimen> = {
    let uid = Specimen.uids[3]
    return #Predicate { $0.uid < uid }
  }()
  private static let gradeAbove: Predicate<Specimen> = {
    let grade = Specimen.Grade.low
    return #Predicate { $0.grade > grade }
  }()
  private static let rankAbove: Predicate<Specimen> = {
    let rank = Specimen.Rank.captain
    return #Predicate { $0.rank >= rank }
  }()
  private static let reversedRange: Predicate<Specimen> = {
    let (lower, upper) = (5, 3)
    return #Predicate { (lower..<upper).contains($0.count) || $0.flag }
  }()
  private static let capturedRange: Predicate<Specimen> = {
    let range = 1..<5
    return #Predicate { range.contains($0.count) }
  }()
  private static let capturedDates: Predicate<Specimen> = {
    let range = Date(timeIntervalSinceReferenceDate: 0)...Date(timeIntervalSinceReferenceDate: 1)
    return #Predicate { range.contains($0.date) }
  }()
  private static let capturedTexts: Predicate<Specimen> = {
    let range = "b"..."e"
    return #Predicate { range.contains($0.text) }
  }()
  private static let capturedDecimals: Predicate<Specimen> = {
    let range = Decimal(2)..<Decimal(10)
    return #Predicate { range.contains($0.amount) }
  }()
  private static let partialRange: Predicate<Specimen> = {
    let range = 3...
    return #Predicate { range.contains($0.count) }
  }()
  private static let identifierAbove: Predicate<Specimen> = {
    let identifier = SpecimenStore.identifiers[5000]
    return #Predicate { $0.persistentModelID > identifier }
  }()
}

// MARK: - Texts

extension PredicateForms {
  static let texts = PredicateForms(
    "texts",
    needles.flatMap { text in
      [
        PredicateForm("== \(text.debugDescription)", #Predicate { $0.text == text }),
        PredicateForm("!= \(text.debugDescription)", #Predicate { $0.optionalText != text }),
        PredicateForm("optional == \(text.debugDescription)", #Predicate { $0.optionalText == text }),
        PredicateForm("contains \(text.debugDescription)", #Predicate { $0.text.contains(text) }),
        PredicateForm("starts \(text.debugDescription)", #Predicate { $0.text.starts(with: text) }),
        PredicateForm("standard \(text.debugDescription)", #Predicate { $0.text.localizedStandardContains(text) }),
        PredicateForm("< \(text.debugDescription)", #Predicate { $0.text < text }),
      ]
    } + [
      PredicateForm("isEmpty", #Predicate { $0.text.isEmpty }),
      PredicateForm("count", #Predicate { $0.text.count == 1 }),
      PredicateForm("captured contains column", #Predicate { "cafe\u{301} ab".contains($0.text) }),
      PredicateForm("column contains column", #Predicate { $0.text.contains($0.code) }),
      PredicateForm("caseInsensitiveCompare", caseInsensitive),
      PredicateForm("localizedCompare", localized),
      PredicateForm("optional chain", #Predicate { $0.optionalText?.contains("a") == true }),
      PredicateForm("optional chain, not", #Predicate { $0.optionalText?.contains("a") != true }),
      PredicateForm("optional chain to count", #Predicate { $0.optionalText?.count == 2 }),
    ])

  private static let needles = [
    "", "a", "e\u{301}", "\u{E9}", "caf\u{E9}", "Kelvin", "K;`", "\r", "a\0b", "a\r\nb\u{E9}", "\u{F900}", "item 1",
  ]

  private static let caseInsensitive: Predicate<Specimen> = {
    let same = ComparisonResult.orderedSame
    return #Predicate { $0.text.caseInsensitiveCompare("AB") == same }
  }()
  private static let localized: Predicate<Specimen> = {
    let ascending = ComparisonResult.orderedAscending
    return #Predicate { $0.text.localizedCompare("b") == ascending }
  }()
}
