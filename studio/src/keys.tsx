// Keys of the whole page, and the list of them.
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pane, middleTab, rightTab, type Pane, type RightTab } from './places';
import { focusSearch } from './panes/catalog';
import { focusEditor } from './panes/template_editor';
import { runTests } from './panes/tests';
import * as state from './state';

export const isHelpShown = signal(false);

const KEYS: [string, string][] = [
  ['Ctrl+K', 'search templates'], ['Ctrl+S', 'save'], ['F6', 'next pane'], ['Alt+1 … 5', 'messages, diff, tests, request, versions'],
  ['Alt+T, Alt+D', 'template, data'], ['Alt+B', 'budget; arrows go to the next change, with Shift by one token'], ['Ctrl+Enter', 'run the tests'],
  ['F8', 'next problem'], ['F12, Ctrl+click', 'open what a name means'], ['Alt+M', 'the message that this line made'],
  ['Enter on a message', 'the line that made it'], ['Ctrl+Space', 'complete'], ['Escape, then Tab', 'leave the editor'], ['?', 'this list'],
];

const RIGHT: RightTab[] = ['messages', 'diff', 'tests', 'request', 'versions'];
const PANES: Pane[] = ['catalog', 'middle', 'right'];

function focusPane(next: Pane): void {
  pane.value = next;
  // It may only now be in sight.
  requestAnimationFrame(() => {
    if (next === 'catalog') focusSearch();
    else if (next === 'middle' && middleTab.value === 'template') focusEditor();
    else document.querySelector<HTMLElement>(`.pane.${next} [role="tab"][aria-selected="true"]`)?.focus();
  });
}

function cyclePanes(step: number): void {
  const here = document.activeElement?.closest('.pane');
  const at = PANES.findIndex((each) => here?.classList.contains(each));
  focusPane(PANES[(Math.max(at, 0) + step + PANES.length) % PANES.length] as Pane);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

function onKey(event: KeyboardEvent): void {
  const mod = event.ctrlKey || event.metaKey;
  const digit = event.altKey && !mod ? /^Digit([1-5])$/.exec(event.code) : null;
  const letter = event.altKey && !mod ? event.code : '';
  if (mod && (event.key === 'k' || event.key === 'p')) focusPane('catalog');
  else if (mod && event.key === 's') void state.save();
  else if (mod && event.key === 'Enter') {
    rightTab.value = 'tests';
    void runTests();
  } else if (event.key === 'F6') cyclePanes(event.shiftKey ? -1 : 1);
  else if (digit) {
    rightTab.value = RIGHT[Number(digit[1]) - 1] as RightTab;
    pane.value = 'right';
  } else if (letter === 'KeyT' || letter === 'KeyD') {
    middleTab.value = letter === 'KeyT' ? 'template' : 'data';
    pane.value = 'middle';
  } else if (letter === 'KeyB') {
    rightTab.value = 'messages';
    pane.value = 'right';
    requestAnimationFrame(() => document.getElementById('budget')?.focus());
  } else if (event.key === '?' && !isTyping(event.target)) isHelpShown.value = true;
  else return;
  event.preventDefault();
}

export function startKeys(): void {
  document.addEventListener('keydown', onKey);
}

export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpShown.value) dialog.current?.showModal();
  }, [isHelpShown.value]);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={() => (isHelpShown.value = false)}>
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}><dt>{key}</dt><dd>{what}</dd></div>
        ))}
      </dl>
      <form method="dialog"><button type="submit" class="primary">Close</button></form>
    </dialog>
  );
}
