package let nameOfDatabase = "Database"
