// The engines for Node as peers of the text benchmark; the protocol is in
// bench/text/run.py.
//
//     node_peer.js nunjucks|huggingface|handlebars
'use strict';

const fs = require('fs');
const path = require('path');
const readline = require('readline');

function readTemplates(folder, extension) {
  const templates = {};
  for (const name of fs.readdirSync(folder)) {
    if (name.endsWith(extension)) templates[name] = fs.readFileSync(path.join(folder, name), 'utf8');
  }
  if (!templates['main' + extension]) throw new Error('not written in this language');
  return templates;
}

function isModelTemplate(folder) {
  return fs.readFileSync(path.join(folder, 'options.json'), 'utf8').includes('huggingface');
}

// Each engine gives {compile, render}: both do all of the work each time.
const engines = {
  nunjucks(folder) {
    const nunjucks = require('nunjucks');
    const templates = readTemplates(folder, '.j2');
    const model = isModelTemplate(folder);
    const loader = { getSource: (name) => ({ src: templates[name], path: name, noCache: false }) };
    const environment = new nunjucks.Environment(
      loader, { autoescape: false, trimBlocks: model, lstripBlocks: model });
    const main = environment.getTemplate('main.j2', true);
    return {
      compile() {
        for (const name in templates) nunjucks.compile(templates[name], environment, name, true);
      },
      render: (data) => main.render(data),
    };
  },
  huggingface(folder) {
    const { Template } = require('@huggingface/jinja');
    const templates = readTemplates(folder, '.j2');
    if (Object.keys(templates).length > 1) throw new Error('has no other templates');
    const main = new Template(templates['main.j2']);
    return {
      compile: () => new Template(templates['main.j2']),
      render: (data) => main.render(data),
    };
  },
  handlebars(folder) {
    const handlebars = require('handlebars').create();
    const templates = readTemplates(folder, '.hbs');
    for (const name in templates) {
      if (name !== 'main.hbs') handlebars.registerPartial(name.slice(0, -4), templates[name]);
    }
    const options = { noEscape: true };
    const main = handlebars.compile(templates['main.hbs'], options);
    return {
      // `compile` puts off the work until the first render.
      compile() {
        for (const name in templates) handlebars.precompile(templates[name], options);
      },
      render: (data) => main(data),
    };
  },
};

let engine;
let json;
let data;

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
      engine = engines[process.argv[2]](words[1]);
      return 'ok';
    case 'output':
      fs.writeFileSync(words[1], engine.render(data));
      return 'ok';
    case 'compile':
      return time(() => engine.compile(), Number(words[1]));
    case 'parse':
      return time(() => JSON.parse(json), Number(words[1]));
    default:
      return time(() => engine.render(data), Number(words[1]));
  }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  let reply;
  try {
    reply = answer(line.split(' '));
  } catch (error) {
    reply = 'fails ' + String(error.message).split('\n')[0];
  }
  process.stdout.write(reply + '\n');
});
