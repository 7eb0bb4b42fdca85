// Fixtures: the cases of the tests of a template, whose data the page offers, and new ones.
//
// What a case is rendered with, its own data over that of its file, is the server's to say: it is
// what running the case would take.
import { Refused, call, type Params } from './api';
import type { CaseInputs } from './types';

export interface Fixture {
  name: string;
  text: string; // of its data
  budget: number | null;
  model?: string;
  more: Params; // what else it is rendered with, as operations take it
}

interface ListedCases {
  files: { cases: CaseInputs[] }[];
}

// Those of the tests called as the template is.
export async function readFixtures(name: string): Promise<Fixture[]> {
  let listed: ListedCases;
  try {
    listed = await call<ListedCases>('tests.cases', { names: [name], texts: true });
  } catch {
    return []; // there are none
  }
  return listed.files.flatMap((file) => file.cases.map(fixtureOf));
}

function fixtureOf(each: CaseInputs): Fixture {
  const { injections, squash, strict, tokenizer } = each;
  return {
    name: each.name,
    text: each.text ?? '{}\n', // a file that it names is not there, which the tests tell
    budget: typeof each.budget === 'number' ? each.budget : null,
    ...(each.model === undefined ? {} : { model: each.model }),
    more: { injections, squash, strict, tokenizer },
  };
}

// What a fixture brings besides data, budget and model, in words.
export function wordsOf(more: Params): string[] {
  const words: string[] = [];
  if (Array.isArray(more.injections)) words.push(more.injections.length === 1 ? '1 injection' : `${more.injections.length} injections`);
  if (more.squash === false) words.push('neighbours kept apart');
  if (more.strict === true) words.push('strict');
  if (more.tokenizer !== undefined) words.push(`counted by ${String(more.tokenizer)}`);
  return words;
}

export interface NewCase {
  name: string;
  context: string; // JSON
  budget: number | null;
  model: string;
  more: Params;
  expect: Params;
}

// Names and values are written as JSON, which YAML reads as it is.
function caseLines(made: NewCase, indent: string): string {
  const lines = [`- name: ${JSON.stringify(made.name)}`, `context: ${made.context}`];
  if (made.budget !== null) lines.push(`budget: ${made.budget}`);
  if (made.model) lines.push(`model: ${JSON.stringify(made.model)}`);
  for (const [key, value] of Object.entries(made.more)) {
    if (value !== undefined) lines.push(`${key}: ${JSON.stringify(value)}`);
  }
  lines.push(`expect: ${JSON.stringify(made.expect)}`);
  return lines.map((line, at) => `${indent}${at === 0 ? '' : '  '}${line}\n`).join('');
}
interface Positioned {
  positions: { path: string; range: { start: { line: number }; end: { line: number; column: number } } }[];
}

// The test file with a case more.
export async function withCase(path: string, old: string, made: NewCase): Promise<string> {
  if (old.trim() === '') return `cases:\n${caseLines(made, '  ')}`;
  const read = await call<Positioned>('format.read', { text: old, format: 'yaml', name: path, positions: true });
  const cases = read.positions.filter((each) => /^\/cases\/[0-9]+$/.test(each.path));
  const last = cases[cases.length - 1];
  const lines = old.split('\n');
  if (!last) {
    if (read.positions.some((each) => each.path === '/cases')) throw notAList(path);
    return `${old.endsWith('\n') ? old : `${old}\n`}cases:\n${caseLines(made, '  ')}`;
  }
  const first = lines[last.range.start.line - 1] ?? '';
  const dash = /^( *)- /.exec(first);
  if (!dash) throw notAList(path);
  // A block of text ends where the next line begins.
  const { end } = last.range;
  const at = end.column === 1 ? end.line - 1 : end.line;
  const before = lines.slice(0, at).join('\n');
  const after = lines.slice(at).join('\n');
  return `${before}\n${caseLines(made, dash[1] ?? '')}${after}`;
}

function notAList(path: string): Error {
  return new Refused(422, [
    { code: 'schema-violation', severity: 'error', message: `the cases of ${path} are not written one below the other; add this one by hand` },
  ]);
}
