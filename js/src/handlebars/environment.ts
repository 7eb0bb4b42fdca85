// The environment: what `require("handlebars")` gives.

import { accessOf, lookupProperty, resetLoggedPropertyAccesses, type Access, type AccessOptions } from "./access.js";
import { compileTree, decorate, noop, programOf, type CompiledTemplate, type CompileOptions, type Container, type Prog } from "./compile.js";
import { Exception } from "./exception.js";
import { addBuiltins, type Helper, type HelperOptions } from "./helpers.js";
import { logger } from "./logger.js";
import { parse, type ParseOptions, type Program } from "./tree.js";
import * as Utils from "./utils.js";
import { createFrame, escapeExpression, extend, SafeString, type Frame } from "./utils.js";

const COMPILER_REVISION = 8;
const LAST_COMPATIBLE_COMPILER_REVISION = 7;
const COMPILED_BY: [number, string] = [COMPILER_REVISION, ">= 4.3.0"];
const VERSION = "4.7.8";

export interface RuntimeOptions extends AccessOptions {
  data?: unknown;
  helpers?: Record<string, unknown>;
  partials?: Record<string, unknown>;
  decorators?: Record<string, unknown>;
  depths?: unknown[];
  blockParams?: unknown[];
  allowCallsToHelperMissing?: boolean;
  partial?: boolean;
  [more: string]: unknown;
}

/** A compiled template. */
export interface TemplateDelegate<T = unknown> {
  (context?: T, options?: RuntimeOptions): string;
  _setup(options: RuntimeOptions): void;
  _child(index: number, data?: unknown, blockParams?: unknown[], depths?: unknown[]): Prog;
}

// What a partial that is called gets from its caller.
interface Inherited {
  hooks: Record<string, unknown>;
  access: Access;
}

/** What `precompile` writes, as an object. */
interface Precompiled {
  compiler?: [number, string];
  main?: unknown;
  source?: string | Program;
  options?: CompileOptions;
}

export class HandlebarsEnvironment {
  readonly VERSION = VERSION;
  readonly COMPILER_REVISION = COMPILER_REVISION;
  readonly LAST_COMPATIBLE_COMPILER_REVISION = LAST_COMPATIBLE_COMPILER_REVISION;
  readonly SafeString = SafeString;
  readonly Exception = Exception;
  readonly Utils = { ...Utils };
  readonly escapeExpression = escapeExpression;
  readonly createFrame = createFrame;
  readonly logger = logger;
  readonly log = logger.log;
  readonly resetLoggedPropertyAccesses = resetLoggedPropertyAccesses;

  helpers: Record<string, unknown> = {};
  partials: Record<string, unknown> = {};
  decorators: Record<string, unknown> = {};

  /** Template functions, for who looks at how a template is run. */
  readonly VM = {
    checkRevision,
    template: (spec: unknown) => this.template(spec),
    resolvePartial: resolvePartial,
    invokePartial: (partial: unknown, context: unknown, options: Record<string, unknown>) => invokePartial(partial, context, options),
    noop,
  };

  constructor() {
    addBuiltins(this);
    for (const name of METHODS) {
      const method = this[name] as (...args: unknown[]) => unknown;
      Object.defineProperty(this, name, { value: method.bind(this), writable: true, configurable: true, enumerable: true });
    }
  }

  /** Another environment with nothing but the built-in helpers. */
  create(): HandlebarsEnvironment {
    return new HandlebarsEnvironment();
  }

  registerHelper(name: string, helper: Helper): void;
  registerHelper(helpers: Record<string, Helper>): void;
  registerHelper(name: string | Record<string, Helper>, helper?: Helper): void {
    register(this.helpers, name, helper, "helpers");
  }
  unregisterHelper(name: string): void {
    delete this.helpers[name];
  }

  registerPartial(name: string, partial: unknown): void;
  registerPartial(partials: Record<string, unknown>): void;
  registerPartial(name: string | Record<string, unknown>, partial?: unknown): void {
    if (typeof name === "string" && partial === undefined) {
      throw new Exception(`Attempting to register a partial called "${name}" as undefined`);
    }
    if (typeof name === "string") this.partials[name] = partial;
    else extend(this.partials, name);
  }
  unregisterPartial(name: string): void {
    delete this.partials[name];
  }

  registerDecorator(name: string | Record<string, unknown>, decorator?: unknown): void {
    register(this.decorators, name, decorator, "decorators");
  }
  unregisterDecorator(name: string): void {
    delete this.decorators[name];
  }

