// Versions: what the store has of the template, and a new one of what is in the editor.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call, mayWrite } from '../api';
import { shortTime } from '../format';
import { rightTab } from '../places';
import * as state from '../state';
import type { Version } from '../types';
import { left, loadVersions, right, storedName, versions } from './diff';

const note = signal<{ text: string; isBad: boolean } | null>(null);

async function push(message: string): Promise<void> {
  const document = state.open.value;
  if (!document) return;
  try {
    const pushed = await call<{ version: number; created: boolean }>('store.push', {
      name: storedName(), text: state.text.value, type: document.entry.type, message,
      base: versions.value[0]?.version,
    });
    note.value = { text: pushed.created ? `Stored as version ${pushed.version}.` : 'The newest version says the same; nothing was stored.', isBad: false };
    await state.loadCatalog();
    await loadVersions();
  } catch (error) {
    note.value = { text: (error as Error).message, isBad: true };
  }
}

async function setLabel(version: number, label: string): Promise<void> {
  try {
    await call('store.label', { name: `${storedName()}@${version}`, label });
    note.value = { text: `${label} is version ${version} now.`, isBad: false };
    await state.loadCatalog();
    await loadVersions();
  } catch (error) {
    note.value = { text: (error as Error).message, isBad: true };
  }
}

function compareWith(version: Version): void {
  left.value = { ...left.value, what: `@${version.version}` };
  right.value = { ...right.value, what: 'editor' };
  rightTab.value = 'diff';
}

function VersionRow({ version }: { version: Version }) {
  return (
    <li class="version">
      <div class="version-head">
        <strong>{version.version}</strong>
        {version.labels.map((label) => <span key={label} class="badge">{label}</span>)}
        <span class="spring" />
        <span class="quiet">{version.author} {shortTime(version.time)}</span>
      </div>
      {version.message && <p>{version.message}</p>}
      <div class="buttons">
        <button type="button" onClick={() => compareWith(version)}>Compare</button>
        <button type="button" onClick={() => void state.openTemplate(`store:${storedName()}@${version.version}`)}>Open</button>
        {mayWrite && (
          <form class="label-form" onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const label = String(new FormData(form).get('label') ?? '').trim();
            if (label) void setLabel(version.version, label).then(() => form.reset());
          }}>
            <input name="label" type="text" placeholder="label" aria-label={`Label for version ${version.version}`} autocomplete="off" />
            <button type="submit">Set</button>
          </form>
        )}
      </div>
    </li>
  );
}

export function Versions() {
  useEffect(() => {
    note.value = null;
    void loadVersions();
  }, [state.open.value?.name]);
  const hasStore = state.stored.value !== null;
  return (
    <div class="versions-pane scroll">
      {mayWrite && (
        <form class="push" onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void push(String(new FormData(form).get('message') ?? '').trim()).then(() => form.reset());
        }}>
          <input name="message" type="text" placeholder="what changed, and why" aria-label="Message for the new version" autocomplete="off" required />
          <button type="submit" class="primary">Store a version</button>
        </form>
      )}
      <p role="status" class={note.value?.isBad ? 'notice bad' : 'notice'} hidden={!note.value}>{note.value?.text}</p>
      {!hasStore && (
        <p class="empty">There is no store yet. The first version that is stored makes one, which keeps all versions of templates, and labels.</p>
      )}
      {hasStore && versions.value.length === 0 && <p class="empty">The store has no version of this template yet.</p>}
      <ul class="version-list">{versions.value.map((version) => <VersionRow key={version.version} version={version} />)}</ul>
    </div>
  );
}

