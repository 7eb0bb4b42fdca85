// From a tree to functions: what a template does is a closure for each of its nodes, over the
// caller's own objects.

import { lookupProperty, type Access } from "./access.js";
import { Exception } from "./exception.js";
import type { Block, Expression, Hash, Literal, Mustache, Partial, PathExpression, Program, Statement, SubExpression } from "./tree.js";
import { escapeExpression, type Frame } from "./utils.js";

export interface CompileOptions {
  data?: boolean;
  compat?: boolean;
  knownHelpers?: Record<string, boolean>;
  knownHelpersOnly?: boolean;
  noEscape?: boolean;
  strict?: boolean;
  assumeObjects?: boolean;
  preventIndent?: boolean;
  ignoreStandalone?: boolean;
  explicitPartialContext?: boolean;
  srcName?: string;
  [more: string]: unknown;
}

export type Prog = ((context?: unknown, options?: ProgOptions) => string) & { partials?: Record<string, unknown>; blockParams?: number };
export interface ProgOptions {
  data?: unknown;
  blockParams?: unknown;
}

/** What all programs of one render share. */
export interface Container {
  access: Access;
  helpers: Record<string, unknown>;
  partials: Record<string, unknown> | undefined;
  decorators: Record<string, unknown> | undefined;
  hooks: Record<string, unknown>;
  lookupProperty(parent: unknown, name: PropertyKey): unknown;
  invokePartial(partial: unknown, context: unknown, options: Record<string, unknown>): string;
}

/** What one program works with. */
interface State {
  container: Container;
  context: unknown;
  data: Frame | undefined;
  blockParams: unknown[][];
  depths: unknown[];
}

type Evaluate = (state: State) => unknown;
type Decorate = (prog: Prog, props: object, state: State) => Prog;

/** A program: statements between two tags. */
export interface Compiled {
  /** What it is a part of. */
  template: { usesBlockParams: boolean; usesDepths: boolean };
  run(state: State): string;
  decorators: Decorate[];
  params: number;
}

export interface CompiledTemplate {
  main: Compiled;
  /** All programs in the order in which they begin, the main one first. */
  programs: Compiled[];
  usesDepths: boolean;
  usesBlockParams: boolean;
}

const KNOWN = ["helperMissing", "blockHelperMissing", "each", "if", "unless", "with", "log", "lookup"];
const NULL_CONTEXT: object = Object.seal({});

export const noop: Prog = () => "";

type Function = (this: unknown, ...args: unknown[]) => unknown;
type Kind = "helper" | "ambiguous" | "simple";

export function compileTree(tree: Program, options: CompileOptions): CompiledTemplate {
  return new Compiler(options).template(tree);
}

/** A program as a function of a context, within what stands around it. */
export function programOf(
  container: Container, compiled: Compiled, data: Frame | undefined, blockParams: unknown[][], depths: unknown[],
): Prog {
  const prog: Prog = (context, options) => {
    const { usesBlockParams, usesDepths } = compiled.template;
    // A helper in sloppy mode has its `this` boxed.
    // eslint-disable-next-line eqeqeq
    const keeps = !usesDepths || (depths.length > 0 && (context == depths[0] || (context === NULL_CONTEXT && depths[0] === null)));
    return compiled.run({
      container,
      context,
      data: (options?.data as Frame | undefined) || data,
      blockParams: usesBlockParams ? [options?.blockParams as unknown[]].concat(blockParams as never) : blockParams,
      depths: keeps ? depths : push(context, depths),
    });
  };
  prog.blockParams = compiled.params;
  return decorate(prog, compiled, { container, context: depths[0], data, blockParams, depths });
}

export function decorate(prog: Prog, compiled: Compiled, state: State): Prog {
  if (compiled.decorators.length === 0) return prog;
  const props = {};
  let decorated = prog;
  for (const each of compiled.decorators) decorated = each(decorated, props, state) || decorated;
  return Object.assign(decorated, props);
}

