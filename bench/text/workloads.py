#!/usr/bin/env python3
"""Writes the workloads of the text benchmark: one folder each, from a fixed seed.

    workloads.py OUT [CHAT_TEMPLATES.jsonl]

A folder holds main.j2, or main.hbs, the templates that it names, data.json and
options.json.  Which of the two it is says which engines take part.  The chat templates are real models'; they
are taken from a file of cases, since they are not ours to ship, and left out without it.
"""

import json
import pathlib
import random
import sys

WORDS = (
    "the tavern smoke lantern answered quietly while rain fell over harbour and nobody "
    "noticed how old blade glowed beside empty chair until someone laughed"
).split()

CHAT_MODELS = ("Qwen-Qwen3-0.6B", "mistralai-Mistral-Nemo-Instruct-2407",
               "ibm-granite-granite-3.3-2B-Instruct")


def sentence(rng, low, high):
    words = [rng.choice(WORDS) for _ in range(rng.randint(low, high))]
    return " ".join(words).capitalize() + "."


def role_play(rng):
    template = """You are {{ character.name }}, {{ character.summary }}
{% if character.traits %}Traits: {{ character.traits|join(', ') }}
{% endif %}{% for fact in lore %}{% if fact.active %}* {{ fact.title|upper }}: {{ fact.text }}
{% endif %}{% endfor %}
Scene: {{ scene.place }}, {{ scene.time|default('night') }}
{% for message in messages %}{% if message.role == 'user' %}{{ user }}: {{ message.content|trim }}
{% elif message.role == 'assistant' %}{{ character.name }}: {{ message.content|trim }}
{% else %}[{{ message.role }}] {{ message.content }}
{% endif %}{% if not loop.last and message.pause %}---
{% endif %}{% endfor %}{{ character.name }}:"""
    roles = ("user", "assistant", "user", "assistant", "narrator")
    data = {
        "user": "Ann",
        "character": {"name": "Mira", "summary": sentence(rng, 20, 30),
                      "traits": ["brave", "dry", "loyal", "tired"]},
        "lore": [{"title": rng.choice(WORDS), "text": sentence(rng, 12, 24),
                  "active": i % 3 != 1} for i in range(12)],
        "scene": {"place": "the harbour"},
        "messages": [{"role": roles[i % 5], "content": "  " + sentence(rng, 20, 60) + " ",
                      "pause": i % 7 == 0} for i in range(50)],
    }
    return {"main.j2": template}, data, {}


def table(rng):
    template = ("<table>\n{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>"
                "{% endfor %}</tr>\n{% endfor %}</table>")
    data = {"rows": [[rng.choice(WORDS) if i % 2 else rng.randint(0, 99999) for i in range(10)]
                     for _ in range(1000)]}
    return {"main.j2": template}, data, {}


def inheritance(rng):
    templates = {
        "main.j2": "{% extends 'page.j2' %}{% from 'parts.j2' import field, bullet %}"
                   "{% block title %}{{ super() }}: {{ title }}{% endblock %}"
                   "{% block body %}{% for item in items %}{% include 'item.j2' %}{% endfor %}"
                   "{% for note in notes %}{{ bullet(note, loop.index) }}{% endfor %}"
                   "{{ field('author', author) }}{% endblock %}",
        "page.j2": "# {% block title %}Report{% endblock %}\n\n{% block body %}{% endblock %}\n"
                   "{% block foot %}{% include 'foot.j2' %}{% endblock %}\n",
        "item.j2": "- {{ item.name }} ({{ item.kind|lower }}): {{ item.text }}\n",
        "foot.j2": "Printed for {{ author }}\n",
        "parts.j2": "{% macro field(name, value, sep=': ') %}{{ name }}{{ sep }}{{ value }}\n"
                    "{% endmacro %}{% macro bullet(text, number) %}{{ number }}. {{ text }}\n"
                    "{% endmacro %}",
    }
    data = {
        "title": "Harbour", "author": "Ann",
        "items": [{"name": rng.choice(WORDS), "kind": "NOTE", "text": sentence(rng, 8, 16)}
                  for _ in range(40)],
        "notes": [sentence(rng, 6, 12) for _ in range(40)],
    }
    return templates, data, {}


