// The signature and the project's tests in Pyodide, run by Node: wasm_test.mjs PYODIDE WHEEL PACKAGES ARGUMENTS OF PYTEST,
// or in place of the tests wasm_night.py: wasm_test.mjs PYODIDE WHEEL PACKAGES FILE.json
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [runtime, wheel, packages, ...options] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(runtime, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: resolve(runtime) });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/wheel" });
python.mountNodeFS("/packages", resolve(packages));
python.mountNodeFS("/checkout", resolve("."));
python.globals.set("options", python.toPy(options));
process.exitCode = python.runPython(`
import os, runpy, sys
os.chdir("/checkout")
sys.path[:0] = ["/wheel", "/packages", "/checkout/.ci"]
sys.argv = ["check_signature.py", "/checkout"]
runpy.run_path(".ci/check_signature.py", run_name="__main__")
code = 0
if options[0].endswith(".json"):
    sys.argv = ["wasm_night.py", *options]
    runpy.run_path(".ci/wasm_night.py", run_name="__main__")
else:
    import pytest, wasm_plugin
    code = int(pytest.main(["-p", "no:faulthandler", "-p", "no:cacheprovider", "-q", *options], plugins=[wasm_plugin]))
code
`);
