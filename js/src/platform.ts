// What differs between Node and browsers, filled in by the entry of each.

import type { FileSystem } from "./wasi.js";

export interface Platform {
  /** The first part of the module, compiled; called when it is first needed. */
  compile(): WebAssembly.Module;
  /** The second part, compiled; called when a call first needs it. */
  compileRest(): WebAssembly.Module;
  /** The bytes of a packed vocabulary, or nothing where it is not loaded. */
  vocabulary(name: string): Uint8Array | undefined;
  /** A path of the system made absolute; without it there are no files. */
  absolute?(path: string): string;
  files?: FileSystem;
  /** The directories that the module may open, by the names it has for them. */
  directories?: Record<string, string>;
  environment?: Readonly<Record<string, string | undefined>>;
  /** Fills bytes that nobody can guess, where that is not `globalThis.crypto`: Node 18 has none. */
  random?(bytes: Uint8Array): void;
}

export let platform: Platform;

export function setPlatform(chosen: Platform): void {
  platform = chosen;
}
