// A line that does not fit goes on two columns behind where its text begins, so that the shape
// of a document stays to be seen in a narrow pane.
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

const MOST_COLUMNS = 24; // beyond it too little of the pane would be left
const BEHIND = 2;
const EDGE = '8px'; // as theme.ts has it

// Classes, since the page allows no styles of elements.
const marks = Array.from({ length: MOST_COLUMNS + 1 }, (_, columns) => Decoration.line({ class: `cm-hang-${columns}` }));
const looks = EditorView.theme(
  Object.fromEntries(marks.map((_, columns) => [
    `.cm-line.cm-hang-${columns}`,
    { paddingLeft: `calc(${EDGE} + ${columns}ch)`, textIndent: `-${columns}ch` },
  ])),
);

function columnsOf(text: string, tabSize: number): number {
  let columns = 0;
  for (const character of text) {
    if (character === '\t') columns += tabSize - (columns % tabSize);
    else if (character === ' ') columns += 1;
    else break;
  }
  return Math.min(columns + BEHIND, MOST_COLUMNS);
}

function marksOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      builder.add(line.from, line.from, marks[columnsOf(line.text, view.state.tabSize)]!);
      at = line.to + 1;
    }
  }
  return builder.finish();
}

const hanging = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = marksOf(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = marksOf(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export const wrappedLines = [EditorView.lineWrapping, looks, hanging];
