// The entry for Node, Deno and Bun, compiled to CommonJS: everything is synchronous.  The addon
// of this platform serves where it is installed; else the module of WebAssembly does, which is
// read from the package when it is first needed.

import { randomFillSync } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { compileModule } from "./compile_module.js";
import { setInstance } from "./instance.js";
import { NativeInstance, type Addon } from "./native_instance.js";
import { setPlatform, type Platform } from "./platform.js";
import { WasmInstance } from "./wasm_instance.js";

const directory = path.join(__dirname, "..", "wasm");
const vocabularies = new Map<string, Uint8Array | undefined>();
let compiled: WebAssembly.Module | undefined;
let rest: WebAssembly.Module | undefined;

const node: Platform = {
  compile: () => (compiled ??= compileModule("galley.wasm")),
  compileRest: () => (rest ??= compileModule("galley_rest.wasm")),
  vocabulary: (name) => {
    if (!vocabularies.has(name)) {
      const file = path.join(directory, "tokenizers", `${name}.gtv`);
      vocabularies.set(name, fs.existsSync(file) ? fs.readFileSync(file) : undefined);
    }
    return vocabularies.get(name);
  },
  absolute: (name) => path.resolve(name),
  files: fs,
  directories: { "/": "/" },
  environment: process.env,
  random: (bytes) => void randomFillSync(bytes),
};
setPlatform(node);

// GALLEY_NATIVE is the path of an addon, or `0` for none.
function findAddon(): Addon | undefined {
  const chosen = process.env["GALLEY_NATIVE"];
  if (chosen === "0") return undefined;
  const name = chosen || `galley-prompts-${process.platform}-${process.arch}`;
  try {
    require.resolve(name);
  } catch {
    if (chosen) throw new Error(`GALLEY_NATIVE names an addon that is not there: ${chosen}`);
    return undefined;
  }
  // One that this system cannot load is as good as none, unless it was asked for.
  try {
    return require(name) as Addon;
  } catch (error) {
    if (chosen) throw error;
    return undefined;
  }
}

const addon = findAddon();
/** What runs the templates: `native` is the addon. */
export const engine: "native" | "wasm" = addon ? "native" : "wasm";
setInstance(addon ? () => new NativeInstance(addon) : () => new WasmInstance());

export * from "./api.js";