class Compiler {
  private readonly known: Record<string, unknown>;
  private readonly blockParams: string[][] = [];
  private readonly programs: Compiled[] = [];
  private readonly facts = { usesBlockParams: false, usesDepths: false };

  constructor(private readonly options: CompileOptions) {
    this.facts.usesDepths = !!options.compat;
    this.known = Object.assign(Object.create(null) as object, Object.fromEntries(KNOWN.map((name) => [name, true])), options.knownHelpers);
  }

  template(tree: Program): CompiledTemplate {
    const main = this.program(tree);
    return { main, programs: this.programs, usesDepths: this.facts.usesDepths, usesBlockParams: this.facts.usesBlockParams };
  }

  private program(tree: Program): Compiled {
    const params = tree.blockParams ?? [];
    if (params.length > 0) this.facts.usesBlockParams = true;
    const compiled: Compiled = { template: this.facts, run: () => "", decorators: [], params: params.length };
    this.programs.push(compiled);
    this.blockParams.unshift(params);
    const parts: Evaluate[] = [];
    for (const statement of tree.body) {
      if (statement.type === "Decorator" || statement.type === "DecoratorBlock") {
        compiled.decorators.push(this.decorator(statement));
      } else {
        const part = this.statement(statement);
        if (part) parts.push(part);
      }
    }
    this.blockParams.shift();
    compiled.run = joined(parts);
    return compiled;
  }

  private statement(node: Statement): Evaluate | undefined {
    switch (node.type) {
      case "ContentStatement": {
        const { value } = node;
        return value ? () => value : undefined;
      }
      case "CommentStatement":
        return undefined;
      case "MustacheStatement":
        return this.mustache(node as Mustache);
      case "BlockStatement":
        return printed(this.block(node as Block));
      case "PartialStatement":
      case "PartialBlockStatement":
        return this.partial(node as Partial);
      default:
        throw new Exception(`Unknown type: ${(node as { type: string }).type}`, node as { loc?: never });
    }
  }

  private mustache(node: Mustache): Evaluate {
    const value = this.called(node);
    if (!node.escaped || this.options.noEscape) return printed(value);
    return (state) => escapeExpression(value(state));
  }

  // -------------------------------------------------------------------------
  // Calls

  private called(node: Mustache | SubExpression): Evaluate {
    const path = asPath(node.path);
    switch (this.classify(node, path)) {
      case "simple":
        return this.lambda(path);
      case "helper":
        return this.helper(node, path, undefined, undefined);
      case "ambiguous":
        return this.ambiguous(node, path, undefined, undefined);
    }
  }

  private classify(node: Mustache | SubExpression | Block, path: Expression): Kind {
    const isSimple = isSimpleId(path);
    const isBlockParam = isSimple && this.findBlockParam(path.parts[0]!) !== undefined;
    let isHelper = !isBlockParam && (node.type === "SubExpression" || node.params.length > 0 || !!node.hash);
    let isEligible = !isBlockParam && (isHelper || isSimple);
    if (isEligible && !isHelper && isSimple) {
      if (this.known[path.parts[0]!]) isHelper = true;
      else if (this.options.knownHelpersOnly) isEligible = false;
    }
    return isHelper ? "helper" : isEligible ? "ambiguous" : "simple";
  }

  private lambda(path: Expression): Evaluate {
    const value = this.expression(path, { strict: true });
    return (state) => {
      const found = value(state);
      return typeof found === "function" ? (found as Function).call(state.context) : found;
    };
  }

  private helper(node: Mustache | SubExpression | Block, path: Expression, program: Compiled | undefined, inverse: Compiled | undefined): Evaluate {
    const name = path.type === "PathExpression" ? path.parts[0]! : "";
    const args = this.args(node, program, inverse, nameOf(path));
    if (this.known[name]) {
      return (state) => call(state.container.helpers[name], state, args(state), name);
    }
    if (this.options.knownHelpersOnly) {
      throw new Exception(`You specified knownHelpersOnly, but used the unknown helper ${name}`, node);
    }
    const isSimple = isSimpleId(path);
    const value = this.expression(path, { strict: true, falsy: true });
    const { strict } = this.options;
    return (state) => {
      const helper = isSimple ? lookupProperty(state.container.access, state.container.helpers, name) : undefined;
      const callee = helper || value(state) || (strict ? undefined : state.container.hooks["helperMissing"]);
      return call(callee, state, args(state), name);
    };
  }

