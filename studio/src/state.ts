// What the page knows.  Panes read these signals and call what is exported here; nothing else
// changes them.
import { batch, computed, signal } from '@preact/signals';
import { Refused, call, callText, mayWrite, RawJson, whenBack, type Diagnostic, type Params } from './api';
import type { Entry, FileText, Inspection, Model } from './types';
import { readFixtures, type Fixture } from './fixtures';

// --- The catalog ------------------------------------------------------------------

export const entries = signal<Entry[]>([]);
export const stored = signal<StoredDocument[] | null>(null); // null: there is no store
export const models = signal<Model[]>([]);
export const catalogProblem = signal('');

export interface StoredDocument {
  name: string;
  type: string;
  newest: { version: number };
  labels: Record<string, number>;
}

export async function loadCatalog(): Promise<void> {
  try {
    const listed = await call<{ entries: Entry[] }>('catalog.list');
    entries.value = listed.entries;
    catalogProblem.value = '';
  } catch (error) {
    if (error instanceof Refused) catalogProblem.value = error.message;
  }
  try {
    stored.value = (await call<{ documents: StoredDocument[] }>('store.list')).documents;
  } catch {
    stored.value = null;
  }
}

export async function loadModels(): Promise<void> {
  try {
    models.value = (await call<{ models: Model[] }>('models.list')).models;
  } catch {
    models.value = [];
  }
}

// --- The open document --------------------------------------------------------------

export interface OpenDocument {
  name: string; // that operations know it by
  entry: Entry;
  path: string | null; // below the top of the project; null: not ours to save
  digest: string;
  saved: string;
}

export const open = signal<OpenDocument | null>(null);
export const text = signal('');
export const isDirty = computed(() => open.value !== null && text.value !== open.value.saved);
export const openProblem = signal('');
export const canSave = computed(() => mayWrite && open.value !== null && open.value.path !== null);

// A place to show in the editor; a new object each time.
export const jump = signal<{ line: number; column?: number } | null>(null);
// The line of the template that the cursor is in.
export const cursorLine = signal(0);

export const isChat = computed(() => open.value?.entry.type === 'chat');
export const canRender = computed(() => {
  const type = open.value?.entry.type;
  return type === 'chat' || type === 'jinja' || type === 'handlebars' || type === 'sections';
});

// The name that leads to an entry; one that no name reaches is shown and not opened.
export function nameOf(entry: Entry): string | null {
  return entry.reachable_as;
}

let opening = 0;

export async function openTemplate(name: string, line = 0): Promise<boolean> {
  const turn = ++opening;
  try {
    const file = await call<FileText>('file.read', { name });
    if (turn !== opening || !file.entry) return false;
    const entry = file.entry;
    const draft = draftOf(entry);
    // A draft of an older text is saved as that: the conflict is met then, and nothing is lost.
    const document = { name, entry, path: file.path, digest: draft?.base ?? file.digest, saved: file.text };
    // Its data comes with it: no template is rendered with that of another.
    const found = await readFixtures(name);
    const example = found.length > 0 ? '' : await exampleOf(name);
    if (turn !== opening) return false;
    keepDraft();
    batch(() => {
      open.value = document;
      text.value = draft?.text ?? file.text;
      openProblem.value = '';
      conflict.value = null;
      saveProblem.value = '';
      inspection.value = null;
      fixtures.value = found;
      if (found[0]) {
        useFixture(found[0]);
      } else {
        fixture.value = '';
        budget.value = null;
        moreInputs.value = {};
        dataText.value = example;
      }
    });
    location.hash = `#${encodeURIComponent(name)}`;
    window.document.title = `${entry.logical_name} – Galley studio`;
    if (line > 0) jump.value = { line };
    return true;
  } catch (error) {
    if (error instanceof Refused) openProblem.value = error.message;
    return false;
  }
}

// What was typed and not saved outlives a reload of the page.
const DRAFT = 'galley-draft ';

export function keepDraft(): void {
  const document = open.value;
  if (!document) return;
  const key = DRAFT + document.entry.absolute_path;
  try {
    if (!isDirty.value) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify([document.digest, text.value]));
  } catch {
    // A browser may have no room for it; the text is still in the page.
  }
}

function draftOf(entry: Entry): { base: string; text: string } | null {
  try {
    const kept = sessionStorage.getItem(DRAFT + entry.absolute_path);
    if (!kept) return null;
    const [base, draft] = JSON.parse(kept) as [string, string];
    return { base, text: draft };
  } catch {
    return null;
  }
}

// --- Saving ------------------------------------------------------------------------

export interface Conflict {
  theirs: string;
  digest: string | null; // null: the file is gone
}
export const conflict = signal<Conflict | null>(null);
export const saveState = signal<'' | 'saving' | 'saved' | 'failed'>('');
export const saveProblem = signal('');

const afterSave: (() => void)[] = [];
export function whenSaved(action: () => void): void {
  afterSave.push(action);
}

