/* Python for the static edition: what a page imports is compiled by Pyodide's own Python, so that no browser has to.
 *
 *     node web/tools/engine.mjs ENGINE
 *
 * ENGINE holds Pyodide's files, its standard library, and the archives of `firstfire.offline.packing`. Our archives, and
 * those modules of the library that every page imports, get bytecode for sources. `lock.json` is written beside them. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const engine = resolve(process.argv[2]);
const read = (name) => new Uint8Array(readFileSync(`${engine}/${name}`));
const index = JSON.parse(readFileSync(`${engine}/index.json`, "utf8"));
const { loadPyodide } = await import(`${engine}/pyodide.mjs`);

/** What Pyodide knows of packages: that there are none. */
const known = readFileSync(new URL("../node_modules/pyodide/pyodide-lock.json", import.meta.url), "utf8");
const lock = { info: JSON.parse(known).info, packages: {} };
const begin = () => loadPyodide({ indexURL: `${engine}/`, lockFileContents: lock, env: { PYTHONHASHSEED: "0" } });

const COMPILED = `
import ast, io, marshal, zipfile
from importlib.util import MAGIC_NUMBER

FLAGS = (1).to_bytes(4, "little") + bytes(8)  # a hash that nobody compares with a source

def without_docstrings(source):
    tree = ast.parse(source)
    for node in ast.walk(tree):  # a dataclass without one would be given one whenever it is imported
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree

def bytecode(path, source):
    code = compile(without_docstrings(source), path, "exec", dont_inherit=True)
    return MAGIC_NUMBER + FLAGS + marshal.dumps(code)

def compiled(archive, folder, paths=None):
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            path, content = entry.filename, old.read(entry)
            if path.endswith(".py") and (paths is None or path in paths):
                path, content = path + "c", bytecode(folder + path, content)
            new.writestr(zipfile.ZipInfo(path, entry.date_time), content, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
`;

const IMPORTED = `
import sys
sys.path.insert(0, "/app")
from firstfire.offline import warm_up
warm_up()
library = next(path for path in sys.path if path.endswith(".zip")) + "/"
files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
library, [file.removeprefix(library) for file in files if file.startswith(library)]
`;

const model = await begin();
model.unpackArchive(read(index.base.file), "zip", { extractDir: "/app" });
const [library, imported] = model.runPython(IMPORTED).toJs();

const maker = await begin();
maker.runPython(COMPILED);
const compile = (file, ...how) => {
  const made = maker.globals.get("compiled")(...[read(file), ...how].map((each) => maker.toPy(each)));
  writeFileSync(`${engine}/${file}`, made.toJs());
  made.destroy();
};
for (const { file } of [index.base, ...Object.values(index.games)]) compile(file, "/app/");
compile("python_stdlib.zip", library, imported);
writeFileSync(`${engine}/lock.json`, JSON.stringify(lock));
