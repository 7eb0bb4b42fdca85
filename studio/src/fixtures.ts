// Fixtures: the cases of `NAME.test.yaml`, whose data the page offers, and new ones.
import { Refused, call, type Params } from './api';
import type { FileText } from './types';

export interface Fixture {
  name: string;
  text: string; // of its data
  budget: number | null;
  model?: string;
}

interface Inputs {
  context?: unknown;
  budget?: unknown;
  model?: unknown;
}

interface TestDocument extends Inputs {
  cases?: (Inputs & { name?: unknown })[];
}

// `4k`, `1.5m`, 800.
export function readTokens(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const match = typeof value === 'string' ? /^([0-9]+(?:\.[0-9]+)?)([km]?)$/i.exec(value.trim()) : null;
  if (!match) return null;
  const unit = { k: 1e3, m: 1e6 }[(match[2] ?? '').toLowerCase()] ?? 1;
  return Math.round(Number(match[1]) * unit);
}

// `a/b/../c` as `a/c`: the service opens no path that climbs, wherever it ends.
function resolved(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps[steps.length - 1] !== '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}

async function contextText(context: unknown, folder: string): Promise<string> {
  if (typeof context !== 'string') return `${JSON.stringify(context ?? {}, null, 2)}\n`;
  const file = await call<FileText>('file.read', { path: resolved(folder + context) });
  return file.text;
}

export async function readFixtures(path: string | null): Promise<Fixture[]> {
  if (path === null) return [];
  let tests: TestDocument;
  try {
    const file = await call<FileText>('file.read', { path });
    const read = await call<{ value: TestDocument | null }>('format.read', { text: file.text, format: 'yaml', name: path });
    tests = read.value ?? {};
  } catch {
    return []; // none, or wrong, which the tests tell
  }
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const found: Fixture[] = [];
  for (const [at, each] of (Array.isArray(tests.cases) ? tests.cases : []).entries()) {
    const model = each.model ?? tests.model;
    found.push({
      name: typeof each.name === 'string' ? each.name : `case ${at + 1}`,
      text: await contextText(each.context ?? tests.context, folder).catch(() => '{}\n'),
      budget: readTokens(each.budget ?? tests.budget),
      ...(typeof model === 'string' ? { model } : {}),
    });
  }
  return found;
}

export interface NewCase {
  name: string;
  context: string; // JSON
  budget: number | null;
  model: string;
  expect: Params;
}

// Names and values are written as JSON, which YAML reads as it is.
function caseLines(made: NewCase, indent: string): string {
  const lines = [`- name: ${JSON.stringify(made.name)}`, `context: ${made.context}`];
  if (made.budget !== null) lines.push(`budget: ${made.budget}`);
  if (made.model) lines.push(`model: ${JSON.stringify(made.model)}`);
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
