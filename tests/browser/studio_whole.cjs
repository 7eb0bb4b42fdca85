// The page as a whole: keys, screen readers, hostile names, many templates, small screens.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const project = require('./studio_project.cjs');
const { check, closePage, editor, editorText, galley, openPage, openTemplate, optionOf, same, setBudget, setText, texts } = require('./studio_visitor.cjs');

const screenshots = optionOf('--screenshots');

const flows = {};

flows['by keyboard alone'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reply');
  await page.waitForSelector('.tree-row.template');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.message');
  await page.keyboard.press('F6');
  await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'));
  check(true, 'F6 goes to the editor');
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# typed');
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => document.querySelector('#save')?.textContent === 'Saved');
  check(fs.readFileSync(project.fileOf(root, 'letters/reply.chat.yaml'), 'utf8').endsWith('# typed'), 'and it is saved');
  await page.keyboard.press('F6');
  await page.waitForFunction(() => document.activeElement?.id === 'right-messages');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('.diff-pane');
  check(true, 'arrows go through the tabs');
  await page.keyboard.press('Alt+1');
  await page.waitForSelector('.message');
  await page.keyboard.press('Alt+b');
  await page.waitForFunction(() => document.activeElement?.id === 'budget');
  check(true, 'Alt+B goes to the budget');
  await page.focus('.message');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.classList.contains('role-assistant'));
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.cm-activeLine')?.textContent.includes('Dear friend'));
  check(true, 'from a message to its line');
  await page.keyboard.press('Alt+m');
  await page.waitForFunction(() => document.querySelector('.message.looked.role-assistant'));
  check(true, 'and back');
  // Nothing holds the focus: Escape and Tab leave the editor.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  check(!(await page.evaluate(() => document.activeElement?.classList.contains('cm-content'))), 'Escape and Tab leave the editor');
  await page.focus('#right-messages');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  check(!(await page.isVisible('dialog')), 'the keys are listed, and the list closes');
  await page.focus('#tree');
  await page.keyboard.press('Home');
  check((await page.getAttribute('#tree', 'aria-activedescendant')) === 'row-0', 'the tree has a place for the keyboard');
  await closePage(page, 'the keyboard');
  await server.stop();
};

flows['screen readers: roles, live regions, axe'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root, ['--store', `sqlite:${root}/prompts.db`]);
  const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark']) {
    for (const [width, height] of [[1440, 900], [390, 844]]) {
      const page = await openPage(browser, server.url, { colorScheme, viewport: { width, height }, bypassCSP: true });
      await page.goto(`${server.url}/#letters%2Freply`);
      await page.reload();
      await page.waitForSelector('.message', { state: 'attached' });
      await page.evaluate(axe);
      const look = async (what) => {
        const found = await page.evaluate(async () => {
          const result = await window.axe.run(document, { resultTypes: ['violations'] });
          return result.violations.filter((each) => ['serious', 'critical'].includes(each.impact))
            .map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`);
        });
        same(found, [], `axe finds nothing serious in ${what}, ${colorScheme}, ${width} pixels`);
      };
      const isPhone = width < 760;
      if (isPhone) {
        await look('the editor');
        await page.click('.pane-bar button:text-is("Templates")');
        await look('the catalog');
        await page.click('.pane-bar button:text-is("Result")');
      }
      await page.waitForSelector('.message');
      await look('the messages');
      for (const tab of ['diff', 'tests', 'request', 'versions']) {
        await page.click(`#right-${tab}`);
        await page.waitForTimeout(300);
        await look(tab);
      }
      if (!isPhone) {
        await page.click('#middle-data');
        await look('the data');
      }
      await closePage(page, `axe ${colorScheme} ${width}`);
    }
  }
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await page.waitForFunction(() => /message.*token.*left out/.test(document.querySelector('#announcer')?.textContent ?? ''));
  check((await page.getAttribute('#announcer', 'aria-live')) === 'polite', 'what changed is told once it settles');
  same(await page.getAttribute('.message-list', 'role'), 'feed', 'messages are a feed');
  same(await page.getAttribute('#tree', 'role'), 'tree', 'the catalog is a tree');
  await closePage(page, 'screen readers');
  await server.stop();
};

