import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Marks the line that begins at this place; undefined: none. */
export const markLine = StateEffect.define<number | undefined>();

const mark = Decoration.line({ class: 'cm-errorLine' });

/** The line of the last error. It moves with the text round it. */
export const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const asked = transaction.effects.find((effect) => effect.is(markLine));
    if (!asked) return marks.map(transaction.changes);
    const at = asked.value as number | undefined;
    return at === undefined ? Decoration.none : Decoration.set(mark.range(at));
  },
  provide: (field) => EditorView.decorations.from(field),
});
