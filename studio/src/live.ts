// Live: whatever is typed or moved is checked and rendered at once.
//
// One render is under way at a time, and the newest state follows it, so that the page never
// falls behind however fast somebody types; an answer that is no longer about what is shown
// is not shown.  The page renders by itself where it can (engine.ts), and the server otherwise.
import { batch, effect, signal, untracked } from '@preact/signals';
import { Refused, call, callText, whenBack, type Diagnostic, type Params, type RawJson } from './api';
import { answerInPage, answersInPage, compareWithPage, followTemplate, startEngine, type Question } from './engine';
import * as state from './state';
import type { BudgetPoint, Explanation, Inspection, Usage } from './types';

export interface Outcome {
  name: string;
  explanation: Explanation;
  isText: boolean; // of a template that gives one text
}

export const outcome = signal<Outcome | null>(null);
// What is wrong with the template, and with rendering it with this data.
export const findings = signal<Diagnostic[]>([]);
export const renderProblems = signal<Diagnostic[]>([]);
export const isStale = signal(false); // the outcome is of an older text
export const points = signal<BudgetPoint[]>([]);
export const mostTokens = signal(0); // where nothing more appears
// From the key to the messages, for those who measure: milliseconds, newest last.
export const latencies: number[] = [];

interface Asked {
  name: string;
  path: string | null;
  text: string;
  type: string;
  workspace: Params | undefined;
  data: string;
  budget: number | null;
  model: string;
  more: Params;
}

function asked(): Asked | null {
  const document = state.open.value;
  if (!document) return null;
  return {
    name: document.name,
    path: document.path,
    text: state.text.value,
    type: document.entry.type,
    workspace: state.unsaved(),
    data: state.dataText.value,
    budget: state.budget.value,
    model: state.model.value,
    more: state.moreInputs.value,
  };
}

export function chatTemplate(of: { name: string; workspace?: Params | undefined }): Params {
  return { name: of.name, workspace: of.workspace };
}

function common(of: Asked): Params {
  return { ...of.more, model: of.model || undefined, maxTokens: of.budget ?? undefined };
}

function questionOf(of: Asked, context: RawJson): Question {
  const { name, path, text } = of;
  if (of.type === 'chat') {
    const paramsWith = (workspace: Params | undefined) => ({ template: chatTemplate({ name, workspace }), context, ...common(of) });
    return { name, path, text, operation: 'chat.explain', paramsWith };
  }
  const paramsWith = (workspace: Params | undefined) => ({
    name, workspace, data: context, model: of.model || undefined, tokenizer: of.model ? undefined : 'chars/4',
  });
  return { name, path, text, operation: 'template.render', paramsWith };
}

// Given up where the page itself can answer what is asked next.
let asking = new AbortController();

async function askServer(question: Question, of: Asked): Promise<string> {
  asking = new AbortController();
  const answer = await callText(question.operation, question.paramsWith(of.workspace), asking.signal);
  compareWithPage(question, answer);
  return answer;
}

function outcomeOf(of: Asked, answer: string): Outcome {
  const isText = of.type !== 'chat';
  const read: unknown = JSON.parse(answer);
  return { name: of.name, explanation: isText ? asMessage(read as RenderedText) : (read as Explanation), isText };
}

interface RenderedText {
  text: string;
  usage?: Usage;
  diagnostics?: Diagnostic[];
}

// One text as a conversation of one message.
function asMessage(rendered: RenderedText): Explanation {
  const tokens = rendered.usage?.tokens ?? Math.ceil(rendered.text.length / 4);
  return {
    usage: rendered.usage ?? { tokens, exactness: 'estimate' },
    messages: [{ role: 'text', tokens, parts: [{ where: 'text', line: 1, tokens, content: rendered.text }] }],
    budgets: [],
    dropped: [],
    drops: [],
    ...(rendered.diagnostics ? { diagnostics: rendered.diagnostics } : {}),
  };
}

