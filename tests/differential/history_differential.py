#!/usr/bin/env python3
"""Compares the filling of histories with a second, slow reading of its rules.

usage: history_differential.py GALLEY [--count N] [--seed S]

Templates with a history, random conversations with tools, budgets and insertions are rendered by `chat.render` and by the
functions below, on top of those of chat_differential.py.  Messages, tokens, counts and the sums of the ledger must agree.
Whatever the rules say, in every result each call is answered by one result in the next message, open calls at the very end
excepted, each result has its call, no budget is exceeded, and eviction keeps the prefix.  Exit status 0 where all of that holds, else 1.
"""
import argparse
import copy
import json
import sys

import chat_differential as chat
from chat_differential import Budget, Generator, Render, compact

NO_RESULT = "no result"
MEDIA = ("image", "audio", "file")


class Refused(Exception):
    """The render fails with this code."""


def parts_of(message):
    content = message["content"]
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return content


def calls_of(message):
    return [part for part in parts_of(message) if part["type"] == "tool_call"] if message["role"] == "assistant" else []


# A string exactly where the content is one text, or nothing.
def content_of(parts):
    if not parts:
        return ""
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def tokens_of_part(part):
    kind = part["type"]
    if kind in ("text", "refusal"):
        return Budget.estimate(part["text"])
    if kind == "thinking":
        return Budget.estimate(part.get("text", ""))
    if kind == "tool_call":
        return Budget.estimate(part["name"]) + Budget.estimate(part["arguments"])
    if kind == "tool_result":
        return sum(map(tokens_of_part, parts_of(part)))
    return Budget.estimate(compact(part["value"])) if kind == "opaque" else 1000


def tokens_of(message):
    return sum(map(tokens_of_part, parts_of(message)))


# --- Mending


def mend(messages, repair):
    """The messages with each call answered, and the codes of the warnings."""
    seen = set()
    for call in (call for message in messages for call in calls_of(message)):
        if call["id"] in seen:
            raise Refused("duplicate-tool-call")
        seen.add(call["id"])
    warnings = []

    def complain(code):
        if repair == "error":
            raise Refused(code)
        warnings.append(code)

    # Tool messages that stand together are one.
    joined = []
    for message in copy.deepcopy(messages):
        if message["role"] == "tool" and joined and joined[-1]["role"] == "tool":
            joined[-1]["content"] = joined[-1]["content"] + message["content"]
            if message.get("pin"):
                joined[-1]["pin"] = True
        else:
            joined.append(message)

    made = []
    open_calls = []
    owner = None

    def close(at_end):
        nonlocal open_calls
        left, open_calls = open_calls, []
        if not left or (at_end and made[-1] is owner):
            return
        complain("unanswered-tool-call")
        if repair == "stub":
            if made[-1] is owner:
                made.append({"role": "tool", "content": []})
            made[-1]["content"] += [
                {"type": "tool_result", "id": call["id"], "content": NO_RESULT, "isError": True} for call in left
            ]
            return
        gone = {call["id"] for call in left}
        kept = [part for part in parts_of(owner) if part.get("id") not in gone or part["type"] != "tool_call"]
        owner["content"] = content_of(kept)
        if not kept:
            made.remove(owner)

    for message in joined:
        if message["role"] != "tool":
            close(False)
            made.append(message)
            owner, open_calls = message, calls_of(message)
            continue
        kept = []
        for result in message["content"]:
            call = next((each for each in open_calls if each["id"] == result["id"]), None)
            if call:
                open_calls = [each for each in open_calls if each is not call]
                kept.append(result)
        if len(kept) < len(message["content"]):
            complain("orphan-tool-result")
        message["content"] = kept
        if kept:
            made.append(message)
    if made:
        close(True)
    return made, warnings


# --- Shrinking


