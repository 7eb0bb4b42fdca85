#include "emit/explain_page.h"

namespace galley::chat {

std::string_view PageStyle() noexcept {
  return R"CSS(
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1d2128; --soft: #5b6472; --line: #e2e0d8;
  --accent: #2456c7; --warn: #a04a00; --new: #fff4cf;
  --system: #7a3ea8; --user: #1f5fbf; --assistant: #1c7a4b;
  --c0: #8a8f98; --c1: #2456c7; --c2: #c2571a; --c3: #1c7a4b; --c4: #7a3ea8; --c5: #b0296b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171c; --card: #1c2027; --ink: #e7e9ee; --soft: #a0a8b5; --line: #2f353f;
    --accent: #82aaff; --warn: #ffb36b; --new: #3a3416;
    --system: #cda0f0; --user: #8fb8ff; --assistant: #7fd6a6;
    --c0: #9aa1ad; --c1: #82aaff; --c2: #f0a070; --c3: #7fd6a6; --c4: #cda0f0; --c5: #f08cba;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main, .top > div { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-bottom: 4rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 2.25rem 0 .75rem; }
.about { color: var(--soft); margin: .15rem 0 0; font-size: .9rem; }
.top { position: sticky; top: 0; z-index: 1; background: var(--paper);
  border-bottom: 1px solid var(--line); padding: 1rem 0 .9rem; }
.control { display: flex; align-items: center; gap: .9rem; margin-top: .8rem; flex-wrap: wrap; }
.control label { font-weight: 600; }
.control input { flex: 1 1 14rem; accent-color: var(--accent); min-width: 10rem; }
.control output { font-variant-numeric: tabular-nums; font-weight: 600; min-width: 8rem; text-align: right; }
.facts { margin: .5rem 0 0; font-size: .95rem; }
.facts strong { font-variant-numeric: tabular-nums; }
svg.whole { display: block; width: 100%; height: 12px; margin-top: .6rem; border-radius: 6px; background: var(--line); }
svg.whole rect { stroke: var(--paper); stroke-width: .15; }
.k0 { fill: var(--c0); background: var(--c0); } .k1 { fill: var(--c1); background: var(--c1); }
.k2 { fill: var(--c2); background: var(--c2); } .k3 { fill: var(--c3); background: var(--c3); }
.k4 { fill: var(--c4); background: var(--c4); } .k5 { fill: var(--c5); background: var(--c5); }
.b0 { --own: var(--c0); } .b1 { --own: var(--c1); } .b2 { --own: var(--c2); }
.b3 { --own: var(--c3); } .b4 { --own: var(--c4); } .b5 { --own: var(--c5); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: .8rem; white-space: nowrap; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.name { white-space: nowrap; max-width: 18rem; overflow: hidden; text-overflow: ellipsis; }
td.bar { width: 40%; min-width: 8rem; vertical-align: middle; }
.dot { display: inline-block; width: .7em; height: .7em; border-radius: 50%; margin-right: .5em; }
progress { appearance: none; -webkit-appearance: none; display: block; width: 100%; height: 8px;
  border: 0; border-radius: 4px; overflow: hidden; background: var(--line); color: var(--own); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--own); }
progress::-moz-progress-bar { background: var(--own); }
progress.full { outline: 2px solid var(--warn); outline-offset: 1px; }
code, pre, .place { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .85rem; overflow-wrap: anywhere; }
ol.messages { list-style: none; margin: 0; padding: 0; }
.message { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--soft);
  border-radius: 8px; margin: 0 0 .75rem; padding: .6rem 1rem .7rem; }
.message.system { border-left-color: var(--system); } .message.system .role { color: var(--system); }
.message.user { border-left-color: var(--user); } .message.user .role { color: var(--user); }
.message.assistant { border-left-color: var(--assistant); } .message.assistant .role { color: var(--assistant); }
.message header { display: flex; gap: .75rem; align-items: baseline; }
.role { font-weight: 700; } .tokens { margin-left: auto; color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
.part { margin: .45rem 0 0; padding-top: .45rem; border-top: 1px dashed var(--line); }
header + .part { border-top: 0; padding-top: 0; }
.part.new { background: var(--new); border-radius: 4px; box-shadow: 0 0 0 4px var(--new); }
.place { color: var(--soft); font-size: .78rem; overflow-wrap: anywhere; }
pre { margin: .15rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .88rem; line-height: 1.45;
  max-height: 16rem; overflow-y: auto; }
.why { color: var(--warn); }
.none { color: var(--soft); }
.plus { color: var(--assistant); } .minus { color: var(--warn); }
tr.here td { background: var(--new); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
footer { color: var(--soft); font-size: .85rem; margin-top: 2.5rem; }
@media (max-width: 40rem) {
  td.bar { display: none; }
  .control output { min-width: 0; }
  table.stack thead { display: none; }
  table.stack tr { display: block; border-bottom: 1px solid var(--line); padding: .35rem 0; }
  table.stack td { display: block; border: 0; padding: 0; }
}
@media print { .top { position: static; } .control { display: none; } pre { max-height: none; } }
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
  const limited = (limit) => limit === null ? '\u2013' : limit;

  const partOf = (id, isNew) => {
    const part = data.parts[id];
    const text = make('pre', '', part.content);
    text.tabIndex = 0;
    const place = make('div', 'place', part.place);
    return within('div', isNew ? 'part new' : 'part', [place, text]);
  };
  const counted = (tokens) => tokens + (tokens === 1 ? ' token' : ' tokens');
  const messageOf = (message, at, fresh) => {
    const head = within('header', '', [
      make('span', 'role', message.role + (message.prefix ? ' (prefix)' : '')),
      make('span', 'none', '#' + at),
      make('span', 'tokens', counted(message.tokens)),
    ]);
    const parts = message.parts.map((id) => partOf(id, fresh.has(id)));
    return within('li', 'message ' + message.role, [head, ...parts]);
  };
  const budgetRow = (use, at) => {
    const bar = make('progress', 'b' + at % 6 + (use.full ? ' full' : ''));
    bar.max = Math.max(use.scale, 1);
    bar.value = use.tokens;
    bar.setAttribute('aria-label', use.label);
    const name = within('td', 'name', [make('span', 'dot k' + at % 6), use.label]);
    return within('tr', '', [
      name, make('td', 'number', use.tokens), make('td', 'number', limited(use.limit)),
      within('td', 'bar', [bar]), make('td', '', use.notes),
    ]);
  };
  const dropRow = (drop) => within('tr', '', [
    within('td', '', [make('code', '', drop.where)]),
    make('td', '', drop.source),
    make('td', 'why', drop.why),
  ]);
  const nothing = (columns, text) => {
    const cell = make('td', 'none', text);
    cell.colSpan = columns;
    return within('tr', '', [cell]);
  };
  const segment = (x, width, at) => {
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    rect.setAttribute('x', x);
    rect.setAttribute('width', width);
    rect.setAttribute('height', 4);
    rect.setAttribute('class', 'k' + at % 6);
    return rect;
  };

  const show = (at) => {
    const state = data.states[at];
    byId('value').textContent = state.budget === null ? 'no budget' : counted(state.budget);
    byId('facts').textContent = state.facts;
    const fresh = new Set(at > 0 ? state.appeared : []);
    byId('messages').replaceChildren(...state.messages.map((m, i) => messageOf(m, i, fresh)));
    byId('budgets').replaceChildren(...state.budgets.map(budgetRow));
    byId('drops').replaceChildren(...(state.drops.length ? state.drops.map(dropRow)
                                                         : [nothing(3, 'Nothing was left out.')]));
    const scale = Math.max(state.budgets[0].scale, 1);
    let x = 0;
    byId('whole').replaceChildren(...state.budgets.slice(1).map((use, i) => {
      const width = 100 * use.tokens / scale;
      x += width;
      return segment(x - width, width, i + 1);
    }));
    document.querySelectorAll('#changes tr').forEach((row, i) => row.classList.toggle('here', i === at));
  };
  const slider = byId('budget');
  byId('control').hidden = false;
  slider.addEventListener('input', () => {
    slider.setAttribute('aria-valuetext', counted(data.states[slider.value].budget));
    show(Number(slider.value));
  });
  show(Number(slider.value));
})();
)JS";
}

}  // namespace galley::chat
