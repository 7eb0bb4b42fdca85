// Two renders side by side: what differs, by how many tokens, and where a provider's cached
// prefix breaks.
import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Refused, call, type Params } from '../api';
import { count, delta, plural } from '../format';
import { outcome } from '../live';
import { showLineOf } from '../places';
import * as state from '../state';
import type { Explanation, Message, Usage, Version } from '../types';
import { VirtualList } from '../virtual_list';
import { diffSides, pairUp } from '../word_diff';

export interface Side {
  what: string; // `editor`, `file`, or a version or label: `@3`, `@production`
  fixture: string; // '': the data as it is
  budget: string; // '': as the slider has it
}

export const left = signal<Side>({ what: 'file', fixture: '', budget: '' });
export const right = signal<Side>({ what: 'editor', fixture: '', budget: '' });
const provider = signal('messages');

export const versions = signal<Version[]>([]);

export async function loadVersions(): Promise<void> {
  const document = state.open.value;
  versions.value = [];
  if (!document || state.stored.value === null) return;
  const name = document.name.replace(/^store:/, '').replace(/@[^@]*$/, '');
  try {
    const found = await call<{ versions: Version[] }>('store.history', { name: document.entry.tier === 'store' ? name : document.entry.logical_name });
    if (state.open.value?.name === document.name) versions.value = found.versions;
  } catch {
    // It is in no store.
  }
}

export function storedName(): string {
  const document = state.open.value;
  if (!document) return '';
  return document.entry.tier === 'store' ? document.name.replace(/^store:/, '').replace(/@[^@]*$/, '') : document.entry.logical_name;
}

interface Difference {
  same: boolean;
  prefix: { bytes: number; tokens: number; of: number };
  first: { message: number | null; byte: number; place: string | null; file?: string; line?: number; path?: string; cause: string } | null;
  survives?: { tokens: number; cost: number; fullHitCost: number }; // of chat templates
}

interface Compared {
  pairs: [Message | null, Message | null][];
  tokens: [number, number];
  difference: Difference | null;
  breakRow: number; // the row in which the cached prefix ends; -1: none
}

const compared = signal<Compared | null>(null);
const problem = signal('');

// Parameters of a render of one side.
async function paramsOf(side: Side): Promise<{ isChat: boolean; params: Params }> {
  const document = state.open.value as state.OpenDocument;
  const fixture = state.fixtures.value.find((each) => each.name === side.fixture);
  const data = await state.readData(fixture ? fixture.text : state.dataText.value);
  const budget = side.budget === '' ? (fixture?.budget ?? state.budget.value) : Number(side.budget);
  const isStored = side.what.startsWith('@');
  const name = isStored ? `store:${storedName()}${side.what}` : document.name;
  const workspace = side.what === 'editor' ? state.unsaved() : undefined;
  const more = fixture ? fixture.more : state.moreInputs.value;
  const terms = { ...more, model: state.model.value || undefined, maxTokens: budget ?? undefined };
  const isChat = document.entry.type === 'chat';
  const params = isChat ? { template: { name, workspace }, context: data, ...terms } : { name, workspace, data, model: terms.model };
  return { isChat, params };
}

async function messagesOf(isChat: boolean, params: Params): Promise<{ messages: Message[]; tokens: number }> {
  if (isChat) {
    const told = await call<Explanation>('chat.explain', params);
    return { messages: told.messages, tokens: told.usage.tokens };
  }
  const told = await call<{ text: string; usage?: Usage }>('template.render', { ...params, tokenizer: params.model ? undefined : 'chars/4' });
  const tokens = told.usage?.tokens ?? 0;
  return { messages: [{ role: 'text', tokens, parts: [{ where: 'text', line: 1, tokens, content: told.text }] }], tokens };
}

export function textOf(message: Message): string {
  return message.parts.map((part) => part.content).join('\n');
}

function isSame(a: Message, b: Message): boolean {
  return a.role === b.role && a.tokens === b.tokens && textOf(a) === textOf(b);
}

let turn = 0;

async function compare(): Promise<void> {
  const mine = ++turn;
  if (!state.open.value || !state.canRender.value) return;
  try {
    const [a, b] = await Promise.all([paramsOf(left.value), paramsOf(right.value)]);
    const [before, after, difference] = await Promise.all([
      messagesOf(a.isChat, a.params),
      messagesOf(b.isChat, b.params),
      call<Difference>('chat.diff', { a: a.params, b: b.params, as: provider.value, model: state.model.value || undefined }).catch(() => null),
    ]);
    if (mine !== turn) return;
    const pairs = pairUp(before.messages, after.messages, isSame);
    compared.value = {
      pairs, difference, tokens: [before.tokens, after.tokens],
      breakRow: difference && !difference.same ? pairs.findIndex(([one, other]) => !one || !other || !isSame(one, other)) : -1,
    };
    problem.value = '';
  } catch (error) {
    if (mine === turn) problem.value = error instanceof Refused ? error.message : '';
  }
}

// --- What is shown ------------------------------------------------------------------

