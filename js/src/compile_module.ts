// A module of this package, compiled from its file.

import fs from "node:fs";
import path from "node:path";
import v8 from "node:v8";

const LAZY_VALIDATION = "wasm-lazy-validation";

// Other engines have no such flags, and need none.
function setFlag(text: string): void {
  try {
    v8.setFlagsFromString(text);
  } catch {
    return;
  }
}

/**
 * The module of the file `name`.  Node compiles a function when it is first called; told so, it
 * checks it then too, and a module is ready in a third of the time.
 */
export function compileModule(name: string): WebAssembly.Module {
  const code = fs.readFileSync(path.join(__dirname, "..", "wasm", name));
  setFlag(`--${LAZY_VALIDATION}`);
  try {
    return new WebAssembly.Module(code);
  } finally {
    setFlag(`--no-${LAZY_VALIDATION}`);
  }
}
