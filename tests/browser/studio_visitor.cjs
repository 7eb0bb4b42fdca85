// A visitor of the studio: pages in a browser that note what must not happen, what is done with
// them, and what is checked of them.
'use strict';
const path = require('node:path');

const galley = path.resolve(process.argv[2]);
const optionOf = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
const WAIT = { timeout: Number(process.env.WAIT_MS ?? 15_000) };

const results = { passed: 0, failures: [] };

function check(holds, what) {
  if (holds) results.passed += 1;
  else results.failures.push(what);
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

module.exports = {
  check, closePage, editor, editorText, galley, openCompletion, openPage, openTemplate, optionOf, results, roles, same, setBudget, setText, settled, texts,
};
