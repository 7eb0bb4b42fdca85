// The instance of the library that everything goes to, and calls into it.
//
// It is the addon where there is one, and a module of WebAssembly otherwise.  When that traps,
// which it does when it is out of memory, it is dropped and the next call makes another;
// objects that hold handles of the old one then make theirs again.

import { Encoder, type Room } from "./encode.js";
import { GalleyError, type Diagnostic } from "./errors.js";

/** What module/exports.def lists. */
export interface Exports {
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

/** A function of the program as the library calls it, by its number. */
export type HostFunction = (call: number) => void;

export abstract class Instance {
  abstract readonly exports: Exports;
  /** Set by a function of the program that threw, for the error of the render. */
  thrown: { cause: unknown } | undefined;
  readonly functions = new Map<number, HostFunction>();
  readonly counters = new Map<number, (text: string) => number>();

  private readonly encoders: Encoder[] = [];
  protected depth = 0;

  /** The output of the last call, as text. */
  abstract output(): string;
  /** Room for the input of the next call. */
  protected abstract room(): Room;
  /** Runs a call, whatever may go wrong in it. */
  protected abstract guard(run: () => number): number;

  /** An encoder for the input of the next call. */
  input(): Encoder {
    return (this.encoders[this.depth] ??= new Encoder(this.room())).begin();
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
    if (result < 0) throw this.failure(result);
    return result;
  }

  /** The text of a render, whose values are the input. */
  render(template: number, hasOptions: number): string {
    this.call((exports) => exports.template_render(template, hasOptions));
    return this.output();
  }

  /** What a call that gave a negative number throws. */
  protected failure(_result: number): GalleyError {
    const { diagnostics, text } = JSON.parse(this.output()) as { diagnostics: Diagnostic[]; text: string };
    const { thrown } = this;
    this.thrown = undefined;
    return new GalleyError(text.trimEnd(), diagnostics, thrown);
  }

  protected outOfMemory(message: string, cause?: { cause: unknown }): GalleyError {
    return new GalleyError(`error[out-of-memory]: ${message}`, [{ code: "out-of-memory", severity: "error", message }], cause);
  }
}

let make: () => Instance;
let current: Instance | undefined;

/** How an instance is made; that there is serves no more. */
export function setInstance(maker: () => Instance): void {
  make = maker;
  current = undefined;
}

/** The instance that calls go to. */
export function instance(): Instance {
  return (current ??= make());
}

/** Whether calls still go to it. */
export function isCurrent(made: Instance): boolean {
  return made === current;
}

/** Where `old` is the instance that calls go to, or none is given: the next call makes another. */
export function discard(old?: Instance): void {
  if (!old || old === current) current = undefined;
}
