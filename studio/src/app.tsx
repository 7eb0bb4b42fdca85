// The page: catalog, editor, and what the model will see.
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { connection, mayWrite, version } from './api';
import { count, plural } from './format';
import { isStale, outcome } from './live';
import { isCatalogShown, middleTab, pane, rightTab, type MiddleTab, type Pane, type RightTab } from './places';
import { Catalog } from './panes/catalog';
import { ConflictView } from './panes/conflict';
import { Data } from './panes/data';
import { Diff } from './panes/diff';
import { Messages } from './panes/messages';
import { Request } from './panes/request';
import { TemplateEditor, hereProblems, otherProblems } from './panes/template_editor';
import { Tests } from './panes/tests';
import { Versions } from './panes/versions';
import { isHelpShown, KeyHelp } from './keys';
import * as state from './state';

// --- Tabs ------------------------------------------------------------------------

interface TabsProps<T extends string> {
  label: string;
  tabs: [T, string][];
  chosen: { value: T };
  prefix: string;
}

function Tabs<T extends string>({ label, tabs, chosen, prefix }: TabsProps<T>) {
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(([each]) => each === chosen.value);
    const next = tabs[(at + step + tabs.length) % tabs.length] as [T, string];
    chosen.value = next[0];
    document.getElementById(`${prefix}-${next[0]}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKey}>
      {tabs.map(([each, name]) => (
        <button key={each} id={`${prefix}-${each}`} type="button" role="tab" aria-selected={chosen.value === each}
          aria-controls={`${prefix}-panel`} tabIndex={chosen.value === each ? 0 : -1} onClick={() => (chosen.value = each)}>
          {name}
        </button>
      ))}
    </div>
  );
}

// --- The bar on top ----------------------------------------------------------------

function SaveButton() {
  if (!mayWrite) return <span class="badge">read-only</span>;
  const document = state.open.value;
  if (!document) return null;
  if (document.path === null) return <span class="badge" title={document.entry.absolute_path}>not of this project</span>;
  const isDirty = state.isDirty.value;
  const said = state.saveState.value === 'saving' ? 'Saving…' : isDirty ? 'Save' : 'Saved';
  return (
    <button type="button" id="save" class={isDirty ? 'primary' : ''} disabled={!isDirty || state.saveState.value === 'saving'} onClick={() => void state.save()}
      title="Ctrl+S">
      {said}
    </button>
  );
}

function Bar() {
  const document = state.open.value;
  const folders = document?.entry.logical_name.split('/').slice(0, -1) ?? [];
  return (
    <header class="bar">
      <button type="button" class="icon" aria-label="Show or hide the templates" aria-pressed={isCatalogShown.value}
        onClick={() => (isCatalogShown.value = !isCatalogShown.value)}>
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 4h12M2 8h12M2 12h12" /></svg>
      </button>
      <span class="brand">Galley</span>
      {document && (
        <h1 class="crumbs">
          <span class="quiet">{document.entry.tier}</span>
          {folders.map((each, at) => <span key={at} class="quiet">{each}</span>)}
          <strong>{document.entry.logical_name.split('/').pop()}</strong>
          <span class="quiet extension">{document.entry.extension}</span>
          {state.isDirty.value && <span class="dot" role="img" aria-label="not saved" />}
        </h1>
      )}
      <span class="spring" />
      {state.saveProblem.value && <span class="bad" role="alert">{state.saveProblem.value}</span>}
      {document && state.openProblem.value && <span class="bad" role="alert">{state.openProblem.value}</span>}
      <SaveButton />
      <button type="button" class="icon" aria-label="Keys" onClick={() => (isHelpShown.value = true)}>?</button>
    </header>
  );
}

function Away() {
  if (connection.value === 'here') return null;
  const isLocked = connection.value === 'locked';
  return (
    <div class="away" role="alert">
      {isLocked
        ? 'This page is no longer let in: end galley studio, start it again, and use the address it opens. What you typed is kept.'
        : 'The server does not answer. What you typed is kept; the page goes on once it is back.'}
    </div>
  );
}

// --- The panes -----------------------------------------------------------------------

const areWarningsShown = signal(false);

function Problems() {
  const here = hereProblems.value;
  const others = otherProblems.value;
  const errors = [...here, ...others].filter((each) => each.severity === 'error').length;
  const warnings = here.length + others.length - errors;
  // Errors show themselves; warnings wait until somebody asks.
  const isShown = errors > 0 || (warnings > 0 && areWarningsShown.value);
  const said = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean).join(', ');
  return (
    <div class="problems" role="region" aria-label="Problems">
      <p class={errors > 0 ? 'bad' : warnings > 0 ? 'warn' : 'quiet'} role="status">
        {warnings > 0 && errors === 0 ? (
          <button type="button" class="link" aria-expanded={isShown} id="problem-count" onClick={() => (areWarningsShown.value = !isShown)}>
            {said}
          </button>
        ) : (
          <span id="problem-count">{said || 'No problems'}</span>
        )}
      </p>
      {isShown && (
        <ul>
          {[...here, ...others].slice(0, 50).map((each, at) => (
            <li key={at}>
              <button type="button" class={`problem ${each.severity}`}
                onClick={() => {
                  if (here.includes(each) && each.range) state.jump.value = { line: each.range.start.line, column: each.range.start.column };
                }}>
                <span class="problem-place">{each.range ? `${here.includes(each) ? '' : `${each.file}:`}${each.range.start.line}:${each.range.start.column}` : (each.file ?? '')}</span>
                <span class="problem-text">{each.message}{each.hint && <span class="quiet hint">{each.hint}</span>}</span>
                <code>{each.code}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Middle() {
  const tabs: [MiddleTab, string][] = [['template', 'Template'], ['data', 'Data']];
  const isTemplate = middleTab.value === 'template';
  return (
    <main class="pane middle">
      <Tabs label="Editors" tabs={tabs} chosen={middleTab} prefix="middle" />
      <div class="panel" id="middle-panel" role="tabpanel" aria-labelledby={`middle-${middleTab.value}`}>
        {state.open.value ? (
          <>
            <div class="editor-pane" hidden={!isTemplate}>
              <TemplateEditor />
              <Problems />
            </div>
            <div class="editor-pane" hidden={isTemplate}><Data /></div>
          </>
        ) : (
          <Welcome />
        )}
      </div>
      {state.conflict.value && <ConflictView />}
    </main>
  );
}

function Welcome() {
  return (
    <div class="welcome">
      <h2>Open a template</h2>
      <p>It is checked and rendered while you type, with what the model will see beside it, and what it will not, and why.</p>
      {state.openProblem.value && <p class="bad" role="alert">{state.openProblem.value}</p>}
      <p class="quiet">{plural(state.entries.value.length, 'template')}. Galley {version}.</p>
    </div>
  );
}

const RIGHT_TABS: [RightTab, string][] = [['messages', 'Messages'], ['diff', 'Diff'], ['tests', 'Tests'], ['request', 'Request'], ['versions', 'Versions']];

function Right() {
  const tab = rightTab.value;
  return (
    <section class="pane right" aria-label="What the model will see">
      <Tabs label="Views" tabs={RIGHT_TABS} chosen={rightTab} prefix="right" />
      <div class="panel" id="right-panel" role="tabpanel" aria-labelledby={`right-${tab}`}>
        {!state.canRender.value ? (
          <p class="empty">{state.open.value ? 'A document of this type is not rendered by itself.' : ''}</p>
        ) : tab === 'messages' ? <Messages /> : tab === 'diff' ? <Diff /> : tab === 'tests' ? <Tests /> : tab === 'request' ? <Request /> : <Versions />}
      </div>
    </section>
  );
}

// --- What a screen reader is told, once it settles ------------------------------------------

const summary = computed(() => {
  const made = outcome.value;
  if (!made || isStale.value) return isStale.value ? 'The template cannot be rendered as it is.' : '';
  const { usage, messages, drops } = made.explanation;
  if (made.isText) return plural(usage.tokens, 'token');
  return `${plural(messages.length, 'message')}, ${plural(usage.tokens, 'token')}, ${count(drops.length)} left out`;
});
const SETTLED_MS = 700;
const spoken = signal('');

function Announcer() {
  const timer = useRef(0);
  const now = summary.value;
  useEffect(() => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => (spoken.value = now), SETTLED_MS);
  }, [now]);
  return <div class="visually-hidden" role="status" aria-live="polite" id="announcer">{spoken.value}</div>;
}

// --- On a small screen one pane is shown ------------------------------------------------

const PANES: [Pane, string][] = [['catalog', 'Templates'], ['middle', 'Editor'], ['right', 'Result']];

function PaneBar() {
  return (
    <nav class="pane-bar" aria-label="Panes">
      {PANES.map(([each, name]) => (
        <button key={each} type="button" aria-pressed={pane.value === each} onClick={() => (pane.value = each)}>{name}</button>
      ))}
    </nav>
  );
}

export function App() {
  return (
    <div class={`studio shows-${pane.value} ${isCatalogShown.value ? 'with-catalog' : ''}`}>
      <Bar />
      <Away />
      <div class="panes">
        <Catalog />
        <Middle />
        <Right />
      </div>
      <PaneBar />
      <Announcer />
      <KeyHelp />
    </div>
  );
}
