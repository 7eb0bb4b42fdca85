// The instance of the WebAssembly module, and calls into it.
//
// One instance serves everything.  When it traps, which it does when it is out of memory, it
// is dropped and the next call makes another; `generation` tells objects that hold handles
// of the old one to make theirs again.

import { Encoder } from "./encode.js";
import { GalleyError, type Diagnostic } from "./errors.js";
import { platform } from "./platform.js";
import { Wasi, WasiExit } from "./wasi.js";

/** What module/exports.cc exports. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  output(): number;
  input(size: number): number;
  version(): number;
  workspace_new(hasFiles: number): number;
  workspace_free(workspace: number): void;
  workspace_add(workspace: number, nameSize: number, sourceSize: number): number;
  workspace_refresh(workspace: number): number;
  workspace_function(workspace: number, kind: number, id: number, nameSize: number): number;
  workspace_load(workspace: number, nameSize: number): number;
  workspace_compile(workspace: number): number;
  workspace_call(workspace: number, methodSize: number): number;
  call_json(methodSize: number, paramsSize: number): number;
  handlebars_parse(size: number, controls: number, ignoreStandalone: number): number;
  template_free(made: number): void;
  template_describe(made: number): number;
  template_inputs(made: number): number;
  template_render(made: number, hasOptions: number): number;
  template_chat(made: number): number;
  call_describe(call: number): number;
  call_return(call: number): void;
  call_return_markup(call: number, size: number): void;
  call_fail(call: number, size: number): void;
  call_body(call: number, isInverse: number): number;
  call_template(call: number): number;
}

/** A function of the program as the module calls it, by its number. */
export type HostFunction = (call: number) => void;

// Texts up to this size are decoded here; a call of the decoder costs more.
const SHORT_TEXT = 40;
const PAGE = 65536;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

let memoryLimit = 2 ** 31;

/** How much memory an instance may take, in bytes; it holds for the next one. */
export function limitMemory(bytes: number): void {
  memoryLimit = bytes;
  discard();
}

export class Instance {
  readonly exports: Exports;
  /** Set by a function of the program that threw, for the error of the render. */
  thrown: { cause: unknown } | undefined;
  readonly functions = new Map<number, HostFunction>();
  readonly counters = new Map<number, (text: string) => number>();

  private bytes = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  private readonly outputAt: number;
  private readonly encoders: Encoder[] = [];
  private depth = 0;

  constructor(readonly generation: number) {
    const memory = new WebAssembly.Memory({ initial: 64, maximum: Math.floor(memoryLimit / PAGE) });
    const { files, directories, environment } = platform;
    const wasi = new Wasi({ memory, files, directories, environment });
    const instance = new WebAssembly.Instance(platform.compile(), {
      env: { memory },
      wasi_snapshot_preview1: wasi.imports,
      galley: {
        call: (id: number, call: number) => this.functions.get(id)?.(call),
        release: (id: number) => void this.functions.delete(id),
        count: (id: number, at: number, size: number) => this.counters.get(id)?.(this.text(at, size)) ?? 0,
        vocabulary_size: (at: number, size: number) =>
          platform.vocabulary(this.text(at, size))?.length ?? 0,
        vocabulary_read: (at: number, size: number, out: number) => {
          const data = platform.vocabulary(this.text(at, size));
          if (data) this.memory().set(data, out);
        },
      },
    });
    this.exports = { ...(instance.exports as unknown as Exports), memory };
    this.exports._initialize();
    this.outputAt = this.exports.output();
  }

  /** An encoder for the input of the next call. */
  input(): Encoder {
    const { depth } = this;
    let encoder = this.encoders[depth];
    if (!encoder) {
      encoder = new Encoder((size) => {
        const start = this.guard(() => this.exports.input(size));
        this.refresh();
        return { bytes: this.bytes, view: this.view, start };
      });
      this.encoders[depth] = encoder;
    }
    return encoder.begin();
  }

  /** Runs a call that may fail, and gives what it returns: a number that is not negative. */
  call(run: (exports: Exports) => number): number {
    ++this.depth;
    let result: number;
    try {
      result = this.guard(() => run(this.exports));
    } finally {
      --this.depth;
    }
    if (result < 0) throw this.failure();
    return result;
  }

  /** The output of the last call, as text. */
  output(): string {
    this.refresh();
    const at = this.view.getUint32(this.outputAt, true);
    return this.text(at, this.view.getUint32(this.outputAt + 4, true));
  }

  private text(at: number, size: number): string {
    this.refresh();
    if (size <= SHORT_TEXT) {
      let text = "";
      const { bytes } = this;
      let index = 0;
      for (; index < size; ++index) {
        const byte = bytes[at + index]!;
        if (byte > 127) break;
        text += String.fromCharCode(byte);
      }
      if (index === size) return text;
    }
    return decoder.decode(this.bytes.subarray(at, at + size));
  }

  private memory(): Uint8Array {
    this.refresh();
    return this.bytes;
  }

  private refresh(): void {
    const { buffer } = this.exports.memory;
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
      this.view = new DataView(buffer);
    }
  }

  private failure(): GalleyError {
    const { diagnostics, text } = JSON.parse(this.output()) as { diagnostics: Diagnostic[]; text: string };
    const { thrown } = this;
    this.thrown = undefined;
    return new GalleyError(text.trimEnd(), diagnostics, thrown);
  }

  private guard(run: () => number): number {
    try {
      return run();
    } catch (error) {
      throw this.trapped(error);
    }
  }

  // A trap leaves the memory as it was in the middle of something.
  private trapped(error: unknown): unknown {
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError) && !(error instanceof WasiExit)) {
      return error;
    }
    discard(this);
    const message = "the WebAssembly instance ran out of memory; it was replaced, and what it held is made again when it is used";
    return new GalleyError(`error[out-of-memory]: ${message}`, [{ code: "out-of-memory", severity: "error", message }], {
      cause: error,
    });
  }
}

let current: Instance | undefined;
let generation = 0;

/** The instance that calls go to. */
export function instance(): Instance {
  return (current ??= new Instance(++generation));
}

/** Whether calls still go to it. */
export function isCurrent(made: Instance): boolean {
  return made === current;
}

/** Where `old` is the instance that calls go to, or none is given: the next call makes another. */
function discard(old?: Instance): void {
  if (!old || old === current) current = undefined;
}
