// The way to the server: every answer comes from `POST /v1/OPERATION`, and whether the server
// is there at all is known in one place.
import { signal } from '@preact/signals';

export interface Position {
  line: number;
  column: number;
  offset: number;
}

export interface Diagnostic {
  code: string;
  severity: 'error' | 'warning';
  message: string;
  file?: string;
  range?: { start: Position; end: Position };
  notes?: string[];
  hint?: string;
  where?: string;
}

// What an operation failed with.
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly diagnostics: Diagnostic[],
  ) {
    super(diagnostics[0]?.message ?? `the server answered ${status}`);
  }

  get code(): string {
    return this.diagnostics[0]?.code ?? '';
  }
}

// The server did not answer; `connection` tells so, and nothing is lost.
export class Unreachable extends Error {}

export type Connection = 'here' | 'away' | 'locked';
export const connection = signal<Connection>('here');

// JSON that goes into a request as it is: numbers keep all their digits.
export class RawJson {
  constructor(readonly text: string) {}
}

export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type Params = { [key: string]: Param | undefined };
type Param = Plain | RawJson | Params | (Params | Plain)[];

export function toJson(value: Param): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const pairs = Object.entries(value).filter(([, each]) => each !== undefined);
    return `{${pairs.map(([key, each]) => `${JSON.stringify(key)}:${toJson(each as Param)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

async function send(operation: string, params: Params, abort?: AbortSignal): Promise<Response> {
  try {
    return await fetch(`/v1/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: toJson(params),
      signal: abort ?? null,
    });
  } catch (error) {
    if (abort?.aborted) throw error;
    leave('away');
    throw new Unreachable('the server does not answer');
  }
}

// The text of what an operation gives.
export async function callText(operation: string, params: Params, abort?: AbortSignal): Promise<string> {
  const response = await send(operation, params, abort);
  const text = await response.text().catch(() => '');
  if (response.ok) {
    connection.value = 'here';
    return text;
  }
  let diagnostics: Diagnostic[] = [];
  try {
    diagnostics = (JSON.parse(text) as { diagnostics: Diagnostic[] }).diagnostics ?? [];
  } catch {
    // Not from us; the status says enough.
  }
  if (response.status === 401) leave('locked');
  if (response.status === 503 && diagnostics.length === 0) leave('away');
  throw new Refused(response.status, diagnostics);
}

export async function call<T>(operation: string, params: Params = {}, abort?: AbortSignal): Promise<T> {
  return JSON.parse(await callText(operation, params, abort)) as T;
}

// --- When the server goes away ------------------------------------------------

const onReturn: (() => void)[] = [];
// Runs when the server is back after it was away.
export function whenBack(action: () => void): void {
  onReturn.push(action);
}

const RETRY_MS = 1000;
let isWaiting = false;

function leave(state: Connection): void {
  connection.value = state;
  if (state !== 'away' || isWaiting) return;
  isWaiting = true;
  setTimeout(look, RETRY_MS);
}

async function look(): Promise<void> {
  const isBack = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (!isBack) {
    setTimeout(look, RETRY_MS);
    return;
  }
  isWaiting = false;
  connection.value = 'here';
  for (const action of onReturn) action();
}

// --- What this visitor may do ----------------------------------------------------

const scopes = (document.documentElement.dataset.scopes ?? '').split(' ');
export const mayWrite = scopes.includes('write');
export const version = document.documentElement.dataset.version ?? '';
