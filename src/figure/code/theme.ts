import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import inks from '../../ui/codeInks';

/** The editor in the book's variables, so that it is light where the page is. Sizes are those of `CodeEditor.module.css`. */
export const theme = EditorView.theme({
  '&': { color: 'var(--ink)', maxHeight: 'inherit', fontSize: 'inherit' },
  '&.cm-focused': { outline: '2px solid var(--ifm-color-primary)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--face-code)', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: 'var(--code-padding) 0', caretColor: 'var(--ink)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0 var(--code-padding)' },
  '.cm-gutters': { background: 'var(--raised)', color: 'var(--ink-soft)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': {
    minWidth: 'var(--code-gutter)',
    padding: '0 0.5rem 0 0',
    boxSizing: 'border-box',
  },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 25%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'none', outline: '1px solid var(--edge)' },
  '.cm-errorLine': {
    background: 'color-mix(in srgb, var(--q-loss) 14%, transparent)',
    boxShadow: 'inset 3px 0 var(--q-loss)',
  },
});

export const highlighting = HighlightStyle.define([
  { tag: [tags.comment, tags.docString], color: inks.comment, fontStyle: 'italic' },
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword], color: inks.keyword },
  { tag: tags.string, color: inks.string },
  { tag: tags.number, color: inks.number },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.className), tags.meta], color: inks.name },
  { tag: [tags.function(tags.definition(tags.variableName))], color: inks.name },
]);
