"""The kernel: what every game is made of. No game is named in here.

    records     record, header, rows, places, domain, bits, rng: one flat record, its names, its sets, its chance
    rules       rule, contract, drive, entry: what a game defines, what is made of it, what may be called from outside
    decisions   actions, choices, decisions (decision_table, decision_source, rule_source): who is asked what, as data
    a game      game, options, components_file, thinking, side_by_side: all that is known of it
    running     engine (engine_base, strict, subset): plain, strict and compiled; position, aside, perft: played by hand
    compiling   compiled, workshop, machine, machine_memory, numba_patch, numba_pipeline: how rules become machine code;
                weights, machine_weights: numbers of theirs that may change while they run
    on a GPU    gpu, gpu_rounds, gpu_choosing, cuda_code, cuda_calls, cuda_driver, machine_cuda, dlpack, streaming
    told        notes, reasons, refusals, foresight: what happened, why not, what will certainly happen
    words       words, templates, sentences, telling, complaints, sections, book: in the language of whoever reads
    drawn       scene, drawing, memo, picking, text_scene: what a seat sees, for every screen
    as text     fields, notation, notation_parser, arranging, compare: positions that people write
    as numbers  observing, observe_source, likings: what a seat may know, and likes, for those who learn
    checked     checkers, word_checkers: what every game must keep

No file needs another that needs it (tests/test_arrows.py).
"""
