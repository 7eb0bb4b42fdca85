// The command, from a module of its own: `galley` as C++ has it, without what needs sockets,
// threads, other programs or a database.  It sees the working directory and what is below it, and
// reads the templates that come with the package.

import fs from "node:fs";
import path from "node:path";
import tty from "node:tty";
import { compileModule } from "./compile_module.js";
import { platform } from "./platform.js";
import { Wasi, WasiExit } from "./wasi.js";

const PAGES = 2 ** 15; // 2 GiB
const OUT_OF_MEMORY = 70; // as for whatever else is wrong with the program itself

const TEMPLATES = path.join(__dirname, "..", "templates");
const TEMPLATES_VARIABLE = "GALLEY_BUILTIN_TEMPLATE_PATHS";

const decoder = new TextDecoder();

// What is outside of the working directory is not there, nor are the variables that lead there.
function environmentIn(directory: string): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = {
    [TEMPLATES_VARIABLE]: TEMPLATES,
    ...process.env,
    PWD: directory,
  };
  for (const name of ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"]) {
    const place = variables[name];
    if (place !== undefined && path.relative(directory, place).startsWith("..")) delete variables[name];
  }
  return variables;
}

/** Runs the command with these words, and gives its exit status. */
export function runCommand(words: readonly string[]): number {
  const memory = new WebAssembly.Memory({ initial: 64, maximum: PAGES });
  const directory = process.cwd();
  const wasi = new Wasi({
    memory,
    files: fs,
    directories: { [directory]: directory, [TEMPLATES]: TEMPLATES },
    readOnly: [TEMPLATES],
    environment: environmentIn(directory),
    args: ["galley", ...words],
    random: platform.random,
    isTerminal: (fd) => tty.isatty(fd),
  });
  const text = (at: number, size: number): string => decoder.decode(new Uint8Array(memory.buffer, at, size));
  const instance = new WebAssembly.Instance(compileModule("galley_cli.wasm"), {
    env: { memory },
    wasi_snapshot_preview1: wasi.imports,
    galley: {
      vocabulary_size: (at: number, size: number) => platform.vocabulary(text(at, size))?.length ?? 0,
      vocabulary_read: (at: number, size: number, out: number) => {
        const data = platform.vocabulary(text(at, size));
        if (data) new Uint8Array(memory.buffer).set(data, out);
      },
    },
  });
  try {
    (instance.exports as { _start(): void })._start();
    return 0;
  } catch (error) {
    if (error instanceof WasiExit) return error.status;
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
    process.stderr.write("error[out-of-memory]: the command ran out of memory\n");
    return OUT_OF_MEMORY;
  }
}
