// How the editor looks.  Colours are the variables of style.css, so that light and dark are
// decided in one place.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Style sheets that the editor makes carry the nonce of the page's own.
const nonce = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')?.nonce ?? '';

const base = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--ink)', fontSize: 'var(--code-size)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 16px 0 8px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none', paddingLeft: '4px' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '28px' },
  '.cm-activeLine': { backgroundColor: 'var(--line-here)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--match)', outline: 'none' },
  '.cm-searchMatch': { backgroundColor: 'var(--match)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)', outline: '1px solid var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--rule)' },
  '.cm-panels input, .cm-panels button': { font: 'inherit' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--rule-strong)',
    borderRadius: '6px', boxShadow: 'var(--shadow)', overflow: 'hidden', maxWidth: '520px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12px', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '18px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--quiet)', marginLeft: '12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionIcon': { display: 'none' },
  '.cm-tooltip-lint': { padding: '0' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeftWidth: '3px', fontFamily: 'var(--sans)', fontSize: '13px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '4px', textDecorationThickness: '1.5px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline dotted var(--warn)', textUnderlineOffset: '4px', textDecorationThickness: '1.5px' },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--bad)' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-lint-marker': { width: '6px', height: '6px', borderRadius: '50%', margin: '6px 3px', content: '""' },
  '.cm-lint-marker-error': { content: '""', backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--warn)' },
  '.cm-made': { backgroundColor: 'var(--made)' },
  '.cm-madeMark': { color: 'var(--accent)', cursor: 'pointer' },
  '.cm-changedLine, .cm-insertedLine, .cm-deletedLine': { backgroundColor: 'var(--changed-line) !important' },
  '.cm-changedText': { background: 'var(--changed-text) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--removed-line)' },
  '.cm-mergeSpacer': { backgroundColor: 'transparent' },
  '.cm-placeholder': { color: 'var(--faint)' },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--syntax-keyword)' },
  { tag: tags.brace, color: 'var(--syntax-brace)' },
  { tag: tags.variableName, color: 'var(--syntax-name)' },
  { tag: tags.special(tags.variableName), color: 'var(--syntax-name)' },
  { tag: tags.function(tags.variableName), color: 'var(--syntax-call)' },
  { tag: tags.propertyName, color: 'var(--syntax-key)' },
  { tag: tags.string, color: 'var(--syntax-string)' },
  { tag: [tags.number, tags.atom], color: 'var(--syntax-number)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.operator], color: 'var(--quiet)' },
]);

export const look = [EditorView.cspNonce.of(nonce), base, syntaxHighlighting(colours)];
