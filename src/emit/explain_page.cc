// Constants; their digests are part of the page's policy, so they may not be changed after they
// were hashed.
#include "emit/explain_page.h"

namespace galley::chat {

// A colour stands for one thing: c0 to c5 for what tokens were spent on, `new` for what
// appears, `warn` for what is missing.  Roles are told by words.
std::string_view PageStyle() noexcept {
  return R"CSS(
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2128; --soft: #5b6472; --line: #e2e0d8;
  --warn: #9a3412; --new: #fff1b8;
  --c0: #8a8f98; --c1: #2456c7; --c2: #0f7c86; --c3: #4d7c0f; --c4: #7a3ea8; --c5: #b0296b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --card: #1c2027; --ink: #e7e9ee; --soft: #a0a8b5; --line: #2f353f;
    --warn: #ffb36b; --new: #4a4110;
    --c0: #9aa1ad; --c1: #82aaff; --c2: #5fd0d8; --c3: #a3d65c; --c4: #cda0f0; --c5: #f08cba;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 12rem; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main, .top > div, .tools { max-width: 80rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.4rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .75rem; }
a { color: inherit; }
.top { position: sticky; top: 0; z-index: 1; background: var(--paper);
  border-bottom: 1px solid var(--line); padding: .8rem 0 .6rem; }
.facts { margin: .3rem 0 0; font-size: .95rem; font-variant-numeric: tabular-nums; }
.control { display: flex; align-items: flex-start; gap: .9rem; margin-top: .6rem; }
.control label { font-weight: 600; }
.slide { flex: 1 1 auto; min-width: 0; }
.slide input { display: block; width: 100%; margin: .3rem 0 0; accent-color: var(--ink); }
svg.ticks { display: block; width: calc(100% - 16px); height: 6px; margin: 0 8px; fill: var(--soft); }
.ends { display: flex; justify-content: space-between; color: var(--soft); font-size: .78rem;
  font-variant-numeric: tabular-nums; }
.control output { font-variant-numeric: tabular-nums; font-weight: 600; min-width: 8.5rem; text-align: right; }
nav { margin-top: .4rem; font-size: .88rem; }
nav a { margin-right: 1rem; white-space: nowrap; }
.tools { display: flex; gap: .75rem; align-items: center; padding-top: .9rem; font-size: .92rem; }
.tools input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft);
  border-radius: 6px; padding: .2rem .5rem; min-width: 0; flex: 0 1 18rem; }
.tools button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft);
  border-radius: 6px; padding: .2rem .75rem; }
svg.whole { display: block; width: 100%; height: 10px; margin-top: .5rem; border-radius: 5px; background: var(--line); }
svg.whole rect { stroke: var(--paper); stroke-width: .15; }
.k0 { fill: var(--c0); background: var(--c0); } .k1 { fill: var(--c1); background: var(--c1); }
.k2 { fill: var(--c2); background: var(--c2); } .k3 { fill: var(--c3); background: var(--c3); }
.k4 { fill: var(--c4); background: var(--c4); } .k5 { fill: var(--c5); background: var(--c5); }
.b0 { --own: var(--c0); } .b1 { --own: var(--c1); } .b2 { --own: var(--c2); }
.b3 { --own: var(--c3); } .b4 { --own: var(--c4); } .b5 { --own: var(--c5); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: .8rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.bar { width: 34%; min-width: 5rem; vertical-align: middle; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .5em; }
progress { appearance: none; -webkit-appearance: none; display: block; width: 100%; height: 8px;
  border: 0; border-radius: 4px; overflow: hidden; background: var(--line); color: var(--own); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--own); }
progress::-moz-progress-bar { background: var(--own); }
progress.full { outline: 2px solid var(--warn); outline-offset: 1px; }
code, pre, .place { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .82rem; overflow-wrap: anywhere; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); column-gap: 2rem; }
@media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); } }
.legend { color: var(--soft); font-size: .85rem; margin: -.4rem 0 .6rem; }
.swatch { display: inline-block; width: 1.4em; height: .9em; border-radius: 3px; background: var(--new);
  border: 1px solid var(--soft); vertical-align: -.05em; margin-right: .4em; }
