import Foundation

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
