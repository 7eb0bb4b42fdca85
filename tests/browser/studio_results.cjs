// Results: budget, diff, tests, request, versions, and how fast they follow the keys.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const project = require('./studio_project.cjs');
const { check, closePage, galley, openPage, openTemplate, optionOf, same, setBudget, setText, settled, texts } = require('./studio_visitor.cjs');

const packageFolder = optionOf('--package');

const flows = {};

flows['budget: the message goes with its reason'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await page.waitForSelector('.tick');
  const ticks = (await page.$$('.tick')).length;
  check(ticks >= 5, `the slider has a tick at each change: ${ticks}`);
  const before = await texts(page);
  check(before.join('\n').includes('blue umbrella'), 'with room for all, all letters are there');
  await setBudget(page, 60);
  const after = (await texts(page)).join('\n');
  check(!after.includes('We open at nine'), 'with less, a letter is not');
  const gone = await page.$$eval('.gone', (all) => all.map((each) => each.textContent));
  check(gone.length > 0 && gone.some((each) => /turns/.test(each)), 'it is named beside the messages');
  check(gone.some((each) => /token|budget|room|needed|left/.test(each)), `with the reason in words: ${gone[0]}`);
  const boxes = await page.evaluate(() => ['.stayed', '.left-out'].map((each) => document.querySelector(each).getBoundingClientRect().toJSON()));
  check(Math.abs(boxes[0].top - boxes[1].top) < 4 && boxes[1].left >= boxes[0].right - 2, 'what was left out stands beside what stayed');
  check(/\d of 6 turns/.test(await page.textContent('.uses')), 'counts such as 2 of 6 turns');
  check((await page.$$('.use .bar-used')).length >= 1, 'bars for the slots');
  await page.focus('#budget');
  const start = Number(await page.inputValue('#budget'));
  await page.keyboard.press('ArrowRight');
  await settled(page);
  check(Number(await page.inputValue('#budget')) > start + 1, 'an arrow key goes to the next change');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  await page.selectOption('#model', 'gpt-5');
  await page.waitForFunction(() => /texts exact/.test(document.querySelector('.model span')?.textContent ?? ''));
  check(/window 400,000, reserve 128,000/.test(await page.textContent('.model')), 'the profile of the model stands beside it');
  check(true, 'and whether its tokens are exact');
  await closePage(page, 'the budget');
  await server.stop();
};

flows['diff'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await setText(page, project.REPLY.replace('Answer this', 'Please answer this'));
  await page.click('#right-diff');
  await page.waitForSelector('.diff-row.changed');
  check((await page.textContent('.diff-row.changed ins')).includes('Please'), 'words that differ are marked');
  check(/[+−]\d/.test(await page.textContent('.delta')), 'with the difference in tokens');
  check(await page.isVisible('.break'), 'a line stands where the cached prefix breaks');
  check(/the template changed.*line|line.*/.test(await page.textContent('.verdict')), `the cause and its place are told: ${await page.textContent('.verdict')}`);
  await page.selectOption('select[aria-label="Before: text"]', 'editor');
  await page.waitForFunction(() => /equal, byte for byte/.test(document.querySelector('.verdict')?.textContent ?? ''));
  check(true, 'what is the same is said to be');
  await page.fill('input[aria-label="After: budget in tokens"]', '60');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !/equal/.test(document.querySelector('.verdict')?.textContent ?? ''));
  check((await page.$$('.diff-row.removed, .diff-row.changed')).length > 0, 'two budgets are compared');
  await page.fill('input[aria-label="After: budget in tokens"]', '');
  await page.keyboard.press('Enter');
  await page.selectOption('select[aria-label="After: data"]', 'keeps the question when there is little room');
  await page.waitForFunction(() => !/equal/.test(document.querySelector('.verdict')?.textContent ?? ''));
  check(true, 'two cases are compared');
  await openTemplate(page, 'greeting');
  await setText(page, 'Hi {{name}}!\n');
  await page.selectOption('select[aria-label="Before: text"]', 'file');
  await page.waitForSelector('.diff-row.changed del');
  check(true, 'text templates are compared too');
  await closePage(page, 'diff');
  await server.stop();
};

