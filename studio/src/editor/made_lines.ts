// MadeLines: which lines of the template made messages, as marks in the gutter, and the lines
// of the message that is looked at.
import { RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutter, type DecorationSet } from '@codemirror/view';

export const setMade = StateEffect.define<Map<number, number>>(); // line: how many messages
export const setLooked = StateEffect.define<number[]>(); // lines

class MadeMark extends GutterMarker {
  constructor(private readonly count: number) {
    super();
  }
  override eq(other: MadeMark): boolean {
    return other.count === this.count;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-madeMark';
    mark.textContent = '›';
    mark.title = this.count === 1 ? 'made 1 message' : `made ${this.count} messages`;
    return mark;
  }
}

const made = StateField.define<Map<number, number>>({
  create: () => new Map(),
  update: (lines, transaction) => transaction.effects.find((each) => each.is(setMade))?.value as Map<number, number> | undefined ?? lines,
});

const looked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    for (const each of transaction.effects) {
      if (!each.is(setLooked)) continue;
      const builder = new RangeSetBuilder<Decoration>();
      for (const number of [...new Set(each.value)].sort((a, b) => a - b)) {
        if (number < 1 || number > transaction.state.doc.lines) continue;
        const at = transaction.state.doc.line(number).from;
        builder.add(at, at, Decoration.line({ class: 'cm-made' }));
      }
      return builder.finish();
    }
    return lines.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function madeLines(onClick: (line: number) => void): Extension {
  return [
    made,
    looked,
    gutter({
      class: 'cm-madeGutter',
      lineMarker(view, line) {
        const count = view.state.field(made).get(view.state.doc.lineAt(line.from).number);
        return count ? new MadeMark(count) : null;
      },
      lineMarkerChange: (update) => update.startState.field(made) !== update.state.field(made),
      domEventHandlers: {
        click(view, line) {
          onClick(view.state.doc.lineAt(line.from).number);
          return true;
        },
      },
    }),
  ];
}
