// Places: which message, which line and which pane somebody looks at.
import { signal } from '@preact/signals';
import { outcome } from './live';
import * as state from './state';

export type RightTab = 'messages' | 'diff' | 'tests' | 'request' | 'versions';
export type MiddleTab = 'template' | 'data';
// On a small screen one pane is shown.
export type Pane = 'catalog' | 'middle' | 'right';

export const rightTab = signal<RightTab>('messages');
export const middleTab = signal<MiddleTab>('template');
export const pane = signal<Pane>('middle');
export const isCatalogShown = signal(true);

export const focusedMessage = signal(-1);
// A message to bring into sight; a new object each time.
export const messageJump = signal<{ index: number } | null>(null);

// From a line to the first message that it made.
export function showMessagesOf(line: number): void {
  const made = outcome.value;
  if (!made || made.isText) return;
  const index = made.explanation.messages.findIndex((message) => message.parts.some((part) => part.line === line));
  focusedMessage.value = index;
  if (index >= 0) {
    rightTab.value = 'messages';
    messageJump.value = { index };
  }
}

// From a message, or a part of one, to the line that made it.
export function showLineOf(index: number, line: number | undefined): void {
  focusedMessage.value = index;
  if (!line) return;
  middleTab.value = 'template';
  pane.value = 'middle';
  state.jump.value = { line };
}