// With `confirming`, what the page itself rendered is asked of the server.
async function renderOnce(of: Asked, confirming?: AbortSignal): Promise<void> {
  let context: RawJson;
  try {
    context = await state.readData(of.data);
    state.dataProblem.value = null;
  } catch (error) {
    if (error instanceof Refused) state.dataProblem.value = error.diagnostics[0] ?? null;
    isStale.value = true;
    return;
  }
  try {
    const question = questionOf(of, context);
    const here = confirming ? null : answerInPage(question);
    const answer = here ?? (await askServer(question, of));
    if (confirming && (confirming.aborted || answer === shown)) return;
    isConfirmed = here === null;
    shown = answer;
    const made = outcomeOf(of, answer);
    batch(() => {
      outcome.value = made;
      renderProblems.value = made.explanation.diagnostics ?? [];
      isStale.value = false;
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    batch(() => {
      renderProblems.value = error.diagnostics;
      isStale.value = true;
    });
  }
}

let shown = ''; // the answer that is seen
let isConfirmed = true; // it is the server's

async function check(of: Asked): Promise<void> {
  try {
    const found = await call<{ findings: Diagnostic[] }>('catalog.check', { workspace: of.workspace, names: [of.name] });
    if (state.open.value?.name === of.name) findings.value = found.findings;
  } catch (error) {
    if (error instanceof Refused) findings.value = error.diagnostics;
  }
}

// What is asked for once typing pauses: where the budget changes something, and names to
// complete.
async function afterwards(of: Asked, abort: AbortSignal): Promise<void> {
  if (!isConfirmed) {
    isConfirmed = true;
    await renderOnce(of, abort).catch(() => undefined);
    if (abort.aborted) return;
  }
  await Promise.allSettled([findPoints(of, abort), inspect(of, abort)]);
}

const MOST_POINTS = 80;

async function findPoints(of: Asked, abort: AbortSignal): Promise<void> {
  if (of.type !== 'chat') {
    points.value = [];
    return;
  }
  try {
    const context = await state.readData(of.data);
    const template = chatTemplate(of);
    const whole = await call<Explanation>('chat.explain', { template, context, ...common(of), maxTokens: MOST_TOKENS }, abort);
    // Reserves are kept although they are not used, so all may need more than it takes.
    const reserve = whole.budgets.reduce((sum, each) => sum + (each.reserve ?? 0), 0);
    const to = Math.max(1, Math.ceil((whole.usage.tokens + reserve) * 1.1));
    const found = await call<{ points: BudgetPoint[] }>('chat.budget', {
      template, context, ...common(of), maxTokens: undefined, from: 0, to, points: MOST_POINTS,
    }, abort);
    if (state.open.value?.name !== of.name) return;
    batch(() => {
      points.value = found.points;
      mostTokens.value = to;
    });
  } catch {
    // While a template is broken the changes of its last whole state serve.
  }
}
const MOST_TOKENS = 1_000_000_000;

async function inspect(of: Asked, abort: AbortSignal): Promise<void> {
  try {
    const found = await call<Inspection>('catalog.inspect', { name: of.name, workspace: of.workspace }, abort);
    if (state.open.value?.name === of.name) state.inspection.value = found;
  } catch {
    // While a template is broken the names of its last whole state serve.
  }
}

// --- One after another, the newest last -------------------------------------------

const PAUSE_MS = 250;
let began = 0;
let pause = 0;
let pausing = new AbortController(); // of what the last pause asked for

// A function after which `work` is done once more; one is under way at a time.
function newest(work: (of: Asked) => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async () => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      const of = untracked(asked);
      if (of) await work(of).catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

const wantCheck = newest(check);
const wantRender = newest(async (of) => {
  clearTimeout(pause);
  pausing.abort();
  pausing = new AbortController();
  const { signal: abort } = pausing;
  const started = began;
  began = 0;
  if (state.canRender.peek()) {
    await renderOnce(of);
    if (started > 0) noteLatency(started);
  }
  clearTimeout(pause);
  pause = window.setTimeout(() => void afterwards(of, abort), PAUSE_MS);
});

function want(): void {
  began ||= performance.now();
  if (answersInPage(state.open.peek()?.name ?? '')) asking.abort();
  wantRender();
  wantCheck();
}

const MOST_LATENCIES = 2000;

// When the messages are on the screen.
function noteLatency(started: number): void {
  requestAnimationFrame(() => {
    latencies.push(performance.now() - started);
    if (latencies.length > MOST_LATENCIES) latencies.shift();
  });
}

export function startLive(): void {
  effect(() => {
    const of = asked();
    if (of) want();
  });
  effect(() => {
    // What another template rendered to is not this one's.
    const name = state.open.value?.name;
    untracked(() => {
      if (!outcome.value || outcome.value.name === name) return;
      batch(() => {
        outcome.value = null;
        findings.value = [];
        renderProblems.value = [];
        points.value = [];
      });
    });
  });
  whenBack(want);
  state.whenSaved(want);
  const follow = async () => {
    const name = state.open.peek()?.name;
    if (name && (await followTemplate(name))) want();
  };
  effect(() => {
    void state.open.value?.digest;
    void follow();
  });
  void startEngine().then(follow, () => undefined);
}

export const renderNow = want;
