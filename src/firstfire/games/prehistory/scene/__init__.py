"""What people see of Prehistory: the table as data, its words, and the sentences of choices and refusals."""
