// Knowledge: what can stand at a place of a template, and what a name there means.
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { call } from '../api';
import * as state from '../state';
import type { Entry } from '../types';

interface Callable {
  name: string;
  parameters: string[];
}

interface TextNames {
  filters?: Callable[];
  tests?: Callable[];
  functions?: Callable[];
  helpers?: Callable[];
}

interface Schema {
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema | Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  then?: Schema;
  else?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
  definitions?: Record<string, Schema>;
}

// Asked for once.
const names = new Map<string, Promise<TextNames>>();
const schemas = new Map<string, Promise<Schema>>();

function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const found = kept.get(key) ?? ask();
  kept.set(key, found);
  found.catch(() => kept.delete(key));
  return found;
}

function textNames(language: string): Promise<TextNames> {
  return once(names, language, () => call<TextNames>('text.names', { language }));
}

function documentSchema(kind: 'chat' | 'task'): Promise<Schema> {
  return once(schemas, kind, async () => (await call<{ schema: Schema }>('chat.schema', { document: kind })).schema);
}

// --- Where the cursor is -------------------------------------------------------------

export interface Tag {
  opener: string; // `{{`, `{%`
  inside: string; // from behind the opener to the cursor
}

const LONGEST_TAG = 2000;

// The tag that `at` stands in, or nothing.
export function tagAt(doc: EditorState, at: number): Tag | null {
  const before = doc.sliceDoc(Math.max(0, at - LONGEST_TAG), at);
  const opened = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (opened < 0) return null;
  const inside = before.slice(opened + 2);
  return /\}\}|%\}/.test(inside) ? null : { opener: before.slice(opened, opened + 2), inside };
}

function isJinja(doc: EditorState): boolean {
  const type = state.open.value?.entry.type;
  if (type === 'chat') return /^leaf:\s*jinja\b|"leaf"\s*:\s*"jinja"/m.test(doc.sliceDoc(0, 4000));
  return type === 'jinja';
}

// --- Completion --------------------------------------------------------------------

const JINJA_TAGS = 'if elif else endif for endfor block endblock extends include import from macro endmacro call endcall set endset filter endfilter raw endraw with endwith'.split(' ');
const HANDLEBARS_BLOCKS = 'if unless each with'.split(' ');

function signature(callable: Callable): string {
  return callable.parameters.length > 0 ? `(${callable.parameters.join(', ')})` : '';
}

function callables(list: Callable[] | undefined, type: string): Completion[] {
  return (list ?? []).map((each) => ({ label: each.name, type, detail: signature(each) }));
}

function templateNames(): Completion[] {
  const found: Completion[] = [];
  for (const entry of state.entries.value) {
    if (entry.reachable_as) found.push({ label: entry.reachable_as, type: 'class', detail: `${entry.type}, ${entry.tier}` });
  }
  return found;
}

function variables(): Completion[] {
  const found = new Map<string, Completion>();
  for (const input of state.inspection.value?.inputs ?? []) {
    found.set(input.name, { label: input.name, type: 'variable', detail: input.type ?? '', boost: 2 });
  }
  for (const [name, value] of Object.entries(dataNow())) {
    if (!found.has(name)) found.set(name, { label: name, type: 'variable', detail: kindOf(value), boost: 1 });
  }
  return [...found.values()];
}

// Fields of what a path leads to in the data: `item.` within a loop shows those of any list.
function fieldsOf(path: string[]): Completion[] {
  let values: unknown[] = [dataNow()];
  if (path[0] === 'item' || path[0] === 'this') {
    values = Object.values(dataNow()).filter(Array.isArray).map((list) => (list as unknown[])[0]);
    path = path.slice(1);
  }
  for (const step of path) {
    values = values.map((each) => (isMap(each) ? each[step] : undefined)).filter((each) => each !== undefined);
  }
  const found = new Map<string, Completion>();
  for (const each of values.filter(isMap)) {
    for (const [name, value] of Object.entries(each)) found.set(name, { label: name, type: 'property', detail: kindOf(value) });
  }
  return [...found.values()];
}

function isMap(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return value === null ? 'null' : isMap(value) ? 'map' : typeof value;
}

let parsed: { text: string; value: Record<string, unknown> } = { text: '', value: {} };

