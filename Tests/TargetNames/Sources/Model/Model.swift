package let nameOfModel = "Model"
