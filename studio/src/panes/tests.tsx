// Tests: the cases of the template, run against what is in the editor; what failed shows what
// was expected and what came.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused, call, mayWrite } from '../api';
import { count, plural } from '../format';
import * as state from '../state';
import type { TestCase, TestFile } from '../types';
import { diffSides } from '../word_diff';

interface Report {
  passed: number;
  failed: number;
  files: TestFile[];
}

const report = signal<Report | null>(null);
const problem = signal('');
const isRunning = signal(false);
const runsOnSave = signal(true);
let about = ''; // the template that the report is of; '*': all

export async function runTests(all = false): Promise<void> {
  const document = state.open.value;
  if (!document && !all) return;
  isRunning.value = true;
  problem.value = '';
  const names = all ? undefined : [document?.entry.tier === 'store' ? document.name : (document?.name ?? '')];
  try {
    report.value = await call<Report>('tests.run', { names, workspace: state.unsaved() });
    about = all ? '*' : (document?.name ?? '');
  } catch (error) {
    report.value = null;
    if (error instanceof Refused) problem.value = error.code === 'template-not-found' ? 'There is no test of this template. Save the data as a test case to have one.' : error.message;
  }
  isRunning.value = false;
}

// Runs one case again; what is known of the others stays.
async function runCase(file: TestFile, name: string): Promise<void> {
  isRunning.value = true;
  problem.value = '';
  try {
    const again = await call<Report>('tests.run', { names: [file.name], cases: [name], workspace: state.unsaved() });
    const found = again.files.find((each) => each.path === file.path)?.cases[0];
    if (found && report.value) report.value = withCase(report.value, file.path, found);
  } catch (error) {
    if (error instanceof Refused) problem.value = error.message;
  }
  isRunning.value = false;
}

function withCase(known: Report, path: string, found: TestCase): Report {
  const files = known.files.map((file) =>
    file.path === path ? { ...file, cases: file.cases.map((each) => (each.name === found.name ? found : each)) } : file,
  );
  const all = files.flatMap((file) => file.cases);
  const unread = files.filter((file) => (file.problems ?? []).length > 0).length;
  return { files, passed: all.filter((each) => each.passed).length, failed: all.filter((each) => !each.passed).length + unread };
}

// Takes what came as what is expected, after somebody looked at it: of all cases, or of one.
async function update(file: TestFile, name?: string): Promise<void> {
  try {
    await call('tests.run', { names: [file.name], cases: name === undefined ? undefined : [name], update: true });
    await runTests(about === '*');
    await state.loadFixtures();
  } catch (error) {
    problem.value = (error as Error).message;
  }
}

state.whenSaved(() => {
  if (runsOnSave.value && report.value) void runTests(about === '*');
});

function Failure({ failure }: { failure: NonNullable<TestCase['failures']>[number] }) {
  const hasDiff = failure.expected !== undefined || failure.actual !== undefined;
  const sides = hasDiff ? diffSides(failure.expected ?? '', failure.actual ?? '') : null;
  return (
    <div class="failure">
      <p><code>{failure.part}</code> {failure.message}</p>
      {sides && (
        <div class="failure-sides">
          <div><span class="quiet">expected</span><pre dir="auto">{sides.before}</pre></div>
          <div><span class="quiet">got</span><pre dir="auto">{sides.after}</pre></div>
        </div>
      )}
    </div>
  );
}

function useData(name: string): void {
  const chosen = state.fixtures.value.find((each) => each.name === name);
  if (chosen) state.useFixture(chosen);
}

function Case({ each, file, isOurs }: { each: TestCase; file: TestFile; isOurs: boolean }) {
  const isDirty = state.isDirty.value;
  return (
    <li class={each.passed ? 'case passed' : 'case failed'}>
      <div class="case-head">
        <span class="mark" aria-hidden="true">{each.passed ? '✓' : '✕'}</span>
        <span class="visually-hidden">{each.passed ? 'passed:' : 'failed:'}</span>
        <span class="case-name">{each.name}</span>
        <span class="case-actions">
          {isOurs && <button type="button" class="link" aria-label={`use its data: ${each.name}`} onClick={() => useData(each.name)}>use its data</button>}
          {mayWrite && <button type="button" class="link" aria-label={`Run ${each.name}`} disabled={isRunning.value} onClick={() => void runCase(file, each.name)}>run</button>}
          {mayWrite && !each.passed && (
            <button type="button" class="link" aria-label={`Update ${each.name}`} disabled={isDirty || isRunning.value}
              title={isDirty ? 'Save the template first' : 'Take what came as what is expected'} onClick={() => void update(file, each.name)}>
              update
            </button>
          )}
        </span>
      </div>
      {each.failures?.map((failure, at) => <Failure key={at} failure={failure} />)}
    </li>
  );
}

function File({ file }: { file: TestFile }) {
  const failed = file.cases.filter((each) => !each.passed).length;
  const isOurs = file.template === state.open.value?.entry.logical_name;
  return (
    <section class="test-file">
      <header>
        <h3>{file.name}</h3>
        <span class="quiet">{file.path}</span>
        <span class="spring" />
        {failed > 0 && mayWrite && (
          <button type="button" disabled={state.isDirty.value} title={state.isDirty.value ? 'Save the template first' : 'Take what came as what is expected'}
            onClick={() => void update(file)}>
            Update {plural(failed, 'case')}
          </button>
        )}
      </header>
      {file.problems?.map((each, at) => <p key={at} class="bad">{each.message}</p>)}
      <ul>{file.cases.map((each) => <Case key={each.name} each={each} file={file} isOurs={isOurs} />)}</ul>
    </section>
  );
}

export function Tests() {
  useEffect(() => {
    const name = state.open.value?.name;
    if (!name || about === '*' || about === name) return;
    report.value = null;
    problem.value = '';
    if (mayWrite && state.fixtures.value.length > 0) void runTests();
  }, [state.open.value?.name, state.fixtures.value.length]);
  const result = report.value;
  return (
    <div class="tests-pane">
      <div class="toolbar">
        <button type="button" class="primary" disabled={!mayWrite || isRunning.value} onClick={() => void runTests()}>Run tests</button>
        <button type="button" disabled={!mayWrite || isRunning.value} onClick={() => void runTests(true)}>Run all</button>
        <label class="check">
          <input type="checkbox" checked={runsOnSave.value} onChange={(event) => (runsOnSave.value = event.currentTarget.checked)} />
          on save
        </label>
        <span class="spring" />
        <span role="status" class={result && result.failed > 0 ? 'bad' : 'quiet'}>
          {isRunning.value ? 'running…' : result ? `${count(result.passed)} passed, ${count(result.failed)} failed` : ''}
        </span>
      </div>
      {!mayWrite && <p class="notice">Running tests needs the scope <code>write</code>, which this server does not give.</p>}
      {problem.value && <p class="notice">{problem.value}</p>}
      <div class="scroll" tabIndex={0} role="group" aria-label="Test results">
        {result?.files.map((file) => <File key={file.path} file={file} />)}
      </div>
    </div>
  );
}
