// The entry for Node, Deno and Bun, compiled to CommonJS: the module is read from the package
// when it is first needed, and everything is synchronous.

import fs from "node:fs";
import path from "node:path";
import { setPlatform, type Platform } from "./platform.js";

const directory = path.join(__dirname, "..", "wasm");
const vocabularies = new Map<string, Uint8Array | undefined>();
let compiled: WebAssembly.Module | undefined;

const node: Platform = {
  compile: () => (compiled ??= new WebAssembly.Module(fs.readFileSync(path.join(directory, "galley.wasm")))),
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
};
setPlatform(node);

export * from "./api.js";
