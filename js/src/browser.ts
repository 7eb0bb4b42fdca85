// The entry for browsers, workers and bundlers: a module that waits for the first part of the
// WebAssembly, so that everything is synchronous once it is imported.  The second part is fetched
// when a call first needs it, or before by `loadRest`.

import { GalleyError } from "./errors.js";
import { setInstance } from "./instance.js";
import { memoryFiles } from "./memory_files.js";
import { setPlatform } from "./platform.js";
import { WasmInstance } from "./wasm_instance.js";

// Addresses are written out, one a file: so bundlers find what belongs to the package.
const MODULE = new URL("../wasm/galley.wasm", import.meta.url);
const REST = new URL("../wasm/galley_rest.wasm", import.meta.url);
const TOKENIZERS = new URL("../wasm/tokenizers/", import.meta.url);
const CACHE = "/cache";
const EMPTY = "/empty";
const vocabularies = new Map<string, Uint8Array>();

async function fetched(address: URL): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
}

// The bytes of a file, while the caller waits.  A page that waits is given text only, here with
// a byte a character.
function fetchedAtOnce(address: URL): Uint8Array<ArrayBuffer> {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${address.href} cannot be loaded: ${request.status}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; ++at) bytes[at] = text.charCodeAt(at);
  return bytes;
}

// A server may not know the type of the file.
const compiled = await WebAssembly.compile(await fetched(MODULE));
let rest: WebAssembly.Module | undefined;

// Service workers cannot wait for a file.
function restAtOnce(): WebAssembly.Module {
  try {
    return new WebAssembly.Module(fetchedAtOnce(REST));
  } catch (cause) {
    const message = "this call needs the second part of the library, which cannot be loaded while the caller waits";
    const hint = "`await loadRest()` before it";
    throw new GalleyError(`error[not-loaded]: ${message}\n  = hint: ${hint}`, [{ code: "not-loaded", severity: "error", message, hint }], { cause });
  }
}

setPlatform({
  compile: () => compiled,
  compileRest: () => (rest ??= restAtOnce()),
  vocabulary: (name) => vocabularies.get(name),
  // No files of the caller's: a working directory that is empty, and a place for the tables of
  // tokenizers.
  files: memoryFiles(EMPTY, CACHE),
  directories: { "/": EMPTY, [CACHE]: CACHE },
  environment: { XDG_CACHE_HOME: CACHE },
});
setInstance(() => new WasmInstance());

/**
 * Loads the second part of the library, which what is not rendering needs.  A call that needs it
 * loads it by itself, and the page stands still for that long.
 */
export async function loadRest(): Promise<void> {
  rest ??= await WebAssembly.compile(await fetched(REST));
}

/** Loads the vocabulary of a tokenizer, such as `o200k`, and what counts with it. */
export async function loadTokenizer(name: string): Promise<void> {
  await loadRest();
  if (vocabularies.has(name)) return;
  vocabularies.set(name, new Uint8Array(await fetched(new URL(`${name}.gtv`, TOKENIZERS))));
}

export * from "./api.js";
