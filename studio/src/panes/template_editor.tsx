// The editor of the template: what is wrong with it, what can be written, where names lead,
// and which of its lines made which messages.
import { acceptCompletion, autocompletion } from '@codemirror/autocomplete';
import { Prec } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import { computed, effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Diagnostic } from '../api';
import { CodeEditor, offsetOf } from '../editor/code_editor';
import { complete, linkAt, meaningAt, type Meaning } from '../editor/knowledge';
import { languageOf } from '../editor/languages';
import { madeLines, setLooked, setMade } from '../editor/made_lines';
import { findings, outcome, renderProblems } from '../live';
import { focusedMessage, showMessagesOf } from '../places';
import * as state from '../state';

let view: EditorView | null = null;

// Whether a diagnostic is about the file in the editor.
function isHere(found: Diagnostic): boolean {
  const entry = state.open.value?.entry;
  if (!entry || !found.file) return false;
  return found.file === entry.absolute_path || entry.absolute_path.endsWith(`/${found.file.replace(/^\.\//, '')}`);
}

export const hereProblems = computed(() => {
  const seen = new Set<string>();
  return [...findings.value, ...renderProblems.value].filter((each) => {
    const key = `${each.code} ${each.file} ${each.range?.start.offset} ${each.message}`;
    const isNew = !seen.has(key) && isHere(each);
    seen.add(key);
    return isNew;
  });
});

export const otherProblems = computed(() => {
  const seen = new Set<string>();
  return [...findings.value, ...renderProblems.value].filter((each) => {
    const key = `${each.code} ${each.file} ${each.message}`;
    if (seen.has(key) || isHere(each)) return false;
    seen.add(key);
    return true;
  });
});

function language() {
  const entry = state.open.value?.entry;
  if (!entry) return [];
  const isJinjaLeaf = /^leaf:\s*jinja\b|"leaf"\s*:\s*"jinja"/m.test(state.text.value.slice(0, 4000));
  return chosen(entry.type, entry.extension, isJinjaLeaf);
}

// The same object while nothing changes, so that typing does not parse everything anew.
let last: { key: string; language: ReturnType<typeof languageOf> } | null = null;
function chosen(type: string, extension: string, isJinjaLeaf: boolean) {
  const key = `${type} ${extension} ${isJinjaLeaf}`;
  if (last?.key !== key) last = { key, language: languageOf(type, extension, isJinjaLeaf) };
  return last.language;
}

function tooltip(meaning: Meaning): HTMLElement {
  const box = document.createElement('div');
  box.className = 'meaning';
  const title = box.appendChild(document.createElement('div'));
  title.className = 'meaning-title';
  title.textContent = meaning.title;
  for (const each of meaning.lines) {
    box.appendChild(document.createElement('div')).textContent = each;
  }
  return box;
}

function follow(at: number): boolean {
  const link = view ? linkAt(view.state, at) : null;
  if (!link) return false;
  void state.openTemplate(link.name);
  return true;
}

const extensions = [
  autocompletion({ override: [complete], icons: false, maxRenderedOptions: 60 }),
  hoverTooltip(async (editor, at) => {
    const meaning = await meaningAt(editor.state, at);
    return meaning ? { pos: meaning.from, end: meaning.to, above: true, create: () => ({ dom: tooltip(meaning) }) } : null;
  }),
  madeLines((line) => showMessagesOf(line)),
  Prec.high(
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      { key: 'F12', run: (editor) => follow(editor.state.selection.main.head) },
      { key: 'Alt-m', run: (editor) => (showMessagesOf(editor.state.doc.lineAt(editor.state.selection.main.head).number), true) },
    ]),
  ),
  EditorView.domEventHandlers({
    mousedown(event, editor) {
      const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at === null) return false;
      if ((event.ctrlKey || event.metaKey) && follow(at)) return true;
      return false;
    },
    mouseup(event, editor) {
      const at = editor.posAtCoords({ x: event.clientX, y: event.clientY });
      if (at !== null && editor.state.selection.main.empty) showMessagesOf(editor.state.doc.lineAt(at).number);
      return false;
    },
  }),
  EditorView.updateListener.of((update) => {
    if (update.selectionSet || update.docChanged) {
      state.cursorLine.value = update.state.doc.lineAt(update.state.selection.main.head).number;
    }
  }),
];

function linesThatMade(): Map<number, number> {
  const made = new Map<number, number>();
  for (const message of outcome.value?.isText ? [] : (outcome.value?.explanation.messages ?? [])) {
    for (const line of new Set(message.parts.map((part) => part.line ?? 0))) {
      if (line > 0) made.set(line, (made.get(line) ?? 0) + 1);
    }
  }
  return made;
}

export function focusEditor(): void {
  view?.focus();
}

export function TemplateEditor() {
  useEffect(() => {
    const stops = [
      effect(() => {
        const place = state.jump.value;
        if (!place || !view) return;
        const editor = view;
        // The text may have come with the place.
        queueMicrotask(() => {
          const at = offsetOf(editor.state.doc, { line: place.line, column: place.column ?? 1, offset: 0 });
          editor.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
          editor.focus();
        });
      }),
      effect(() => {
        const made = linesThatMade();
        view?.dispatch({ effects: setMade.of(made) });
      }),
      effect(() => {
        const message = outcome.value?.explanation.messages[focusedMessage.value];
        const lines = outcome.value?.isText ? [] : (message?.parts ?? []).map((part) => part.line ?? 0);
        view?.dispatch({ effects: setLooked.of(lines) });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <CodeEditor
      text={state.text}
      label="Template"
      language={language}
      diagnostics={() => hereProblems.value}
      readOnly={() => state.open.value !== null && state.open.value.path === null}
      extensions={extensions}
      onView={(made) => (view = made)}
    />
  );
}