  /** The tree of a template; a tree is given back as it is. */
  parse(input: string | Program, options?: ParseOptions): Program {
    return typeof input === "string" ? parse(input, options) : input;
  }
  parseWithoutProcessing(input: string | Program, options?: ParseOptions): Program {
    return typeof input === "string" ? parse(input, options, false) : input;
  }

  /** A function that renders; the text is compiled when it is first called. */
  compile<T = unknown>(input: string | Program, options: CompileOptions = {}): TemplateDelegate<T> {
    check(input, "compile");
    const chosen = { ...options };
    let made: TemplateDelegate<T> | undefined;
    const get = (): TemplateDelegate<T> =>
      (made ??= this.template<T>({ compiler: COMPILED_BY, main: compileTree(this.parse(input, chosen), chosen), options: chosen }));
    return Object.assign((context?: T, given?: RuntimeOptions) => get()(context, given), {
      _setup: (given: RuntimeOptions) => get()._setup(given),
      _child: (index: number, data?: unknown, blockParams?: unknown[], depths?: unknown[]) => get()._child(index, data, blockParams, depths),
    });
  }

  /** The template as JavaScript, for `template`. */
  precompile(input: string | Program, options: CompileOptions = {}): string {
    check(input, "precompile");
    compileTree(this.parse(input, options), options);
    const spec = { compiler: COMPILED_BY, main: true, source: input, options };
    return JSON.stringify(spec).replace(/\u2028/g, "\\u2028").replace(/\u2029/g, "\\u2029");
  }

  /** What `precompile` wrote, as a function that renders. */
  template<T = unknown>(spec: unknown): TemplateDelegate<T> {
    const given = spec as Precompiled | undefined;
    if (!given || !given.main) throw new Exception(`Unknown template object: ${typeof spec}`);
    this.VM.checkRevision(given.compiler);
    const options = { ...given.options };
    const compiled = given.source === undefined ? (given.main as CompiledTemplate) : compileTree(this.parse(given.source, options), options);
    return delegate<T>(this, compiled, options);
  }

  /** There is no global to give back. */
  noConflict(): this {
    return this;
  }
}

// Applications take these out of the environment.
const METHODS = [
  "create", "registerHelper", "unregisterHelper", "registerPartial", "unregisterPartial", "registerDecorator",
  "unregisterDecorator", "parse", "parseWithoutProcessing", "compile", "precompile", "template",
] as const;

function register(target: Record<string, unknown>, name: unknown, value: unknown, what: string): void {
  if (Object.prototype.toString.call(name) === "[object Object]") {
    if (value) throw new Exception(`Arg not supported with multiple ${what}`);
    extend(target, name);
  } else {
    target[name as string] = value;
  }
}

function check(input: unknown, method: string): void {
  if (typeof input === "string" || (input as { type?: unknown } | null | undefined)?.type === "Program") return;
  throw new Exception(`You must pass a string or Handlebars AST to Handlebars.${method}. You passed ${input as string}`);
}

function checkRevision(compiler?: [number, string]): void {
  const revision = compiler?.[0] ?? 1;
  if (revision >= LAST_COMPATIBLE_COMPILER_REVISION && revision <= COMPILER_REVISION) return;
  if (revision < LAST_COMPATIBLE_COMPILER_REVISION) {
    throw new Exception("Template was precompiled with an older version of Handlebars than the current runtime. Please precompile it again.");
  }
  throw new Exception(`Template was precompiled with a newer version of Handlebars than the current runtime. Please update the runtime to ${compiler![1]}.`);
}

// ---------------------------------------------------------------------------
// Rendering

function delegate<T>(environment: HandlebarsEnvironment, template: CompiledTemplate, options: CompileOptions): TemplateDelegate<T> {
  const hasData = !("data" in options) || !!options.data;
  let container = containerFor(environment, options, {});

  const render = ((context?: unknown, given: RuntimeOptions = {}): string => {
    if (typeof template === "function") throw new Exception("Template was precompiled by Handlebars.js. Please precompile it again.");
    render._setup(given);
    const used = container;
    const data = given.partial || !hasData ? (given.data as Frame | undefined) : initialData(context, given.data);
    const depths = given.depths ? (context != given.depths[0] ? [context, ...given.depths] : given.depths) : [context];
    const { main } = template;
    const run: Prog = (self) =>
      String(main.run({ container: used, context: self, data, blockParams: [], depths }));
    const decorated = decorate(run, main, { container: used, context: given.depths?.[0], data, blockParams: [], depths: given.depths ?? [] });
    return decorated(context, given as never);
  }) as TemplateDelegate<T>;

  render._setup = (given) => {
    container = containerFor(environment, options, given);
  };
  render._child = (index, data, blockParams, depths) => {
    if (template.usesBlockParams && !blockParams) throw new Exception("must pass block params");
    if (template.usesDepths && !depths) throw new Exception("must pass parent depths");
    return programOf(container, template.programs[index]!, data as Frame, (blockParams ?? []) as unknown[][], depths ?? []);
  };
  return render;
}

