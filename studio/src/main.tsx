// Where the page begins.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app';
import { startKeys } from './keys';
import { latencies, startLive } from './live';
import { isCatalogShown } from './places';
import * as state from './state';
import './style.css';

const NARROW_PX = 1200;

async function start(): Promise<void> {
  isCatalogShown.value = innerWidth >= NARROW_PX;
  render(<App />, document.getElementById('studio') as HTMLElement);
  startLive();
  startKeys();
  addEventListener('focus', () => void state.lookAtDisk());
  addEventListener('pagehide', state.keepDraft);
  addEventListener('beforeunload', (event) => {
    if (state.isDirty.value) event.preventDefault();
  });
  addEventListener('hashchange', openHash);
  effect(() => {
    // Whatever is typed is kept for a reload.
    void state.text.value;
    state.keepDraft();
  });
  await Promise.all([state.loadCatalog(), state.loadModels()]);
  if (location.hash.length > 1) await openHash();
}

async function openHash(): Promise<void> {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name && name !== state.open.value?.name) await state.openTemplate(name);
}

// For whoever measures how long a key takes to show.
(window as unknown as { galleyLatencies: number[] }).galleyLatencies = latencies;

if (RELOADS) new EventSource('/studio/changes').addEventListener('change', () => location.reload());

void start();
