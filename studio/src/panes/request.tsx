// The request that a provider gets, to read and to copy.  Nothing is sent from here.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused, call, type Diagnostic } from '../api';
import { asCode, copiesOf, type CodeForm } from '../request_code';
import * as state from '../state';

const form = signal('openai');
const request = signal<unknown>(null);
const text = signal(''); // where the form is a text
const warnings = signal<Diagnostic[]>([]);
const problems = signal<Diagnostic[]>([]);
const copied = signal('');

const FORMS: [string, string][] = [
  ['openai', 'OpenAI, chat completions'], ['responses', 'OpenAI, responses'], ['anthropic', 'Anthropic'], ['gemini', 'Gemini'],
  ['mistral', 'Mistral'], ['huggingface', 'Hugging Face'], ['messages', 'plain messages'], ['text', 'text'],
];

interface Rendered {
  request?: unknown;
  text?: string;
  message?: { [key: string]: string };
  diagnostics?: Diagnostic[];
}

let turn = 0;

// A text is the message of a user in the form asked for.
async function renderAs(document: state.OpenDocument, as: string): Promise<Rendered> {
  const data = await state.readData(state.dataText.value);
  const common = { name: document.name, workspace: state.unsaved(), data, model: state.model.value || undefined };
  if (document.entry.type === 'chat') {
    return call<Rendered>('template.render', { ...common, ...state.moreInputs.value, as, maxTokens: state.budget.value ?? undefined });
  }
  const made = await call<Rendered>('template.render', { ...common, role: 'user' });
  if (as === 'text') return made;
  const emitted = await call<Rendered>('chat.emit', { messages: [made.message as { [key: string]: string }], as });
  return { ...emitted, diagnostics: [...(made.diagnostics ?? []), ...(emitted.diagnostics ?? [])] };
}

async function ask(): Promise<void> {
  const mine = ++turn;
  const document = state.open.value;
  if (!document || !state.canRender.value) return;
  const show = (made: Rendered, found: Diagnostic[]) => {
    if (mine !== turn) return;
    request.value = made.request ?? null;
    text.value = made.request === undefined ? (made.text ?? '') : '';
    warnings.value = [...(made.diagnostics ?? []), ...found];
    problems.value = found;
  };
  try {
    show(await renderAs(document, form.value), []);
  } catch (error) {
    if (!(error instanceof Refused)) return;
    // What a provider cannot express is shown beside what it is about.
    await renderAs(document, 'messages').then(
      (made) => show(made, error.diagnostics),
      () => show({}, error.diagnostics),
    );
  }
}

async function copy(what: CodeForm): Promise<void> {
  const made = what === 'text' ? text.value : asCode(what, form.value, request.value, state.model.value);
  await navigator.clipboard.writeText(made).then(
    () => (copied.value = `Copied as ${LABELS[what]}.`),
    () => (copied.value = 'The browser does not let the page copy.'),
  );
  setTimeout(() => (copied.value = ''), 2500);
}

const LABELS: Record<CodeForm, string> = { text: 'text', json: 'JSON', curl: 'curl', python: 'Python', typescript: 'TypeScript' };

// --- JSON with what is said about its fields beside them ---------------------------------

interface Line {
  indent: number;
  text: string;
  path: string;
}

const MOST_LINES = 4000;

// The lines of JSON, each with the path of what begins in it.
export function jsonLines(value: unknown): Line[] {
  const lines: Line[] = [];
  const open: { value: unknown; path: string; indent: number; before: string; after: string }[] = [
    { value, path: '', indent: 0, before: '', after: '' },
  ];
  while (open.length > 0 && lines.length < MOST_LINES) {
    const { value: here, path, indent, before, after } = open.pop() as (typeof open)[number];
    if (here === CLOSES || here === null || typeof here !== 'object') {
      lines.push({ indent, path, text: before + (here === CLOSES ? '' : JSON.stringify(here)) + after });
      continue;
    }
    const isList = Array.isArray(here);
    const items: [string, unknown][] = isList ? here.map((each, at) => [String(at), each]) : Object.entries(here);
    if (items.length === 0) {
      lines.push({ indent, path, text: `${before}${isList ? '[]' : '{}'}${after}` });
      continue;
    }
    lines.push({ indent, path, text: before + (isList ? '[' : '{') });
    open.push({ value: CLOSES, path: '', indent, before: isList ? ']' : '}', after });
    for (let at = items.length - 1; at >= 0; --at) {
      const [key, each] = items[at] as [string, unknown];
      open.push({
        value: each, indent: indent + 1, before: isList ? '' : `${JSON.stringify(key)}: `, after: at < items.length - 1 ? ',' : '',
        path: isList ? `${path}[${key}]` : path ? `${path}.${key}` : key,
      });
    }
  }
  return lines;
}
const CLOSES = Symbol('closes');

// The field that a warning is about: the longest path that it names.
function pathOf(warning: Diagnostic, lines: Line[]): string {
  const said = `${warning.where ?? ''} ${warning.message}`;
  let found = '';
  for (const line of lines) {
    if (line.path.length > found.length && said.includes(line.path) && new RegExp(`(^|[^\\w.])${escaped(line.path)}($|[^\\w])`).test(said)) found = line.path;
  }
  return found;
}

function escaped(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function Json({ value }: { value: unknown }) {
  const lines = jsonLines(value);
  const beside = new Map<string, Diagnostic[]>();
  for (const warning of warnings.value) {
    const path = pathOf(warning, lines);
    beside.set(path, [...(beside.get(path) ?? []), warning]);
  }
  const said = new Set<string>();
  return (
    <div class="json scroll" tabIndex={0} role="group" aria-label="The request as JSON">
      {lines.map((line, at) => {
        const isFirst = !said.has(line.path);
        said.add(line.path);
        const notes = isFirst ? (beside.get(line.path) ?? []) : [];
        return (
          <div key={at} class={`json-line ${notes.length > 0 ? 'noted' : ''}`}>
            <code style={{ paddingLeft: `${line.indent * 16}px` }}>{line.text}</code>
            {notes.map((note, number) => <span key={number} class="json-note">{note.message}</span>)}
          </div>
        );
      })}
      {lines.length >= MOST_LINES && <p class="quiet">The rest is left out here; copying takes all of it.</p>}
    </div>
  );
}

export function Request() {
  useEffect(
    () =>
      effect(() => {
        void [form.value, state.open.value, state.text.value, state.dataText.value, state.budget.value, state.model.value, state.moreInputs.value];
        void ask();
      }),
    [],
  );
  return (
    <div class="request-pane">
      <div class="toolbar">
        <label class="visually-hidden" for="form">Form of the request</label>
        <select id="form" value={form.value} onChange={(event) => (form.value = event.currentTarget.value)}>
          {FORMS.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
        </select>
        <span class="spring" />
        <span class="quiet" role="status">{copied.value}</span>
        <span class="buttons" role="group" aria-label="Copy as">
          {copiesOf(form.value).map((what) => (
            <button key={what} type="button" disabled={problems.value.length > 0} onClick={() => void copy(what)}>{LABELS[what]}</button>
          ))}
        </span>
      </div>
      {problems.value.map((each, at) => (
        <p key={at} class="notice bad">{each.message}{each.hint && <span class="hint">{each.hint}</span>}</p>
      ))}
      {text.value ? <pre class="scroll request-text" dir="auto" tabIndex={0}>{text.value}</pre> : request.value !== null && <Json value={request.value} />}
    </div>
  );
}
