// The helpers and the decorator that every environment begins with.

import { Exception } from "./exception.js";
import { appendContextPath, blockParams, createFrame, extend, isArray, isEmpty, isFunction, type Frame } from "./utils.js";

/** What a helper gets as its last argument. */
export interface HelperOptions {
  name: string;
  hash: Record<string, unknown>;
  fn: TemplateFunction;
  inverse: TemplateFunction;
  data?: Frame;
  ids?: unknown[];
  hashIds?: unknown;
  lookupProperty(parent: unknown, name: PropertyKey): unknown;
  [more: string]: unknown;
}

export type TemplateFunction = (context?: unknown, options?: { data?: unknown; blockParams?: unknown; [more: string]: unknown }) => string;
export type Helper = (this: unknown, ...args: never[]) => unknown;

interface Environment {
  helpers: Record<string, unknown>;
  decorators: Record<string, unknown>;
  log(...values: unknown[]): void;
}

type Any = (this: unknown, ...args: unknown[]) => unknown;

export function addBuiltins(environment: Environment): void {
  const helpers = environment.helpers as Record<string, Any>;

  helpers["helperMissing"] = function (...args) {
    if (args.length === 1) return undefined;
    throw new Exception(`Missing helper: "${(args[args.length - 1] as HelperOptions).name}"`);
  };

  helpers["blockHelperMissing"] = function (context, given) {
    let options = given as HelperOptions;
    const { fn, inverse } = options;
    if (context === true) return fn(this);
    if (context === false || context === null || context === undefined) return inverse(this);
    if (isArray(context)) {
      if (context.length === 0) return inverse(this);
      if (options.ids) options.ids = [options.name];
      return helpers["each"]!.call(this, context, options);
    }
    if (options.data && options.ids) {
      const data = createFrame(options.data);
      data["contextPath"] = appendContextPath(options.data["contextPath"] as string, options.name);
      options = { data } as HelperOptions;
    }
    return fn(context, options);
  };

  helpers["each"] = function (given, options) {
    if (!options) throw new Exception("Must pass iterator to #each");
    return each(this, isFunction(given) ? given.call(this) : given, options as HelperOptions);
  };

  helpers["if"] = function (...args) {
    if (args.length !== 2) throw new Exception("#if requires exactly one argument");
    const options = args[1] as HelperOptions;
    const condition = isFunction(args[0]) ? args[0].call(this) : args[0];
    const isFalse = (!options.hash["includeZero"] && !condition) || isEmpty(condition);
    return isFalse ? options.inverse(this) : options.fn(this);
  };

  helpers["unless"] = function (...args) {
    if (args.length !== 2) throw new Exception("#unless requires exactly one argument");
    const { fn, inverse, hash } = args[1] as HelperOptions;
    return helpers["if"]!.call(this, args[0], { fn: inverse, inverse: fn, hash });
  };

  helpers["with"] = function (...args) {
    if (args.length !== 2) throw new Exception("#with requires exactly one argument");
    const options = args[1] as HelperOptions;
    const context = isFunction(args[0]) ? args[0].call(this) : args[0];
    if (isEmpty(context)) return options.inverse(this);
    let { data } = options;
    if (data && options.ids) {
      data = createFrame(data);
      data["contextPath"] = appendContextPath(options.data!["contextPath"] as string, options.ids[0] as string);
    }
    return options.fn(context, { data, blockParams: blockParams([context], [data?.["contextPath"]]) });
  };

  helpers["log"] = function (...args) {
    const options = args.pop() as HelperOptions;
    const level = options.hash["level"] ?? options.data?.["level"] ?? 1;
    environment.log(level, ...args);
    return undefined;
  };

  helpers["lookup"] = function (object, field, options) {
    return object ? (options as HelperOptions).lookupProperty(object, field as string) : object;
  };

  environment.decorators["inline"] = inline;
}

function each(self: unknown, context: unknown, options: HelperOptions): string {
  const { fn } = options;
  const takesParams = (fn as { blockParams?: number }).blockParams !== 0;
  const data = options.data ? createFrame(options.data) : undefined;
  const path = options.data && options.ids
    ? `${appendContextPath(options.data["contextPath"] as string, options.ids[0] as string)}.`
    : undefined;
  let out = "";
  let count = 0;
  const run = (items: Record<PropertyKey, unknown>, field: string | number, index: number, isLast: boolean): void => {
    ++count;
    if (data) {
      data["key"] = field;
      data["index"] = index;
      data["first"] = index === 0;
      data["last"] = isLast;
      if (path !== undefined) data["contextPath"] = path + field;
    }
    const item = items[field];
    out += fn(item, { data, blockParams: takesParams ? blockParams([item, field], [path === undefined ? undefined : path + field, null]) : undefined });
  };
  if (context && typeof context === "object") {
    if (isArray(context)) {
      eachItem(context, run);
    } else if (isFunction((context as { [Symbol.iterator]?: unknown })[Symbol.iterator])) {
      eachItem([...(context as Iterable<unknown>)], run);
    } else {
      const keys = Object.keys(context);
      keys.forEach((key, index) => run(context as Record<string, unknown>, key, index, index === keys.length - 1));
    }
  }
  return count > 0 ? out : options.inverse(self);
}

type Run = (items: Record<PropertyKey, unknown>, field: number, index: number, isLast: boolean) => void;

function eachItem(items: unknown[], run: Run): void {
  for (let index = 0; index < items.length; ++index) {
    if (index in items) run(items as unknown as Record<PropertyKey, unknown>, index, index, index === items.length - 1);
  }
}

// {{#*inline "name"}}: the block is a partial of what stands around it.
function inline(
  fn: TemplateFunction,
  props: { partials?: Record<string, unknown> },
  container: { partials: Record<string, unknown> | undefined },
  options: { args: unknown[]; fn: TemplateFunction },
): TemplateFunction {
  let decorated = fn;
  if (!props.partials) {
    props.partials = {};
    decorated = (context, given) => {
      const outer = container.partials;
      container.partials = extend({}, outer, props.partials);
      try {
        return fn(context, given);
      } finally {
        container.partials = outer;
      }
    };
  }
  props.partials[options.args[0] as string] = options.fn;
  return decorated;
}
