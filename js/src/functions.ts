// Functions of the program as templates call them.

import type { Instance } from "./instance.js";

/** The kinds of module/exports.cc, in its order. */
export const enum FunctionKind {
  Filter, Test, Global, Helper, BlockHelper, Source, JinjaLoader, HandlebarsLoader, Tokenizer,
}

/** What a filter, test or global gets behind its arguments where the template named some: `f(x, key=1)`. */
export type NamedArguments = Record<string, unknown>;

/** What a helper gets as its last argument. */
export interface HelperOptions {
  name: string;
  hash: Record<string, unknown>;
  /** What the block prints for a context; only a block helper has it. */
  fn(context: unknown, options?: { data?: Record<string, unknown>; blockParams?: unknown[] }): string;
  /** What stands behind `{{else}}`. */
  inverse(context: unknown): string;
}

export type Callable = (this: unknown, ...values: never[]) => unknown;

/** A text that is markup already, and is not escaped again. */
export class Markup {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }

  toHTML(): string {
    return this.markup;
  }
}

interface CallDescription {
  name: string;
  arguments: unknown[];
  named: Record<string, unknown> | null;
  context: unknown;
  hasBody: boolean;
  hasInverse: boolean;
}

let nextId = 1;

/** Makes `callable` one that the module can call, and gives its number. */
export function addFunction(instance: Instance, kind: FunctionKind, callable: Callable): number {
  const id = nextId++;
  if (kind === FunctionKind.Tokenizer) {
    instance.counters.set(id, (text) => {
      const count = guarded(instance, undefined, () => (callable as (text: string) => unknown)(text));
      return typeof count === "number" && count >= 0 ? Math.floor(count) : 0;
    });
    return id;
  }
  instance.functions.set(id, (call) => {
    guarded(instance, call, () => {
      const description = describe(instance, call);
      const result = invoke(instance, call, kind, callable, description);
      giveBack(instance, call, result);
    });
  });
  return id;
}

function describe(instance: Instance, call: number): CallDescription {
  instance.exports.call_describe(call);
  return JSON.parse(instance.output()) as CallDescription;
}

function invoke(instance: Instance, call: number, kind: FunctionKind, callable: Callable, description: CallDescription): unknown {
  const values = description.arguments;
  const named = description.named ?? {};
  if (kind === FunctionKind.Helper || kind === FunctionKind.BlockHelper) {
    values.push(helperOptions(instance, call, description.name, named));
  } else if (Object.keys(named).length > 0) {
    values.push(named);
  }
  return Reflect.apply(callable as (...all: unknown[]) => unknown, description.context, values);
}

function helperOptions(instance: Instance, call: number, name: string, hash: Record<string, unknown>): HelperOptions {
  const print = (isInverse: number, input: Record<string, unknown>): string => {
    instance.input().map(input);
    instance.call((exports) => exports.call_body(call, isInverse));
    return instance.output();
  };
  return {
    name,
    hash,
    fn: (context, options) => print(0, { context, params: options?.blockParams ?? [], data: options?.data ?? null }),
    inverse: (context) => print(1, { context }),
  };
}

function giveBack(instance: Instance, call: number, result: unknown): void {
  if (result === undefined) return;
  if (typeof (result as { then?: unknown } | null)?.then === "function") {
    throw new TypeError("a function that templates call returned a Promise; rendering is synchronous");
  }
  if (result instanceof Markup) {
    const size = instance.input().raw(result.toString());
    instance.exports.call_return_markup(call, size);
    return;
  }
  instance.input().wrapped(result);
  instance.exports.call_return(call);
}

// Nothing may be thrown through the module: what a function throws fails the call, and the
// error of the render has it as its cause.
function guarded<T>(instance: Instance, call: number | undefined, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    instance.thrown ??= { cause: error };
    if (call !== undefined) {
      const size = instance.input().raw(error instanceof Error ? `it threw ${error.name}` : "it threw");
      instance.exports.call_fail(call, size);
    }
    return undefined;
  }
}
