// The budget: a slider in tokens with a tick where something changes, whose tokens they are,
// and what each slot and lane makes of it.
import { computed } from '@preact/signals';
import { count, percent, plural } from '../format';
import { mostTokens, outcome, points } from '../live';
import * as state from '../state';
import type { BudgetUse } from '../types';

// There everything fits; a budget beyond it changes nothing.
const sliderEnd = computed(() => Math.max(mostTokens.value, 1));

// What a tick does for whoever moves the slider by keyboard: the next change.
function nextPoint(from: number, step: 1 | -1): number | null {
  const places = points.value.map((point) => point.maxTokens);
  const found = step > 0 ? places.find((place) => place > from) : [...places].reverse().find((place) => place < from);
  return found ?? null;
}

function onKey(event: KeyboardEvent): void {
  const now = Math.min(state.budget.value ?? Infinity, sliderEnd.value);
  const isForward = event.key === 'ArrowRight' || event.key === 'ArrowUp';
  const isBack = event.key === 'ArrowLeft' || event.key === 'ArrowDown';
  if (!isForward && !isBack) return;
  if (event.shiftKey) return; // by single tokens, as the browser does it
  const place = nextPoint(now, isForward ? 1 : -1);
  if (place === null) return;
  event.preventDefault();
  state.budget.value = place;
}

function Slider() {
  const end = sliderEnd.value;
  const value = Math.min(state.budget.value ?? end, end);
  const usage = outcome.value?.explanation.usage;
  return (
    <div class="slider">
      <div class="slider-track" aria-hidden="true">
        <div class="slider-used" style={{ width: `${percent(usage?.tokens ?? 0, end)}%` }} />
        {points.value.slice(1).map((point) => (
          <i key={point.maxTokens} class="tick" style={{ left: `${percent(point.maxTokens, end)}%` }} />
        ))}
      </div>
      <input
        id="budget"
        type="range"
        min={0}
        max={end}
        step={1}
        value={value}
        aria-label="Budget in tokens"
        aria-valuetext={state.budget.value === null ? 'no budget of its own' : plural(value, 'token')}
        onInput={(event) => (state.budget.value = Number(event.currentTarget.value))}
        onKeyDown={onKey}
      />
    </div>
  );
}

function readNumber(text: string): number | null {
  const digits = text.replace(/[^0-9]/g, '');
  return digits === '' ? null : Math.min(Number(digits), 1_000_000_000);
}

const EXACTNESS: Record<string, string> = {
  exact: 'exact', 'text-exact': 'texts exact', estimate: 'estimated',
};

function ModelChoice() {
  const chosen = state.models.value.find((each) => each.name === state.model.value);
  const usage = outcome.value?.explanation.usage;
  return (
    <div class="model">
      <label class="visually-hidden" for="model">Model</label>
      <select id="model" value={state.model.value} onChange={(event) => (state.model.value = event.currentTarget.value)}>
        <option value="">any model, 4 characters a token</option>
        {state.models.value.map((each) => (
          <option key={each.name} value={each.name}>{each.name}</option>
        ))}
      </select>
      <span class="quiet">
        {chosen ? `window ${count(chosen.context)}, reserve ${count(chosen.reserve)}, ` : ''}
        {EXACTNESS[usage?.exactness ?? chosen?.exactness ?? 'estimate'] ?? usage?.exactness}
        {usage?.estimatedMargin ? ` ±${count(usage.estimatedMargin)}` : ''}
      </span>
    </div>
  );
}

function nameOfUse(use: BudgetUse): string {
  if (use.kind === 'layout') return 'layout';
  return use.name ?? use.kind;
}

// What the items of a slot are called: by their source, where it has one.
function itemsOf(use: BudgetUse, loops: { where: string; source: string }[]): string {
  const sources = new Set(loops.filter((loop) => loop.where.startsWith(`slots.${use.name}.`)).map((loop) => loop.source));
  return sources.size === 1 ? ([...sources][0] as string) : 'items';
}

function Use({ use, whole }: { use: BudgetUse; whole: number }) {
  const limit = use.maxTokens ?? whole;
  const items = use.items !== undefined && use.shown !== undefined;
  const loops = outcome.value?.explanation.dropped ?? [];
  return (
    <li class="use">
      <span class="use-name" title={`${use.kind} ${use.name ?? ''}`}>{nameOfUse(use)}</span>
      <span class="bar" aria-hidden="true">
        <span class={`bar-used ${use.dropped > 0 ? 'full' : ''}`} style={{ width: `${percent(use.tokens, limit)}%` }} />
      </span>
      <span class="use-tokens">
        {count(use.tokens)}
        {use.maxTokens !== undefined && <span class="quiet"> of {count(use.maxTokens)}</span>}
      </span>
      <span class="use-items quiet">
        {items ? `${count(use.shown as number)} of ${count(use.items as number)} ${itemsOf(use, loops)}` : plural(use.messages, 'message')}
      </span>
    </li>
  );
}

export function BudgetStrip() {
  const made = outcome.value;
  const usage = made?.explanation.usage;
  const uses = (made?.explanation.budgets ?? []).filter((use) => use.kind !== 'whole' && (use.messages > 0 || use.dropped > 0 || use.maxTokens !== undefined));
  const isChat = state.isChat.value;
  return (
    <section class="budget" aria-label="Budget">
      <div class="budget-row">
        <div class="figure">
          <strong>{usage ? count(usage.tokens) : '–'}</strong>
          <span class="quiet">{usage?.maxTokens ? ` of ${count(usage.maxTokens)} tokens` : ' tokens'}</span>
        </div>
        {isChat && (
          <>
            <Slider />
            <input
              class="number"
              type="text"
              inputMode="numeric"
              aria-label="Budget in tokens, as a number"
              placeholder="no limit"
              value={state.budget.value === null ? '' : count(state.budget.value)}
              onChange={(event) => (state.budget.value = readNumber(event.currentTarget.value))}
            />
          </>
        )}
        <ModelChoice />
      </div>
      {uses.length > 0 && (
        <ul class="uses" aria-label="Slots and lanes">
          {uses.map((use) => <Use key={`${use.kind} ${use.name}`} use={use} whole={usage?.maxTokens ?? usage?.tokens ?? 0} />)}
        </ul>
      )}
    </section>
  );
}
