// Languages: how templates and data are coloured.
//
// One tokenizer for all of them: a text, plain or YAML or JSON, with tags of Jinja or
// Handlebars in it.  It only colours; what a template means the server says.
import { StreamLanguage, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';

export type Outer = 'text' | 'yaml' | 'json';
export type Inner = 'jinja' | 'handlebars' | 'none';

interface State {
  inTag: '' | '{{' | '{%' | '{#' | '{{!' | '{{!--' | '{{{';
  isFirst: boolean; // the next name in the tag says what it does
  frontMatter: 'maybe' | 'yes' | 'no';
  afterKey: boolean;
}

const JINJA_WORDS = new Set(
  ('if elif else endif for endfor in block endblock extends include import from as macro endmacro call endcall set endset ' +
    'filter endfilter raw endraw with endwith autoescape endautoescape trans endtrans pluralize do break continue ' +
    'not and or is recursive scoped ignore missing without context required').split(' '),
);
const HANDLEBARS_WORDS = new Set('if else unless each with lookup log as this'.split(' '));
const CONSTANTS = new Set('true false none null undefined True False None'.split(' '));

const CLOSERS: Record<Exclude<State['inTag'], ''>, string> = {
  '{{': '}}', '{{{': '}}}', '{%': '%}', '{#': '#}', '{{!': '}}', '{{!--': '--}}',
};
const COMMENTS = new Set<State['inTag']>(['{#', '{{!', '{{!--']);

function openTag(stream: StringStream, state: State, inner: Inner): string | null {
  const openers = inner === 'jinja' ? (['{%', '{#', '{{'] as const) : (['{{!--', '{{!', '{{{', '{{'] as const);
  if (inner === 'none') return null;
  for (const opener of openers) {
    if (!stream.match(opener)) continue;
    state.inTag = opener;
    state.isFirst = true;
    if (COMMENTS.has(opener)) return 'comment';
    stream.match(/^[-+~]/);
    if (inner === 'handlebars') stream.match(/^[#/^>&*]+/);
    return 'brace';
  }
  return null;
}

function inTag(stream: StringStream, state: State, inner: Inner): string {
  const opener = state.inTag as Exclude<State['inTag'], ''>;
  const closer = CLOSERS[opener];
  if (COMMENTS.has(opener)) {
    while (!stream.eol()) {
      if (stream.match(closer)) {
        state.inTag = '';
        return 'comment';
      }
      stream.next();
    }
    return 'comment';
  }
  if (stream.eatSpace()) return '';
  if (stream.match(/^[-+~]?/) && stream.match(closer)) {
    state.inTag = '';
    return 'brace';
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
  if (stream.match(/^-?[0-9]+(?:\.[0-9]+)?/)) return 'number';
  const word = stream.match(/^[@$\p{L}_][\p{L}\p{M}\p{N}_-]*/u) as RegExpMatchArray | null;
  if (word) return nameStyle(word[0], state, inner, opener, stream);
  const sign = stream.next();
  if (sign === '|') state.isFirst = true;
  return sign === '.' || sign === '|' || sign === '=' ? 'operator' : 'punctuation';
}

function nameStyle(word: string, state: State, inner: Inner, opener: string, stream: StringStream): string {
  const wasFirst = state.isFirst;
  state.isFirst = false;
  if (CONSTANTS.has(word)) return 'atom';
  const words = inner === 'jinja' ? JINJA_WORDS : HANDLEBARS_WORDS;
  if (words.has(word) && (inner === 'handlebars' || opener === '{%' || !wasFirst)) return 'keyword';
  const isFilter = stream.string.slice(0, stream.start).trimEnd().endsWith('|');
  const isCalled = stream.peek() === '(';
  if (isFilter || isCalled) return 'function';
  return stream.string[stream.start - 1] === '.' ? 'property' : 'variable';
}

function yaml(stream: StringStream, state: State): string {
  if (stream.sol()) state.afterKey = false;
  if (stream.eatSpace()) return '';
  const atStart = stream.string.slice(0, stream.start).trim();
  if (stream.peek() === '#' && (atStart === '' || /\s$/.test(stream.string.slice(0, stream.start)))) {
    stream.skipToEnd();
    return 'comment';
  }
  if (stream.match(/^(?:---|\.\.\.)\s*$/)) return 'punctuation';
  if (stream.match(/^- /)) return 'punctuation';
  if (!state.afterKey && stream.match(/^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\p{L}\p{M}\p{N}_$.-]+)(?=\s*:(?:\s|$))/u)) return 'key';
  if (stream.match(/^:(?=\s|$)/)) {
    state.afterKey = !/[{,]\s*$/.test(stream.string.slice(0, stream.start));
    return 'punctuation';
  }
  if (stream.match(/^[{}[\],]/)) {
    state.afterKey = false;
    return 'punctuation';
  }
  if (stream.match(/^[|>][-+0-9]*(?=\s*$)/)) return 'punctuation';
  if (stream.match(/^(?:true|false|null|~)(?=\s*(?:[,}\]#]|$))/)) return 'atom';
  if (stream.match(/^-?[0-9]+(?:\.[0-9]+)?[kmKM%]?(?=\s*(?:[,}\]#]|$))/)) return 'number';
  stream.next();
  stream.match(/^[^\s{}[\],:#"'|>]+/);
  return 'string';
}

function json(stream: StringStream): string {
  if (stream.eatSpace()) return '';
  if (stream.match(/^"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'key';
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
  if (stream.match(/^-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/)) return 'number';
  if (stream.match(/^(?:true|false|null)\b/)) return 'atom';
  stream.next();
  return 'punctuation';
}

// The text between tags, as far as no tag begins in it.
function plain(stream: StringStream): string {
  stream.next();
  stream.match(/^[^{]+/);
  return '';
}

export function templateLanguage(outer: Outer, inner: Inner): StreamLanguage<State> {
  return StreamLanguage.define<State>({
    name: `${outer}-${inner}`,
    startState: () => ({
      inTag: '', isFirst: false, frontMatter: outer === 'text' ? 'maybe' : 'no', afterKey: false,
    }),
    token(stream, state) {
      if (state.inTag) return inTag(stream, state, inner) || null;
      if (outer === 'text') {
        if (stream.sol() && state.frontMatter !== 'no' && stream.match(/^---\s*$/)) {
          state.frontMatter = state.frontMatter === 'maybe' ? 'yes' : 'no';
          return 'punctuation';
        }
        if (state.frontMatter === 'yes') return yaml(stream, state) || null;
        state.frontMatter = 'no';
      }
      const tag = openTag(stream, state, inner);
      if (tag) return tag;
      if (outer === 'yaml') return yaml(stream, state) || null;
      if (outer === 'json') return json(stream) || null;
      return plain(stream) || null;
    },
    tokenTable: {
      key: tags.propertyName,
      brace: tags.brace,
      function: tags.function(tags.variableName),
      variable: tags.variableName,
      property: tags.special(tags.variableName),
      keyword: tags.keyword,
      atom: tags.atom,
      string: tags.string,
      number: tags.number,
      comment: tags.comment,
      operator: tags.operator,
      punctuation: tags.punctuation,
    },
    languageData: { commentTokens: inner === 'jinja' ? { block: { open: '{#', close: '#}' } } : { line: '#' } },
  });
}

// The language of a template's file.
export function languageOf(type: string, extension: string, isJinjaLeaf: boolean): StreamLanguage<State> {
  if (type === 'jinja') return templateLanguage('text', 'jinja');
  if (type === 'handlebars') return templateLanguage('text', 'handlebars');
  const outer = extension.endsWith('.json') ? 'json' : 'yaml';
  if (type === 'chat') return templateLanguage(outer, isJinjaLeaf ? 'jinja' : 'handlebars');
  return templateLanguage(outer, type === 'sections' ? 'handlebars' : 'none');
}
