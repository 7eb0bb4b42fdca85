// Generates templates and compares what Galley and Handlebars.js make of them.
//
// usage: node handlebars_differential.js GALLEY [--count N] [--seed S]
//
// Handlebars.js is the one that references.py pins, or what HANDLEBARS_JS names.
// Exit status 0 where all agree, 1 where some differ, 77 (skipped) without it.  Both
// must render the same bytes, or both must fail.  What docs/compatibility.md lists is
// not generated.
'use strict';

const path = require('path');
const { spawnSync } = require('child_process');

function findHandlebars() {
  const pinned = path.join(__dirname, '../../build/references/node_modules/handlebars');
  for (const place of [process.env.HANDLEBARS_JS, pinned]) {
    if (!place) continue;
    try {
      return require(place);
    } catch (error) {
      continue;
    }
  }
  return null;
}

// The version that references.py pins.
const PINNED = '4.7.10';

const Handlebars = findHandlebars();
if (!Handlebars || Handlebars.VERSION !== PINNED) {
  console.log(`skipped: Handlebars.js ${PINNED} is not there (./dev test installs it where npm reaches it, or`);
  console.log('HANDLEBARS_JS names its folder node_modules/handlebars)');
  process.exit(77);
}

const DATA = {
  n: 7, z: 0, neg: -3, f: 2.5, big: 1e21, t: true, no: false, nil: null,
  s: 'Hello <World>', u: 'h\u00e9llo \u20ac\u{1F600}', e: '', one: '1',
  xs: [3, 1, 2], ss: ['b', 'A', 'c'], mixed: [1, 'a', null, 2.5, true, [5], { k: 'v' }], empty: [],
  m: { b: 2, a: 1 }, none: {}, people: [{ name: 'Ann', age: 31 }, { name: 'bob', age: 0 }],
  nested: { a: { b: [1, { c: 'deep' }] }, n: 'inner' }, single: [[1]], nulls: [null, 0, '', [null]], 'odd key': 'odd', pn: 'p1',
  tree: { v: 1, c: [{ v: 2 }, { v: 3, c: [{ v: 4 }] }] },
};
const PARTIALS = {
  p1: 'P1({{n}}{{this.name}})', p2: '[{{> @partial-block}}]{{@index}}',
  p3: 'a\n  {{x}}\n b\n', p4: '{{#each this}}{{@key}}={{.}},{{/each}}', rec: '{{v}}{{#each c}}({{> rec}}){{/each}}',
  p5: '{{> inl}}', p6: '<{{> @partial-block}}|{{../n}}|{{@root.n}}|{{@../index}}>',
};
const NAMES = Object.keys(DATA).filter((name) => /^\w+$/.test(name)).concat(['missing']);
const PATHS = ['this', '.', '..', '../n', '../../n', 'this.n', './n', 'nested.a.b', 'nested.a.b.[1].c', 'nested/n', 'm.a', 'm.missing.x',
  'xs.[0]', 'xs.length', 's.length', 'u.[0]', 'u.[7]', 'nil.x', 'z.x', '[odd key]', '@root.n', '@root', '@index', '@key', '@first', '@last',
  '@../index', '@missing', '@custom', '@custom.x', 'name', 'age', 'v', 'k', 'this.name', '../name', 'single.[0].[0]', 'x', 'y'];
const LITERALS = ['0', '1', '-2.5', '"n"', "'s'", '"a b"', 'true', 'false', 'null', 'undefined'];
const TEXTS = ['text', ' a\n', '\n  ', '<b>', 'x ', '\n', '\r\n', '  ', '\t', '\\{{n}}', '\\\\', '{ ', '}', 'a\\b', '\u00a0'];

// A small generator of its own, so that a seed means the same everywhere.
class Random {
  constructor(seed) { this.state = seed >>> 0; }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(count) { return Math.floor(this.next() * count); }
  chance(odds) { return this.next() < odds; }
  pick(list) { return list[this.below(list.length)]; }
}

