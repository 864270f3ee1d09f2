"""What people see of Nētā-Tanka: the table as data, its words, and the sentences of choices and refusals."""