  private ambiguous(node: Mustache | SubExpression | Block, path: Expression, program: Compiled | undefined, inverse: Compiled | undefined): Evaluate {
    const name = (path as PathExpression).parts[0]!;
    const args = this.args(node, program, inverse, nameOf(path));
    const value = this.expression(path, { strict: true });
    const { strict } = this.options;
    return (state) => {
      let found = lookupProperty(state.container.access, state.container.helpers, name) || value(state);
      if (!strict && (found === null || found === undefined)) found = state.container.hooks["helperMissing"];
      return typeof found === "function" ? (found as Function).apply(selfOf(state), args(state)) : found;
    };
  }

  // The arguments of a call, with the options behind them.
  private args(node: { params: Expression[]; hash?: Hash; loc?: unknown }, program: Compiled | undefined, inverse: Compiled | undefined, name: string): (state: State) => unknown[] {
    const params = node.params.map((param) => this.expression(param));
    const options = this.callOptions(node, program, inverse, name);
    return (state) => {
      const args: unknown[] = params.map((param) => param(state));
      args.push(options(state));
      return args;
    };
  }

  private callOptions(node: { hash?: Hash; loc?: unknown }, program: Compiled | undefined, inverse: Compiled | undefined, name: string): (state: State) => Record<string, unknown> {
    const hash = this.hash(node.hash);
    const isBlock = program !== undefined || inverse !== undefined;
    const hasData = this.options.data !== false;
    const { loc } = node;
    return (state) => {
      const { lookupProperty: lookup } = state.container;
      const data = hasData ? state.data : undefined;
      return isBlock
        ? { name, hash: hash(state), fn: within(program, state), inverse: within(inverse, state), data, loc, lookupProperty: lookup }
        : { name, hash: hash(state), data, loc, lookupProperty: lookup };
    };
  }

  private hash(hash: Hash | undefined): (state: State) => Record<string, unknown> {
    if (!hash) return () => ({});
    const pairs = hash.pairs.map(({ key, value }) => ({ key, value: this.expression(value) }));
    return (state) => {
      const made: Record<string, unknown> = {};
      for (const { key, value } of pairs) made[key] = value(state);
      return made;
    };
  }

  // -------------------------------------------------------------------------
  // Blocks, decorators and partials

  private block(node: Block): Evaluate {
    const path = asPath(node.path);
    const program = node.program ? this.program(node.program) : undefined;
    const inverse = node.inverse ? this.program(node.inverse) : undefined;
    const kind = this.classify(node, path);
    if (kind === "helper") return this.helper(node, path, program, inverse);
    const value = kind === "simple" ? this.lambda(path) : this.ambiguous(node, path, program, inverse);
    const options = this.callOptions({ loc: node.loc }, program ?? EMPTY, inverse ?? EMPTY, nameOf(path));
    const name = kind === "ambiguous" ? (path as PathExpression).parts[0]! : undefined;
    return (state) => {
      const found = value(state);
      if (name !== undefined && lookupProperty(state.container.access, state.container.helpers, name)) return found;
      return call(state.container.hooks["blockHelperMissing"], state, [found, options(state)], "blockHelperMissing");
    };
  }

  private decorator(node: Mustache | Block): Decorate {
    const path = asPath(node.path) as PathExpression;
    const program = "program" in node && node.program ? this.program(node.program) : undefined;
    const params = node.params.map((param) => this.expression(param));
    const options = this.callOptions(node, program, undefined, path.original);
    return (prog, props, state) => {
      const found = state.container.decorators && lookupProperty(state.container.access, state.container.decorators, path.original);
      if (typeof found !== "function") throw new TypeError(`decorators.${path.original} is not a function`);
      return (found as (...args: unknown[]) => Prog)(prog, props, state.container, {
        ...options(state),
        args: params.map((param) => param(state)),
      });
    };
  }