class Generator {
  constructor(random, settings) {
    this.random = random;
    this.settings = settings;
    this.params = [];
  }

  // A tag that prints.  Where it does not escape, text stands before it: JavaScript
  // adds numbers up until there is a string.
  print(open, text) {
    const { random } = this;
    const unescaped = this.settings.noEscape || open === '&' || open === '{';
    return (unescaped ? random.pick(['-', ':', '<i>']) : '') + (open === '{' ? `{{{${text}}}}` : this.tag(open, text));
  }

  path() {
    const { random } = this;
    if (this.params.length && random.chance(0.3)) return random.pick(this.params) + random.pick(['', '', '.a', '.name', '.x.y']);
    return random.chance(0.5) ? random.pick(NAMES) : random.pick(PATHS);
  }

  value(depth) {
    const { random } = this;
    const kind = random.next();
    if (depth > 0 && kind < 0.15) return `(lookup ${this.value(depth - 1)} ${this.value(depth - 1)})`;
    if (kind < 0.3) return random.pick(LITERALS);
    if (kind < 0.305) return '(missing 1)';
    return this.path();
  }

  tag(open, text) {
    const { random } = this;
    return `{{${random.chance(0.12) ? '~' : ''}${open}${text}${random.chance(0.12) ? '~' : ''}}}`;
  }

  body(depth) {
    let text = '';
    for (let i = this.random.below(4); i >= 0; --i) text += this.statement(depth);
    return text;
  }

  otherwise(depth) {
    const { random } = this;
    const kind = random.next();
    if (kind < 0.55) return '';
    if (kind < 0.85) return this.tag('', random.pick(['else', '^', ' else '])) + this.body(depth - 1);
    return this.tag('', `else if ${this.value(1)}`) + this.body(depth - 1) + this.otherwise(depth);
  }

  block(depth) {
    const { random } = this;
    const name = random.pick(['if', 'unless', 'each', 'with', 'each', 'section', 'section', 'inverse']);
    const line = random.chance(0.3) ? '\n' : '';
    const declared = random.chance(0.25) ? random.pick([['x'], ['x', 'y'], ['n', 'i'], ['x', 'y', 'w']]) : [];
    const params = declared.length ? ` as |${declared.join(' ')}|` : '';
    if (name === 'section' || name === 'inverse') {
      // What a section gives as block parameters is an accident of Handlebars.js.
      const path = this.path();
      const otherwise = name === 'section' ? this.otherwise(depth) : '';
      return `${this.tag(name === 'section' ? '#' : '^', path)}${line}${this.body(depth - 1)}${otherwise}${this.tag('/', path)}${line}`;
    }
    const list = name === 'each' && random.chance(0.3) ? random.pick(['nulls', 'mixed', 'people']) : null;
    const zero = name === 'if' || name === 'unless' ? random.pick(['', '', '', ' includeZero=true', ' includeZero=n']) : '';
    const open = this.tag('#', `${name} ${list || this.value(1)}${zero}${params}`);
    this.params.push(...declared);
    const body = this.body(depth - 1);
    this.params.length -= declared.length;
    return `${open}${line}${body}${this.otherwise(depth)}${this.tag('/', name)}${line}`;
  }

  hash() {
    const { random } = this;
    let text = '';
    while (random.chance(0.35)) text += ` ${random.pick(['x', 'y', 'n', 'name'])}=${this.value(1)}`;
    return text;
  }

  partial(depth) {
    const { random } = this;
    const name = random.pick(['p1', 'p1', 'p2', 'p3', 'p3', 'p4', 'p4', 'p5', 'p6', 'inl', '@partial-block', '(lookup . "pn")', 'missing']);
    const context = random.chance(0.3) ? ` ${this.value(1)}` : '';
    const around = random.chance(0.3) ? ['\n  ', '\n'] : ['', ''];
    if (random.chance(0.5) || name.startsWith('(')) return `${around[0]}${this.tag('>', ` ${name}${context}${this.hash()}`)}${around[1]}`;
    return `${around[0]}${this.tag('#>', ` ${name}${context}${this.hash()}`)}${around[1]}${this.body(depth - 1)}${this.tag('/', name)}`;
  }

