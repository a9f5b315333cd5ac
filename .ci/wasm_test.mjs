// The signature and the project's tests in Pyodide, run by Node: wasm_test.mjs PYODIDE WHEEL PACKAGES ARGUMENTS OF PYTEST
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
import pytest, wasm_plugin
int(pytest.main(["-p", "no:faulthandler", "-p", "no:cacheprovider", "-q", *options], plugins=[wasm_plugin]))
`);
