/* The interpreter of the static edition, made once so that no browser has to: sources compiled by Pyodide's own Python,
 * and a picture of its memory in which what every page needs is already imported.
 *
 *     node web/tools/engine.mjs ENGINE
 *
 * ENGINE holds Pyodide's files, its standard library, and the archives of `firstfire.offline.packing`. Archives lose
 * their sources, the picture is written beside them, and what is in the picture leaves the archives it came from. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";

const engine = resolve(process.argv[2]);
const read = (name) => new Uint8Array(readFileSync(`${engine}/${name}`));
const index = JSON.parse(readFileSync(`${engine}/index.json`, "utf8"));
const { loadPyodide } = await import(`${engine}/pyodide.mjs`);

/** What Pyodide knows of packages: that there are none. */
const known = readFileSync(new URL("../node_modules/pyodide/pyodide-lock.json", import.meta.url), "utf8");
const lock = { info: JSON.parse(known).info, packages: {} };
const env = { PYTHONHASHSEED: "0" }; // the same sources give the same picture
const begin = (how) => loadPyodide({ indexURL: `${engine}/`, lockFileContents: lock, env, ...how });
process.argv[1] = "firstfire"; // Python keeps the name of its program: no folder of this machine

const COMPILED = `
import io, marshal, zipfile
from importlib.util import MAGIC_NUMBER

FLAGS = (1).to_bytes(4, "little") + bytes(8)  # a hash that nobody compares with a source

def bytecode(path, source):
    code = compile(source, "/app/" + path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + FLAGS + marshal.dumps(code)

def compiled(archive):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            path, content = entry.filename, old.read(entry)
            if path.endswith(".py"):
                path, content = path + "c", bytecode(path, content)
            new.writestr(zipfile.ZipInfo(path, entry.date_time), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()

def without(archive, paths):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            if entry.filename not in paths:
                kept = zipfile.ZipInfo(entry.filename, entry.date_time)
                new.writestr(kept, old.read(entry), zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
`;

const IMPORTED = `
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/app")
import json
from types import SimpleNamespace
from pyodide.ffi import to_js
from firstfire.offline import Site, think, use_module, warm_up
from firstfire.offline.thinking import find_game_of, read
warm_up()
del sys, json, SimpleNamespace, to_js, Site, think, use_module, warm_up, find_game_of, read
`;

const HERE = `
import sys
inside = lambda folder: [
    file.removeprefix(folder) for module in list(sys.modules.values())
    if (file := getattr(module, "__file__", None) or "").startswith(folder)
]
inside(FOLDER)
`;

const maker = await begin({});
const call = (name, ...given) => {
  const made = maker.globals.get(name)(...given.map((each) => maker.toPy(each)));
  const bytes = made.toJs();
  made.destroy();
  return bytes;
};
maker.runPython(COMPILED);
const archives = [index.base, ...Object.values(index.games)].map(({ file }) => file);
for (const file of archives) writeFileSync(`${engine}/${file}`, call("compiled", read(file)));

const model = await begin({ _makeSnapshot: true });
model.unpackArchive(read(index.base.file), "zip", { extractDir: "/app" });
model.runPython(IMPORTED);
const imported = (folder) => {
  const scope = model.toPy({ FOLDER: folder });
  const found = model.runPython(HERE, { globals: scope }).toJs();
  scope.destroy();
  return found;
};
const ours = imported("/app/");
const library = model.runPython("import sys; next(path for path in sys.path if path.endswith('.zip')) + '/'");
const theirs = imported(library);
const picture = model.makeMemorySnapshot();
writeFileSync(`${engine}/memory.bin.gz`, gzipSync(picture, { level: 9 }));
writeFileSync(`${engine}/${index.base.file}`, call("without", read(index.base.file), ours));
writeFileSync(`${engine}/python_stdlib.zip`, call("without", read("python_stdlib.zip"), theirs));
writeFileSync(`${engine}/lock.json`, JSON.stringify(lock));
