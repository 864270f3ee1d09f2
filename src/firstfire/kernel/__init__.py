"""The kernel: what every game is made of. No game is named in here.

    rule           the mark of a rule
    records        one flat record: its header, names, sets and chance
    rules          what a game defines: its functions, actions, decisions, notes
    compiling      how rules become machine code
    observations   what a seat may know, as numbers
    presentation   words, scenes, rulebook
    game           all that is known of one game (components_file, thinking)
    engines        plain, strict and compiled play
    gpu            many games at once on a GPU
    positions      played by hand, as text, counted
    viewer         what one viewer sees and reads
    checking       what every game must keep

Imports point up in this list: a package needs those above it only (import-linter checks).
"""