const HOSTILE = [
  '<script>window.pwned = 1</script>', '<img src=x onerror="window.pwned = 2">', '"><svg onload="window.pwned = 3">',
  '</pre><iframe srcdoc="<script>parent.pwned = 4</script>">', 'javascript:window.pwned=5', '<style>*{display:none}</style>', '{{7*7}}${7*7}',
  '\u2028\u202e\ufeff', '<b>bold</b> &amp; &lt;',
];

flows['XSS strings stay text'] = async (browser) => {
  const hostile = HOSTILE.join(' ');
  const name = '<img src=x onerror=pwned=9>';
  const chat = {
    id: 'x', name: hostile, description: hostile, task: 'turn_generation', version: 1,
    layout: [{ kind: 'message', role: 'system', content: `Be careful ${HOSTILE[0]} ${HOSTILE[1]}` }, { kind: 'slot', name: '<i>turns</i>', header: { role: 'user', content: HOSTILE[2] } }],
    slots: { '<i>turns</i>': { priority: 0, budget: { maxTokens: 60 }, plan: [{ kind: 'forEach', source: { source: 'turns' }, map: [{ kind: 'message', role: 'user', content: '{{item.content}}' }] }] } },
  };
  const context = { turns: HOSTILE.map((content) => ({ content })), '<script>pwned=8</script>': hostile };
  const root = project.makeProject({
    [`${name}/evil.chat.json`]: JSON.stringify(chat, null, 1),
    [`${name}/evil.test.yaml`]: `cases:\n  - name: ${JSON.stringify(hostile)}\n    context: ${JSON.stringify(context)}\n    expect: {messages: [{role: user, content: ${JSON.stringify(hostile)}}]}\n`,
    'plain.j2': 'Hello',
    'broken.j2': `{{ ${HOSTILE[1]} }}{% include "${HOSTILE[0]}" %}`,
  });
  const server = await project.serve(galley, root, ['--store', `sqlite:${root}/prompts.db`]);
  const page = await openPage(browser, server.url, { bypassCSP: true });
  const harmless = async (what) => {
    const found = await page.evaluate(() => ({
      ran: window.pwned === undefined ? null : window.pwned,
      tags: [...document.querySelectorAll('#studio img:not(.cm-widgetBuffer), #studio script, #studio iframe, #studio style, #studio b, #studio svg:not(.icon svg):not(button svg)')].map((each) => each.outerHTML.slice(0, 80)),
    }));
    same(found, { ran: null, tags: [] }, `nothing became markup or ran ${what}, without the policy as well`);
  };
  await openTemplate(page, 'evil');
  check((await texts(page))[0].includes(HOSTILE[0]), 'it is shown as it is');
  await harmless('in messages');
  await page.click('#middle-data');
  await harmless('in the data');
  await setText(page, JSON.stringify(context).replace('"turns"', '"<img src=x onerror=pwned=7>"'));
  await page.waitForTimeout(400);
  await harmless('in what data lacks');
  for (const tab of ['diff', 'tests', 'request', 'versions']) {
    await page.click(`#right-${tab}`);
    await page.waitForTimeout(400);
    await harmless(`in ${tab}`);
  }
  await openTemplate(page, 'plain');
  await page.fill('.push input', hostile);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.version');
  await harmless('in the message of a version');
  await page.click('#middle-template');
  await openTemplate(page, 'broken');
  await page.waitForSelector('.problem');
  await harmless('in what is wrong');
  await page.fill('#search', HOSTILE[1]);
  await harmless('in the search');
  await page.goto(`${server.url}/#${encodeURIComponent(HOSTILE[1])}`);
  await page.reload();
  await page.waitForSelector('.welcome .bad');
  await harmless('in the address');
  await page.context().close();
  await server.stop();
};

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'nonce-...'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

