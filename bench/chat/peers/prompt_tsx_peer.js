// @vscode/prompt-tsx as a peer of the chat benchmark; the protocol is in
// bench/text/run.py.
//
// It has no document to compile: the elements are made in JavaScript, as its users do,
// the newer a turn the higher its priority.
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { OutputMode, PromptElement, SystemMessage, UserMessage, renderPrompt } = require('@vscode/prompt-tsx');

const ALWAYS = 1e9;
const UNLIMITED = 1e12;

// A quarter of the UTF-16 length, rounded up.
const estimate = (text) => Math.ceil(text.length / 4);
const textOf = (message) => message.content;

const tokenizer = {
  mode: OutputMode.OpenAI,
  tokenLength: (part) => estimate(part.text),
  countMessageTokens: (message) => estimate(textOf(message)),
};

class TurnWriter extends PromptElement {
  render() {
    const { data } = this.props;
    const turns = data.turns.map((turn, index) =>
      vscpp(UserMessage, { priority: index }, `[${turn.turnNo}] ${turn.authorName}: ${turn.content}`));
    const closing = `Respect this intent: ${data.currentIntent.description}. Write the next turn as prose.`;
    return vscpp(vscppf, null,
      vscpp(SystemMessage, { priority: ALWAYS }, 'You write vivid, concise third-person prose.'),
      ...turns,
      vscpp(UserMessage, { priority: ALWAYS }, closing));
  }
}

let json;
let data;
let budget;

async function render() {
  const endpoint = { modelMaxPromptTokens: budget };
  return (await renderPrompt(TurnWriter, { data }, endpoint, tokenizer)).messages;
}

async function time(step, rounds) {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < rounds; ++i) await step();
  return String(process.hrtime.bigint() - begin);
}

async function answer(words) {
  switch (words[0]) {
    case 'load':
      json = fs.readFileSync(path.join(words[1], 'data.json'), 'utf8');
      data = JSON.parse(json);
      if (data.messages) throw new Error('has no turns of calls and results that go as one');
      budget = JSON.parse(fs.readFileSync(path.join(words[1], 'options.json'), 'utf8')).maxTokens || UNLIMITED;
      return 'ok';
    case 'output':
      fs.writeFileSync(words[1], (await render()).map((each) => `${each.role}\t${textOf(each)}\n`).join(''));
      return 'ok';
    case 'compile':
      return time(() => {}, Number(words[1]));
    case 'parse':
      return time(() => JSON.parse(json), Number(words[1]));
    default:
      return time(render, Number(words[1]));
  }
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = await answer(line.split(' '));
    } catch (error) {
      reply = 'fails ' + String(error.message).split('\n')[0];
    }
    process.stdout.write(reply + '\n');
  }
}

main();
