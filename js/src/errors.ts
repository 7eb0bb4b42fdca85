// What a failed call throws.

/** A place in a file; lines and columns count from 1, offsets from 0. */
export interface Position {
  line: number;
  column: number;
  offset: number;
}

/** One problem, as every door of galley reports it. */
export interface Diagnostic {
  /** Stable and in kebab-case, such as `template-not-found`. */
  code: string;
  severity: "error" | "warning" | "note";
  message: string;
  file?: string;
  range?: { start: Position; end: Position };
  notes?: string[];
  hint?: string;
}

/** Why galley could not do what it was asked to; `message` shows the line with a caret. */
export class GalleyError extends Error {
  override readonly name = "GalleyError";
  /** At least one; the first is the reason. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[], options?: { cause?: unknown }) {
    super(message);
    this.diagnostics = diagnostics;
    if (options && "cause" in options) {
      Object.defineProperty(this, "cause", { value: options.cause, configurable: true, writable: true });
    }
  }

  /** The code of the reason. */
  get code(): string {
    return this.diagnostics[0]?.code ?? "internal";
  }
}
