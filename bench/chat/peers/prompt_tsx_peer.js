// @vscode/prompt-tsx as a peer of the chat benchmark; the protocol is in
// bench/text/run.py.
//
// It has no document to compile: the elements are made in JavaScript, as its users do,
// the newer a turn the higher its priority.  A turn of an agent is a chunk, which stays or goes
// as one.
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');
const { AssistantMessage, Chunk, OutputMode, PromptElement, SystemMessage, ToolMessage, UserMessage,
        renderPrompt } = require('@vscode/prompt-tsx');

const ALWAYS = 1e9;
const UNLIMITED = 1e12;

// A quarter of the UTF-16 length, rounded up.
const estimate = (text) => Math.ceil(text.length / 4);
const textOf = (message) => message.content || '';
const callsOf = (message) => message.tool_calls || [];
const costOf = (message) => callsOf(message).reduce(
  (sum, call) => sum + estimate(call.function.name) + estimate(call.function.arguments), estimate(textOf(message)));

const tokenizer = {
  mode: OutputMode.OpenAI,
  tokenLength: (part) => estimate(part.text),
  countMessageTokens: costOf,
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

function agentMessage(message) {
  if (message.role === 'user') return vscpp(UserMessage, null, message.content);
  if (message.role === 'tool') return vscpp(ToolMessage, { toolCallId: message.tool_call_id }, message.content);
  return vscpp(AssistantMessage, { toolCalls: message.tool_calls }, message.content || '');
}

class Agent extends PromptElement {
  render() {
    const turns = [];
    for (const message of this.props.data.messages) {
      if (message.role === 'user') turns.push([]);
      turns[turns.length - 1].push(agentMessage(message));
    }
    return vscpp(vscppf, null,
      vscpp(SystemMessage, { priority: ALWAYS }, 'You look after a garden. Use the tools; do not guess.'),
      ...turns.map((messages, index) => vscpp(Chunk, { priority: index }, ...messages)));
  }
}

let json;
let data;
let budget;

async function render() {
  const endpoint = { modelMaxPromptTokens: budget };
  return (await renderPrompt(data.messages ? Agent : TurnWriter, { data }, endpoint, tokenizer)).messages;
}

function shown(message) {
  return textOf(message) + callsOf(message).map((call) => `[call ${call.function.name}] ${call.function.arguments}`).join('');
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
      budget = JSON.parse(fs.readFileSync(path.join(words[1], 'options.json'), 'utf8')).maxTokens || UNLIMITED;
      return 'ok';
    case 'output':
      fs.writeFileSync(words[1], (await render()).map((each) => `${each.role}\t${shown(each)}\n`).join(''));
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
