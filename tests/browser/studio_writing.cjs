// Writing: the editor, the data, and saving.
'use strict';
const fs = require('node:fs');
const project = require('./studio_project.cjs');
const { check, closePage, editor, editorText, galley, openCompletion, openPage, openTemplate, roles, same, setBudget, setText, settled, texts } = require('./studio_visitor.cjs');

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
  for (const [name, language] of [['base', 'Jinja'], ['greeting', 'Handlebars'], ['reply', 'YAML']]) {
    await openTemplate(page, name);
    const colours = await page.$$eval('.editor-pane:not([hidden]) .cm-line span', (all) => new Set(all.map((each) => getComputedStyle(each).color)).size);
    check(colours >= 2, `${language} is coloured`);
  }
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
  await openTemplate(page, 'hello');
  await page.click('.cm-line:has-text("parts/hail") >> text=/^hail$/');
  await page.keyboard.press('F12');
  await page.waitForFunction(() => document.querySelector('.crumbs strong')?.textContent === 'hail');
  check(true, 'F12 goes to a partial');
  await openTemplate(page, 'письмо');
  await page.click('.cm-line:has-text("include")');
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < 32; ++at) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F12');
  await page.waitForFunction(() => document.querySelector('.crumbs strong')?.textContent === 'नमस्ते');
  check(true, 'names of any script lead to their template, also the second of a list');
  await page.waitForTimeout(400);
  await page.click(editor);
  await page.keyboard.press('Control+End');
  await page.keyboard.type('{{ ना');
  await openCompletion(page);
  check((await page.textContent('.cm-tooltip-autocomplete')).includes('नाम'), 'and complete');
  await page.keyboard.press('Escape');
  await openTemplate(page, 'письмо');
  await page.click('.cm-line:has-text("include")');
  await page.keyboard.press('Control+Home');
  for (let at = 0; at < 17; ++at) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F12');
  await page.waitForFunction(() => /отсутствует/.test(document.querySelector('.bar [role="alert"]')?.textContent ?? ''));
  check(true, 'a name that means nothing is told');

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
    ['shows the letters', 'keeps the question when there is little room', 'a poet asks, each message by itself'], 'the cases of its tests are there to choose from');
  await page.selectOption('#fixture', 'keeps the question when there is little room');
  await settled(page);
  same(await page.inputValue('.budget .number'), '40', 'a case brings its budget');
  await page.selectOption('#fixture', 'a poet asks, each message by itself');
  await page.waitForFunction(() => document.querySelector('.message pre')?.textContent.includes('a poet'));
  check((await texts(page)).join('\n').includes('When does the ferry leave?'), 'the data of a case lies over that of its file');
  check((await editorText(page)).includes('"luggage"') && (await editorText(page)).includes('"blue"'), 'maps inside of it too');
  check((await editorText(page)).includes('1234567890123456789'), 'with every digit of its numbers');
  check((await page.textContent('.more-inputs')).includes('neighbours kept apart'), 'what else it is rendered with is told');
  same((await roles(page)).filter((each) => each === 'user').length, 8, 'and holds');
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
  await page.waitForFunction(() => /4 passed, 0 failed/.test(document.querySelector('.tests-pane')?.textContent ?? ''));
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

module.exports = flows;
