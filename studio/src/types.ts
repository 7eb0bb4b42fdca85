// What the operations give, as far as the page reads it.
import type { Diagnostic, Plain } from './api';

export interface Entry {
  logical_name: string;
  tier: string;
  relative_path: string;
  absolute_path: string;
  root_index: number;
  extension: string;
  type: 'jinja' | 'handlebars' | 'sections' | 'chat' | 'task' | 'model';
  reachable_as: string | null;
}

export interface FileText {
  path: string | null;
  text: string;
  digest: string;
  entry?: Entry;
}

export interface Part {
  where: string;
  source?: string;
  slot?: string;
  loop?: number[];
  line?: number;
  tokens: number;
  content: string;
}

export interface Message {
  role: string;
  prefix?: boolean;
  tokens: number;
  parts: Part[];
}

export interface BudgetUse {
  kind: 'whole' | 'layout' | 'slot' | 'lane' | string;
  name?: string;
  priority?: number;
  tokens: number;
  maxTokens?: number;
  reserve?: number;
  messages: number;
  items?: number;
  shown?: number;
  dropped: number;
}

export interface Drop {
  event: string;
  where: string;
  why: string;
  reason?: string;
  role?: string;
  source?: string;
  loop?: number[];
  line?: number;
  tokens?: number;
  needed?: number;
  left?: number;
  unreached?: number;
}

export interface Usage {
  tokens: number;
  maxTokens?: number | null;
  exactness: string;
  estimator?: string;
  estimatedMargin?: number;
  model?: string;
}

export interface Explanation {
  usage: Usage;
  file?: string;
  messages: Message[];
  budgets: BudgetUse[];
  dropped: { where: string; source: string; items: number; shown: number }[];
  drops: Drop[];
  diagnostics?: Diagnostic[];
}

export interface BudgetPoint {
  maxTokens: number;
  tokens: number;
  messages: number;
  changes: number;
  exact: boolean;
}

export interface Input {
  name: string;
  type?: string;
  required: boolean;
  places?: { file: string; line: number; column: number }[];
}

export interface Inspection {
  variables?: string[];
  inputs?: Input[];
  extends?: string[] | null;
  includes?: string[];
  imports?: string[];
  dynamic?: boolean; // it names templates that only its data tells
  chat?: { slots?: unknown; lanes?: unknown; sources?: string[]; anchors?: string[] };
}

export interface Model {
  name: string;
  description?: string;
  context: number;
  reserve: number;
  exactness: string;
  origin: string;
}

export interface Version {
  version: number;
  digest: string;
  author?: string;
  message?: string;
  time?: number | string;
  size: number;
  labels: string[];
}

// A case of a test with what it is rendered with.
export interface CaseInputs {
  name: string;
  line: number;
  text?: string; // its data as JSON
  budget?: number | string;
  model?: string;
  tokenizer?: string;
  injections?: Plain[];
  squash?: boolean;
  strict?: boolean;
  problems?: Diagnostic[];
}

export interface TestCase {
  name: string;
  line: number;
  passed: boolean;
  failures?: { part: string; message: string; expected?: string; actual?: string }[];
}

export interface TestFile {
  name: string;
  path: string;
  template?: string;
  updated: boolean;
  problems?: Diagnostic[];
  cases: TestCase[];
}
