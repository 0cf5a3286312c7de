package let nameOfModels = "Models"