// The data, as far as it can be read; what it was before while it cannot.
function dataNow(): Record<string, unknown> {
  const now = state.dataText.value;
  if (parsed.text !== now) {
    parsed = { text: now, value: parsed.value };
    state.readData(now).then(
      (raw) => (parsed = { text: now, value: JSON.parse(raw.text) as Record<string, unknown> }),
      () => undefined,
    );
    try {
      parsed.value = JSON.parse(now) as Record<string, unknown>;
    } catch {
      // YAML: it comes with the answer above.
    }
  }
  return parsed.value;
}

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  const tag = tagAt(context.state, context.pos);
  const type = state.open.value?.entry.type;
  const found = tag ? completeTag(context, tag) : type === 'chat' || type === 'task' ? completeField(context, type) : null;
  // A server that is away knows no names.
  return found?.catch(() => null) ?? null;
}

async function completeTag(context: CompletionContext, tag: Tag): Promise<CompletionResult | null> {
  const word = /[\p{L}\p{M}\p{N}_$@-]*$/u.exec(tag.inside)?.[0] ?? '';
  const before = tag.inside.slice(0, tag.inside.length - word.length);
  const from = context.pos - word.length;
  const jinja = isJinja(context.state);
  const quoted = /(?:extends|include|import|from)\s+\[?\s*(?:["'][^"']*["']\s*,\s*)*["']([^"']*)$/.exec(tag.inside);
  if (quoted) return { from: context.pos - (quoted[1] as string).length, options: templateNames(), validFor: /^[^"']*$/ };
  const partial = jinja ? null : /^~?#?>\s*["'[]?([^\s"'[\](){}|~=]*)$/u.exec(tag.inside);
  if (partial) return { from: context.pos - (partial[1] as string).length, options: templateNames(), validFor: /^[^\s"'[\](){}|~=]*$/u };
  const field = /([\p{L}_$][\p{L}\p{M}\p{N}_$.]*)\.$/u.exec(before);
  if (field) return { from, options: fieldsOf((field[1] as string).split('.')), validFor: /^[\p{L}\p{M}\p{N}_]*$/u };
  const isBlank = word === '' && !context.explicit;
  const known = await textNames(jinja ? 'jinja' : 'handlebars').catch(() => ({}) as TextNames);
  if (/\|\s*$/.test(before)) return { from, options: callables(known.filters, 'function'), validFor: /^[\p{L}\p{M}\p{N}_]*$/u };
  if (jinja && /\bis\s+(?:not\s+)?$/.test(before)) return { from, options: callables(known.tests, 'function'), validFor: /^[\p{L}\p{M}\p{N}_]*$/u };
  if (jinja && tag.opener === '{%' && /^[-+]?\s*$/.test(before)) {
    if (isBlank && before === '') return null;
    return { from, options: JINJA_TAGS.map((label) => ({ label, type: 'keyword' })), validFor: /^[\p{L}\p{M}\p{N}_]*$/u };
  }
  if (isBlank) return null;
  const blocks = !jinja && /^~?[#/]$/.test(before) ? HANDLEBARS_BLOCKS.map((label) => ({ label, type: 'keyword' })) : [];
  const options = [...variables(), ...blocks, ...callables(known.functions, 'function'), ...callables(known.helpers, 'function')];
  return { from, options, validFor: /^[\p{L}\p{M}\p{N}_$@]*$/u };
}

// --- Fields of documents -------------------------------------------------------------

class SchemaWalk {
  constructor(private readonly root: Schema) {}

  // All that a schema may be, references and choices followed.
  private variants(schema: Schema | undefined, depth = 0): Schema[] {
    if (!schema || depth > 8) return [];
    const found = [schema];
    if (schema.$ref) {
      const name = schema.$ref.split('/').pop() ?? '';
      found.push(...this.variants((this.root.$defs ?? this.root.definitions ?? {})[name], depth + 1));
    }
    for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []), schema.then, schema.else]) {
      found.push(...this.variants(each, depth + 1));
    }
    return found;
  }

  at(path: string[]): Schema[] {
    let here = this.variants(this.root);
    for (const step of path) {
      here = here.flatMap((each) => {
        const next: (Schema | undefined)[] = [];
        if (step === '[]') next.push(...(Array.isArray(each.items) ? each.items : [each.items]));
        else if (each.properties?.[step]) next.push(each.properties[step]);
        else if (typeof each.additionalProperties === 'object') next.push(each.additionalProperties);
        return next.flatMap((schema) => this.variants(schema));
      });
    }
    return here;
  }
}

// The keys that lead to a line of YAML, by indentation; `[]` for items of lists.
export function yamlPath(doc: EditorState, lineNumber: number): string[] {
  const path: string[] = [];
  let limit = Infinity;
  for (let number = lineNumber; number > 0 && limit > 0; --number) {
    const line = doc.doc.line(number).text;
    if (/^\s*(#|$)/.test(line)) continue;
    const match = /^(\s*)((?:- +)*)(?:(["']?)([\p{L}\p{M}\p{N}_$.-]+)\3\s*:)?/u.exec(line);
    if (!match) continue;
    const indent = (match[1] as string).length;
    const keyColumn = indent + (match[2] as string).length;
    const isHere = number === lineNumber;
    if (!isHere && keyColumn < limit && match[4]) {
      path.unshift(match[4]);
      limit = keyColumn;
    } else if (isHere) {
      limit = keyColumn;
    }
    if (match[2] && indent < limit) {
      path.unshift('[]');
      limit = indent;
    } else if (match[2] && isHere) {
      path.unshift('[]');
      limit = indent + 1;
    }
  }
  return path;
}

// The innermost key of a flow map that the cursor is in, such as `{ kind: message, | }`.
function flowKeys(before: string): boolean {
  const opened = before.lastIndexOf('{');
  return opened > before.lastIndexOf('}') && !before.slice(opened, opened + 2).startsWith('{{');
}

async function completeField(context: CompletionContext, kind: 'chat' | 'task'): Promise<CompletionResult | null> {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const word = /["']?([\p{L}\p{M}\p{N}_$-]*)$/u.exec(before)?.[1] ?? '';
  const from = context.pos - word.length;
  if (/source:\s*["']?[\p{L}\p{M}\p{N}_$.-]*$/u.test(before)) return { from, options: sources(), validFor: /^[\p{L}\p{M}\p{N}_$.]*$/u };
  if (word === '' && !context.explicit) return null;
  const walk = new SchemaWalk(await documentSchema(kind));
  let path = yamlPath(context.state, line.number);
  const value = /([\p{L}\p{M}\p{N}_$]+)["']?\s*:\s*["']?[\p{L}\p{M}\p{N}_$-]*$/u.exec(before);
  if (value) return { from, options: choices(walk.at([...path, value[1] as string])), validFor: /^[\w-]*$/ };
  const isKeyPlace = /^\s*(?:- +)*["']?[\p{L}\p{M}\p{N}_$-]*$/u.test(before) || flowKeys(before);
  if (!isKeyPlace) return null;
  if (flowKeys(before) && !/^\s*- *\{/.test(before)) path = [...path, /([\w$]+)\s*:\s*\{[^{]*$/.exec(before)?.[1] ?? '[]'];
  return { from, options: fields(walk.at(path)), validFor: /^[\w-]*$/ };
}

function fields(schemas: Schema[]): Completion[] {
  const found = new Map<string, Completion>();
  for (const schema of schemas) {
    for (const [label, field] of Object.entries(schema.properties ?? {})) {
      found.set(label, { label, type: 'property', apply: `${label}: `, info: field.description ?? '' });
    }
  }
  return [...found.values()];
}

function choices(schemas: Schema[]): Completion[] {
  const found = new Set<string>();
  for (const schema of schemas) {
    for (const each of [...(schema.enum ?? []), ...(schema.const !== undefined ? [schema.const] : [])]) found.add(String(each));
    if (schema.type === 'boolean') ['true', 'false'].forEach((each) => found.add(each));
  }
  return [...found].map((label) => ({ label, type: 'constant' }));
}

function sources(): Completion[] {
  const found = new Set<string>(state.inspection.value?.chat?.sources ?? []);
  for (const name of Object.keys(dataNow())) found.add(name);
  return ['$item', '$index', ...found].map((label) => ({ label, type: 'variable' }));
}

// --- What a name means ----------------------------------------------------------------

// Where names of templates stand: in tags of Jinja and of Handlebars, and in fields of documents.
// A name may be of any script; quotes and brackets end it, and what the language gives a meaning.
const JINJA_LINK = /\b(?:extends|include|import|from)\b[^"'%}]*((?:\[\s*)?(?:(?:"[^"]*"|'[^']*')\s*,?\s*)+)/gu;
const QUOTED = /"([^"]*)"|'([^']*)'/gu;
const PARTIAL_LINK = /\{\{~?#?>\s*(?:"([^"]*)"|'([^']*)'|\[([^\]]*)\]|([^\s"'[\](){}|~=]+))/gu;
const FIELD_LINK = /(?:^|[\s{,"'])(?:extends|parent|template|partial|include)["']?\s*:\s*(?:"([^"]*)"|'([^']*)'|([^\s"'[\]{},#&*|>][^[\]{},#]*))/gu;

interface NamedTemplate {
  name: string;
  from: number;
  to: number;
}

function* namesIn(line: string): Generator<NamedTemplate> {
  const named = (match: RegExpMatchArray, offset: number): NamedTemplate | null => {
    const found = match.slice(1).find((each) => each !== undefined)?.trimEnd();
    if (!found) return null;
    const from = offset + (match.index ?? 0) + match[0].lastIndexOf(found);
    return { name: found, from, to: from + found.length };
  };
  for (const tag of line.matchAll(JINJA_LINK)) {
    const list = tag[1] as string;
    for (const match of list.matchAll(QUOTED)) {
      const found = named(match, tag.index + tag[0].length - list.length);
      if (found) yield found;
    }
  }
  for (const pattern of [PARTIAL_LINK, FIELD_LINK]) {
    for (const match of line.matchAll(pattern)) {
      const found = named(match, 0);
      if (found) yield found;
    }
  }
}

// The name of a template that stands at `at`, with its range.  What it means the server says.
export function linkAt(doc: EditorState, at: number): NamedTemplate | null {
  const line = doc.doc.lineAt(at);
  for (const found of namesIn(line.text)) {
    if (line.from + found.from <= at && at <= line.from + found.to) {
      return { name: found.name, from: line.from + found.from, to: line.from + found.to };
    }
  }
  return null;
}

export interface Meaning {
  from: number;
  to: number;
  title: string;
  lines: string[];
}

export function meaningAt(doc: EditorState, at: number): Promise<Meaning | null> {
  return findMeaning(doc, at).catch(() => null);
}

async function findMeaning(doc: EditorState, at: number): Promise<Meaning | null> {
  const link = linkAt(doc, at);
  const entry = link && (await call<Entry>('catalog.resolve', { name: link.name }).catch(() => null));
  if (link && entry) {
    return {
      ...link,
      title: entry.logical_name,
      lines: [`${entry.type} template of the ${entry.tier} tier`, entry.relative_path, 'F12 or Ctrl+click opens it'],
    };
  }
  const line = doc.doc.lineAt(at);
  const word = wordAt(line.text, at - line.from);
  if (!word) return null;
  const range = { from: line.from + word.from, to: line.from + word.to };
  const tag = tagAt(doc, at);
  const meaning = tag ? await meaningInTag(doc, word.text, line.text.slice(0, word.from)) : await meaningOfField(doc, word.text, line.number);
  return meaning ? { ...range, ...meaning } : null;
}

function wordAt(line: string, column: number): { text: string; from: number; to: number } | null {
  for (const match of line.matchAll(/[@$\p{L}_][\p{L}\p{M}\p{N}_$]*/gu)) {
    const to = match.index + match[0].length;
    if (match.index <= column && column <= to) return { text: match[0], from: match.index, to };
  }
  return null;
}

async function meaningInTag(doc: EditorState, word: string, before: string): Promise<{ title: string; lines: string[] } | null> {
  const jinja = isJinja(doc);
  const known = await textNames(jinja ? 'jinja' : 'handlebars').catch(() => ({}) as TextNames);
  const isFilter = /\|\s*$/.test(before);
  const kinds: [string, Callable[] | undefined][] = isFilter
    ? [['filter', known.filters]]
    : [['function', known.functions], ['helper', known.helpers], ['test', /\bis\s+(?:not\s+)?$/.test(before) ? known.tests : []]];
  const input = isFilter ? undefined : state.inspection.value?.inputs?.find((each) => each.name === word);
  if (input) {
    const places = (input.places ?? []).map((each) => `${each.file}:${each.line}`);
    const value = dataNow()[word];
    return {
      title: `${word}: ${input.type ?? 'any'}${input.required ? '' : ', optional'}`,
      lines: [value === undefined ? 'not in the data' : `in the data: ${kindOf(value)}`, ...(places.length > 0 ? [`read at ${places.slice(0, 4).join(', ')}`] : [])],
    };
  }
  for (const [kind, list] of kinds) {
    const callable = list?.find((each) => each.name === word);
    if (callable) return { title: `${word}${signature(callable)}`, lines: [`${kind} of ${jinja ? 'Jinja' : 'Handlebars'}`] };
  }
  return null;
}

async function meaningOfField(doc: EditorState, word: string, lineNumber: number): Promise<{ title: string; lines: string[] } | null> {
  const type = state.open.value?.entry.type;
  if (type !== 'chat' && type !== 'task') return null;
  const walk = new SchemaWalk(await documentSchema(type));
  for (const schema of walk.at(yamlPath(doc, lineNumber))) {
    const field = schema.properties?.[word];
    if (field?.description) return { title: word, lines: [field.description] };
  }
  return null;
}
