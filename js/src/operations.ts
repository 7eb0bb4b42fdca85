// Every operation of galley, on values: `galley operations` lists them.

import { instance } from "./instance.js";
import type { ParamsOf, ResultOf } from "./operation_types.js";

/** What `galley rpc` answers to `method`; throws a GalleyError where that is an error. */
export function call<Method extends string>(
  method: Method,
  params = {} as ParamsOf<Method>,
): ResultOf<Method> {
  return JSON.parse(callJson(method, JSON.stringify(params))) as ResultOf<Method>;
}

/** The same for parameters and a result that are JSON texts. */
export function callJson(method: string, params = "{}"): string {
  const made = instance();
  const input = made.input();
  const methodSize = input.raw(method);
  const paramsSize = input.raw(params);
  made.call((exports) => exports.call_json(methodSize, paramsSize));
  return made.output();
}

export interface CountOptions {
  /** The name of a tokenizer, such as `o200k`, or of an estimator, such as `chars/4`. */
  tokenizer?: string;
  /** A model, whose tokenizer counts. */
  model?: string;
}

/** How many tokens a text takes; a string names the model or the tokenizer. */
export function countTokens(text: string, options: string | CountOptions = {}): number {
  const chosen = typeof options === "string" ? { tokenizer: options } : options;
  return call("tokens.count", { text, ...chosen })["tokens"] as number;
}
