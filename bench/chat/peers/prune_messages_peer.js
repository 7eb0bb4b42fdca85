// pruneMessages of the AI SDK as a peer of the chat benchmark; the protocol is in
// bench/text/run.py.
//
// It removes reasoning, calls and empty messages by kind and knows no budget, so it takes the
// conversations of agents that nothing is left out of: what is measured is what it costs to make
// its messages and to go through them.
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { pruneMessages } = require('ai');

const SYSTEM = 'You look after a garden. Use the tools; do not guess.';

let json;
let data;

function modelMessage(message, names) {
  if (message.role === 'user') return { role: 'user', content: message.content };
  if (message.role === 'tool') {
    const result = { type: 'tool-result', toolCallId: message.tool_call_id, toolName: names.get(message.tool_call_id),
                     output: { type: 'text', value: message.content } };
    return { role: 'tool', content: [result] };
  }
  const parts = message.content ? [{ type: 'text', text: message.content }] : [];
  for (const call of message.tool_calls || []) {
    names.set(call.id, call.function.name);
    parts.push({ type: 'tool-call', toolCallId: call.id, toolName: call.function.name, input: JSON.parse(call.function.arguments) });
  }
  return { role: 'assistant', content: parts };
}

function render() {
  const names = new Map();
  const messages = [{ role: 'system', content: SYSTEM }];
  for (const message of data.messages) messages.push(modelMessage(message, names));
  return pruneMessages({ messages, reasoning: 'all', toolCalls: 'none', emptyMessages: 'remove' });
}

function shown(message) {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'tool-result') return part.output.value;
    return `[call ${part.toolName}] ${JSON.stringify(part.input).replace('":"', '": "')}`;
  }).join('');
}

function time(step, rounds) {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < rounds; ++i) step();
  return String(process.hrtime.bigint() - begin);
}

function answer(words) {
  switch (words[0]) {
    case 'load':
      json = fs.readFileSync(path.join(words[1], 'data.json'), 'utf8');
      data = JSON.parse(json);
      if (!data.messages) throw new Error('has no templates');
      if (JSON.parse(fs.readFileSync(path.join(words[1], 'options.json'), 'utf8')).maxTokens) throw new Error('has no budgets');
      return 'ok';
    case 'output':
      fs.writeFileSync(words[1], render().map((each) => `${each.role}\t${shown(each)}\n`).join(''));
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
      reply = answer(line.split(' '));
    } catch (error) {
      reply = 'fails ' + String(error.message).split('\n')[0];
    }
    process.stdout.write(reply + '\n');
  }
}

main();
