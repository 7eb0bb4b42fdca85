// A request as what a program would send.
export type CodeForm = 'text' | 'json' | 'curl' | 'python' | 'typescript';

interface Provider {
  url: string;
  headers: string[];
  model: string;
  python: string[];
  typescript: string[];
}

const OPENAI_HEADERS = ['Authorization: Bearer $OPENAI_API_KEY'];

const PROVIDERS: Record<string, Provider> = {
  openai: {
    url: 'https://api.openai.com/v1/chat/completions', headers: OPENAI_HEADERS, model: 'gpt-5',
    python: ['from openai import OpenAI', '', 'client = OpenAI()', 'response = client.chat.completions.create(**request)', 'print(response.choices[0].message.content)'],
    typescript: ["import OpenAI from 'openai';", '', 'const client = new OpenAI();', 'const response = await client.chat.completions.create(request);', 'console.log(response.choices[0].message.content);'],
  },
  responses: {
    url: 'https://api.openai.com/v1/responses', headers: OPENAI_HEADERS, model: 'gpt-5',
    python: ['from openai import OpenAI', '', 'client = OpenAI()', 'response = client.responses.create(**request)', 'print(response.output_text)'],
    typescript: ["import OpenAI from 'openai';", '', 'const client = new OpenAI();', 'const response = await client.responses.create(request);', 'console.log(response.output_text);'],
  },
  anthropic: {
    url: 'https://api.anthropic.com/v1/messages', headers: ['x-api-key: $ANTHROPIC_API_KEY', 'anthropic-version: 2023-06-01'], model: 'claude-sonnet-4-5',
    python: ['import anthropic', '', 'client = anthropic.Anthropic()', 'response = client.messages.create(**request)', 'print(response.content[0].text)'],
    typescript: ["import Anthropic from '@anthropic-ai/sdk';", '', 'const client = new Anthropic();', 'const response = await client.messages.create(request);', 'console.log(response.content);'],
  },
  mistral: {
    url: 'https://api.mistral.ai/v1/chat/completions', headers: ['Authorization: Bearer $MISTRAL_API_KEY'], model: 'mistral-large-latest',
    python: ['import os', 'from mistralai import Mistral', '', "client = Mistral(api_key=os.environ['MISTRAL_API_KEY'])", 'response = client.chat.complete(**request)', 'print(response.choices[0].message.content)'],
    typescript: ["import { Mistral } from '@mistralai/mistralai';", '', 'const client = new Mistral({ apiKey: process.env.MISTRAL_API_KEY });', 'const response = await client.chat.complete(request);', 'console.log(response.choices[0].message.content);'],
  },
  gemini: {
    url: 'https://generativelanguage.googleapis.com/v1beta/models/MODEL:generateContent', headers: ['x-goog-api-key: $GEMINI_API_KEY'], model: 'gemini-2.5-pro',
    python: [], typescript: [],
  },
};

// What Hugging Face calls a request is what a chat template takes: there is no address that it
// goes to, but a tokenizer that makes a prompt of it.
const CHAT_TEMPLATE = {
  python: [
    'from transformers import AutoTokenizer', '',
    'tokenizer = AutoTokenizer.from_pretrained(MODEL)', 'prompt = tokenizer.apply_chat_template(request.pop("messages"), tokenize=False, **request)', 'print(prompt)',
  ],
  typescript: [
    "import { AutoTokenizer } from '@huggingface/transformers';", '',
    'const { messages, ...options } = request;', 'const tokenizer = await AutoTokenizer.from_pretrained(MODEL);',
    'const prompt = tokenizer.apply_chat_template(messages, { tokenize: false, ...options });', 'console.log(prompt);',
  ],
};
const SOME_MODEL = 'ORGANISATION/MODEL'; // to be replaced by whoever runs it

