// The data that a template is rendered with: typed, or of a case of its tests.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused, call, mayWrite, type Diagnostic, type Params } from '../api';
import { CodeEditor } from '../editor/code_editor';
import { templateLanguage } from '../editor/languages';
import { withCase, wordsOf } from '../fixtures';
import { outcome } from '../live';
import { checkData, unsetNames, type Schema } from '../schema_check';
import * as state from '../state';
import type { FileText } from '../types';

const shortcomings = signal<string[]>([]);
const unset = signal<string[]>([]);
const isNaming = signal(false);
// Told until the data changes.
const note = signal<{ text: string; isBad: boolean; about: string } | null>(null);

const yaml = templateLanguage('yaml', 'none');
const json = templateLanguage('json', 'none');

// What the data lacks, once typing pauses.
let pause = 0;
function startChecking(): () => void {
  return effect(() => {
    const name = state.open.value?.name;
    const data = state.dataText.value;
    const workspace = state.unsaved();
    clearTimeout(pause);
    if (!name) return;
    pause = window.setTimeout(() => void checkNow(name, data, workspace), 200);
  });
}

async function checkNow(name: string, data: string, workspace: Params | undefined): Promise<void> {
  try {
    const [raw, answer] = await Promise.all([state.readData(data), call<{ schema: Schema }>('template.schema', { name, workspace })]);
    if (state.open.value?.name !== name) return;
    const value: unknown = JSON.parse(raw.text);
    shortcomings.value = checkData(value, answer.schema);
    unset.value = unsetNames(value, answer.schema);
  } catch {
    shortcomings.value = [];
    unset.value = [];
  }
}

function problems(): Diagnostic[] {
  const problem = state.dataProblem.value;
  return problem ? [problem] : [];
}

// What is expected of the new case is what is seen now.
function expectation(): Params {
  const made = outcome.value;
  if (!made) return {};
  if (made.isText) return { text: made.explanation.messages[0]?.parts[0]?.content ?? '' };
  const messages = made.explanation.messages.map((message) => ({
    role: message.role,
    content: message.parts.map((part) => part.content).join('\n'),
    ...(message.prefix ? { prefix: true } : {}),
  }));
  return { messages };
}

async function saveAsCase(name: string): Promise<void> {
  const document = state.open.value;
  const path = document && state.testPath(document);
  if (!document || !path) return;
  try {
    const raw = await state.readData(state.dataText.value);
    const old = await call<FileText>('file.read', { path }).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) return { text: '', digest: null };
      throw error;
    });
    const context = JSON.stringify(JSON.parse(raw.text));
    const text = await withCase(path, old.text, { name, context, budget: state.budget.value, model: state.model.value, more: state.moreInputs.value, expect: expectation() });
    await call('file.write', { path, text, base: old.digest });
    note.value = { text: `Saved in ${path}.`, isBad: false, about: state.dataText.value };
    isNaming.value = false;
    await state.loadFixtures();
    state.fixture.value = name;
  } catch (error) {
    note.value = { text: (error as Error).message, isBad: true, about: state.dataText.value };
  }
}

function NameForm() {
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
        if (name) void saveAsCase(name);
      }}
    >
      <input name="name" type="text" placeholder="what this case shows" aria-label="Name of the test case" required autocomplete="off" ref={(field) => field?.focus()} />
      <button type="submit" class="primary">Save case</button>
      <button type="button" onClick={() => (isNaming.value = false)}>Cancel</button>
    </form>
  );
}

export function Data() {
  useEffect(startChecking, []);
  const document = state.open.value;
  const mayAdd = mayWrite && document !== null && document.path !== null && state.canRender.value;
  return (
    <div class="data-pane">
      <div class="toolbar">
        {isNaming.value ? (
          <NameForm />
        ) : (
          <>
            <label class="quiet" for="fixture">Data of</label>
            <select
              id="fixture"
              value={state.fixture.value}
              onChange={(event) => {
                const chosen = state.fixtures.value.find((each) => each.name === event.currentTarget.value);
                if (chosen) state.useFixture(chosen);
              }}
            >
              {!state.fixtures.value.some((each) => each.name === state.fixture.value) && <option value={state.fixture.value}>no test case</option>}
              {state.fixtures.value.map((each) => (
                <option key={each.name} value={each.name}>{each.name}</option>
              ))}
            </select>
            {wordsOf(state.moreInputs.value).length > 0 && <span class="quiet more-inputs">with {wordsOf(state.moreInputs.value).join(', ')}</span>}
            <span class="spring" />
            {mayAdd && <button type="button" onClick={() => (isNaming.value = true)}>Save as test case</button>}
          </>
        )}
      </div>
      <CodeEditor
        text={state.dataText}
        label="Data, YAML or JSON"
        language={() => (/^\s*[{[]/.test(state.dataText.value) ? json : yaml)}
        diagnostics={problems}
      />
      <div class="footnote" role="status">
        {state.dataProblem.value ? (
          <p class="bad">{state.dataProblem.value.message}</p>
        ) : note.value?.about === state.dataText.value ? (
          <p class={note.value.isBad ? 'bad' : 'good'}>{note.value.text}</p>
        ) : shortcomings.value.length > 0 ? (
          <p class="warn">{shortcomings.value.slice(0, 4).join('; ')}{shortcomings.value.length > 4 ? '; …' : ''}</p>
        ) : unset.value.length > 0 ? (
          <p class="quiet">The template also reads {unset.value.slice(0, 6).join(', ')}{unset.value.length > 6 ? ', …' : ''}, which the data does not have.</p>
        ) : (
          <p class="quiet">Fits what the template reads.</p>
        )}
      </div>
    </div>
  );
}