function SideChoice({ side, name }: { side: typeof left; name: string }) {
  const set = (change: Partial<Side>) => (side.value = { ...side.value, ...change });
  return (
    <fieldset class="side-choice">
      <legend>{name}</legend>
      <select aria-label={`${name}: text`} value={side.value.what} onChange={(event) => set({ what: event.currentTarget.value })}>
        <option value="editor">editor</option>
        <option value="file">{state.open.value?.entry.tier === 'store' ? 'as stored' : 'file on disk'}</option>
        {versions.value.flatMap((each) => [
          ...each.labels.map((label) => <option key={`@${label}`} value={`@${label}`}>{label} (version {each.version})</option>),
          <option key={`@${each.version}`} value={`@${each.version}`}>version {each.version}</option>,
        ])}
      </select>
      <select aria-label={`${name}: data`} value={side.value.fixture} onChange={(event) => set({ fixture: event.currentTarget.value })}>
        <option value="">data as it is</option>
        {state.fixtures.value.map((each) => <option key={each.name} value={each.name}>{each.name}</option>)}
      </select>
      {state.isChat.value && (
        <input type="text" inputMode="numeric" class="number" placeholder="same budget" aria-label={`${name}: budget in tokens`}
          value={side.value.budget} onChange={(event) => set({ budget: event.currentTarget.value.replace(/[^0-9]/g, '') })} />
      )}
    </fieldset>
  );
}

function Cell({ message, text }: { message: Message | null; text: unknown }) {
  if (!message) return <div class="diff-cell none" />;
  return (
    <div class={`diff-cell role-${message.role}`}>
      <header><span class="role">{message.role}</span><span class="tokens">{count(message.tokens)}</span></header>
      <pre dir="auto">{text as string}</pre>
    </div>
  );
}

function PairRow({ pair, isBreak }: { pair: [Message | null, Message | null]; isBreak: boolean }) {
  const [one, other] = pair;
  const same = one && other && isSame(one, other);
  const sides = one && other && !same ? diffSides(textOf(one), textOf(other)) : { before: one && textOf(one), after: other && textOf(other) };
  const change = (other?.tokens ?? 0) - (one?.tokens ?? 0);
  return (
    <>
      {isBreak && <div class="break" role="separator">the cached prefix ends here</div>}
      <div class={`diff-row ${same ? 'same' : one && other ? 'changed' : one ? 'removed' : 'added'}`}>
        <Cell message={one} text={sides.before} />
        <Cell message={other} text={sides.after} />
        {!same && <span class="delta" title="tokens">{delta(change)}</span>}
      </div>
    </>
  );
}

const CAUSES: Record<string, string> = {
  value: 'another value', order: 'another order', evicted: 'evicted', inserted: 'inserted', elided: 'shortened',
  whitespace: 'blanks only', 'tool-changed': 'a tool changed', 'template-changed': 'the template changed',
};

function Verdict({ result }: { result: Compared }) {
  const change = result.tokens[1] - result.tokens[0];
  const { difference } = result;
  const first = difference?.first;
  return (
    <p class="verdict" role="status">
      <strong>{count(result.tokens[0])} → {count(result.tokens[1])} tokens</strong> ({delta(change)}).{' '}
      {difference?.same && 'The two requests are equal, byte for byte.'}
      {difference && !difference.same && (
        <>
          The first {plural(difference.prefix.tokens, 'token')} of {count(difference.prefix.of)} are the same
          {first && (
            <>
              ; then {CAUSES[first.cause] ?? first.cause}
              {first.path && <> in <code>{first.path}</code></>}
              {first.line ? (
                <> at <button type="button" class="link" onClick={() => showLineOf(-1, first.line)}>line {first.line}</button></>
              ) : first.place && <> at <code>{first.place}</code></>}
            </>
          )}
          .{difference.survives && ` A cache keeps ${plural(difference.survives.tokens, 'token')}.`}
        </>
      )}
    </p>
  );
}

const PROVIDERS = ['messages', 'openai', 'responses', 'anthropic', 'gemini', 'mistral'];

export function Diff() {
  useEffect(() => {
    void loadVersions();
  }, [state.open.value?.name]);
  useEffect(
    () =>
      effect(() => {
        // All that either side is made of.
        void [left.value, right.value, provider.value, state.text.value, state.dataText.value, state.budget.value, state.model.value, state.moreInputs.value, outcome.value];
        void compare();
      }),
    [],
  );
  const result = compared.value;
  return (
    <div class="diff-pane">
      <div class="diff-choices">
        <SideChoice side={left} name="Before" />
        <SideChoice side={right} name="After" />
        <label class="provider">
          <span class="quiet">request as</span>
          <select value={provider.value} onChange={(event) => (provider.value = event.currentTarget.value)}>
            {PROVIDERS.map((each) => <option key={each}>{each}</option>)}
          </select>
        </label>
      </div>
      {problem.value && <p class="notice bad" role="alert">{problem.value}</p>}
      {result && <Verdict result={result} />}
      {result && (
        <VirtualList class="diff-list" count={result.pairs.length} estimate={() => 90}
          keyOf={(at) => `${at} ${result.pairs[at]?.[0]?.tokens} ${result.pairs[at]?.[1]?.tokens} ${result.breakRow === at}`}
          row={(at) => <PairRow pair={result.pairs[at] as [Message | null, Message | null]} isBreak={at === result.breakRow} />}
          attributes={{ role: 'group', 'aria-label': 'Messages before and after', tabIndex: 0 }} />
      )}
    </div>
  );
}

