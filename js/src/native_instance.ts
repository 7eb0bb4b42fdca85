// The library as an addon of Node, which galley-prompts-PLATFORM-ARCH holds.

import type { Room } from "./encode.js";
import type { GalleyError } from "./errors.js";
import { Instance, type Exports } from "./instance.js";

/** What addon/addon.cc exports. */
export interface Addon extends Exports {
  output(): string;
  /** The text, or the number of the failure. */
  render_text(template: number, hasOptions: number): string | number;
  set_input(buffer: ArrayBuffer): void;
  connect(host: {
    call(id: number, call: number): true;
    release(id: number): true;
    count(id: number, text: string): number;
  }): void;
}

const OUT_OF_MEMORY = -2;

export class NativeInstance extends Instance {
  constructor(readonly exports: Addon) {
    super();
    exports.connect({
      call: (id, call) => {
        this.functions.get(id)?.(call);
        return true;
      },
      release: (id) => {
        this.functions.delete(id);
        return true;
      },
      count: (id, text) => this.counters.get(id)?.(text) ?? 0,
    });
  }

  override output(): string {
    return this.exports.output();
  }

  override render(template: number, hasOptions: number): string {
    ++this.depth;
    let result: string | number;
    try {
      result = this.exports.render_text(template, hasOptions);
    } finally {
      --this.depth;
    }
    if (typeof result === "string") return result;
    throw this.failure(result);
  }

  // The library reads what is written here, so it is held as long as there may be a call.
  protected override room(): Room {
    let bytes = new Uint8Array(0);
    return (size) => {
      const larger = new Uint8Array(size);
      larger.set(bytes);
      bytes = larger;
      this.exports.set_input(bytes.buffer);
      return { bytes, start: 0 };
    };
  }

  protected override guard(run: () => number): number {
    return run();
  }

  protected override failure(result: number): GalleyError {
    return result === OUT_OF_MEMORY ? this.outOfMemory("there is not enough memory for this call") : super.failure(result);
  }
}