flows['what the server says of the page'] = async () => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const response = await fetch(server.url);
  same(response.headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, "'nonce-...'"), POLICY, 'the policy is that of the contract');
  same(response.headers.get('x-content-type-options'), 'nosniff', 'and the type of a file is what it is said to be');
  const html = await response.text();
  same(html.match(/<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|https?:/gi), null, 'there is no script and no style in the page, and nothing from elsewhere');
  const again = await fetch(server.url);
  const nonce = (each) => /'nonce-([^']+)'/.exec(each.headers.get('content-security-policy'))[1];
  check(nonce(response) !== nonce(again), 'each visit has a nonce of its own');
  await server.stop();
};

flows['10,000 templates'] = async (browser) => {
  const files = {};
  for (let at = 0; at < 10_000; ++at) files[`group${at % 100}/template_${String(at).padStart(5, '0')}.j2`] = `Hello {{ name }} ${at}\n`;
  const root = project.makeProject(files);
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  check((await page.getAttribute('#search', 'placeholder')).includes('10,0'), 'all of them are counted');
  const rows = (await page.$$('.tree-row')).length;
  check(rows < 120, `${rows} rows are in the page`);
  const began = Date.now();
  await page.fill('#search', 'template_09');
  await page.waitForFunction(() => document.querySelector('.tree-row.template')?.textContent.includes('template_09'));
  console.log(`      search took ${Date.now() - began} ms`);
  check((await page.$$('.tree-row')).length < 120, 'also while searching');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await page.waitForSelector('.tree-row.active');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.message');
  check((await page.textContent('.crumbs strong')).startsWith('template_09'), 'one far down opens');
  await setText(page, 'Typed {{ name }}\n');
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.startsWith('Typed'));
  check(true, 'and is rendered while it is typed');
  await closePage(page, '10,000 templates');
  await server.stop();
};

flows['5,000 messages'] = async (browser) => {
  const root = project.makeProject({
    'long.chat.yaml': project.REPLY.replace('budget: {maxTokens: 200}', 'budget: {maxTokens: 1000000}').replace(
      '{kind: message, role: user, content: "[{{item.turnNo}}] {{item.content}}"}',
      'kind: if\n            when: {type: eq, ref: {source: $item, args: {path: role}}, value: assistant}\n            then: [{kind: message, role: assistant, content: "[{{item.turnNo}}] {{item.content}}"}]\n            else: [{kind: message, role: user, content: "[{{item.turnNo}}] {{item.content}}"}]'),
    'long.test.yaml': `cases:\n  - name: long\n    context: ${JSON.stringify({ voice: 'x', question: 'y', turns: Array.from({ length: 5000 }, (_, at) => ({ turnNo: 5000 - at, role: at % 2 ? 'user' : 'assistant', content: `Letter ${at} ${'words '.repeat(at % 40)}` })) })}\n    expect: {}\n`,
  });
  const server = await project.studio(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'long');
  const total = await page.getAttribute('.message', 'aria-setsize');
  check(Number(total) >= 5000, `${total} messages`);
  const cards = (await page.$$('.message')).length;
  check(cards < 60, `${cards} of them are in the page`);
  await page.focus('.message');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-posinset') === document.activeElement?.getAttribute('aria-setsize'));
  check(true, 'the last one is one key away');
  await page.evaluate(() => (document.querySelector('.message-list').scrollTop = document.querySelector('.message-list').scrollHeight / 2));
  await page.waitForFunction(() => { const at = Number(document.querySelector('.message')?.dataset.index); return at > 1500 && at < 3500; });
  check((await page.$$('.message')).length < 60, 'scrolling shows others');
  await closePage(page, '5,000 messages');
  await server.stop();
};

