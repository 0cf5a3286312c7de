package let nameOfSchema = "Schema"
