"""Properties of prompt caching, over random templates, data and budgets.

  evict    what a loop keeps is what the rules E3 to E6, written here a second time, say
  prefix   between two steps of the grid a longer conversation begins with the same messages,
           of loops and of histories with calls and results
  first    the reported first difference is the first differing byte
  place    the reported path, changed alone, changes that byte
  keys     the same where keys of the data name what is read
  text     the same two of text templates

usage: properties.py GALLEY [COUNT] [SEED]
"""

import json
import random
import subprocess
import sys

WORDS = ["harbor", "the gate", "na\u00efve\u2014", "\u65e5\u672c\u8a9e", "a\\b", '"q"', "l1\nl2", "\U0001f642", "salt", "x"]


class Galley:
    def __init__(self, program):
        self.child = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def try_call(self, method, params):
        """The result, or None where the call fails."""
        try:
            return self.call(method, params)
        except AssertionError:
            return None

    def call(self, method, params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.child.stdin.write(json.dumps(request).encode() + b"\n")
        self.child.stdin.flush()
        answer = json.loads(self.child.stdout.readline())
        if "error" in answer:
            raise AssertionError(f"{method}: {json.dumps(answer['error'])[:600]}\n{json.dumps(params)}")
        return answer["result"]


def text(source, most):
    return " ".join(source.choice(WORDS) for _ in range(source.randint(0, most)))


def tokens(content):
    return -(-len(content.encode("utf-16-le")) // 2 // 4)


def document(loop, slot, layout):
    return {"id": "c", "name": "c", "task": "turn_generation", "version": 1, "layout": layout,
            "slots": {"h": {"priority": 1, "plan": [loop], **slot}}}


def random_loop(source):
    messages = [{"kind": "message", "role": "user", "content": "{{item.q}}"}]
    if source.random() < 0.5:
        messages.append({"kind": "message", "role": "assistant", "content": "ok {{item.a}}"})
    loop = {"kind": "forEach", "source": {"source": "notes"}, "map": messages, "order": "desc", "fillDir": "prepend",
            "evict": {"chunk": source.choice([1, 7, 20, 40, "1%", "10%", "25%", "50%", "100%"])}}
    slot = {}
    if source.random() < 0.4:
        loop["limit"] = source.randint(1, 10)
    if source.random() < 0.5:
        loop["budget"] = {"maxTokens": source.randint(1, 90)}
    if source.random() < 0.3:
        slot["budget"] = {"maxTokens": source.randint(1, 90)}
    if source.random() < 0.4:
        loop["interleave"] = {"kind": "separator", "text": source.choice(["--", "a longer line between"])}
    return loop, slot


def kept_items(loop, slot, most, layout_tokens, items):
    """The items that stay, newest first, by E3 to E6."""
    sizes = []
    for item in items:
        printed = [item["q"]] + ([f"ok {item['a']}"] if len(loop["map"]) > 1 else [])
        sizes.append(sum(tokens(each) for each in printed if each))
    ceilings = [each for each in (loop.get("budget", {}).get("maxTokens"), slot.get("budget", {}).get("maxTokens"), most) if each is not None]
    room = min([each for each in (loop.get("budget", {}).get("maxTokens"), slot.get("budget", {}).get("maxTokens"))
                if each is not None] + ([max(most - layout_tokens, 0)] if most is not None else []), default=None)
    chunk, by_items = loop["evict"]["chunk"], False
    if isinstance(chunk, str):
        percent = int(chunk[:-1])
        by_items = not ceilings
        base = min(ceilings) if ceilings else loop.get("limit")
        chunk = max(base * percent // 100, 1) if base is not None else 0
    kept, spent, newer = [], 0, False
    separator = tokens(loop["interleave"]["text"]) if "interleave" in loop else 0
    end = min(len(items), loop.get("limit", len(items)))
    for at in range(end):
        if sizes[at]:
            price = sizes[at] + (separator if newer else 0)
            if room is not None and spent + price > room:
                break
            spent, newer = spent + price, True
        kept.append(at)
    gone = sum(1 if by_items else sizes[at] for at in range(len(items)) if at not in kept)
    if gone and chunk:
        target = -(-gone // chunk) * chunk
        printing = [at for at in kept if sizes[at]]
        while gone < target and kept and (not printing or kept[-1] != printing[0]):
            gone += 1 if by_items else sizes[kept[-1]]
            kept.pop()
    return [at for at in kept if sizes[at]]


LAYOUT = [{"kind": "message", "role": "system", "content": "You answer briefly."}, {"kind": "slot", "name": "h"},
          {"kind": "message", "role": "user", "content": "Go on."}]


def check_evict(galley, source):
    loop, slot = random_loop(source)
    items = [{"q": text(source, 5), "a": text(source, 3)} for _ in range(source.randint(0, 14))]
    most = source.choice([None, source.randint(8, 90)])
    params = {"template": document(loop, slot, LAYOUT), "context": {}, "sources": {"notes": items}, "squash": False}
    if most is not None:
        params["maxTokens"] = most
    messages = galley.call("chat.render", params)["messages"]
    newest_first = items[::-1]
    kept = kept_items(loop, slot, most, 7, newest_first)
    expected = []
    for at in reversed(kept):
        if expected and "interleave" in loop:
            expected.append(loop["interleave"]["text"])
        item = newest_first[at]
        expected += [each for each in [item["q"]] + ([f"ok {item['a']}"] if len(loop["map"]) > 1 else []) if each]
    got = [message["content"] for message in messages]
    got = got[1 if got and got[0] == "You answer briefly." else 0:]
    if got and got[-1] == "Go on.":
        got.pop()
    assert got == expected, f"evict: {json.dumps(params, ensure_ascii=False)}\n got {got}\nwant {expected}"


def check_prefix(galley, source):
    """Turn by turn; where nothing more was left out, the old messages stand first."""
    loop, slot = random_loop(source)
    loop["evict"] = {"chunk": source.choice([20, 40, "25%", "50%"])}
    loop["budget"] = {"maxTokens": source.randint(40, 120)}
    loop.pop("limit", None)
    template = document(loop, slot, LAYOUT[:2])
    items, before, steps = [], None, 0
    for _ in range(source.randint(5, 20)):
        items.append({"q": text(source, 4) or "q", "a": text(source, 3)})
        result = galley.call("chat.render", {"template": template, "context": {}, "sources": {"notes": items}, "squash": False})
        dropped = result["dropped"][0]["overBudget"]
        messages = result["messages"]
        if before and before[1] == dropped:
            assert messages[:len(before[0])] == before[0], f"prefix: {json.dumps(template)} {json.dumps(items)}"
            steps += 1
        before = (messages, dropped)
    return steps


def random_turn(source, number):
    """A question, perhaps steps with calls, and an answer."""
    turn = [{"role": "user", "content": text(source, 4) or "q"}]
    for step in range(source.choice([0, 0, 1, 2])):
        call = f"c{number}.{step}"
        turn.append({"role": "assistant", "content": [{"type": "tool_call", "id": call, "name": "look", "arguments": "{}"}]})
        turn.append({"role": "tool", "content": [{"type": "tool_result", "id": call, "content": text(source, 12) or "r"}]})
    turn.append({"role": "assistant", "content": text(source, 4) or "a"})
    return turn


def check_history(galley, source):
    """A history without its last turn, and the next one: where nothing more was left out, the
    second begins with what the first has up to there."""
    node = {"kind": "history", "source": {"source": "chat"}, "evict": {"chunk": source.choice([20, 40, "25%", "50%"])},
            "budget": {"maxTokens": source.randint(40, 160)}, "keepFirst": source.choice([0, 0, 1])}
    template = document(node, {}, LAYOUT[:2])
    chat, before, steps = [], None, 0
    for number in range(source.randint(5, 20)):
        chat += random_turn(source, number)
        params = {"template": template, "context": {}, "sources": {"chat": chat}, "squash": False}
        answer = galley.try_call("chat.render", params)
        if answer is None:  # pins that do not fit
            before = None
            continue
        dropped = answer["dropped"][0]
        messages = answer["messages"]
        # Whether the last turn is whole, and another one is kept.
        is_settled = messages[-len(chat[chat_begin(chat):]):] == chat[chat_begin(chat):] and dropped["shown"] > 1
        if before and is_settled and before[1] == dropped["overBudget"] and before[2]:
            assert messages[:len(before[0])] == before[0], f"history: {json.dumps(params)}"
            steps += 1
        before = (messages, dropped["overBudget"], is_settled)
    return steps


def chat_begin(chat):
    return max(at for at, message in enumerate(chat) if message["role"] == "user")


TEXTS = {
    "jinja": ["Dear {{ who }}, {% for x in things %}{{ x.name }}: {{ x.size }}; {% endfor %}{% if loud %}HEY {% endif %}from {{ me.name }}",
              "{% set a = me.name %}{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(a) }} {{ things|length }} {{ m(who) }} {{ who }}{% if things %} {{ things[0].size }}{% endif %}"],
    "hbs": ["Dear {{who}}, {{#each things}}{{name}}: {{size}}; {{/each}}{{#if loud}}HEY {{/if}}from {{me.name}}",
            "{{#with me}}{{name}} {{/with}}{{things.0.name}} {{who}} {{#unless loud}}quiet{{/unless}}"]}


def check_text(galley, source):
    language = source.choice(sorted(TEXTS))
    files = {f"t.{'j2' if language == 'jinja' else 'hbs'}": source.choice(TEXTS[language])}
    things = [{"name": text(source, 1) or "n", "size": source.randint(0, 9)} for _ in range(source.randint(1, 4))]
    data = {"who": text(source, 2) or "w", "loud": source.random() < 0.5, "me": {"name": text(source, 2) or "m"}, "things": things}
    paths = ["who", "me.name"] + [f"things[{at}].{key}" for at in range(len(things)) for key in ("name", "size")]
    other = json.loads(json.dumps(data))
    for path in source.sample(paths, source.randint(1, 3)):
        set_at(other, path, source.choice(["9", "\u00e9", "n!", 7]))
    if source.random() < 0.3:
        other["loud"] = not data["loud"]

    def side(values):
        return {"workspace": {"files": files}, "name": "t", "data": values}

    def render(values):
        return galley.call("template.render", side(values))["text"].encode()

    result = galley.call("chat.diff", {"a": side(data), "b": side(other)})
    first = shared(render(data), render(other))
    note = json.dumps([files, data, other, result], ensure_ascii=False)
    assert result["prefix"]["bytes"] == first, note
    assert "survives" not in result, note
    if result["same"]:
        assert render(data) == render(other), note
        return False
    path = result["first"].get("path")
    assert path, f"no path: {note}"
    alone = json.loads(json.dumps(data))
    set_at(alone, path, value_at(other, path))
    assert shared(render(data), render(alone)) == first, f"text: {path} {note}"
    assert (result["first"]["cause"] == "inserted") == (path == "loud"), note
    assert result["first"]["line"] == 1, note
    return True


def diff_template(source):
    layout = [{"kind": "message", "role": "system", "content": "You are {{hero}} of {{land}}."}]
    if source.random() < 0.5:
        layout.append({"kind": "message", "role": "system", "content": "For {{user.name}}: {{user.tags.1}}"})
    layout += [{"kind": "slot", "name": "h"}, {"kind": "message", "role": "user", "content": "{{user.name}} asks {{ask}}"}]
    messages = [{"kind": "message", "role": "user", "content": "{{item.who}}: {{item.text}}"}]
    loop = {"kind": "forEach", "source": {"source": "turns"}, "map": messages, "fillDir": "prepend"}
    jinja = source.random() < 0.4
    template = document(loop, {}, layout)
    if jinja:
        template["leaf"] = "jinja"
        for message in layout:
            if "content" in message:
                message["content"] = message["content"].replace("user.tags.1", "user.tags[1]")
    return template


def set_at(context, path, value):
    """Sets `a.b[2].c`; the paths here hold identifiers and indices only."""
    steps = path.replace("[", ".").replace("]", "").split(".")
    at = context
    for step in steps[:-1]:
        at = at[int(step)] if isinstance(at, list) else at[step]
    if isinstance(at, list):
        at[int(steps[-1])] = value
    else:
        at[steps[-1]] = value


def value_at(context, path):
    at = context
    for step in path.replace("[", ".").replace("]", "").split("."):
        at = at[int(step)] if isinstance(at, list) else at[step]
    return at


def cache_text(messages):
    return "".join(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n" for message in messages).encode()


def shared(a, b):
    at = 0
    while at < min(len(a), len(b)) and a[at] == b[at]:
        at += 1
    return at


def check_diff(galley, source):
    template = diff_template(source)
    squash = source.random() < 0.5
    turns = [{"who": text(source, 2) or "w", "text": text(source, 4) or "t"} for _ in range(source.randint(1, 6))]
    context = {"hero": text(source, 3) or "h", "user": {"name": text(source, 2) or "n", "tags": [text(source, 2), text(source, 2)]},
               "globals": {"land": text(source, 2) or "l"}, "ask": text(source, 3) or "a", "turns": turns}
    paths = ["hero", "user.name", "user.tags[1]", "globals.land", "ask"]
    paths += [f"turns[{at}].{key}" for at in range(len(turns)) for key in ("who", "text")]
    other = json.loads(json.dumps(context))
    for path in source.sample(paths, source.randint(1, 3)):
        set_at(other, path, source.choice(["9", "\u00e9", value_at(context, path) + "!", ""]) or "9")

    def render(data):
        return galley.call("chat.render", {"template": template, "context": data, "squash": squash})["messages"]

    a, b = ({"template": template, "context": each, "squash": squash} for each in (context, other))
    result = galley.call("chat.diff", {"a": a, "b": b})
    text_a, text_b = cache_text(render(context)), cache_text(render(other))
    first = shared(text_a, text_b)
    note = json.dumps([a, other], ensure_ascii=False)
    assert result["prefix"]["bytes"] == first, f"first: {first} and not {result['prefix']} {note}"
    assert result["same"] == (text_a == text_b), note
    if result["same"]:
        return False
    path = result["first"].get("path")
    assert result["first"]["cause"] in ("value", "whitespace"), f"{result['first']} {note}"
    assert path, f"no path: {result['first']} {note}"
    alone = json.loads(json.dumps(context))
    set_at(alone, path, value_at(other, path))
    changed = cache_text(render(alone))
    assert shared(text_a, changed) == first, f"place: {path} changes byte {shared(text_a, changed)} and not {first} {note}"
    return True


KEYED = {
    "jinja": ["{{ d[k] }}", "{{ d.get(k) }}", "{{ d.get('none', k) }}", "{{ d['b'] }}", "{{ ks[-1] }}", "{{ d[m[k]] }}", "{{ d.get(m.get(k)) }}",
              "{% for x in ks %}{{ d[x] }};{% endfor %}", "{% for x in d %}{{ x }}={{ d[x] }};{% endfor %}",
              "{% for x, y in d.items() %}{{ x }}{{ m[x] }};{% endfor %}", "{% for x in rows %}{{ x.d[x.k] }};{% endfor %}",
              "{% for x in rows %}{{ ks[loop.index0] }};{% endfor %}", "{% set y = m[k] %}{{ d[y] }}",
              "{% for x in rows %}{% for y in ks %}{{ x.d[y] }};{% endfor %}{% endfor %}", "{% for x in ks|sort %}{{ x }};{% endfor %}"],
    "handlebars": ["{{lookup d k}}", "{{lookup d 'b'}}", "{{lookup ks 1}}", "{{lookup d (lookup m k)}}", "{{#each ks}}{{lookup ../d this}};{{/each}}",
                   "{{#each rows}}{{lookup d k}};{{/each}}", "{{#each rows}}{{lookup ../ks @index}};{{/each}}",
                   "{{#each d}}{{lookup ../m @key}};{{/each}}", "{{#each d as |v x|}}{{x}}{{lookup ../d x}};{{/each}}",
                   "{{#with (lookup rows 0)}}{{lookup d k}}{{/with}}", "{{#each rows}}{{#each ../ks}}{{lookup ../d this}};{{/each}}{{/each}}"]}


def check_keys(galley, source):
    """Either some values change, or one key: what is told, changed alone, brings the difference."""
    language = source.choice(sorted(KEYED))
    content = "A " + " ".join(source.sample(KEYED[language], source.randint(1, 3)))
    template = document({"kind": "forEach", "source": {"source": "turns"}, "map": []}, {},
                        [{"kind": "message", "role": "system", "content": content}, {"kind": "message", "role": "user", "content": "Now"}])
    template["slots"], template["leaf"] = {}, language
    letters = "abcd"

    def values():
        return {key: text(source, 2) or "v" for key in source.sample(letters, len(letters))}

    context = {"d": values(), "k": source.choice(letters), "ks": [source.choice(letters) for _ in range(3)],
               "m": {key: source.choice(letters) for key in letters}, "rows": [{"d": values(), "k": source.choice(letters)} for _ in range(3)]}
    maps = ["d"] + [f"rows[{at}].d" for at in range(3)]
    keys = ["k"] + [f"ks[{at}]" for at in range(3)] + [f"m.{key}" for key in letters] + [f"rows[{at}].k" for at in range(3)]
    other = json.loads(json.dumps(context))
    if source.random() < 0.6:
        for path in source.sample([f"{each}.{key}" for each in maps for key in letters], source.randint(1, 6)):
            set_at(other, path, source.choice(["9", "\u00e9", value_at(context, path) + "!"]))
    else:
        set_at(other, source.choice(keys), source.choice(letters))

    def render(data):
        return cache_text(galley.call("chat.render", {"template": template, "context": data})["messages"])

    a, b = ({"template": template, "context": each} for each in (context, other))
    result = galley.call("chat.diff", {"a": a, "b": b})
    first = shared(render(context), render(other))
    note = json.dumps([a, other], ensure_ascii=False)
    assert result["prefix"]["bytes"] == first, f"keys: {note}"
    if result["same"]:
        return False
    path = result["first"].get("path")
    assert path, f"no path: {result['first']} {note}"
    alone = json.loads(json.dumps(context))
    set_at(alone, path, value_at(other, path))
    changed = shared(render(context), render(alone))
    assert changed == first, f"keys: {path} changes byte {changed} and not {first} {note}"
    return True


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 150
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    source = random.Random(seed)
    galley = Galley(program)
    steps = turns = places = keys = texts = 0
    for _ in range(count):
        check_evict(galley, source)
        steps += check_prefix(galley, source)
        turns += check_history(galley, source)
        places += check_diff(galley, source)
        keys += check_keys(galley, source)
        texts += check_text(galley, source)
    assert steps and turns and places and keys and texts
    print(f"seed {seed}: {count} evictions, {steps} items and {turns} turns between steps of the grid, "
          f"{places} first differences of conversations, {keys} of keyed reads and {texts} of texts with their path")


if __name__ == "__main__":
    main()
