/** CodeMirror, set up for a few lines of Python; loaded when an editor is shown. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { markedLine, markLine } from './markedLine';
import { highlighting, theme } from './theme';

export interface Editor {
  text(): string;
  setText(text: string): void;
  /** Mark a line as that of an error, and show it; undefined: none. */
  mark(line: number | undefined): void;
  destroy(): void;
}

interface Options {
  text: string;
  label: string;
  /** Id of the element that says how to leave the editor. */
  describedBy: string;
  /** `typed`: by the reader, and not put there. */
  onChange: (typed: boolean) => void;
  onRun: () => void;
}

/** A change that is not the reader's. */
const putThere = Annotation.define<boolean>();

const wholeText = (view: EditorView): string => view.state.doc.toString();

export function mountEditor(parent: HTMLElement, { text, label, describedBy, onChange, onRun }: Options): Editor {
  const extensions: Extension[] = [
    lineNumbers(),
    history(),
    drawSelection(),
    python(),
    indentUnit.of('    '),
    EditorState.tabSize.of(4),
    indentOnInput(),
    bracketMatching(),
    syntaxHighlighting(highlighting),
    theme,
    markedLine,
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, tabindex: '0' }),
    EditorView.updateListener.of(({ docChanged, transactions }) => {
      if (docChanged) onChange(!transactions.some((each) => each.annotation(putThere)));
    }),
    keymap.of([
      { key: 'Mod-Enter', run: () => (onRun(), true) },
      // Escape, then Tab leaves the editor: CodeMirror sees to that.
      indentWithTab,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
  ];
  const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
  return {
    text: () => wholeText(view),
    setText(wanted) {
      if (wanted !== wholeText(view))
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: wanted },
          annotations: putThere.of(true),
        });
    },
    mark(line) {
      const known = line !== undefined && line >= 1 && line <= view.state.doc.lines;
      const at = known ? view.state.doc.line(line).from : undefined;
      const effects = [markLine.of(at)];
      if (at !== undefined) view.dispatch({ effects: [...effects, EditorView.scrollIntoView(at, { y: 'center' })] });
      else view.dispatch({ effects });
    },
    destroy: () => view.destroy(),
  };
}