def shrink_media(messages, spec):
    # In the order of the list, those in results where the result stands.
    places = []
    for message in messages:
        if not isinstance(message["content"], list):
            continue
        for at, part in enumerate(message["content"]):
            if part["type"] in MEDIA:
                places.append((message, at))
            elif part["type"] == "tool_result" and isinstance(part["content"], list):
                places += [(part, inner) for inner, each in enumerate(part["content"]) if each["type"] in MEDIA]
    holders = []
    for holder, at in places[: max(0, len(places) - spec["keep"])]:
        kind = holder["content"][at]["type"]
        holder["content"][at] = {"type": "text", "text": spec.get("text", f"[{kind} left out]")}
        holders.append(holder)
    for holder in holders:
        if isinstance(holder["content"], list):
            holder["content"] = content_of([part for part in holder["content"] if part.get("text") != "" or part["type"] != "text"])


def steps_of(messages):
    steps = []
    at = 0
    while at < len(messages):
        size = 2 if calls_of(messages[at]) and at + 1 < len(messages) and messages[at + 1]["role"] == "tool" else 1
        steps.append(messages[at : at + size])
        at += size
    return steps


def elide(messages, spec, leaf):
    steps = steps_of(messages)
    with_calls = [step for step in steps if calls_of(step[0])]
    keep = spec.get("keep", 3)
    if steps and calls_of(steps[-1][0]):
        keep = max(keep, 1)
    count = max(0, len(with_calls) - keep)
    count -= count % spec.get("grid", 1)
    for step in with_calls[:count]:
        for result in step[1]["content"] if len(step) == 2 else []:
            before = tokens_of_part(result)
            if before <= spec.get("over", 200):
                continue
            name = result.get("name") or next(call["name"] for call in calls_of(step[0]) if call["id"] == result["id"])
            text = spec.get("text", "[output of {{tokens}} tokens left out]")
            made, _ = leaf(text, {"tokens": before, "name": name})
            if Budget.estimate(made) < before:
                result["content"] = made


# --- Filling


class Turn:
    def __init__(self, steps):
        self.steps = steps
        self.tokens = sum(tokens_of(message) for step in steps for message in step)
        self.pinned = any(message.get("pin") for step in steps for message in step)


def turns_of(messages):
    turns = []
    for step in steps_of(messages):
        if step[0]["role"] == "user" or not turns:
            turns.append([])
        turns[-1].append(step)
    return [Turn(steps) for steps in turns]


# What is kept, by turn: a list of steps, or None; and the warnings.
def fill(turns, node, fits, ceiling):
    for turn in turns[: node.get("keepFirst", 0)]:
        turn.pinned = True
    kept = [None] * len(turns)
    taken = 0
    for at, turn in enumerate(turns):
        if turn.pinned:
            if not fits(taken + turn.tokens):
                raise Refused("required-dropped")
            taken += turn.tokens
            kept[at] = turn.steps
    last = turns[-1]
    whole = last.pinned or fits(taken + last.tokens)
    if whole and not last.pinned:
        taken += last.tokens
        kept[-1] = last.steps
    if not whole:
        kept[-1] = cut(last, lambda tokens: fits(taken + tokens))
        return kept, []
    for at in range(len(turns) - 2, -1, -1):
        if turns[at].pinned:
            continue
        if not fits(taken + turns[at].tokens):
            break
        taken += turns[at].tokens
        kept[at] = turns[at].steps
    if "evict" in node:
        evict(turns, kept, node["evict"]["chunk"], ceiling)
    return kept, []


def cut(turn, fits):
    sizes = [sum(map(tokens_of, step)) for step in turn.steps]
    taken, head, rest = 0, [], list(range(len(sizes)))
    if turn.steps[0][0]["role"] == "user":
        if not fits(sizes[0]):
            return None
        taken, head, rest = sizes[0], [0], rest[1:]
    tail = []
    for at in reversed(rest):
        if not fits(taken + sizes[at]):
            break
        taken += sizes[at]
        tail.insert(0, at)
    return [turn.steps[at] for at in head + tail] or None