  private partial(node: Partial): Evaluate {
    if (node.params.length > 1) {
      throw new Exception(`Unsupported number of partial arguments: ${node.params.length}`, node);
    }
    const program = node.program ? this.program(node.program) : undefined;
    const context = this.partialContext(node);
    const isDynamic = node.name.type === "SubExpression";
    const name = isDynamic ? undefined : nameOf(node.name);
    const dynamic = isDynamic ? this.expression(node.name) : undefined;
    const hash = node.hash ? this.hash(node.hash) : undefined;
    const { preventIndent, compat } = this.options;
    const indent = preventIndent ? undefined : node.indent || undefined;
    const before = preventIndent ? node.indent ?? "" : "";
    const hasData = this.options.data !== false;
    return (state) => {
      const { container } = state;
      const { partials } = container;
      const options: Record<string, unknown> = {
        name, helpers: container.helpers, partials, decorators: container.decorators,
        data: hasData ? state.data : undefined,
        hash: hash?.(state),
        fn: program && within(program, state),
        inverse: program && noop,
        indent,
        depths: compat ? state.depths : undefined,
        partial: true,
        hooks: container.hooks,
        access: container.access,
      };
      const found = dynamic ? dynamic(state) : partials && lookupProperty(container.access, partials, name!);
      return before + container.invokePartial(found, context(state), options);
    };
  }

  private partialContext(node: Partial): Evaluate {
    if (node.params.length > 0) return this.expression(node.params[0]!);
    return this.options.explicitPartialContext ? () => undefined : (state) => state.context;
  }

  // -------------------------------------------------------------------------
  // Expressions

  private expression(node: Expression, how: { strict?: boolean; falsy?: boolean } = {}): Evaluate {
    switch (node.type) {
      case "PathExpression":
        return this.path(node, how);
      case "SubExpression":
        return this.called(node);
      case "UndefinedLiteral":
        return () => undefined;
      case "NullLiteral":
        return () => null;
      default: {
        const { value } = node;
        return () => value;
      }
    }
  }

  private path(node: PathExpression, { strict = false, falsy = false }): Evaluate {
    const { parts, depth } = node;
    const name = parts[0];
    const isScoped = isScopedId(node);
    if (depth > 0) this.facts.usesDepths = true;
    const param = !depth && !isScoped && name !== undefined ? this.findBlockParam(name) : undefined;
    if (param) {
      const [level, index] = param;
      return this.steps((state) => state.blockParams[level]?.[index], parts, 1, { strict, falsy, loc: node.loc });
    }
    if (node.data) {
      return this.steps((state) => dataAt(state.data, depth), parts, 0, { strict, falsy: true, loc: node.loc });
    }
    if (name === undefined) return depth === 0 ? (state) => state.context : (state) => state.depths[depth];
    if (!isScoped && this.options.compat && depth === 0) {
      return this.steps((state) => lookupUpwards(state, name), parts, 1, { strict, falsy, loc: node.loc });
    }
    const start: Evaluate = depth === 0 ? (state) => state.context : (state) => state.depths[depth];
    return this.steps(start, parts, 0, { strict, falsy, loc: node.loc });
  }

  private steps(start: Evaluate, parts: string[], from: number, how: { strict: boolean; falsy: boolean; loc: PathExpression["loc"] }): Evaluate {
    if (this.options.strict || this.options.assumeObjects) return this.strictSteps(start, parts, from, how);
    const { falsy } = how;
    if (parts.length === from) return start;
    if (parts.length === from + 1) {
      const name = parts[from]!;
      return (state) => step(state, start(state), name, falsy);
    }
    const names = parts.slice(from);
    return (state) => {
      let value = start(state);
      for (const name of names) value = step(state, value, name, falsy);
      return value;
    };
  }