def leaf(_rng):
    return {"main.j2": "Hello {{ name }}!"}, {"name": "Ann"}, {}


def large_context(rng):
    template = ("{{ book.title }}\n{% for id in wanted %}{{ book.pages[id].text }}\n{% endfor %}")
    pages = [{"number": i, "text": sentence(rng, 40, 60), "tags": ["a", "b"]}
             for i in range(2600)]
    data = {"book": {"title": "Harbour", "pages": pages},
            "wanted": [rng.randrange(2600) for _ in range(26)]}
    return {"main.j2": template}, data, {}


# The same in Handlebars, as far as that can say it.
def handlebars_role_play(rng):
    template = """You are {{character.name}}, {{character.summary}}
{{#if character.traits}}Traits:{{#each character.traits}} {{this}}{{/each}}{{/if}}
{{#each lore}}{{#if active}}* {{title}}: {{text}}
{{/if}}{{/each}}Scene: {{scene.place}}
{{#each messages}}{{#if pause}}---{{/if}}{{@index}} [{{role}}] {{content}}
{{/each}}{{character.name}}:"""
    _, data, options = role_play(rng)
    return {"main.hbs": template}, data, options


def handlebars_table(rng):
    template = ("<table>\n{{#each rows}}<tr>{{#each this}}<td>{{{this}}}</td>{{/each}}</tr>\n"
                "{{/each}}</table>")
    _, data, options = table(rng)
    return {"main.hbs": template}, data, options


def handlebars_partials(rng):
    templates = {
        "main.hbs": "# {{title}}\n{{#each items}}{{> item}}{{/each}}"
                    "{{#each notes}}{{> note}}{{/each}}{{> foot}}",
        "item.hbs": "- {{name}} ({{kind}}): {{text}}\n",
        "note.hbs": "* {{this}}\n",
        "foot.hbs": "Printed for {{author}}\n",
    }
    _, data, options = inheritance(rng)
    return templates, data, options


def handlebars_leaf(_rng):
    return {"main.hbs": "Hello {{name}}!"}, {"name": "Ann"}, {}


def chat(rng, source, with_tools):
    messages = [{"role": "system", "content": sentence(rng, 20, 40)}]
    for i in range(19):
        messages.append({"role": "user" if i % 2 == 0 else "assistant",
                         "content": sentence(rng, 15, 50)})
    data = {"messages": messages, "add_generation_prompt": True, "bos_token": "<s>",
            "eos_token": "</s>"}
    if with_tools:
        # Keys in the order of the alphabet: some engines know no other.
        data["tools"] = [{"function": {
            "description": sentence(rng, 8, 12), "name": name,
            "parameters": {"properties": {"city": {"type": "string"}}, "required": ["city"],
                           "type": "object"}}, "type": "function"} for name in ("weather", "tides")]
    return {"main.j2": source}, data, {"profile": "huggingface", "now": "2026-01-02T03:04:05"}


def chat_sources(path):
    sources = {}
    for line in open(path, encoding="utf-8"):
        case = json.loads(line)
        model = case["name"].split("/")[1]
        sources.setdefault(model, case["params"]["source"])
    return sources


def write(folder, made):
    templates, data, options = made
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in templates.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "data.json").write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    (folder / "options.json").write_text(json.dumps(options), encoding="utf-8")


def write_all(out, chat_templates=None):
    makers = {"role_play": role_play, "table": table, "inheritance": inheritance, "leaf": leaf,
              "large_context": large_context, "hb_role_play": handlebars_role_play,
              "hb_table": handlebars_table, "hb_partials": handlebars_partials,
              "hb_leaf": handlebars_leaf}
    for name, make in makers.items():
        write(out / name, make(random.Random(name)))
    if not chat_templates:
        print("left out: the chat workloads, for want of a file of chat templates",
              file=sys.stderr)
        return
    sources = chat_sources(chat_templates)
    for number, model in enumerate(CHAT_MODELS, 1):
        write(out / f"chat_{number}", chat(random.Random(model), sources[model], number == 1))


if __name__ == "__main__":
    write_all(pathlib.Path(sys.argv[1]), *sys.argv[2:3])
