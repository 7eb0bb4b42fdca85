// Projects for the tests of the studio, and the servers that show them.
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const REPLY = `id: reply
name: Reply
task: turn_generation
version: 1
layout:
  - {kind: message, role: system, content: "You answer letters in the voice of {{voice}}."}
  - {kind: slot, name: turns, header: {role: user, content: "The letters so far:"}}
  - {kind: message, role: user, content: "Answer this: {{question}}"}
  - {kind: message, role: assistant, content: "Dear friend, ", prefix: true}
slots:
  turns:
    priority: 0
    budget: {maxTokens: 200}
    plan:
      - kind: forEach
        source: {source: turns}
        fillDir: prepend
        map:
          - {kind: message, role: user, content: "[{{item.turnNo}}] {{item.content}}"}
`;

const TURNS = [
  'We open at nine, and the harbour is quiet until ten.',
  'The ferry was late again; three people asked about their luggage.',
  'Somebody left a blue umbrella at the counter.',
  'The lighthouse is closed for repairs until the end of May.',
  'A school class wants to visit on Thursday.',
  'The weather turned, and the evening boat was cancelled.',
];

function turns(texts = TURNS) {
  return texts.map((content, at) => ({ turnNo: texts.length - at, authorName: 'Ann', content }));
}

const REPLY_TEST = `context: ${JSON.stringify({ voice: 'a harbour master', question: 'When does the ferry leave?', turns: turns(), lost: { umbrella: 'blue' } })}
cases:
  - name: shows the letters
    budget: 4k
    expect:
      ledger:
        - {event: emit, where: "layout[0]"}
  - name: keeps the question when there is little room
    budget: 40
    expect:
      ledger:
        - {event: emit, where: "layout[2]"}
  - name: a poet asks, each message by itself
    context: {voice: a poet, lost: {luggage: 1234567890123456789}}
    squash: false
    expect:
      ledger:
        - {event: emit, where: "layout[2]"}
`;

const FILES = {
  'letters/reply.chat.yaml': REPLY,
  'letters/reply.test.yaml': REPLY_TEST,
  'base.j2': 'Dear {{ name }},\n{% block body %}{% endblock %}\nYours, {{ sender|default("Galley") }}\n',
  'notice.j2': '{% extends "base" %}\n{% block body %}The boat leaves at {{ time }}.\n{% include "parts/sign" %}{% endblock %}\n',
  'parts/sign.j2': '-- {{ sender|upper }}\n',
  'greeting.hbs': 'Hello {{name}}{{#each topics}}, {{this}}{{/each}}!\n',
  'hello.hbs': '{{> parts/hail}}\n{{#if name}}\nHow are you?\n{{/if}}\n',
  'parts/hail.hbs': 'Hail {{name}}\n',
  'rules.sections.yaml': 'id: rules\nsections:\n  ROLE:\n    text: |\n      You are {{WHO}}.\n      You are kind.\n  END: {text: Be brief.}\nplaceholders:\n  WHO: {type: string}\n',
  'कविता/नमस्ते.j2': 'Namaste {{ नाम|default("you") }}\n',
  'письмо.j2': '{% include ["отсутствует", "कविता/नमस्ते"] ignore missing %}\nПока\n',
  'greeting.test.yaml': 'cases:\n  - name: greets\n    context: {name: Ann, topics: [tea, rain]}\n    expect: {text: "Hello Ann, tea, snow!\\n"}\n',
};

function makeProject(files = FILES) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'galley-studio-test-')));
  for (const [name, text] of Object.entries(files)) write(root, name, text);
  return root;
}

function fileOf(root, name) {
  return path.join(root, '.galley/templates', name);
}

function write(root, name, text) {
  fs.mkdirSync(path.dirname(fileOf(root, name)), { recursive: true });
  fs.writeFileSync(fileOf(root, name), text);
}

// A server for `root`; `port` 0 takes a free one.
function serve(galley, root, options = [], port = 0) {
  const words = ['serve', '--project-root', root, '--listen', `127.0.0.1:${port}`, '--log', 'off', ...options];
  const child = spawn(galley, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: root, XDG_CONFIG_HOME: path.join(root, 'config') } });
  return listening(child);
}

// `galley studio`, which prints the address with its token.
function studio(galley, root, options = []) {
  const words = ['studio', '--no-browser', '--project-root', root, ...options];
  const child = spawn(galley, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: root, XDG_CONFIG_HOME: path.join(root, 'config') } });
  return listening(child, /open (http:\S+)/);
}

function listening(child, pattern = /listening on (http:\S+)/) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const place = pattern.exec(said);
      if (!place) return;
      const url = place[1];
      resolve({ url, port: Number(new URL(url).port), stop: () => stop(child) });
    });
    child.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

function stop(child) {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.on('exit', resolve);
    child.kill('SIGTERM');
  });
}

module.exports = { FILES, REPLY, TURNS, fileOf, makeProject, serve, studio, turns, write };