flows['tests'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'greeting');
  await page.click('#right-tests');
  await page.waitForSelector('.case.failed');
  check((await page.textContent('.failure')).includes('snow') && (await page.textContent('.failure')).includes('rain'), 'what fails shows both texts');
  check((await page.$$('.failure ins, .failure del')).length > 0, 'with what differs marked');
  await page.click('text=Run all');
  await page.waitForFunction(() => document.querySelectorAll('.test-file').length >= 2);
  check(/2 passed, 1 failed|[0-9]+ passed, 1 failed/.test(await page.textContent('.tests-pane .toolbar')), 'all tests run');
  await page.click('text=Run tests');
  await page.waitForFunction(() => document.querySelectorAll('.test-file').length === 1);
  const testFile = project.fileOf(root, 'greeting.test.yaml');
  const ran = [];
  page.on('request', (request) => { if (request.url().endsWith('tests.run')) ran.push(JSON.parse(request.postData()).cases ?? null); });
  fs.appendFileSync(testFile, '  - name: bows\n    context: {name: Ben, topics: []}\n    expect: {text: "Hello Ben?\\n"}\n');
  await page.click('text=Run tests');
  await page.waitForFunction(() => document.querySelectorAll('.case.failed').length === 2);
  await setText(page, 'Hello {{name}}?\n');
  await page.click('button[aria-label="Run bows"]');
  await page.waitForFunction(() => document.querySelectorAll('.case.passed').length === 1);
  check((await page.textContent('.case.passed .case-name')) === 'bows' && /1 passed, 1 failed/.test(await page.textContent('.tests-pane .toolbar')), 'one case is run, the others stay as they were');
  same(ran, [null, ['bows']], 'and no other');
  check(await page.isDisabled('button[aria-label="Update greets"]'), 'what is not saved is not taken as expected');
  await setText(page, project.FILES['greeting.hbs']);
  await page.click('button[aria-label="Run bows"]');
  await page.waitForFunction(() => document.querySelectorAll('.case.failed').length === 2);
  await page.click('button[aria-label="Update bows"]');
  await page.waitForFunction(() => document.querySelectorAll('.case.passed').length === 1);
  check(fs.readFileSync(testFile, 'utf8').includes('Hello Ben!') && fs.readFileSync(testFile, 'utf8').includes('snow'), 'one case is updated, the others stay');
  await page.click('text=Update 1 case');
  await page.waitForFunction(() => document.querySelectorAll('.case.passed').length === 2);
  check(fs.readFileSync(testFile, 'utf8').includes('rain'), 'an update takes what came');
  await setText(page, 'Bye {{name}}!\n');
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.case.failed');
  check(true, 'they run on each save');
  await closePage(page, 'tests');
  await server.stop();
};

flows['request'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  await openTemplate(page, 'reply');
  await page.click('#right-request');
  await page.waitForSelector('.request-pane .notice');
  check((await page.textContent('.request-pane .notice')).includes('prefix'), 'what a provider cannot express is told');
  await page.waitForSelector('.json-line.noted');
  const noted = await page.textContent('.json-line.noted');
  check(noted.startsWith('{') && noted.includes('prefix'), 'beside the message that it is about');
  check(await page.isDisabled('.request-pane button:text-is("curl")'), 'and nothing is copied that would be refused');
  await page.selectOption('#form', 'mistral');
  await page.waitForFunction(() => document.querySelector('.json-line') && !document.querySelector('.request-pane .notice'));
  check((await page.textContent('.json')).includes('"messages"'), 'the request is shown as JSON');
  const copyAs = async (what) => {
    await page.click(`.request-pane button:text-is("${what}")`);
    await page.waitForFunction((said) => document.querySelector('.request-pane [role="status"]')?.textContent.includes(said), what);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const json = JSON.parse(await copyAs('JSON'));
  same(json.messages[0].role, 'system', 'it is copied as JSON');
  check((await copyAs('curl')).startsWith("curl 'https://api.mistral.ai"), 'as curl');
  check((await copyAs('Python')).includes('client.chat.complete(**request)'), 'as Python');
  check((await copyAs('TypeScript')).includes('import { Mistral }'), 'as TypeScript');
  const offered = () => page.$$eval('.request-pane .buttons button', (all) => all.map((each) => each.textContent));
  await page.selectOption('#form', 'huggingface');
  await page.waitForFunction(() => document.querySelector('.json')?.textContent.includes('continue_final_message'));
  same(await offered(), ['JSON', 'Python', 'TypeScript'], 'a chat template of Hugging Face has no address');
  check((await copyAs('Python')).includes('tokenizer.apply_chat_template('), 'but a tokenizer that takes it');
  check((await copyAs('TypeScript')).includes("from '@huggingface/transformers'"), 'in TypeScript too');
  await page.selectOption('#form', 'messages');
  await page.waitForFunction(() => !document.querySelector('.json')?.textContent.includes('continue_final_message'));
  same(await offered(), ['JSON'], 'plain messages go to nobody');
  await page.selectOption('#form', 'text');
  await page.waitForSelector('.request-text');
  same(await offered(), ['text'], 'and neither does a text');
  check((await copyAs('text')).includes('[system]'), 'which is copied as it is');
  await openTemplate(page, 'greeting');
  await page.selectOption('#form', 'anthropic');
  await page.waitForFunction(() => document.querySelector('.json')?.textContent.includes('Hello Ann'));
  check((await copyAs('curl')).startsWith("curl 'https://api.anthropic.com"), 'a text becomes the message of a user in the form that is chosen');
  await closePage(page, 'the request');
  await server.stop();
};

flows['versions in the store'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root, ['--store', `sqlite:${root}/prompts.db`]);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await page.click('#right-versions');
  await page.fill('.push input', 'the first one');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.version');
  check((await page.textContent('.version')).includes('the first one'), 'a version is stored with its message');
  await setText(page, project.REPLY.replace('Answer this', 'Please answer this').replace('version: 1', 'version: 2'));
  await page.fill('.push input', 'politer');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.version').length === 2);
  await page.fill('input[aria-label="Label for version 1"]', 'production');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.version .badge');
  check((await page.textContent('.version:nth-child(2) .badge')) === 'production', 'a version gets a label');
  await page.fill('#search', '');
  await page.waitForFunction(() => /v2/.test(document.querySelector('.tree-row.stored')?.textContent ?? ''));
  check(true, 'the catalog shows what is stored');
  await page.click('.version:nth-child(2) >> text=Compare');
  await page.waitForSelector('.diff-row.changed');
  check((await page.textContent('.diff-row.changed ins')).includes('Please'), 'a version is compared with the editor');
  await page.selectOption('select[aria-label="Before: text"]', '@production');
  await page.waitForSelector('.diff-row.changed');
  check(true, 'and so is a label');
  await page.click('.tree-row.stored');
  await page.waitForFunction(() => document.querySelector('.bar .badge')?.textContent === 'not of this project');
  check(true, 'what is stored opens, and is not saved as a file');
  await closePage(page, 'versions');
  await server.stop();
};