  statement(depth) {
    const { random } = this;
    const kind = random.next();
    if (depth === 0 || kind < 0.25) return random.pick(TEXTS);
    if (kind < 0.55) return this.print(random.pick(['', '', '', '&', '{']), this.path());
    if (kind < 0.58) return this.print('', `lookup ${this.value(1)} ${this.value(1)}`);
    if (kind < 0.61) return random.pick(['{{! c }}', '{{!-- {{c}} --}}', '{{~! c ~}}', '\n {{! c }} \n']);
    if (kind < 0.86) return this.block(depth);
    if (kind < 0.95) return this.partial(depth);
    if (kind < 0.98) return `{{#*inline "${random.pick(['inl', 'p1'])}"}}${this.body(depth - 1)}{{/inline}}`;
    return `{{{{${random.pick(['n', 'if t', 'missing'])}}}}} {{n}} {{{{/n}}}}`;
  }
}

function settingsFor(random) {
  const settings = { structures: 'js' };
  for (const name of ['noEscape', 'strict', 'assumeObjects', 'compat', 'preventIndent', 'ignoreStandalone', 'explicitPartialContext']) {
    if (random.chance(0.1)) settings[name] = true;
  }
  if (random.chance(0.3)) settings.data = { custom: { x: 'CX' } };
  return settings;
}

function expected(source, settings) {
  const engine = Handlebars.create();
  for (const [name, text] of Object.entries(PARTIALS)) engine.registerPartial(name, text);
  const { structures, data, ...options } = settings;
  const warn = console.error;
  console.error = () => {};
  try {
    const text = engine.compile(source, options)(JSON.parse(JSON.stringify(DATA)), { data });
    return Buffer.from(text).toString();  // half a surrogate pair becomes U+FFFD
  } catch (error) {
    return null;
  } finally {
    console.error = warn;
  }
}

function main() {
  const argument = (name, fallback) => {
    const at = process.argv.indexOf(name);
    return at < 0 ? fallback : Number(process.argv[at + 1]);
  };
  const count = argument('--count', 2000);
  const seed = argument('--seed', 1);
  const cases = [];
  for (let number = 0; number < count; ++number) {
    const random = new Random(seed * 1000003 + number);
    const settings = settingsFor(random);
    const source = new Generator(random, settings).body(3);
    cases.push({ number, source, settings, want: expected(source, settings) });
  }
  const requests = cases.map(({ number, source, settings }) => JSON.stringify({
    jsonrpc: '2.0', id: number, method: 'text.render',
    params: { language: 'handlebars', source, data: DATA, templates: PARTIALS, options: settings },
  }));
  const run = spawnSync(process.argv[2], ['rpc'], { input: requests.join('\n') + '\n', maxBuffer: 1 << 30, encoding: 'utf8' });
  const lines = run.stdout.split('\n');
  let differ = 0;
  let failing = 0;
  for (let at = 0; at < cases.length; ++at) {
    const { number, source, settings, want } = cases[at];
    if (!lines[at]) {
      console.log(`galley died on ${JSON.stringify(source)} ${JSON.stringify(settings)}\n${run.stderr}`);
      return 1;
    }
    const response = JSON.parse(lines[at]);
    const got = response.result ? response.result.text : null;
    failing += want === null;
    if (got === want) continue;
    if (++differ > 20) continue;
    console.log(`DIFFERS seed ${seed}, number ${number} ${JSON.stringify(settings)}\n  source ${JSON.stringify(source)}`);
    console.log(`  handlebars.js ${JSON.stringify(want)}\n  galley        ${JSON.stringify(got)}`);
    if (got === null) console.log(`                ${response.error.message}`);
  }
  console.log(`${cases.length} templates compared, ${failing} of them failing in both, ${differ} differ`);
  return differ ? 1 : 0;
}

process.exit(main());