// What a request can be copied as: a program only where it is known whom it talks to.
export function copiesOf(form: string): CodeForm[] {
  if (form === 'text') return ['text'];
  if (form === 'huggingface') return ['json', 'python', 'typescript'];
  return PROVIDERS[form] ? ['json', 'curl', 'python', 'typescript'] : ['json'];
}

// What is said to a provider without a client of its own: plain HTTP.
function plainPython(url: string, headers: string[]): string[] {
  const fields = headers.map((each) => each.split(': ') as [string, string]);
  return [
    'import os, requests', '',
    'response = requests.post(', `    ${JSON.stringify(url)},`, '    json=request,',
    `    headers={${fields.map(([name, value]) => `${JSON.stringify(name)}: ${pythonValue(value)}`).join(', ')}},`, ')', 'print(response.json())',
  ];
}

function pythonValue(value: string): string {
  const variable = /\$(\w+)/.exec(value);
  if (!variable) return JSON.stringify(value);
  const before = value.slice(0, variable.index);
  return `${before ? `${JSON.stringify(before)} + ` : ''}os.environ['${variable[1]}']`;
}

function plainTypescript(url: string, headers: string[]): string[] {
  const fields = headers.map((each) => each.split(': ') as [string, string]);
  const written = fields.map(([name, value]) => `${JSON.stringify(name)}: \`${value.replace(/\$(\w+)/, '${process.env.$1}')}\``);
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`, "  method: 'POST',",
    `  headers: { 'content-type': 'application/json', ${written.join(', ')} },`, '  body: JSON.stringify(request),', '});',
    'console.log(await response.json());',
  ];
}

// JSON as Python writes it.
export function pythonLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[\n${value.map((each) => `${inner}${pythonLiteral(each, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object') {
    const pairs = Object.entries(value as object);
    return pairs.length === 0 ? '{}' : `{\n${pairs.map(([key, each]) => `${inner}${pythonText(key)}: ${pythonLiteral(each, inner)},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? pythonText(value) : JSON.stringify(value);
}

// A surrogate pair is one escape in Python, and two in JSON.
function pythonText(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function shellQuoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}

export function asCode(what: CodeForm, form: string, request: unknown, model: string): string {
  const provider = PROVIDERS[form];
  if (form === 'huggingface' && (what === 'python' || what === 'typescript')) {
    const lines = CHAT_TEMPLATE[what].map((line) => line.replace('MODEL', JSON.stringify(model || SOME_MODEL)));
    return program(what, lines, request);
  }
  if (what === 'json' || what === 'text' || !provider) return JSON.stringify(request, null, 2);
  const name = model || provider.model;
  const url = provider.url.replace('MODEL', encodeURIComponent(name));
  const isGemini = form === 'gemini';
  const whole = isGemini ? request : { model: name, ...(form === 'anthropic' ? { max_tokens: 1024 } : {}), ...(request as object) };
  if (what === 'curl') {
    const headers = ['content-type: application/json', ...provider.headers].map((each) => `  -H ${each.includes('$') ? `"${each}"` : shellQuoted(each)} \\\n`);
    return `curl ${shellQuoted(url)} \\\n${headers.join('')}  -d ${shellQuoted(JSON.stringify(whole, null, 2))}\n`;
  }
  const lines = provider[what].length > 0 ? provider[what] : what === 'python' ? plainPython(url, provider.headers) : plainTypescript(url, provider.headers);
  return program(what, lines, whole);
}

// Imports, which end with an empty line, the request, and what is done with it.
function program(what: 'python' | 'typescript', lines: string[], request: unknown): string {
  const imports = lines.includes('') ? lines.slice(0, lines.indexOf('')) : [];
  const made = what === 'python' ? `request = ${pythonLiteral(request)}` : `const request = ${JSON.stringify(request, null, 2)};`;
  return `${imports.length > 0 ? `${imports.join('\n')}\n\n` : ''}${made}\n${lines.slice(imports.length).join('\n')}\n`;
}
