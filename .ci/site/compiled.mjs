// Compiles the modules of zips by Pyodide's own CPython, which would take three seconds at each visit:
// compiled.mjs PYODIDE ZIP ...
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [runtime, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(runtime, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: resolve(runtime) });
for (const name of archives) {
  python.FS.writeFile("/given", readFileSync(name));
  python.runPython(`
import marshal
from importlib.util import MAGIC_NUMBER
from zipfile import ZipFile, ZipInfo
with ZipFile("/given") as given, ZipFile("/made", "w") as made:
    for name in given.namelist():
        data = given.read(name)
        if name.endswith(".py"):
            # Docstrings and assertions of the library, and of nothing else, are left out.
            code = compile(data, name, "exec", dont_inherit=True, optimize=0 if name.startswith("gamecore") else 2)
            name, data = f"{name}c", MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
        made.writestr(ZipInfo(name), data)
`);
  writeFileSync(name, python.FS.readFile("/made"));
}
