// The catalog: all templates as a tree, by tier and folder, with a search that narrows it.
import { computed, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { count } from '../format';
import { pane } from '../places';
import * as state from '../state';
import type { Entry } from '../types';
import { VirtualList, type VirtualListHandle } from '../virtual_list';

interface Row {
  key: string;
  level: number;
  label: string;
  kind: 'tier' | 'folder' | 'template' | 'stored';
  isOpen?: boolean;
  size?: number;
  entry?: Entry;
  name?: string | null;
  detail?: string;
}

const search = signal('');
const closed = signal<ReadonlySet<string>>(new Set(['builtin', 'program']));
const active = signal(0);

const TIER_NAMES: Record<string, string> = {
  project: 'Project', user: 'User', builtin: 'Built in', program: 'Program', store: 'Store',
};
const TYPE_MARKS: Record<string, string> = {
  chat: 'chat', jinja: 'j2', handlebars: 'hbs', sections: 'sect', task: 'task', model: 'model',
};

interface Folder {
  folders: Map<string, Folder>;
  entries: Entry[];
  size: number;
}

function newFolder(): Folder {
  return { folders: new Map(), entries: [], size: 0 };
}

// The folder of that name, with one more in it.
function folderIn(folders: Map<string, Folder>, name: string): Folder {
  const found = folders.get(name) ?? newFolder();
  folders.set(name, found);
  found.size += 1;
  return found;
}

// Each tier as a tree of folders.
const trees = computed(() => {
  const tiers = new Map<string, Folder>();
  for (const entry of state.entries.value) {
    let folder = folderIn(tiers, entry.tier);
    const steps = entry.logical_name.split('/');
    for (const step of steps.slice(0, -1)) folder = folderIn(folder.folders, step);
    folder.entries.push(entry);
  }
  return tiers;
});

function templateRow(entry: Entry, level: number, label: string): Row {
  return { key: entry.absolute_path, level, label, kind: 'template', entry, name: state.nameOf(entry) };
}

function addFolder(rows: Row[], folder: Folder, path: string, level: number): void {
  for (const [name, each] of folder.folders) {
    const key = `${path}/${name}`;
    const isOpen = !closed.value.has(key);
    rows.push({ key, level, label: name, kind: 'folder', isOpen, size: each.size });
    if (isOpen) addFolder(rows, each, key, level + 1);
  }
  for (const entry of folder.entries) {
    rows.push(templateRow(entry, level, entry.logical_name.split('/').pop() ?? entry.logical_name));
  }
}

const rows = computed<Row[]>(() => {
  const wanted = search.value.trim().toLowerCase();
  if (wanted !== '') return matches(wanted);
  const found: Row[] = [];
  for (const [tier, folder] of trees.value) {
    const isOpen = !closed.value.has(tier);
    found.push({ key: tier, level: 1, label: TIER_NAMES[tier] ?? tier, kind: 'tier', isOpen, size: folder.size });
    if (isOpen) addFolder(found, folder, tier, 2);
  }
  const stored = state.stored.value;
  if (stored && stored.length > 0) {
    const isOpen = !closed.value.has('store');
    found.push({ key: 'store', level: 1, label: 'Store', kind: 'tier', isOpen, size: stored.length });
    if (isOpen) found.push(...stored.map((each) => storedRow(each, 2)));
  }
  return found;
});

function storedRow(document: state.StoredDocument, level: number): Row {
  const labels = Object.entries(document.labels).map(([label, at]) => `${label} ${at}`);
  return {
    key: `store:${document.name}`, level, label: document.name, kind: 'stored', name: `store:${document.name}`,
    detail: [`v${document.newest.version}`, ...labels].join(' · '),
  };
}

// Every word must be in the name; those that begin with the first word come first.
function matches(wanted: string): Row[] {
  const words = wanted.split(/\s+/);
  const first = words[0] as string;
  const isMatch = (name: string) => words.every((word) => name.includes(word));
  const found = state.entries.value.filter((entry) => isMatch(`${entry.logical_name.toLowerCase()} ${entry.type} ${entry.tier}`));
  const rank = (entry: Entry) => ((entry.logical_name.split('/').pop() ?? '').toLowerCase().startsWith(first) ? 0 : 1);
  const listed = found.sort((a, b) => rank(a) - rank(b)).map((entry) => templateRow(entry, 1, entry.logical_name));
  const stored = (state.stored.value ?? []).filter((each) => isMatch(`${each.name.toLowerCase()} store`));
  return [...listed, ...stored.map((each) => storedRow(each, 1))];
}

function toggle(row: Row, isOpen = !row.isOpen): void {
  const next = new Set(closed.value);
  if (isOpen) next.delete(row.key);
  else next.add(row.key);
  closed.value = next;
}

function choose(row: Row): void {
  if (row.kind === 'tier' || row.kind === 'folder') return toggle(row);
  if (!row.name) return;
  void state.openTemplate(row.name).then((isOpen) => {
    if (isOpen) pane.value = 'middle';
  });
}

function isOpenNow(row: Row): boolean {
  const document = state.open.value;
  if (!document) return false;
  return row.kind === 'stored' ? document.name === row.name : row.kind === 'template' && document.entry.absolute_path === row.key;
}

function TreeRow({ row, index }: { row: Row; index: number }) {
  const isBranch = row.kind === 'tier' || row.kind === 'folder';
  const isReachable = isBranch || !!row.name;
  return (
    <div
      id={`row-${index}`}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={isBranch ? row.isOpen : undefined}
      aria-selected={isOpenNow(row)}
      aria-disabled={!isReachable || undefined}
      class={`tree-row ${row.kind} level-${Math.min(row.level, 8)} ${index === active.value ? 'active' : ''}`}
      title={isReachable ? (row.entry?.relative_path ?? row.label) : `${row.label}: another template has this name, so none leads here`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        active.value = index;
        choose(row);
      }}
    >
      {isBranch && <span class={`twist ${row.isOpen ? 'open' : ''}`} aria-hidden="true" />}
      <span class="tree-label">{row.label}</span>
      {isBranch && <span class="tree-count">{count(row.size ?? 0)}</span>}
      {row.entry && <span class="tree-type">{TYPE_MARKS[row.entry.type]}</span>}
      {row.detail && <span class="tree-type">{row.detail}</span>}
    </div>
  );
}