// Types at the end of the line that makes the first message, and gives the times that it took.
async function typeAndMeasure(page) {
  await page.click('.cm-line:has-text("You answer letters")');
  await page.keyboard.press('End');
  for (let at = 0; at < 5; ++at) await page.keyboard.press('ArrowLeft');
  await page.evaluate(() => (window.galleyLatencies.length = 0));
  for (let at = 0; at < 120; ++at) {
    await page.keyboard.type('abcdefghij'[at % 10]);
    await page.waitForTimeout(60);
  }
  await settled(page);
  const times = (await page.evaluate(() => window.galleyLatencies)).sort((a, b) => a - b);
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
  console.log(`      ${times.length} renders: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
  return times;
}

flows['from the key to the messages'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  check((await typeAndMeasure(page)).length > 20, 'each key is rendered');
  await closePage(page, 'latency');
  await server.stop();
};

flows['rendering in the page'] = async (browser) => {
  if (!packageFolder) {
    console.log('skipped: no package; `./dev browser` builds one');
    return;
  }
  const root = project.makeProject();
  fs.mkdirSync(path.join(root, 'node_modules'));
  fs.symlinkSync(path.resolve(packageFolder), path.join(root, 'node_modules', 'galley-prompts'));
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  for (const [name, file, operation] of [['reply', 'letters/reply.chat.yaml', 'chat.explain'], ['notice', 'notice.j2', 'template.render']]) {
    await openTemplate(page, name);
    // Until the page and the server have said the same.
    await page.waitForTimeout(1500);
    await page.route(`**/v1/${operation}`, () => undefined); // never answered
    await setText(page, project.FILES[file].replace(/You answer|The boat/, 'Quince: $&'));
    await page.waitForSelector('.message:has-text("Quince")');
    check(true, `${name} is rendered while the server does not answer`);
    await page.unroute(`**/v1/${operation}`);
    await page.keyboard.press('Control+s');
    await page.waitForFunction(() => document.querySelector('#save')?.textContent === 'Saved');
  }
  await openTemplate(page, 'reply');
  await page.waitForTimeout(1500);
  check((await typeAndMeasure(page)).length > 20, 'each key is rendered in the page');
  // What the page cannot know is said by the server.
  await setText(page, '{% include "greeting" %} {{ nobody.x.y }} {% if %}');
  await page.waitForFunction(() => document.querySelector('#problem-count')?.textContent.includes('error'));
  check(true, 'what is wrong is told by the server');
  await closePage(page, 'in the page');
  await server.stop();
};

module.exports = flows;
