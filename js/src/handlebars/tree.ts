// The syntax tree of a Handlebars template, as Handlebars.js shapes it; galley's parser in
// the module makes it.

import { GalleyError } from "../errors.js";
import { instance } from "../instance.js";
import { Exception } from "./exception.js";

export interface Location {
  source?: string;
  start: { line: number; column: number };
  end: { line: number; column: number };
}

interface Placed {
  loc?: Location;
}

export interface PathExpression extends Placed {
  type: "PathExpression";
  data: boolean;
  depth: number;
  parts: string[];
  original: string;
}

export interface Literal extends Placed {
  type: "StringLiteral" | "NumberLiteral" | "BooleanLiteral" | "UndefinedLiteral" | "NullLiteral";
  value?: unknown;
  original?: unknown;
}

export interface Hash extends Placed {
  type: "Hash";
  pairs: { type: "HashPair"; key: string; value: Expression }[];
}

interface Called extends Placed {
  path: Expression;
  params: Expression[];
  hash?: Hash;
}

export interface SubExpression extends Called {
  type: "SubExpression";
}

export type Expression = PathExpression | Literal | SubExpression;

export interface Program extends Placed {
  type: "Program";
  body: Statement[];
  blockParams?: string[];
}

export interface Mustache extends Called {
  type: "MustacheStatement" | "Decorator";
  escaped?: boolean;
}

export interface Block extends Called {
  type: "BlockStatement" | "DecoratorBlock";
  program?: Program | null;
  inverse?: Program | null;
}

export interface Partial extends Placed {
  type: "PartialStatement" | "PartialBlockStatement";
  name: Expression;
  params: Expression[];
  hash?: Hash;
  indent?: string;
  program?: Program | null;
}

export type Statement =
  | Mustache
  | Block
  | Partial
  | ({ type: "ContentStatement"; value: string; original?: string } & Placed)
  | ({ type: "CommentStatement"; value: string } & Placed);

export interface ParseOptions {
  ignoreStandalone?: boolean;
  srcName?: string;
}

/** The tree of a text; `controls`: with the blanks that are printed. */
export function parse(text: string, options: ParseOptions = {}, controls = true): Program {
  const made = instance();
  const size = made.input().raw(text);
  try {
    made.call((exports) => exports.handlebars_parse(size, controls ? 1 : 0, options.ignoreStandalone ? 1 : 0));
  } catch (error) {
    throw error instanceof GalleyError ? problem(error, text) : error;
  }
  const at = positions(text);
  return JSON.parse(made.output(), (key, value: unknown) => {
    if (key !== "loc") return value;
    const [begin, end] = value as [number, number];
    const loc: Location = { start: at(begin), end: at(end) };
    if (options.srcName !== undefined) loc.source = options.srcName;
    return loc;
  }) as Program;
}

// From offsets in UTF-8 to lines, from 1, and columns, from 0, in UTF-16.
function positions(text: string): (offset: number) => { line: number; column: number } {
  const lines: { offset: number; index: number }[] = [{ offset: 0, index: 0 }];
  let offset = 0;
  let isAscii = true;
  for (let index = 0; index < text.length; ++index) {
    const code = text.charCodeAt(index);
    offset += code < 0x80 ? 1 : code < 0x800 ? 2 : (code & 0xf800) === 0xd800 ? 2 : 3;
    if (code >= 0x80) isAscii = false;
    if (code === 10) lines.push({ offset, index: index + 1 });
  }
  const bytes = isAscii ? undefined : new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  return (wanted) => {
    let low = 0;
    for (let high = lines.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (lines[middle]!.offset <= wanted) low = middle;
      else high = middle;
    }
    const { offset: begin } = lines[low]!;
    const column = bytes ? decoder.decode(bytes.subarray(begin, wanted)).length : wanted - begin;
    return { line: low + 1, column };
  };
}

// In the words of Handlebars.js where applications look for them.
function problem(error: GalleyError, text: string): Exception {
  const { message, range } = error.diagnostics[0]!;
  if (!range) return new Exception(message);
  const lines = text.split("\n");
  const line = lines[range.start.line - 1] ?? "";
  const column = [...line].slice(0, range.start.column - 1).join("").length;
  const offset = lines.slice(0, range.start.line - 1).reduce((sum, each) => sum + each.length + 1, column);
  const known = inTheirWords(message, text, offset);
  if (known) return new Exception(known.message, { loc: placeOf(text, known.begin, offset) });
  return new Exception(`Parse error on line ${range.start.line}:\n${line}\n${"-".repeat(column)}^\n${message}`);
}

// What Handlebars.js says of a problem at `offset`, and where it says that it begins.
function inTheirWords(message: string, text: string, offset: number): { message: string; begin: number } | undefined {
  const before = text.slice(0, offset);
  const closed = /^the block `(.*)` is closed as `(.*)`$/.exec(message);
  if (closed) {
    const opening = before.lastIndexOf(`#${closed[1]!}`);
    return { message: `${closed[1]!} doesn't match ${closed[2]!}`, begin: opening < 0 ? offset : opening + 1 };
  }
  const misplaced = /^`(this|\.|\.\.)` stands behind a name$/.exec(message);
  if (misplaced) {
    const begin = before.search(/[^\s{}()=|~"']*$/);
    return { message: `Invalid path: ${text.slice(begin, offset)}${misplaced[1]!}`, begin };
  }
  const partial = /^a partial takes one context, not (\d+)$/.exec(message);
  if (partial) return { message: `Unsupported number of partial arguments: ${partial[1]!}`, begin: before.lastIndexOf("{{") };
  return undefined;
}

function placeOf(text: string, begin: number, end: number): Location {
  const at = (index: number): { line: number; column: number } => {
    const before = text.slice(0, index).split("\n");
    return { line: before.length, column: before[before.length - 1]!.length };
  };
  return { start: at(begin), end: at(end) };
}
