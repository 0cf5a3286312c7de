package let nameOfQuery = "Query"
