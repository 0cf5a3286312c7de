package let nameOfPersistence = "Persistence"
