"""What people see of Honga: the table as data, its words, and the sentences of choices and refusals."""
