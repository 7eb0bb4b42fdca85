// Rendering in the page, where the server has the WebAssembly of galley-prompts for it.
//
// The page knows the open template and those it names, and no configuration.  So it renders by
// itself once an answer of the server was the same as its own, byte for byte; what it cannot
// render is asked of the server, which is asked again when typing pauses and has the last word.
import { setInstance } from '../../js/src/instance';
import { memoryFiles } from '../../js/src/memory_files';
import { callJson } from '../../js/src/operations';
import { setPlatform } from '../../js/src/platform';
import { WasmInstance } from '../../js/src/wasm_instance';
import { call, toJson, type Params } from './api';
import type { FileText, Inspection } from './types';

const MOST_FILES = 64;
const CACHE = '/cache';
const EMPTY = '/empty'; // the working directory
// Longer than that so many times in a row, and the server does it without holding up the
// keyboard.
const LONG_MS = 50;
const MOST_LONG = 5;

// The open template and what it names, as a workspace in memory.
interface Project {
  name: string;
  files: { [path: string]: string };
  roots: string[];
}

const modulePath = document.documentElement.dataset.module;
let isReady = false;
let project: Project | null = null;
let trusted = ''; // the template that the server renders as the page does
let turn = 0;
let longRuns = 0;

export async function startEngine(): Promise<void> {
  if (!modulePath) return;
  const compiled = await WebAssembly.compileStreaming(fetch(modulePath));
  setPlatform({
    compile: () => compiled,
    // What needs more than rendering does is the server's.
    compileRest: () => {
      throw new Error('only the first part of the module is here');
    },
    vocabulary: () => undefined,
    files: memoryFiles(EMPTY, CACHE),
    directories: { '/': EMPTY, [CACHE]: CACHE },
    environment: { XDG_CACHE_HOME: CACHE },
  });
  setInstance(() => new WasmInstance());
  isReady = true;
}

// Takes the templates that `name` leads to, as they are on disk now; false where the page
// cannot render it.
export async function followTemplate(name: string): Promise<boolean> {
  if (!isReady) return false;
  const mine = ++turn;
  trusted = '';
  project = null;
  const found = await gather(name).catch(() => null);
  if (mine !== turn) return false;
  project = found;
  return found !== null;
}

async function gather(name: string): Promise<Project | null> {
  const made: Project = { name, files: {}, roots: [] };
  const roots = new Map<number, string>();
  const names = [name];
  for (let at = 0; at < names.length; ++at) {
    if (at === MOST_FILES) return null;
    const params = { name: names[at] as string };
    const [file, found] = await Promise.all([call<FileText>('file.read', params), call<Inspection>('catalog.inspect', params)]);
    const { entry, path } = file;
    if (!entry || path === null || entry.tier !== 'project' || found.dynamic) return null;
    made.files[path] = file.text;
    roots.set(entry.root_index, path.slice(0, -entry.relative_path.length - 1));
    for (const next of [found.extends ?? [], found.includes ?? [], found.imports ?? []].flat()) {
      if (!names.includes(next)) names.push(next);
    }
  }
  made.roots = [...roots].sort(([a], [b]) => a - b).map(([, root]) => root);
  return made;
}

function workspaceOf(of: Project, path: string, text: string): Params {
  return { files: { ...of.files, [path]: text }, roots: { project: of.roots } };
}

/** What is asked: of the server with its workspace, and of the page with that in memory. */
export interface Question {
  name: string;
  path: string | null;
  text: string;
  operation: string;
  paramsWith(workspace: Params | undefined): Params;
}

// What the page itself answers; null where it cannot.
function answerHere(question: Question): string | null {
  const { name, path, text, operation } = question;
  if (!isReady || !project || project.name !== name || path === null) return null;
  try {
    return callJson(operation, toJson(question.paramsWith(workspaceOf(project, path, text))));
  } catch {
    // What is wrong is told by the server, who knows all of the project.
    return null;
  }
}

// Whether the page answers what is asked about a template.
export function answersInPage(name: string): boolean {
  return trusted === name;
}

// The answer, where the page may give it.
export function answerInPage(question: Question): string | null {
  if (!answersInPage(question.name)) return null;
  const began = performance.now();
  const answer = answerHere(question);
  longRuns = performance.now() - began > LONG_MS ? longRuns + 1 : 0;
  if (longRuns === MOST_LONG) giveUp();
  return answer;
}

// Whether the page may answer from now on: where it says what the server said.
export function compareWithPage(question: Question, fromServer: string): void {
  if (!project || project.name !== question.name) return;
  if (answerHere(question) === fromServer) trusted = question.name;
  else giveUp();
}

// Until the template is opened or saved again.
function giveUp(): void {
  trusted = '';
  project = null;
  longRuns = 0;
}