function move(event: KeyboardEvent, list: VirtualListHandle | null): void {
  const all = rows.value;
  const row = all[active.value];
  const inField = event.target instanceof HTMLInputElement;
  let next = active.value;
  if (event.key === 'ArrowDown') next += 1;
  else if (event.key === 'ArrowUp') next -= 1;
  else if (event.key === 'PageDown') next += 20;
  else if (event.key === 'PageUp') next -= 20;
  else if (event.key === 'Home' && !inField) next = 0;
  else if (event.key === 'End' && !inField) next = all.length - 1;
  else if (event.key === 'Enter' && row) choose(row);
  else if (event.key === 'ArrowRight' && !inField && row?.isOpen === false) toggle(row, true);
  else if (event.key === 'ArrowRight' && !inField && row?.isOpen) next += 1;
  else if (event.key === 'ArrowLeft' && !inField && row?.isOpen) toggle(row, false);
  else if (event.key === 'ArrowLeft' && !inField && row) {
    while (next > 0 && (all[next]?.level ?? 1) >= row.level) next -= 1;
  } else if (event.key === 'Escape' && inField && search.value) search.value = '';
  else return;
  event.preventDefault();
  active.value = Math.max(0, Math.min(next, all.length - 1));
  list?.scrollTo(active.value);
}

export function focusSearch(): void {
  const field = document.getElementById('search');
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

export function Catalog() {
  const list = useRef<VirtualListHandle>(null);
  useEffect(() => {
    // What is open is where the keyboard starts.
    const at = rows.peek().findIndex(isOpenNow);
    if (at >= 0) active.value = at;
  }, [state.open.value?.name]);
  const all = rows.value;
  const total = state.entries.value.length;
  return (
    <nav class="pane catalog" aria-label="Templates" onKeyDown={(event) => move(event, list.current)}>
      <div class="search">
        <input
          id="search"
          type="search"
          placeholder={`Search ${count(total)} templates`}
          aria-label="Search templates"
          aria-controls="tree"
          autocomplete="off"
          spellcheck={false}
          value={search.value}
          onInput={(event) => {
            search.value = event.currentTarget.value;
            active.value = 0;
          }}
        />
        <kbd aria-hidden="true">Ctrl K</kbd>
      </div>
      {state.catalogProblem.value && <p class="notice bad">{state.catalogProblem.value}</p>}
      {all.length === 0 && !state.catalogProblem.value && (
        <p class="empty">{search.value ? 'Nothing has such a name.' : 'There are no templates yet. Put one into .galley/templates.'}</p>
      )}
      <VirtualList
        ref={list}
        class="tree"
        count={all.length}
        estimate={() => 28}
        keyOf={(at) => (all[at] as Row).key}
        row={(at) => <TreeRow row={all[at] as Row} index={at} />}
        attributes={{
          id: 'tree', role: 'tree', tabIndex: 0, 'aria-label': 'Templates',
          'aria-activedescendant': all.length > 0 ? `row-${active.value}` : undefined,
        }}
      />
    </nav>
  );
}
