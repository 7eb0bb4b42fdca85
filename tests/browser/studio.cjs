// The studio in a real browser: every flow of its contract.
//
//   studio.cjs GALLEY [--package DIR] [--screenshots DIR] [--only WORD]
//
// The package is build/node, which the page renders with; without it that is left out.
//
// Ends with 77, which means skipped, where no Chromium is installed.
'use strict';
const fs = require('node:fs');
const path = require('node:path');
const { chromium } = require('playwright-core');
const project = require('./studio_project.cjs');

const galley = path.resolve(process.argv[2]);
const optionOf = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
const screenshots = optionOf('--screenshots');
const only = optionOf('--only');
const packageFolder = optionOf('--package');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const WAIT = { timeout: Number(process.env.WAIT_MS ?? 15_000) };

let passed = 0;
const failures = [];

function check(holds, what) {
  if (holds) passed += 1;
  else failures.push(what);
  console.log(`${holds ? 'ok    ' : 'FAIL  '}${what}`);
}

function same(found, expected, what) {
  const holds = JSON.stringify(found) === JSON.stringify(expected);
  check(holds, holds ? what : `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

// --- A page that notes what must not happen ---------------------------------------------

async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
  page.foreign = [];
  page.said = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:')) page.foreign.push(request.url());
  });
  page.on('console', (message) => {
    // An operation that is refused is no mistake of the page.
    if (message.type() === 'error' && !/status of (4\d\d|503)|ERR_CONNECTION/.test(message.text())) page.said.push(message.text());
  });
  page.on('pageerror', (error) => page.said.push(String(error)));
  await page.goto(url);
  await page.waitForSelector('.tree-row', { state: 'attached' });
  return page;
}

function checkQuiet(page, what) {
  same(page.foreign, [], `${what}: no request leaves the origin`);
  same(page.said, [], `${what}: the console stays empty`);
}

async function closePage(page, what) {
  checkQuiet(page, what);
  await page.context().close();
}

// A template by its name, as a visitor opens it.
async function openTemplate(page, name) {
  await page.keyboard.press('Control+k');
  await page.fill('#search', name);
  await page.waitForSelector('.tree-row.template');
  await page.keyboard.press('Enter');
  await page.waitForFunction((wanted) => document.querySelector('.crumbs strong')?.textContent === wanted, name.split('/').pop());
  await settled(page);
}

// Until what is shown is of what is typed.
async function settled(page) {
  await page.waitForFunction(() => {
    const list = document.querySelector('.message-list');
    return !list || (list.getAttribute('aria-busy') === 'false' && document.querySelector('.message'));
  });
  await page.waitForTimeout(120);
}

const editor = '.editor-pane:not([hidden]) .cm-content';

async function setText(page, text) {
  await page.click(editor);
  await page.keyboard.press('Control+a');
  // Else the browser copies the style of what it replaces, and complains of it.
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

function editorText(page) {
  return page.evaluate(() => [...document.querySelectorAll('.editor-pane:not([hidden]) .cm-line')].map((line) => line.textContent).join('\n'));
}

// Names come from the server: it may take more than one key.
async function openCompletion(page) {
  for (let round = 0; round < 10; ++round) {
    await page.keyboard.press('Control+Space');
    const found = await page.waitForSelector('.cm-tooltip-autocomplete li', { timeout: 1000 }).catch(() => null);
    if (found) return;
  }
  throw new Error('nothing completes');
}

const texts = (page) => page.$$eval('.message pre', (all) => all.map((each) => each.textContent));
const roles = (page) => page.$$eval('.message .role', (all) => all.map((each) => each.textContent));

async function setBudget(page, tokens) {
  await page.fill('.budget .number', String(tokens));
  await page.keyboard.press('Enter');
  await page.waitForTimeout(60);
  await settled(page);
}

// --- The flows ---------------------------------------------------------------------------

const flows = {};

flows['open, edit with a mistake and see it, fix it'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  check((await page.$$('.tree-row.tier')).length >= 1, 'the catalog shows tiers');
  await openTemplate(page, 'reply');
  check((await texts(page))[0].includes('harbour master'), 'messages are rendered with the data of the first test case');
  same((await roles(page))[0], 'system', 'messages have their roles');
  check(/^\d+$/.test(await page.textContent('.message .tokens')), 'and their tokens');
  check((await page.textContent('.message .place')).includes('line 6'), 'and the place that made them');

  await setText(page, project.REPLY.replace('{{voice}}', '{{voice'));
  await page.waitForSelector('.cm-lintRange-error');
  check((await page.textContent('#problem-count')).includes('1 error'), 'a mistake is counted');
  check((await page.$$('.problem.error')).length === 1, 'and listed');
  check((await page.getAttribute('.message-list', 'aria-busy')) === 'true', 'what is shown is marked as older');
  await page.click('.problem.error');
  const line = await page.evaluate(() => document.querySelector('.cm-activeLine')?.textContent ?? '');
  check(line.includes('{{voice'), 'its place is one click away');
  await page.hover('.cm-lintRange-error');
  await page.waitForSelector('.cm-tooltip .lint-message');
  check((await page.textContent('.cm-tooltip .lint-code')).length > 3, 'resting on it tells what is wrong, with its code');

  await setText(page, project.REPLY.replace('You answer letters', 'You answer all letters'));
  await page.waitForFunction(() => !document.querySelector('#problem-count')?.textContent.includes('error'));
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.startsWith('You answer all letters'));
  check(true, 'once it is mended the messages follow');
  check(await page.isVisible('.crumbs .dot'), 'and the page says that it is not saved');
  same(fs.readFileSync(project.fileOf(root, 'letters/reply.chat.yaml'), 'utf8'), project.REPLY, 'the file is as it was');
  await closePage(page, 'editing');
  await server.stop();
};

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

flows['jumps both ways'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await page.click('.message.role-assistant header');
  await page.waitForFunction(() => document.querySelector('.cm-activeLine')?.textContent.includes('Dear friend'));
  check(true, 'a click on a message goes to the line that made it');
  await page.click('.cm-line:has-text("You answer letters")');
  await page.waitForFunction(() => document.querySelector('.message.looked .role')?.textContent === 'system');
  check(true, 'a click on a line shows its message');
  check((await page.$$('.cm-madeMark')).length >= 4, 'lines that made messages have a mark');
  await page.click('.cm-line:has-text("item.turnNo")');
  await page.waitForFunction(() => document.querySelector('.message.looked pre')?.textContent.length > 0);
  check((await page.$$('.cm-line.cm-made')).length >= 1, 'and the lines of the message that is looked at are marked');
  const part = await page.$('.message.looked button.place');
  if (part) {
    await part.click();
    await page.waitForFunction(() => document.querySelector('.cm-activeLine')?.textContent.length > 0);
    check(true, 'each part of a joined message leads to its own line');
  }
  await setBudget(page, 60);
  await page.click('.gone');
  await page.waitForFunction(() => document.querySelector('.cm-activeLine')?.textContent.includes('kind'));
  check(true, 'what was left out leads to its line too');
  await closePage(page, 'jumps');
  await server.stop();
};

flows['completion, hover, and where names lead'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'notice');
  const complete = async (typed) => {
    await page.click(editor);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(typed);
    await openCompletion(page);
    const found = await page.$$eval('.cm-tooltip-autocomplete .cm-completionLabel', (all) => all.map((each) => each.textContent));
    await page.keyboard.press('Escape');
    return found;
  };
  check((await complete('{{ ti')).some((each) => each === 'time'), 'variables complete');
  check((await complete(' }}{{ time|up')).includes('upper'), 'filters complete');
  check((await complete(' }}{% include "par')).includes('parts/sign'), 'names of templates complete');
  await page.keyboard.type(' %}');
  await setText(page, project.FILES['notice.j2']);
  await page.waitForTimeout(400);
  await page.hover('.cm-line:has-text("time") >> text=time');
  await page.waitForSelector('.meaning');
  check((await page.textContent('.meaning')).includes('time'), 'resting on a name tells what it means');
  await page.mouse.move(5, 5);
  await page.click('.cm-line:has-text("extends") >> text="\\"base\\""');
  await page.keyboard.press('F12');
  await page.waitForFunction(() => document.querySelector('.crumbs strong')?.textContent === 'base');
  check(true, 'F12 goes to the parent');
  await openTemplate(page, 'notice');
  await page.click('.cm-line:has-text("include") >> text="\\"parts/sign\\""', { modifiers: ['Control'] });
  await page.waitForFunction(() => document.querySelector('.crumbs strong')?.textContent === 'sign');
  check(true, 'Ctrl+click goes to what is included');

  await openTemplate(page, 'reply');
  await page.click('.cm-line:has-text("source: {source: turns}")');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('li');
  await openCompletion(page);
  check((await page.textContent('.cm-tooltip-autocomplete')).includes('limit'), 'fields of the schema complete');
  await page.keyboard.press('Escape');
  await page.keyboard.type(': 3');
  await page.keyboard.press('Enter');
  await page.keyboard.type('source: {source: tu');
  await openCompletion(page);
  check((await page.textContent('.cm-tooltip-autocomplete')).includes('turns'), 'sources complete');
  await closePage(page, 'completion');
  await server.stop();
};

flows['data: checked, chosen, kept as a test case'] = async (browser) => {
  const root = project.makeProject();
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  await page.click('#middle-data');
  same(await page.$$eval('#fixture option', (all) => all.map((each) => each.textContent)),
    ['shows the letters', 'keeps the question when there is little room'], 'the cases of its tests are there to choose from');
  await page.selectOption('#fixture', 'keeps the question when there is little room');
  await settled(page);
  same(await page.inputValue('.budget .number'), '40', 'a case brings its budget');
  await setText(page, 'voice: a poet\nquestion: Why?\nturns: []\n');
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.includes('a poet'));
  check(true, 'YAML serves as data');
  await setText(page, 'voice: [a\n');
  await page.waitForSelector('.footnote .bad');
  check((await page.$$('.data-pane .cm-lintRange-error, .data-pane .cm-lintPoint')).length > 0, 'a mistake in the data is shown where it is');
  await setText(page, 'voice: a poet\nturns: []\n');
  await page.waitForFunction(() => /also reads question/.test(document.querySelector('.footnote')?.textContent ?? ''));
  check(true, 'what the template reads and the data lacks is told');
  await setText(page, 'voice: a poet\nturns: 3\n');
  await page.waitForFunction(() => /turns must be a list/.test(document.querySelector('.footnote')?.textContent ?? ''));
  check(true, 'and what is of another type');
  await setText(page, '{"voice": "a clerk", "question": "How much?", "turns": []}');
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.includes('a clerk'));
  await page.click('text=Save as test case');
  await page.fill('.inline-form input', 'a clerk answers');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.footnote .good');
  const file = fs.readFileSync(project.fileOf(root, 'letters/reply.test.yaml'), 'utf8');
  check(file.includes('- name: "a clerk answers"') && file.startsWith('context:'), 'the case is added to the file');
  await page.click('#right-tests');
  await page.waitForFunction(() => /3 passed, 0 failed/.test(document.querySelector('.tests-pane')?.textContent ?? ''));
  check(true, 'and passes as it was saved');
  await closePage(page, 'data');
  await server.stop();
};

flows['save, and meet a conflict'] = async (browser) => {
  const root = project.makeProject();
  const file = project.fileOf(root, 'letters/reply.chat.yaml');
  const read = () => fs.readFileSync(file, 'utf8');
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  await openTemplate(page, 'reply');
  const mine = project.REPLY.replace('Answer this', 'Please answer this');
  await setText(page, mine);
  await page.keyboard.press('Control+s');
  await page.waitForFunction(() => document.querySelector('#save')?.textContent === 'Saved');
  same(read(), mine, 'Ctrl+S saves, byte for byte');
  check(!(await page.isVisible('.crumbs .dot')), 'and the page says so');

  fs.writeFileSync(file, mine.replace('in the voice', 'in the quiet voice'));
  await setText(page, mine.replace('Dear friend', 'Dear Ann'));
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.conflict');
  check(read().includes('quiet voice') && !read().includes('Dear Ann'), 'where the file changed nothing is written');
  check((await page.textContent('.conflict')).includes('changed on disk'), 'and both texts are shown');
  await page.click('.cm-merge-revert button');
  await page.waitForTimeout(200);
  await page.click('text=Save the right side');
  await page.waitForSelector('.conflict', { state: 'detached' });
  check(read().includes('quiet voice') && read().includes('Dear Ann'), 'the merged text is saved');

  fs.writeFileSync(file, read().replace('quiet', 'loud'));
  await setText(page, read().replace('loud', 'soft'));
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.conflict');
  await page.click('text=Take what is on disk');
  await page.waitForSelector('.conflict', { state: 'detached' });
  check((await editorText(page)).includes('loud voice'), 'or what is on disk is taken');
  fs.unlinkSync(file);
  await setText(page, mine);
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.conflict');
  check((await page.textContent('.conflict')).includes('removed'), 'a file that was removed is a conflict as well');
  await page.click('text=Save the right side');
  await page.waitForSelector('.conflict', { state: 'detached' });
  same(read(), mine, 'and can be made again');

  await setText(page, `${mine}# a draft\n`);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.waitForSelector('.message');
  check((await editorText(page)).includes('# a draft'), 'what was not saved survives a reload');
  fs.writeFileSync(file, mine.replace('letters', 'notes'));
  await page.reload();
  await page.waitForSelector('.message');
  check((await editorText(page)).includes('# a draft'), 'also where the file changed meanwhile');
  await page.keyboard.press('Control+s');
  await page.waitForSelector('.conflict');
  check(read().includes('notes'), 'which is a conflict once it is saved');
  await closePage(page, 'saving');
  await server.stop();
};

flows['line ends stay as they are'] = async (browser) => {
  const root = project.makeProject({ 'crlf.j2': 'Dear {{ name }},\r\nbye\r\n', 'mixed.j2': 'a\r\nb\nc\n' });
  const server = await project.serve(galley, root);
  const page = await openPage(browser, server.url);
  for (const [name, expected] of [['crlf', 'Dear {{ name }},\r\nbye\r\nPS'], ['mixed', 'a\r\nb\nc\nPS']]) {
    await openTemplate(page, name);
    await page.click(editor);
    await page.keyboard.press('Control+End');
    await page.keyboard.type('PS');
    await page.keyboard.press('Control+s');
    await page.waitForFunction(() => document.querySelector('#save')?.textContent === 'Saved');
    same(fs.readFileSync(project.fileOf(root, `${name}.j2`), 'utf8'), expected, `line ends of ${name}.j2 are kept`);
  }
  await closePage(page, 'line ends');
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
  await page.click('text=Update 1 case');
  await page.waitForSelector('.case.passed');
  check(fs.readFileSync(project.fileOf(root, 'greeting.test.yaml'), 'utf8').includes('rain'), 'an update takes what came');
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
  await page.selectOption('#form', 'text');
  await page.waitForSelector('.request-text');
  check(true, 'in the form of another provider');
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

async function main() {
  if (!fs.existsSync(CHROMIUM)) {
    console.log('skipped: no Chromium; `./dev browser` installs one and runs this');
    process.exit(77);
  }
  if (screenshots) fs.mkdirSync(screenshots, { recursive: true });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  for (const [name, flow] of Object.entries(flows)) {
    if (only && !name.includes(only)) continue;
    console.log(`\n# ${name}`);
    try {
      await flow(browser);
    } catch (error) {
      check(false, `${name}: ${String(error).split('\n').slice(0, 6).join(' ')}`);
    }
  }
  await browser.close();
  console.log(`\n${passed} passed, ${failures.length} failed`);
  for (const each of failures) console.log(`  ${each}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

void main();
