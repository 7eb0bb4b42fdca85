// The entry for browsers, workers and bundlers: a module that waits for the WebAssembly, so
// that everything is synchronous once it is imported.

import { setInstance } from "./instance.js";
import { memoryFiles } from "./memory_files.js";
import { setPlatform } from "./platform.js";
import { WasmInstance } from "./wasm_instance.js";

const files = new URL("../wasm/", import.meta.url);
const CACHE = "/cache";
const EMPTY = "/empty";
const vocabularies = new Map<string, Uint8Array>();

async function fetched(name: string): Promise<Response> {
  const response = await fetch(new URL(name, files));
  if (!response.ok) throw new Error(`${name} cannot be loaded: ${response.status}`);
  return response;
}

// A server may not know the type of the file.
const response = await fetched("galley.wasm");
const compiled = await WebAssembly.compile(await response.arrayBuffer());

setPlatform({
  compile: () => compiled,
  vocabulary: (name) => vocabularies.get(name),
  // No files of the caller's: a working directory that is empty, and a place for the tables of
  // tokenizers.
  files: memoryFiles(EMPTY, CACHE),
  directories: { "/": EMPTY, [CACHE]: CACHE },
  environment: { XDG_CACHE_HOME: CACHE },
});
setInstance(() => new WasmInstance());

/** Loads the vocabulary of a tokenizer, such as `o200k`, which counting with it needs. */
export async function loadTokenizer(name: string): Promise<void> {
  if (vocabularies.has(name)) return;
  vocabularies.set(name, new Uint8Array(await (await fetched(`tokenizers/${name}.gtv`)).arrayBuffer()));
}

export * from "./api.js";