  private strictSteps(start: Evaluate, parts: string[], from: number, { strict, loc }: { strict: boolean; loc: PathExpression["loc"] }): Evaluate {
    const requires = !!this.options.strict && strict && parts.length > from;
    const names = parts.slice(from, requires ? -1 : undefined);
    const last = parts[parts.length - 1]!;
    return (state) => {
      const { access } = state.container;
      let value = start(state);
      for (const name of names) value = lookupProperty(access, value, name);
      if (!requires) return value;
      if (!value || !(last in Object(value))) throw new Exception(`"${last}" not defined in ${String(value)}`, { loc });
      return lookupProperty(access, value, last);
    };
  }

  private findBlockParam(name: string): [number, number] | undefined {
    for (let level = 0; level < this.blockParams.length; ++level) {
      const index = this.blockParams[level]!.indexOf(name);
      if (index >= 0) return [level, index];
    }
    return undefined;
  }
}

const EMPTY: Compiled = { template: { usesBlockParams: false, usesDepths: false }, run: () => "", decorators: [], params: 0 };

function joined(parts: Evaluate[]): (state: State) => string {
  if (parts.length === 0) return () => "";
  return (state) => {
    let out = "";
    for (let index = 0; index < parts.length; ++index) out += parts[index]!(state) as string;
    return out;
  };
}

// What is not there prints nothing.
function printed(value: Evaluate): Evaluate {
  return (state) => {
    const found = value(state);
    return found === null || found === undefined ? "" : found;
  };
}

// A spread is slower, and this is done for every item.
function push(context: unknown, depths: unknown[]): unknown[] {
  const deeper: unknown[] = new Array(depths.length + 1);
  deeper[0] = context;
  for (let index = 0; index < depths.length; ++index) deeper[index + 1] = depths[index];
  return deeper;
}

function within(compiled: Compiled | undefined, state: State): Prog {
  if (!compiled || compiled === EMPTY) return noop;
  return programOf(state.container, compiled, state.data, state.blockParams, state.depths);
}

function selfOf(state: State): unknown {
  return state.context === null || state.context === undefined ? NULL_CONTEXT : state.context;
}

function call(callee: unknown, state: State, args: unknown[], name: string): unknown {
  if (typeof callee !== "function") throw new TypeError(`${name} is not a function`);
  return (callee as Function).apply(selfOf(state), args);
}

function step(state: State, value: unknown, name: string, falsy: boolean): unknown {
  if (falsy ? !value : value === null || value === undefined) return value;
  return lookupProperty(state.container.access, value, name);
}

function dataAt(data: Frame | undefined, depth: number): unknown {
  let found: unknown = data;
  for (let level = depth; level > 0 && found; --level) found = (found as Frame)["_parent"];
  return found;
}

function lookupUpwards(state: State, name: string): unknown {
  for (const context of state.depths) {
    const found = context ? lookupProperty(state.container.access, context, name) : undefined;
    if (found !== null && found !== undefined) return found;
  }
  return undefined;
}

// A literal where a name is expected stands for its text.
function asPath(node: Expression): Expression {
  if (node.type === "PathExpression" || node.type === "SubExpression") return node;
  const name = nameOf(node);
  return { type: "PathExpression", data: false, depth: 0, parts: [name], original: name, ...(node.loc ? { loc: node.loc } : {}) };
}

function nameOf(node: Expression): string {
  switch (node.type) {
    case "PathExpression":
      return node.original;
    case "SubExpression":
      return nameOf(node.path);
    case "UndefinedLiteral":
      return "undefined";
    case "NullLiteral":
      return "null";
    default:
      return String((node as Literal).original);
  }
}

function isScopedId(path: PathExpression): boolean {
  return /^\.|this\b/.test(path.original);
}

function isSimpleId(path: Expression): path is PathExpression {
  return path.type === "PathExpression" && path.parts.length === 1 && !isScopedId(path) && !path.depth;
}