export async function save(content = text.value, base?: string | null): Promise<boolean> {
  const document = open.value;
  if (!document || document.path === null || !mayWrite || saveState.value === 'saving') return false;
  // What is in conflict is saved by whoever has seen both texts.
  if (conflict.value && base === undefined) return false;
  saveState.value = 'saving';
  saveProblem.value = '';
  try {
    const written = await call<{ digest: string }>('file.write', {
      path: document.path,
      text: content,
      base: base === undefined ? document.digest : base,
    });
    batch(() => {
      open.value = { ...document, digest: written.digest, saved: content };
      text.value = content;
      conflict.value = null;
      saveState.value = 'saved';
    });
    keepDraft();
    for (const action of afterSave) action();
    return true;
  } catch (error) {
    saveState.value = 'failed';
    if (error instanceof Refused && error.code === 'stale-push') await meetConflict(document);
    else saveProblem.value = (error as Error).message;
    return false;
  }
}

async function meetConflict(document: OpenDocument): Promise<void> {
  try {
    const now = await call<FileText>('file.read', { path: document.path });
    conflict.value = { theirs: now.text, digest: now.digest };
  } catch (error) {
    if (error instanceof Refused && error.status === 404) conflict.value = { theirs: '', digest: null };
    else saveProblem.value = (error as Error).message;
  }
}

// Takes what is on disk instead of what was typed.
export function takeTheirs(): void {
  const document = open.value;
  const theirs = conflict.value;
  if (!document || !theirs || theirs.digest === null) return;
  batch(() => {
    open.value = { ...document, digest: theirs.digest as string, saved: theirs.theirs };
    text.value = theirs.theirs;
    conflict.value = null;
    saveState.value = '';
  });
  keepDraft();
}

// Where the file changed and nothing was typed, the page follows.
export async function lookAtDisk(): Promise<void> {
  const document = open.value;
  if (!document || document.path === null || conflict.value) return;
  try {
    const now = await call<FileText>('file.read', { path: document.path });
    if (open.value !== document || now.digest === document.digest || isDirty.value) return;
    batch(() => {
      open.value = { ...document, digest: now.digest, saved: now.text };
      text.value = now.text;
    });
  } catch {
    // Saving will tell.
  }
}

// --- Data ---------------------------------------------------------------------------

export const dataText = signal('{}\n');
export const dataProblem = signal<Diagnostic | null>(null);
export const fixtures = signal<Fixture[]>([]);
export const fixture = signal(''); // the name of the case that the data came from
// What that case is rendered with besides: injections, squash, strict, tokenizer.
export const moreInputs = signal<Params>({});

export function testPath(document: OpenDocument): string | null {
  if (document.path === null) return null;
  return document.path.slice(0, document.path.length - document.entry.extension.length) + '.test.yaml';
}

export async function loadFixtures(): Promise<void> {
  const document = open.value;
  if (!document) return;
  const found = await readFixtures(document.name);
  if (open.value?.name === document.name) fixtures.value = found;
}

export function useFixture(chosen: Fixture): void {
  batch(() => {
    fixture.value = chosen.name;
    dataText.value = chosen.text;
    budget.value = chosen.budget;
    moreInputs.value = chosen.more;
    if (chosen.model) model.value = chosen.model;
  });
}

// Data to start from where no test has any.
async function exampleOf(name: string): Promise<string> {
  try {
    const made = await call<{ example?: unknown }>('template.schema', { name, example: true });
    if (made.example) return `${JSON.stringify(made.example, null, 2)}\n`;
  } catch {
    // What is wrong with the template is told elsewhere.
  }
  return '{}\n';
}

let known: { text: string; value: RawJson } | null = null;

// The data as JSON; fails with Refused where it is none.
export async function readData(content: string): Promise<RawJson> {
  if (known?.text === content) return known.value;
  known = { text: content, value: await parseData(content) };
  return known.value;
}

async function parseData(content: string): Promise<RawJson> {
  if (content.trim() === '') return new RawJson('{}');
  try {
    const value: unknown = JSON.parse(content);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return new RawJson(content);
  } catch {
    // Then it is YAML, or wrong, and the server says where.
  }
  const answer = await callText('format.read', { text: content, format: 'yaml', name: 'data' });
  const value = (JSON.parse(answer) as { value: unknown }).value;
  if (value === null) return new RawJson('{}');
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new Refused(422, [{ code: 'input-invalid', severity: 'error', message: 'the data must be a map of names to values' }]);
  }
  // As the server wrote it: numbers keep all their digits.
  const isWhole = answer.startsWith('{"value":') && !('diagnostics' in JSON.parse(answer));
  return new RawJson(isWhole ? answer.slice('{"value":'.length, -1) : JSON.stringify(value));
}

// --- Budget and model -----------------------------------------------------------------

export const budget = signal<number | null>(null); // null: as much as the model takes
export const model = signal('');

// --- What every call about the open document says -----------------------------------------

// The workspace with what is typed on top; nothing where that is what is saved.
export function unsaved(content = text.value): Params | undefined {
  const document = open.value;
  if (!document || content === document.saved || document.path === null) return undefined;
  return { unsaved: { [document.entry.absolute_path]: content } };
}

export const inspection = signal<Inspection | null>(null);

// --- Everything that follows the server ------------------------------------------------

whenBack(() => {
  void loadCatalog();
  void lookAtDisk();
});
