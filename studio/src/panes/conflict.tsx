// A conflict: the file changed on disk since it was opened.  Both texts stand side by side,
// and nothing is written before somebody says what.
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { useEffect, useRef } from 'preact/hooks';
import { look } from '../editor/theme';
import * as state from '../state';

export function ConflictView() {
  const host = useRef<HTMLDivElement>(null);
  const merged = useRef<MergeView | null>(null);
  const found = state.conflict.value;
  useEffect(() => {
    if (!host.current || !found) return;
    const common = [look, lineNumbers(), EditorView.lineWrapping];
    const view = new MergeView({
      a: { doc: found.theirs, extensions: [common, EditorState.readOnly.of(true), EditorView.contentAttributes.of({ 'aria-label': 'On disk' })] },
      b: {
        doc: state.text.peek(),
        extensions: [common, history(), keymap.of([...defaultKeymap, ...historyKeymap]), EditorView.contentAttributes.of({ 'aria-label': 'Yours, to be saved' })],
      },
      parent: host.current,
      revertControls: 'a-to-b',
      highlightChanges: true,
      gutter: true,
    });
    merged.current = view;
    view.b.focus();
    return () => view.destroy();
  }, [found]);
  if (!found) return null;
  const isGone = found.digest === null;
  const mine = () => merged.current?.b.state.sliceDoc() ?? state.text.value;
  return (
    <section class="conflict" role="alertdialog" aria-labelledby="conflict-title" aria-describedby="conflict-about">
      <header>
        <h2 id="conflict-title">{isGone ? 'The file was removed on disk' : 'The file changed on disk'}</h2>
        <p id="conflict-about" class="quiet">
          {isGone ? 'Saving makes it again.' : 'Left: on disk now. Right: yours, to be saved. Arrows take over what is on disk.'}
        </p>
        <span class="spring" />
        <button type="button" onClick={() => { state.text.value = mine(); state.conflict.value = null; }}>Back to editing</button>
        {!isGone && <button type="button" onClick={() => state.takeTheirs()}>Take what is on disk</button>}
        <button type="button" class="primary" onClick={() => void state.save(mine(), found.digest)}>Save the right side</button>
      </header>
      <div class="merge" ref={host} />
    </section>
  );
}
