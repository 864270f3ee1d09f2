"""What one viewer may see and read.

    descriptions    tables, seats, options and results in words, as everybody may know them
    logbook         what happened, as lines one seat may read
    finality        which actions cannot be taken back, as far as the seat can know
    sections        what one seat sees of a table, as JSON sections; sign: of all that draws them
    advice          what a bot advises, in words
    records         somebody's finished games in numbers
    albums          a game walked through move by move; replay: kept and drawn in a server; sandbox: the processes
                    with limits it is read in
    catalogue       the games with their words and their guide; listing: tables in a list
    bookshelf       rulebooks, with an index; puzzles: which there are, one of them, its answer

Everything is made from the redacted record of the viewer's seat.
"""
