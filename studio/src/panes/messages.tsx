// What the model will see, and beside it what it will not, and why.
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { count, plural } from '../format';
import { isStale, outcome } from '../live';
import { focusedMessage, messageJump, showLineOf } from '../places';
import type { Drop, Message, Part } from '../types';
import { VirtualList, type VirtualListHandle } from '../virtual_list';
import { BudgetStrip } from './budget_strip';

const unfolded = signal<ReadonlySet<number>>(new Set());
// On a small screen one of the two is in sight.
const side = signal<'stayed' | 'left'>('stayed');

const LONG = 1400; // characters; longer messages are folded
const LINE_PX = 20;

function lengthOf(message: Message): number {
  return message.parts.reduce((sum, part) => sum + part.content.length, 0);
}

function estimate(message: Message): number {
  const shown = Math.min(lengthOf(message), LONG);
  const breaks = message.parts.length;
  return 52 + Math.ceil(shown / 64 + breaks * 0.5) * LINE_PX;
}

function placeOf(part: Part): string {
  const item = part.loop && part.loop.length > 0 ? ` ${part.loop.map((at) => at + 1).join('.')}` : '';
  const name = part.source ? `${part.source}${item}` : (part.slot ?? part.where);
  return part.line ? `${name} · line ${part.line}` : name;
}

// One text, cut where it is folded.
function PartText({ part, room, index, several }: { part: Part; room: number; index: number; several: boolean }) {
  const isCut = part.content.length > room;
  return (
    <div class={`part ${several ? 'several' : ''}`}>
      {several && (
        <button type="button" class="place" onClick={(event) => { event.stopPropagation(); showLineOf(index, part.line); }}>
          <span class="place-name">{placeOf(part)}</span> <span class="tokens">{count(part.tokens)}</span>
        </button>
      )}
      <pre dir="auto">{isCut ? `${part.content.slice(0, room)}…` : part.content}</pre>
    </div>
  );
}

function MessageCard({ message, index, total }: { message: Message; index: number; total: number }) {
  const isLong = lengthOf(message) > LONG;
  const isWhole = !isLong || unfolded.value.has(index);
  const several = message.parts.length > 1;
  const first = message.parts[0];
  let room = isWhole ? Infinity : LONG;
  const texts = [];
  for (const [at, part] of message.parts.entries()) {
    if (room <= 0) break;
    texts.push(<PartText key={at} part={part} room={room} index={index} several={several} />);
    room -= part.content.length;
  }
  return (
    <article
      class={`message role-${roleClass(message.role)} ${index === focusedMessage.value ? 'looked' : ''}`}
      tabIndex={index === Math.max(0, focusedMessage.value) ? 0 : -1}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={total}
      aria-label={`${message.role}, ${plural(message.tokens, 'token')}`}
      onClick={() => {
        if (String(getSelection() ?? '') === '') showLineOf(index, first?.line);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        // Else the editor, which has the focus then, takes the key as well.
        event.preventDefault();
        showLineOf(index, first?.line);
      }}
    >
      <header>
        <span class="role">{message.role}</span>
        {message.prefix && <span class="badge">prefix</span>}
        {!several && first && <span class="place">{placeOf(first)}</span>}
        <span class="tokens">{count(message.tokens)}</span>
      </header>
      {texts}
      {isLong && (
        <button type="button" class="fold" onClick={(event) => { event.stopPropagation(); fold(index); }}>
          {isWhole ? 'Show less' : `Show all ${count(lengthOf(message))} characters`}
        </button>
      )}
    </article>
  );
}

function roleClass(role: string): string {
  return ['system', 'user', 'assistant', 'tool', 'text'].includes(role) ? role : 'other';
}

function fold(index: number): void {
  const next = new Set(unfolded.value);
  if (!next.delete(index)) next.add(index);
  unfolded.value = next;
}

// --- What was left out ----------------------------------------------------------------

interface Gone {
  drop: Drop;
  count: number; // neighbours of one kind are told once
}

// What was over a budget comes first: that is what the slider is about.
const gone = computed<Gone[]>(() => {
  const drops = [...(outcome.value?.explanation.drops ?? [])];
  const isCondition = (drop: Drop) => (drop.reason === 'over-budget' || drop.reason === 'evicted' ? 0 : 1);
  drops.sort((a, b) => isCondition(a) - isCondition(b));
  const found: Gone[] = [];
  for (const drop of drops) {
    const last = found[found.length - 1];
    if (last && last.drop.where === drop.where && last.drop.why === drop.why && last.drop.reason === drop.reason) last.count += 1;
    else found.push({ drop, count: 1 });
  }
  return found;
});

