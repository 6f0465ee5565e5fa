"""Behind the model ports: embedders now; chat models, their offline stand-ins and the meter beside them."""