function initialData(context: unknown, given: unknown): Frame {
  if (given && typeof given === "object" && "root" in given) return given as Frame;
  const data = given ? createFrame(given) : {};
  data["root"] = context;
  return data;
}

function containerFor(environment: HandlebarsEnvironment, compileOptions: CompileOptions, options: RuntimeOptions): Container {
  const container: Container = {
    access: undefined as never,
    helpers: {},
    partials: undefined,
    decorators: undefined,
    hooks: {},
    lookupProperty: (parent, name) => lookupProperty(container.access, parent, name),
    invokePartial: (partial, context, given) => callPartial(environment, compileOptions, partial, context, given),
  };
  if (options.partial) {
    const { hooks, access } = options as unknown as Inherited;
    container.access = access;
    container.hooks = hooks;
    container.helpers = options.helpers!;
    container.partials = options.partials;
    container.decorators = options.decorators;
    return container;
  }
  container.access = accessOf(options);
  container.helpers = extend({}, environment.helpers, options.helpers);
  container.partials = options.partials && environment.partials !== options.partials
    ? extend({}, environment.partials, options.partials)
    : options.partials || environment.partials;
  container.decorators = extend({}, environment.decorators, options.decorators);
  for (const name of ["helperMissing", "blockHelperMissing"]) {
    const helper = container.helpers[name];
    if (!helper) continue;
    container.hooks[name] = helper;
    if (!options.allowCallsToHelperMissing) delete container.helpers[name];
  }
  return container;
}

// ---------------------------------------------------------------------------
// Partials

type Options = Record<string, unknown> & { name?: string; partials?: Record<string, unknown>; data?: Frame };

function callPartial(
  environment: HandlebarsEnvironment, compileOptions: CompileOptions, given: unknown, self: unknown, options: Options,
): string {
  const { partials } = options;
  const context: unknown = options["hash"] ? extend({}, self, options["hash"]) : self;
  const partial = resolvePartial(given, context, options);
  let result = invokePartial(partial, context, options);
  if (result === null || result === undefined) {
    if (!environment.compile) {
      throw new Exception(`The partial ${options.name} could not be compiled when running in runtime-only mode`);
    }
    const made = environment.compile(partial as string, compileOptions);
    partials![options.name!] = made;
    result = made(context, options);
  }
  return options["indent"] ? indented(result, options["indent"] as string) : result;
}

function resolvePartial(partial: unknown, _context: unknown, options: Options): unknown {
  if (!partial) {
    return options.name === "@partial-block" ? options.data?.["partial-block"] : options.partials?.[options.name!];
  }
  // A dynamic partial gives a name.
  if (!(partial as { call?: unknown }).call && !options.name) {
    options.name = partial as string;
    return options.partials?.[partial as string];
  }
  return partial;
}

function invokePartial(given: unknown, context: unknown, options: Options): string | undefined {
  const outer = options.data?.["partial-block"];
  let partial = given;
  const fn = options["fn"] as Prog | undefined;
  if (fn && fn !== noop) {
    options.data = createFrame(options.data);
    const block = (blockContext: unknown, blockOptions: { data?: Frame } = {}): string => {
      blockOptions.data = createFrame(blockOptions.data);
      blockOptions.data["partial-block"] = outer;
      return fn(blockContext, blockOptions);
    };
    options.data["partial-block"] = block;
    if (fn.partials) options.partials = extend({}, options.partials, fn.partials);
    if (partial === undefined) partial = block;
  }
  if (partial === undefined) throw new Exception(`The partial ${options.name} could not be found`);
  return typeof partial === "function" ? (partial as Prog)(context, options as never) : undefined;
}

function indented(text: string, indent: string): string {
  const lines = text.split("\n");
  const isLastEmpty = lines[lines.length - 1] === "";
  return lines.map((line, index) => (isLastEmpty && index === lines.length - 1 ? line : indent + line)).join("\n");
}

export { Exception, lookupProperty, SafeString };
export type { CompileOptions, Helper, HelperOptions };