function sourceOf(drop: Drop): string {
  const item = drop.loop && drop.loop.length > 0 ? ` ${drop.loop.map((at) => at + 1).join('.')}` : '';
  return drop.source ? `${drop.source}${item}` : drop.where;
}

function GoneRow({ each }: { each: Gone }) {
  const { drop } = each;
  const more = each.count - 1 + (drop.unreached ?? 0);
  return (
    <button type="button" class={`gone reason-${drop.reason === 'over-budget' || drop.reason === 'evicted' ? 'budget' : 'other'}`}
      title={drop.where} onClick={() => showLineOf(-1, drop.line)}>
      <span class="gone-head">
        <span class="gone-name">{sourceOf(drop)}{more > 0 ? ` and ${count(more)} more` : ''}</span>
        {drop.needed !== undefined && <span class="tokens">{count(drop.needed)}</span>}
      </span>
      <span class="why">{drop.why}</span>
      {drop.line !== undefined && <span class="quiet">line {drop.line}</span>}
    </button>
  );
}

function LeftOut() {
  const made = outcome.value;
  const all = gone.value;
  const loops = (made?.explanation.dropped ?? []).filter((loop) => loop.shown < loop.items);
  const total = made?.explanation.drops.length ?? 0;
  return (
    <aside class="left-out" aria-label="Left out">
      <h2>Left out <span class="tree-count">{count(total)}</span></h2>
      {loops.map((loop) => (
        <p key={loop.where} class="loop-count">{count(loop.shown)} of {count(loop.items)} {loop.source} stayed</p>
      ))}
      {all.length === 0 ? (
        <p class="empty">{made ? 'Everything fits.' : ''}</p>
      ) : (
        <VirtualList class="gone-list" count={all.length} estimate={() => 70}
          keyOf={(at) => `${at} ${(all[at] as Gone).drop.where}`}
          row={(at) => <GoneRow each={all[at] as Gone} />}
          attributes={{ 'aria-label': 'What was left out, and why', role: 'group' }} />
      )}
    </aside>
  );
}

// --- The pane ------------------------------------------------------------------------

function onKey(event: KeyboardEvent, list: VirtualListHandle | null): void {
  const total = outcome.value?.explanation.messages.length ?? 0;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -total, End: total };
  const step = steps[event.key];
  if (step === undefined || total === 0) return;
  event.preventDefault();
  const next = Math.max(0, Math.min(total - 1, Math.max(0, focusedMessage.value) + step));
  focusedMessage.value = next;
  list?.scrollTo(next);
  focusSoon(next, 5);
}

// A row far away is drawn first.
function focusSoon(index: number, rounds: number): void {
  const card = document.querySelector<HTMLElement>(`.message[data-index="${index}"]`);
  if (card) card.focus({ preventScroll: true });
  else if (rounds > 0) requestAnimationFrame(() => focusSoon(index, rounds - 1));
}

export function Messages() {
  const list = useRef<VirtualListHandle>(null);
  const place = messageJump.value;
  useEffect(() => {
    if (place) list.current?.scrollTo(place.index);
  }, [place]);
  const made = outcome.value;
  const messages = made?.explanation.messages ?? [];
  return (
    <div class={`messages-pane ${isStale.value ? 'stale' : ''}`}>
      <BudgetStrip />
      {!made?.isText && (
        <div class="sides" role="group" aria-label="Which part is shown">
          <button type="button" aria-pressed={side.value === 'stayed'} onClick={() => (side.value = 'stayed')}>
            {plural(messages.length, 'message')}
          </button>
          <button type="button" aria-pressed={side.value === 'left'} onClick={() => (side.value = 'left')}>
            {count(made?.explanation.drops.length ?? 0)} left out
          </button>
        </div>
      )}
      <div class={`stayed-and-left ${made?.isText ? 'only' : ''} side-${side.value}`}>
        <div class="stayed" onKeyDown={(event) => onKey(event, list.current)}>
          {!made?.isText && <h2>Messages <span class="tree-count">{count(messages.length)}</span></h2>}
          <VirtualList
            ref={list}
            class="message-list"
            count={messages.length}
            estimate={(at) => estimate(messages[at] as Message)}
            keyOf={(at) => `${at} ${lengthOf(messages[at] as Message)} ${unfolded.value.has(at)}`}
            row={(at) => <MessageCard message={messages[at] as Message} index={at} total={messages.length} />}
            attributes={{ role: 'feed', 'aria-label': 'Messages', 'aria-busy': isStale.value }}
          />
        </div>
        {!made?.isText && <LeftOut />}
      </div>
    </div>
  );
}
