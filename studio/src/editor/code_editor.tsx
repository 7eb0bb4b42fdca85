// CodeEditor: CodeMirror as a component.  The text lives in a signal; the editor follows it
// and changes it.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as LintDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension, type Text } from '@codemirror/state';
import {
  EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from '@codemirror/view';
import { effect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Diagnostic, Position } from '../api';
import { look } from './theme';
import { wrappedLines } from './wrapped_lines';

interface Props {
  text: Signal<string>;
  label: string;
  language: () => Extension; // reads signals: asked again when they change
  diagnostics: () => Diagnostic[];
  readOnly?: () => boolean;
  extensions?: Extension[];
  onView?: (view: EditorView | null) => void;
}

// Columns count code points, offsets bytes; the editor counts UTF-16 units.
export function offsetOf(doc: Text, at: Position): number {
  if (at.line < 1) return 0;
  if (at.line > doc.lines) return doc.length;
  const line = doc.line(at.line);
  let units = 0;
  let points = at.column - 1;
  for (const character of line.text) {
    if (points <= 0) break;
    units += character.length;
    points -= 1;
  }
  return Math.min(line.from + units, line.to);
}

function toLint(doc: Text, found: Diagnostic): LintDiagnostic {
  const from = found.range ? offsetOf(doc, found.range.start) : 0;
  const to = found.range ? offsetOf(doc, found.range.end) : from;
  // Of what spans several lines the first is marked: that is where it begins.
  const line = doc.lineAt(from);
  const end = Math.min(Math.max(from, to), line.to);
  // A place between two characters is shown under the one before it.
  return {
    from: from === end && from > line.from ? from - 1 : from,
    to: from === end && from === line.from ? Math.min(end + 1, line.to) : end,
    severity: found.severity,
    message: found.message,
    // Made of text nodes: nothing of a template becomes markup.
    renderMessage: () => describe(found),
  };
}

function describe(found: Diagnostic): HTMLElement {
  const box = document.createElement('div');
  const add = (name: string, text: string) => {
    const line = document.createElement('div');
    line.className = name;
    line.textContent = text;
    box.append(line);
  };
  add('lint-message', found.message);
  if (found.hint) add('lint-hint', found.hint);
  add('lint-code', found.code);
  return box;
}

// How lines end is kept where all end alike; what is mixed is shown as it is.
export function lineSeparatorOf(text: string): string {
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1;
  return crlf > 0 && crlf === lf ? '\r\n' : '\n';
}

export function CodeEditor(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (!parent) return;
    const language = new Compartment();
    const editing = new Compartment();
    const separator = new Compartment();
    let isOurs = false; // the change that is being applied comes from the signal

    const newState = (content: string) =>
      EditorState.create({
        doc: content,
        extensions: [
          separator.of(EditorState.lineSeparator.of(lineSeparatorOf(content))),
          Prec.highest(look),
          lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(),
          indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
          indentUnit.of('  '), wrappedLines, lintGutter(),
          EditorView.contentAttributes.of({ 'aria-label': props.label, tabindex: '0' }),
          props.extensions ?? [],
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
          language.of(props.language()),
          editing.of(editability(props.readOnly?.() ?? false)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !isOurs) props.text.value = update.state.sliceDoc();
          }),
        ],
      });
    const view = new EditorView({ state: newState(props.text.peek()), parent });
    props.onView?.(view);

    const stops = [
      effect(() => {
        const wanted = props.text.value;
        if (view.state.sliceDoc() === wanted) return;
        isOurs = true;
        // Another text with other line ends is another document.
        if (view.state.lineBreak !== lineSeparatorOf(wanted)) view.setState(newState(wanted));
        else view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: view.state.toText(wanted) } });
        isOurs = false;
      }),
      effect(() => {
        const chosen = props.language();
        view.dispatch({ effects: language.reconfigure(chosen) });
      }),
      effect(() => {
        const readOnly = props.readOnly?.() ?? false;
        view.dispatch({ effects: editing.reconfigure(editability(readOnly)) });
      }),
      effect(() => {
        const found = props.diagnostics().map((each) => toLint(view.state.doc, each));
        view.dispatch(setDiagnostics(view.state, found));
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      props.onView?.(null);
      view.destroy();
    };
  }, []);
  return <div ref={host} class="code" />;
}

function editability(readOnly: boolean): Extension {
  // It can still be walked through by keyboard.
  return readOnly ? [EditorState.readOnly.of(true)] : [];
}