ol.messages, ul.drops { list-style: none; margin: 0; padding: 0; }
.message { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 .75rem;
  padding: .5rem 1rem .6rem; }
summary { cursor: pointer; }
.role { font-weight: 700; } .tokens { color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
.part { margin: .5rem 0 0; padding: .1rem 0 .1rem .75rem; border-left: 4px solid var(--own); }
.part.new { background: var(--new); }
.place { color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
.part.new .place { color: inherit; }
pre { margin: .15rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; line-height: 1.45;
  max-height: 16rem; overflow-y: auto; }
.drop { border-left: 4px solid var(--line); padding: 0 0 0 .75rem; margin: 0 0 .6rem; font-size: .92rem; }
.drop.over { border-left-color: var(--warn); }
.drop .why { display: block; }
.over .why { color: var(--warn); }
.none { color: var(--soft); }
tr.here td { background: var(--line); font-weight: 700; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; border-radius: 4px; }
footer { color: var(--soft); font-size: .85rem; margin-top: 2.5rem; }
@media (max-width: 40rem) {
  html { scroll-padding-top: 8.5rem; }
  .top { padding: .4rem 0 .3rem; }
  h1 { font-size: 1.05rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .facts { font-size: .82rem; margin-top: .1rem; }
  nav, .ends, svg.ticks, .control label { display: none; }
  .control { margin-top: .2rem; }
  .control output { min-width: 0; font-size: .85rem; }
  .tools button { white-space: nowrap; }
  table.stack thead { display: none; }
  table.stack tr { display: block; border-bottom: 1px solid var(--line); padding: .35rem 0; }
  table.stack td { display: inline; border: 0; padding: 0 .6rem 0 0; text-align: left; }
  table.stack td.name { display: block; font-weight: 600; }
  table.stack td.bar { display: block; width: 100%; padding: .15rem 0; }
  table.stack td:empty, table.stack td.none { display: none; }
  table.stack td.name + td + td::before { content: "of "; }
  table.changes td:nth-child(2)::before { content: "tokens: "; }
  table.changes td:nth-child(3)::before { content: "messages: "; }
  table.changes td:nth-child(n + 4):not(:empty) { display: block; }
  table.changes td:nth-child(4)::before { content: "+ "; }
  table.changes td:nth-child(5)::before { content: "\2212 "; }
  table.changes td:nth-child(1) { font-weight: 600; }
}
@media print { .top { position: static; } .control, .tools, nav { display: none; } pre { max-height: none; } }
)CSS";
}

std::string_view PageScript() noexcept {
  return R"JS(
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = (id) => document.getElementById(id);
  // Everything from outside becomes a text node, never markup.
  const make = (tag, name, ...inside) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...inside.map(String));
    return element;
  };
  const within = (tag, name, children) => {
    const element = make(tag, name);
    element.append(...children);
    return element;
  };
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');
  const limited = (limit) => limit === null ? '\u2013' : grouped(limit);
  const counted = (tokens) => grouped(tokens) + (tokens === 1 ? ' token' : ' tokens');
  const budgetText = (state) => state.budget === null ? 'no budget' : counted(state.budget);

  const partOf = (id, isNew) => {
    const part = data.parts[id];
    const text = make('pre', '', part.content);
    text.tabIndex = 0;
    const place = make('div', 'place', part.place);
    return within('div', 'part b' + part.colour + (isNew ? ' new' : ''), [place, text]);
  };
  const messageOf = (message, at, fresh) => {
    const head = within('summary', '', [
      make('span', 'role', message.role + (message.prefix ? ' (prefix)' : '')), ' ',
      make('span', 'tokens', '#' + at + ', ' + counted(message.tokens)),
    ]);
    const parts = message.parts.map((id) => partOf(id, fresh.has(id)));
    const body = within('details', '', [head, ...parts]);
    body.open = true;
    return within('li', 'message', [body]);
  };
  const budgetRow = (use, at) => {
    const bar = make('progress', 'b' + at % 6 + (use.full ? ' full' : ''));
    bar.max = Math.max(use.scale, 1);
    bar.value = use.tokens;
    bar.setAttribute('aria-label', use.label);
    const name = within('td', 'name', [make('span', 'dot k' + at % 6), use.label]);
    return within('tr', '', [
      name, make('td', 'number', grouped(use.tokens)),
      make('td', use.limit === null ? 'number none' : 'number', limited(use.limit)),
      within('td', 'bar', [bar]), make('td', '', use.notes),
    ]);
  };
  const dropOf = (drop) => within('li', drop.over ? 'drop over' : 'drop', [
    make('span', 'why', drop.why), make('code', '', drop.where), ' ', make('span', 'none', drop.source),
  ]);
  const rect = (x, width, height, name) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    for (const [key, value] of Object.entries({x, width, height, class: name})) made.setAttribute(key, value);
    return made;
  };

  const show = (at) => {
    const state = data.states[at];
    byId('value').textContent = budgetText(state);
    byId('facts').textContent = state.facts;
    const fresh = new Set(at > 0 ? state.appeared : []);
    byId('messages').replaceChildren(...(state.messages.length
      ? state.messages.map((m, i) => messageOf(m, i, fresh))
      : [make('li', 'none', 'Nothing fits into ' + budgetText(state) + '.')]));
    byId('budgets').replaceChildren(...state.budgets.map(budgetRow));
    const shown = state.drops.filter((drop) => !drop.folded);
    const folded = state.drops.filter((drop) => drop.folded);
    byId('drops').replaceChildren(...(shown.length ? shown.map(dropOf)
                                                   : [make('li', 'none', 'Nothing was left out.')]));
    byId('conditions').hidden = folded.length === 0;
    byId('count').textContent =
      folded.length + (folded.length === 1 ? ' condition does not hold' : ' conditions do not hold');
    byId('folded').replaceChildren(...folded.map(dropOf));
    const scale = Math.max(state.budgets[0].scale, 1);
    let x = 0;
    byId('whole').replaceChildren(...state.budgets.slice(1).map((use, i) => {
      const width = 100 * use.tokens / scale;
      x += width;
      return rect(x - width, width, 4, 'k' + (i + 1) % 6);
    }));
    document.querySelectorAll('#changes tr').forEach((row, i) => row.classList.toggle('here', i === at));
    filter();
  };

  // What does not hold the words is hidden.
  const filter = () => {
    const words = byId('filter').value.toLowerCase();
    for (const each of document.querySelectorAll('.message, .drop')) {
      each.hidden = words !== '' && !each.textContent.toLowerCase().includes(words);
    }
  };
  byId('filter').addEventListener('input', filter);
  byId('fold').addEventListener('click', () => {
    const all = [...document.querySelectorAll('.message details')];
    const isOpen = all.some((each) => each.open);
    for (const each of all) each.open = !isOpen;
    byId('fold').textContent = isOpen ? 'Open all' : 'Collapse all';
  });

  // The slider counts tokens; a state holds from its own budget up to that of the next.
  const slider = byId('budget');
  const least = Number(slider.min), most = Number(slider.max);
  const budgets = data.states.map((state) => state.budget === null ? most : state.budget);
  let at = Number(slider.dataset.start);
  const go = (next) => {
    at = Math.min(Math.max(next, 0), budgets.length - 1);
    slider.setAttribute('aria-valuetext', budgetText(data.states[at]));
    show(at);
  };
  slider.addEventListener('input', () => {
    const value = Number(slider.value);
    let next = 0;
    while (next + 1 < budgets.length && budgets[next + 1] <= value) ++next;
    go(next);
  });
  slider.addEventListener('change', () => { slider.value = budgets[at]; });
  slider.addEventListener('keydown', (event) => {
    const step = {ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    go(at + step);
    slider.value = budgets[at];
  });
  byId('ticks').replaceChildren(...budgets.map((budget) =>
    rect(most > least ? 998 * (budget - least) / (most - least) : 0, 2, 6, 'tick')));
  byId('control').hidden = false;
  byId('tools').hidden = false;
  go(at);
})();
)JS";
}

}  // namespace galley::chat