flows['a server that goes away and comes back'] = async (browser) => {
  const root = project.makeProject();
  let server = await project.serve(galley, root);
  const { port, url } = server;
  const page = await openPage(browser, url);
  await openTemplate(page, 'reply');
  await server.stop();
  await page.click(editor);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('# while away');
  await page.waitForSelector('.away');
  check((await page.textContent('.away')).includes('kept'), 'the page says that the server is away, and that nothing is lost');
  await page.keyboard.press('Control+s');
  await page.waitForTimeout(300);
  check((await editorText(page)).includes('# while away'), 'what is typed stays');
  server = await project.serve(galley, root, [], port);
  await page.waitForSelector('.away', { state: 'detached' });
  check(true, 'once it is back the page goes on');
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => document.querySelector('#save')?.textContent === 'Saved');
  check(fs.readFileSync(project.fileOf(root, 'letters/reply.chat.yaml'), 'utf8').endsWith('# while away'), 'and saves');
  await closePage(page, 'going away');
  await server.stop();
};

flows['read-only, and the one-time token'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.studio(galley, root, ['--read-only']);
  const page = await openPage(browser, server.url);
  check(!page.url().includes('token'), 'the token leaves the address');
  await openTemplate(page, 'reply');
  same(await page.textContent('.bar .badge'), 'read-only', 'a read-only page says so');
  check((await page.$('#save')) === null, 'and offers no saving');
  await setText(page, project.REPLY.replace('letters', 'all letters'));
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.includes('all letters'));
  check(true, 'it renders what is typed');
  await page.keyboard.press('Control+s');
  await page.waitForTimeout(200);
  same(fs.readFileSync(project.fileOf(root, 'letters/reply.chat.yaml'), 'utf8'), project.REPLY, 'and saves nothing');
  same(await page.$$eval('.toolbar button', (all) => all.map((each) => each.textContent)).then((all) => all.filter((each) => /Save/.test(each))), [], 'no test case is saved either');
  const other = await browser.newContext();
  const second = await (await other.newPage()).goto(server.url);
  same(second.status(), 401, 'another browser is not let in by the same address');
  await other.close();
  await closePage(page, 'read-only');
  await server.stop();
};

flows['looks: dark, laptop, phone'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root, ['--store', `sqlite:${root}/prompts.db`]);
  const grounds = new Set();
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await openPage(browser, `${server.url}/#letters%2Freply`, { colorScheme, viewport: { width, height } }).catch(() => null);
      if (!page) {
        check(false, `the page opens at ${width}`);
        continue;
      }
      await page.waitForSelector('.message', { state: 'attached' });
      if (width < 760) await page.click('.pane-bar button:text-is("Result")');
      await setBudget(page, 60);
      await page.waitForTimeout(500);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(overflow <= 0, `nothing is wider than ${width} pixels, ${colorScheme}`);
      if (width === 1440) grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      if (screenshots) {
        await page.screenshot({ caret: 'initial', path: path.join(screenshots, `${width}-${colorScheme}.png`) });
        if (width < 760) {
          for (const [button, file] of [['Editor', 'editor'], ['Templates', 'catalog']]) {
            await page.click(`.pane-bar button:text-is("${button}")`);
            await page.waitForTimeout(150);
            await page.screenshot({ caret: 'initial', path: path.join(screenshots, `${width}-${colorScheme}-${file}.png`) });
          }
          await page.click('.pane-bar button:text-is("Result")');
        }
        for (const tab of ['diff', 'tests', 'request', 'versions']) {
          await page.click(`#right-${tab}`);
          await page.waitForTimeout(500);
          await page.screenshot({ caret: 'initial', path: path.join(screenshots, `${width}-${colorScheme}-${tab}.png`) });
        }
      }
      await closePage(page, `${width} ${colorScheme}`);
    }
  }
  check(grounds.size === 2, 'dark is dark and light is light');
  await server.stop();
};

module.exports = flows;
