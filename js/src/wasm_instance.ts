// The library as a module of WebAssembly, in two parts.
//
// The second part, which rendering does not need, has the memory and the table of the first.  In
// that table stand functions that bring it in, until one of them is called.

import type { Room } from "./encode.js";
import { discard, Instance, type Exports } from "./instance.js";
import { platform } from "./platform.js";
import { Wasi, WasiExit } from "./wasi.js";

interface ModuleExports extends Exports {
  _initialize(): void;
  /** Where address and size of the output are. */
  output(): number;
  input(size: number): number;
}

// Texts up to this size are decoded here; a call of the decoder costs more.
const SHORT_TEXT = 10;
const PAGE = 65536;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

let memoryLimit = 2 ** 31;

/** How much memory an instance of the module may take, in bytes; it holds for the next one. */
export function limitMemory(bytes: number): void {
  memoryLimit = bytes;
  discard();
}

export class WasmInstance extends Instance {
  readonly exports: ModuleExports;
  readonly memory: WebAssembly.Memory;

  private bytes = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  private readonly outputAt: number;
  private hasRest = false;

  constructor() {
    super();
    this.memory = new WebAssembly.Memory({ initial: 64, maximum: Math.floor(memoryLimit / PAGE) });
    const { memory } = this;
    const { files, directories, environment, random } = platform;
    const wasi = new Wasi({ memory, files, directories, environment, random });
    const made = new WebAssembly.Instance(platform.compile(), {
      env: { memory },
      wasi_snapshot_preview1: wasi.imports,
      galley: {
        call: (id: number, call: number) => this.functions.get(id)?.(call),
        bring: () => this.addRest(),
        release: (id: number) => void this.functions.delete(id),
        count: (id: number, at: number, size: number) => this.counters.get(id)?.(this.text(at, size)) ?? 0,
        vocabulary_size: (at: number, size: number) => platform.vocabulary(this.text(at, size))?.length ?? 0,
        vocabulary_read: (at: number, size: number, out: number) => {
          const data = platform.vocabulary(this.text(at, size));
          this.refresh();
          if (data) this.bytes.set(data, out);
        },
      },
    });
    this.exports = made.exports as unknown as ModuleExports;
    this.exports._initialize();
    this.outputAt = this.exports.output();
  }

  // What the second part has of the first: functions by their places in the table, and the rest.
  private shared(): WebAssembly.ModuleImports {
    const shared = this.exports as unknown as Record<string, WebAssembly.ImportValue>;
    const table = shared["%table"] as WebAssembly.Table;
    const get = (_: object, name: string) => shared[name] ?? (table.get(Number(name)) as WebAssembly.ImportValue);
    return new Proxy({}, { get });
  }

  // Puts the second part into the table.  Where that fails the call ends in its middle, so that the
  // instance serves no more.
  private addRest(): void {
    if (this.hasRest) return;
    try {
      new WebAssembly.Instance(platform.compileRest(), { primary: this.shared() });
      this.hasRest = true;
    } catch (error) {
      discard(this);
      throw error;
    }
  }

  override output(): string {
    this.refresh();
    return this.text(this.view.getUint32(this.outputAt, true), this.view.getUint32(this.outputAt + 4, true));
  }

  protected override room(): Room {
    return (size) => {
      const start = this.guard(() => this.exports.input(size));
      this.refresh();
      return { bytes: this.bytes, start };
    };
  }

  override render(template: number, hasOptions: number): string {
    ++this.depth;
    let result: number;
    try {
      result = this.exports.template_render(template, hasOptions);
    } catch (error) {
      throw this.broken(error);
    } finally {
      --this.depth;
    }
    if (result < 0) throw this.failure(result);
    return this.output();
  }

  protected override guard(run: () => number): number {
    try {
      return run();
    } catch (error) {
      throw this.broken(error);
    }
  }

  // What is thrown where a call was: a trap leaves the memory as it was in the middle of
  // something, so that the instance serves no more.
  private broken(error: unknown): unknown {
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError) && !(error instanceof WasiExit)) return error;
    discard(this);
    const message = "the WebAssembly instance ran out of memory; it was replaced, and what it held is made again when it is used";
    return this.outOfMemory(message, { cause: error });
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

  // Memory that grows is another buffer.
  private refresh(): void {
    const { buffer } = this.memory;
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
      this.view = new DataView(buffer);
    }
  }
}
