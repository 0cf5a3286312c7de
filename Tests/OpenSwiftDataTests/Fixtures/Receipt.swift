import OpenSwiftData

/// A model that leaves something behind when it is deleted.
@Model
final class Receipt {
  enum Kind: String, Codable { case sale, refund }

  @Attribute(.preserveValueOnDeletion) var number: Int
  @Attribute(.preserveValueOnDeletion) var customer: String?
  @Attribute(.preserveValueOnDeletion) var issued: Date
  @Attribute(.preserveValueOnDeletion) var kind = Kind.sale
  var text = ""

  init(number: Int, customer: String? = nil, issued: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.number = number
    self.customer = customer
    self.issued = issued
  }
}