def evict(turns, kept, chunk, ceiling):
    if isinstance(chunk, str):
        chunk = max(1, ceiling * int(chunk[:-1]) // 100)
    out = sum(turn.tokens for turn, steps in zip(turns, kept) if steps is None)
    wanted = -(-out // chunk) * chunk
    for at in range(len(turns) - 1):
        if out >= wanted:
            return
        if kept[at] is not None and not turns[at].pinned:
            kept[at] = None
            out += turns[at].tokens


# Drops what stands before the user's first message where it begins with another.
def begin_with_user(turns, kept, node, warnings):
    if node.get("startWith") == "any":
        return 0
    gone = 0
    for at, steps in enumerate(kept):
        first = next((m for step in steps or [] for m in step if m["role"] != "system"), None)
        if first is None:
            continue
        if first["role"] == "user":
            return gone
        if turns[at].pinned or at == len(turns) - 1:
            warnings.append("assistant-first")
            return gone
        kept[at] = None
        gone += 1
    return gone


class HistoryRender(Render):
    def __init__(self, params):
        super().__init__(params)
        self.warnings = []
        self.tools = params["template"].get("tools")

    def run_node(self, node, buffer):
        if node["kind"] == "history":
            self.run_history(node, buffer)
        else:
            super().run_node(node, buffer)

    def read_history(self, node):
        messages = self.resolve(node["source"])
        if not isinstance(messages, list):
            return []
        messages, warnings = mend(messages, node.get("repair", "stub"))
        self.warnings += warnings
        return messages

    def fill_history(self, node, shrinks=True):
        messages = self.read_history(node)
        if not messages:
            return [], []
        if "images" in node and shrinks:
            shrink_media(messages, node["images"])
        if "elide" in node and shrinks:
            elide(messages, node["elide"], self.leaf)
        turns = turns_of(messages)
        slot = self.slot_budget.get("maxTokens", chat.UNLIMITED)
        own = (node.get("budget") or {}).get("maxTokens", chat.UNLIMITED)
        kept, _ = fill(turns, node, self.budget.fits, min(slot, own, self.budget.most))
        return turns, kept

    def run_history(self, node, buffer):
        pushed = self.budget.push(node.get("budget"))
        turns, kept = self.fill_history(node)
        gone = begin_with_user(turns, kept, node, self.warnings) if turns else 0
        for steps in kept:
            for message in (m for step in steps or [] for m in step):
                self.budget.consume(tokens_of(message))
                buffer.append({**message, "prefix": message.get("prefix", False), "history": True})
        if pushed:
            self.budget.ceilings.pop()
        shown = sum(steps is not None for steps in kept)
        self.count(node, len(turns), shown, len(turns) - shown - gone)

    def fill(self):
        # Which slot holds the history is known before it is filled.
        self.slot_budget = {}
        for slot in self.template["slots"].values():
            if "history" in compact(slot["plan"]):
                self.slot_budget = slot.get("budget") or {}
        return super().fill()

    def count_unreached(self, plan):
        super().count_unreached([node for node in plan if node["kind"] != "history"])
        for node in plan:
            if node["kind"] == "history":
                turns, _ = self.fill_history(node, False)
                self.count(node, len(turns), 0, len(turns))

    def prepare(self):
        if self.tools:
            tokens = Budget.estimate(compact(self.tools))
            if not self.budget.fits(tokens):
                raise Refused("tools-over-budget")
            self.budget.consume(tokens)
        super().prepare()

    def assemble(self, filled):
        super().assemble(filled)
        # Open calls with something behind them.
        for at, message in enumerate(self.out[:-1]):
            if calls_of(message) and self.out[at + 1]["role"] != "tool":
                self.mend_open(at)
                return

    def mend_open(self, at):
        message = self.out[at]
        node = next(n for slot in self.template["slots"].values() for n in flat(slot["plan"]) if n["kind"] == "history")
        repair = node.get("repair", "stub")
        if repair == "error":
            raise Refused("unanswered-tool-call")
        self.warnings.append("unanswered-tool-call")
        calls = calls_of(message)
        needed = Budget.estimate(NO_RESULT) * len(calls)
        if repair == "stub" and self.budget.fits(needed):
            self.budget.consume(needed)
            stubs = [{"type": "tool_result", "id": c["id"], "content": NO_RESULT, "isError": True} for c in calls]
            self.out.insert(at + 1, {"role": "tool", "content": stubs, "prefix": False})
            for mark in self.marks:
                mark[1] += mark[1] > at
            return
        self.budget.consumed -= sum(map(tokens_of_part, calls))
        kept = [part for part in parts_of(message) if part["type"] != "tool_call"]
        self.out[at] = {**message, "content": content_of(kept)}
        if not kept:
            del self.out[at]
            for mark in self.marks:
                mark[1] -= mark[1] > at

    def place(self, target):
        place = super().place(target)
        return place - 1 if place and calls_of(self.out[place - 1]) else place

    def squashed(self):
        messages = []
        for each in self.out:
            last = messages[-1] if messages else None
            joins = self.squash and last and last["role"] == each["role"] and is_plain(last) and is_plain(each)
            if joins:
                last["content"] += "\n" + each["content"]
            else:
                messages.append(dict(each))
        for each in messages:
            each.pop("history", None)
            for mark in ("prefix", "pin", "cache"):
                if not each.get(mark):
                    each.pop(mark, None)
        return messages

    def dropped(self):
        records = []
        for slot in self.template["slots"].values():
            for node in flat(slot["plan"]):
                if node["kind"] not in ("forEach", "history"):
                    continue
                items, shown, over = self.counts.get(id(node), (0, 0, 0))
                source = node["source"]["source"]
                records.append({"source": source, "items": items, "shown": shown, "overBudget": over, "skipped": items - shown - over})
        return records


def is_plain(message):
    marked = any(message.get(mark) for mark in ("prefix", "pin", "cache", "name"))
    return isinstance(message["content"], str) and message["content"] != "" and not marked


def flat(plan):
    for node in plan:
        yield node
        for branch in ("map", "then", "else"):
            yield from flat(node.get(branch, []))


# --- Generating -----------------------------------------------------------------

TEXTS = ["a", "four", "a text of several tokens", "日本語 🙂", "x" * 60, "l1\nl2"]


class HistoryGenerator(Generator):
    def part(self):
        kind = self.pick(["text", "text", "image", "file"])
        return {"type": "text", "text": self.pick(TEXTS)} if kind == "text" else {"type": kind, "url": "https://x.test/1"}

    def marks(self, message):
        for mark, share in (("pin", 0.06), ("cache", 0.05), ("name", 0.05)):
            if self.chance(share):
                message[mark] = "tom" if mark == "name" else True
        return message

    def user(self):
        content = self.pick(TEXTS) if self.chance(0.7) else [self.part() for _ in range(self.rng.randrange(1, 4))]
        return self.marks({"role": "user", "content": content_of(content) if isinstance(content, list) else content})

    def calls(self):
        made = []
        if self.chance(0.3):
            made.append({"type": "thinking", "text": self.pick(TEXTS), "signature": "c2ln"})
        if self.chance(0.3):
            made.append({"type": "text", "text": self.pick(TEXTS)})
        for _ in range(self.rng.randrange(1, 4)):
            self.number += 1
            made.append({"type": "tool_call", "id": f"c{self.number}", "name": self.pick(["run", "search"]), "arguments": self.pick(["{}", '{"q": "two words"}', ""])})
        return self.marks({"role": "assistant", "content": made})

    def results(self, calls):
        made = []
        for call in calls:
            if self.chance(0.04):
                continue
            content = self.pick(TEXTS + [""]) if self.chance(0.8) else content_of([self.part() for _ in range(2)])
            result = {"type": "tool_result", "id": call["id"], "content": content}
            if self.chance(0.3):
                result["name"] = call["name"]
            if self.chance(0.2):
                result["isError"] = True
            made.append(dict(sorted(result.items(), key=lambda pair: ["type", "id", "name", "content", "isError"].index(pair[0]))))
        if self.chance(0.03):
            made.append({"type": "tool_result", "id": "lost", "content": "x"})
        self.rng.shuffle(made)
        return made

    def history(self):
        self.number = 0
        made = []
        for _ in range(self.rng.randrange(6)):
            if self.chance(0.15):
                made.append(self.marks({"role": "system", "content": self.pick(TEXTS)}))
            if self.chance(0.85):
                made.append(self.user())
            for _ in range(self.rng.randrange(4)):
                if self.chance(0.4):
                    made.append(self.marks({"role": "assistant", "content": self.pick(TEXTS + [""])}))
                    continue
                made.append(self.calls())
                results = self.results(calls_of(made[-1]))
                half = self.rng.randrange(len(results) + 1) if self.chance(0.2) else 0
                made += [{"role": "tool", "content": each} for each in (results[:half], results[half:]) if each]
        if made and self.chance(0.25):
            made.append(self.calls())
        return made

    def history_node(self):
        made = {"kind": "history", "source": {"source": "chat"}}
        if self.chance(0.3):
            made["keepFirst"] = self.rng.randrange(3)
        if self.chance(0.3):
            made["images"] = {"keep": self.rng.randrange(3)}
            if self.chance(0.3):
                made["images"]["text"] = self.pick(["gone", ""])
        if self.chance(0.4):
            made["elide"] = {}
            for field, value in (
                ("keep", self.rng.randrange(3)), ("over", self.pick([0, 3, 8, 15])), ("grid", self.rng.randrange(1, 4)),
                ("text", self.pick(["[cut]", "{{name}}: {{tokens}}", "{{gone}}"])),
            ):
                if self.chance(0.6):
                    made["elide"][field] = value
        if self.chance(0.4):
            made["evict"] = {"chunk": self.pick([1, 7, 30, 200, "10%", "25%", "50%", "100%"])}
        for field, values in (("startWith", ["user", "any"]), ("repair", ["stub", "drop", "error"])):
            if self.chance(0.3):
                made[field] = self.pick(values)
        if self.chance(0.4):
            made["budget"] = {"maxTokens": self.rng.randrange(1, 3000 if self.chance(0.2) else 120)}
        return made

    def params(self):
        made = super().params()
        template = made["template"]
        # A slot that is shown twice shares its messages; who mends them then is no rule.
        shown = set()
        template["layout"] = [n for n in template["layout"] if n["kind"] != "slot" or not (n["name"] in shown or shown.add(n["name"]))]
        slot = template["slots"][self.pick(list(template["slots"]))]
        node = self.history_node()
        if self.chance(0.2):
            node = {"kind": "if", "when": {"type": "nonEmpty", "ref": {"source": "chat"}}, "then": [node]}
        slot["plan"].insert(self.rng.randrange(len(slot["plan"]) + 1), node)
        if "budget" in slot and self.chance(0.8):
            slot["budget"] = {"maxTokens": self.rng.randrange(1, 200)}
        made["sources"]["chat"] = self.history()
        if self.chance(0.2):
            template["tools"] = [{"name": "run", "parameters": {"type": "object"}}]
        if "maxTokens" in made:
            made["maxTokens"] = self.rng.randrange(0, 4000 if self.chance(0.2) else 250)
        return made


# --- Comparing ------------------------------------------------------------------


# Why the calls and results of a conversation do not belong together, or None.
def apart(messages):
    for at, message in enumerate(messages):
        ids = [call["id"] for call in calls_of(message)]
        follows = messages[at + 1] if at + 1 < len(messages) else None
        answers = [part["id"] for part in follows["content"]] if follows and follows["role"] == "tool" else []
        if ids and follows is not None and sorted(ids) != sorted(answers):
            return f"the calls of message {at} are not answered"
        if message["role"] == "tool" and (at == 0 or not calls_of(messages[at - 1])):
            return f"message {at} answers nothing"
    return None


def problem(params, response):
    codes = [each["code"] for each in response.get("error", {}).get("data", {}).get("diagnostics", [])]
    try:
        render = HistoryRender(params)
        messages, tokens = render.run_all()
    except (Refused, chat.RequiredDropped) as refused:
        wanted = refused.args[0] if refused.args else "required-dropped"
        return None if codes and codes[0] == wanted else f"not refused with {wanted}: " + json.dumps(response)
    if "result" not in response:
        return "refused: " + json.dumps(response["error"])
    result = response["result"]
    if apart(result["messages"]):
        return apart(result["messages"])
    if result["messages"] != messages:
        return f"messages\n  galley {compact(result['messages'])}\n  rules  {compact(messages)}"
    if result["usage"]["tokens"] != tokens:
        return f"tokens: galley {result['usage']['tokens']}, rules {tokens}"
    dropped = [{key: value for key, value in each.items() if key != "where"} for each in result["dropped"]]
    if dropped != render.dropped():
        return f"dropped\n  galley {compact(dropped)}\n  rules  {compact(render.dropped())}"
    if tokens > params.get("maxTokens", tokens):
        return "over the budget"
    if tokens != sum(each["tokens"] for each in result["ledger"] if each["event"] in ("emit", "insert")):
        return "the ledger does not add up"
    told = [each["code"] for each in result.get("diagnostics", [])]
    missing = [code for code in render.warnings if code not in told]
    return f"not warned of {missing}" if missing else None


# Between two steps of the grid a longer conversation begins with the same bytes; and there are few steps.
def unstable(program, seed, rounds=20, turns=40, chunk=60, budget=200):
    generator = HistoryGenerator(seed)
    template = {
        "id": "t", "name": "T", "task": "made_up", "version": 1,
        "layout": [{"kind": "slot", "name": "s"}],
        "slots": {"s": {"priority": 0, "plan": [{"kind": "history", "source": {"source": "chat"}, "evict": {"chunk": chunk}}]}},
    }
    for _ in range(rounds):
        generator.number = 0
        messages, cases = [], []
        for _ in range(turns):
            turn = [{"role": "user", "content": generator.pick(TEXTS)}]
            for _ in range(generator.rng.randrange(2)):
                turn.append({"role": "assistant", "content": [part for part in generator.calls()["content"] if part["type"] == "tool_call"]})
                turn.append({"role": "tool", "content": [{"type": "tool_result", "id": c["id"], "content": generator.pick(TEXTS)} for c in calls_of(turn[-1])]})
            messages += turn + [{"role": "assistant", "content": generator.pick(TEXTS)}]
            cases.append({"template": template, "context": {}, "sources": {"chat": list(messages)}, "maxTokens": budget, "squash": False})
        shown = [each["result"]["messages"] for each in chat.ask(program, "chat.render", cases)]
        steps = 0
        for before, after in zip(shown, shown[1:]):
            if after[: len(before)] != before:
                steps += 1
        left_out = sum(map(tokens_of, messages)) - sum(map(tokens_of, shown[-1]))
        if steps > left_out // chunk + 1:
            return f"the cut moved {steps} times for {left_out} tokens in chunks of {chunk}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cases = [HistoryGenerator(args.seed * 1_000_003 + number).params() for number in range(args.count)]
    bad = 0
    for number, (params, response) in enumerate(zip(cases, chat.ask(args.galley, "chat.render", cases))):
        why = problem(params, response)
        if why:
            bad += 1
            if bad <= 3:
                print(f"case {number}: {why}\n  params {json.dumps(params)}")
    print(f"{len(cases) - bad} of {len(cases)} agree")
    moved = unstable(args.galley, args.seed)
    if moved:
        print(moved)
    return 1 if bad or moved else 0


if __name__ == "__main__":
    sys.exit(main())
