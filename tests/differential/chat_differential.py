#!/usr/bin/env python3
"""Compares chat rendering with a second, slow reading of its rules.

usage: chat_differential.py GALLEY [--count N] [--seed S]

Generated templates, contexts, budgets and injections are rendered by `chat.render` and by the functions below,
which follow the rules one by one and share nothing with the renderer.  Messages, tokens and the sums of the
ledger must agree.  Exit status 0 where all do, 1 where some differ.
"""
import argparse
import json
import random
import re
import subprocess
import sys

MISSING = object()
FAILED = object()
UNLIMITED = 10**18
ROLES = ["system", "user", "assistant"]


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def show(value):
    if value is MISSING or value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return compact(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def walk(value, path):
    for step in path.split(".") if path else []:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, (list, str)) and step == "length":
            value = len(value) if isinstance(value, list) else len(units(value))
        elif isinstance(value, str) and step.isdigit() and int(step) < len(units(value)):
            value = units(value)[int(step)]
        else:
            return MISSING
    return value


# The UTF-16 units of a text; half of a pair is no text by itself.
def units(text):
    return [half for each in text for half in ([each] if ord(each) < 0x10000 else ["\ufffd"] * 2)]


# --- Budget ---------------------------------------------------------------------


class Budget:
    def __init__(self, most):
        self.most = UNLIMITED if most is None else most
        self.consumed = 0
        self.ceilings = []
        self.lanes = []
        self.floors = {}

    @staticmethod
    def estimate(text):
        return (len(text.encode("utf-16-le")) // 2 + 3) // 4

    def others(self):
        lane = self.lanes[-1] if self.lanes else None
        return sum(floor for name, floor in self.floors.items() if name != lane)

    def has_any(self):
        return self.most - self.consumed > self.others()

    def fits(self, tokens, ceilings=None):
        if tokens == 0:
            return self.has_any()
        ceilings = self.ceilings if ceilings is None else ceilings
        return tokens <= self.most - self.consumed - self.others() and all(tokens <= c[0] for c in ceilings)

    def consume(self, tokens):
        self.consumed += tokens
        for ceiling in self.ceilings:
            ceiling[0] = max(0, ceiling[0] - tokens)
        if self.lanes:
            self.release(self.lanes[-1], tokens)

    def release(self, lane, tokens=UNLIMITED):
        self.floors[lane] = max(0, self.floors.get(lane, 0) - tokens)

    def push(self, spec):
        if spec and "maxTokens" in spec:
            self.ceilings.append([spec["maxTokens"]])
            return True
        return False


class RequiredDropped(Exception):
    """A message that is required did not fit."""


class Overflow(Exception):
    """A message did not fit; carries how many loops end for it."""


# --- Rendering ------------------------------------------------------------------


class Render:
    def __init__(self, params):
        self.template = params["template"]
        self.context = params["context"]
        self.sources = params["sources"]
        self.injections = params.get("injections", [])
        self.lane_defaults = params.get("laneDefaults", [])
        self.squash = params.get("squash", True)
        self.budget = Budget(params.get("maxTokens"))
        self.loops = []  # [item, index, count]
        self.lacking = []  # for each of these, whether something in its turn did not fit
        self.counts = {}  # by loop node: [items, shown, over budget]

    def resolve(self, ref):
        args = ref.get("args") or {}
        name = ref["source"]
        path = args.get("path", "")
        if name == "$item":
            return walk(self.loops[-1][0], path) if self.loops else MISSING
        if name == "$index":
            return self.loops[-1][1] if self.loops else MISSING
        if name == "$parent":
            level = max(1, args.get("level", 1))
            return walk(self.loops[-1 - level][0], path) if level < len(self.loops) else MISSING
        if name == "$globals":
            return walk(self.context["globals"], path)
        if name == "$ctx":
            return walk(self.context, path)
        value = self.sources.get(name, MISSING)
        return FAILED if isinstance(value, dict) and "$throw" in value else value

    def holds(self, condition):
        value = self.resolve(condition["ref"])
        value = MISSING if value is FAILED else value
        kind = condition["type"]
        if kind == "exists":
            return value is not MISSING and value is not None
        if kind == "nonEmpty":
            return isinstance(value, (list, str)) and len(value) > 0
        wanted = condition["value"]
        if kind in ("gt", "lt"):
            both = is_number(value) and is_number(wanted)
            return both and (value > wanted if kind == "gt" else value < wanted)
        return self.same(value, wanted) == (kind == "eq")

    @staticmethod
    def same(value, wanted):
        if value is MISSING:
            return False
        if isinstance(value, (list, dict)) and isinstance(wanted, (list, dict)):
            return compact(value) == compact(wanted)
        if is_number(value) and is_number(wanted):
            return value == wanted
        return type(value) is type(wanted) and value == wanted

    def all_hold(self, conditions):
        return all(self.holds(each) for each in conditions or [])

    # The text of a leaf, and whether it has tags all of which printed blanks.
    def leaf(self, text, payload=None):
        printed = []

        def tag(match):
            printed.append(show(self.look_up(match.group(1).strip(), payload)))
            return printed[-1]

        made = re.sub(r"\{\{([^}]*)\}\}", tag, text)
        return made, bool(printed) and all(not each.strip() for each in printed)

    def look_up(self, path, payload):
        if path.startswith("@"):
            if not self.loops:
                return MISSING
            _, index, count = self.loops[-1]
            return {"@index": index, "@first": index == 0, "@last": index + 1 == count}[path]
        scope = dict(self.context)
        if payload is not None:
            scope.update(payload)
            scope["payload"] = payload
        scope["ctx"] = self.context
        scope["globals"] = self.context["globals"]
        scope.pop("item", None)
        if self.loops:
            scope["item"] = self.loops[-1][0]
        found = walk(scope, path)
        return walk(self.context["globals"], path) if found is MISSING else found

    # What a block would print, or None.
    def content(self, block):
        if not self.all_hold(block.get("when")):
            return None
        if "from" in block:
            value = self.resolve(block["from"])
            return None if value in (None, "") or value is MISSING or value is FAILED else show_from(value)
        if "content" not in block:
            return None
        text, blank = self.leaf(block["content"])
        if blank and block.get("skipIfEmptyInterpolation"):
            return None
        return text or None

    def message(self, block, text):
        return {"role": block["role"], "content": text, "prefix": block.get("prefix", False)}

    # --- Slots; a buffer holds messages and ("anchor", key).

    def fill(self):
        filled = {name: [] for name in self.template["slots"]}
        out = False
        for name, slot in sorted(self.template["slots"].items(), key=lambda pair: pair[1]["priority"]):
            if "when" in slot and not self.holds(slot["when"]):
                continue
            out = out or not self.budget.has_any()
            if out and not any(each.get("required") for each in slot["plan"]):
                self.count_unreached(slot["plan"])
                continue
            pushed = self.budget.push(slot.get("budget"))
            self.run(slot["plan"], filled[name])
            if pushed:
                self.budget.ceilings.pop()
        return filled

    # Runs nodes.  Outside of loops an overflow means nothing; inside it is raised once the
    # loop around must decide.
    def run(self, nodes, buffer):
        for node in nodes:
            try:
                self.run_node(node, buffer)
            except Overflow:
                if self.loops:
                    raise

    def run_node(self, node, buffer):
        if node["kind"] == "anchor":
            self.anchor(node, buffer)
        elif node["kind"] == "if":
            branch = node["then"] if self.holds(node["when"]) else node.get("else", [])
            self.run(branch, buffer)
        elif node["kind"] == "forEach":
            self.loop(node, buffer)
        else:
            self.try_message(node, buffer)

    def anchor(self, node, buffer):
        if self.all_hold(node.get("when")):
            key, _ = self.leaf(node["key"])
            if key:
                buffer.append(("anchor", key))

    def try_message(self, node, buffer):
        budget = self.budget
        if node.get("required"):
            self.try_required(node, buffer)
            return
        if not budget.has_any():
            self.lack()
            raise_if_stopping(self, None)
            return
        text = self.content(node)
        if text is None:
            return
        tokens = budget.estimate(text)
        pushed = budget.push(node.get("budget"))
        fits = budget.fits(tokens)
        if fits:
            budget.consume(tokens)
        if pushed:
            budget.ceilings.pop()
        if fits:
            buffer.append(self.message(node, text))
        else:
            self.lack()
            raise_if_stopping(self, tokens)

    def lack(self):
        if self.lacking:
            self.lacking[-1] = True

    def count(self, node, items, shown, over):
        counts = self.counts.setdefault(id(node), [0, 0, 0])
        for at, number in enumerate((items, shown, over)):
            counts[at] += number

    # The loops of a slot that is not filled for want of tokens.
    def count_unreached(self, plan):
        for node in plan:
            if node["kind"] == "if":
                self.count_unreached(node["then"] if self.holds(node["when"]) else node.get("else", []))
            elif node["kind"] == "forEach":
                items = self.resolve(node["source"])
                number = min(len(items), node.get("limit", UNLIMITED)) if isinstance(items, list) else 0
                self.count(node, number, 0, number)

    def try_required(self, node, buffer):
        text = self.content(node)
        if text is None:
            return
        tokens = self.budget.estimate(text)
        pushed = self.budget.push(node.get("budget"))
        self.spend_required(tokens)
        if pushed:
            self.budget.ceilings.pop()
        buffer.append(self.message(node, text))

    # Under the lane of what is required, which nobody else takes from.
    def spend_required(self, tokens):
        self.budget.lanes.append("<required>")
        if not self.budget.has_any() or not self.budget.fits(tokens):
            raise RequiredDropped
        self.budget.consume(tokens)
        self.budget.lanes.pop()

    def reserve(self, lane, text):
        self.budget.floors[lane] = self.budget.floors.get(lane, 0) + self.budget.estimate(text)

    def prepare_required(self):
        for slot in self.template["slots"].values():
            if "when" in slot and not self.holds(slot["when"]):
                continue
            for node in slot["plan"]:
                text = self.content(node) if node["kind"] == "message" and node.get("required") else None
                if text is not None:
                    self.reserve("<required>", text)

    def loop(self, node, buffer):
        items = self.resolve(node["source"])
        if not isinstance(items, list) or not items:
            return
        items = ordered(items, node.get("order"))[: node.get("limit", UNLIMITED)]
        pushed = self.budget.push(node.get("budget"))
        frame = [None, 0, len(items)]
        self.loops.append(frame)
        stops = node.get("stopWhenOutOfBudget", True)
        level = {"stops": stops, "ceilings": list(self.budget.ceilings)}
        self.levels = getattr(self, "levels", [])
        self.levels.append(level)
        blocks, last, pending = [], None, None
        shown = over = 0
        self.lacking.append(False)
        for index, item in enumerate(items):
            frame[0], frame[1] = item, index
            block = []
            self.lacking[-1] = False
            try:
                self.run(node["map"], block)
            except Overflow as overflow:
                pending = overflow
            if any(isinstance(each, dict) for each in block):
                if last is not None:
                    block_separator = self.separator(node, items, last, frame)
                    blocks.append(block_separator)
                last = index
                shown += 1
            elif self.lacking[-1]:
                over += 1
            blocks.append(block)
            frame[0], frame[1] = item, index
            if pending:
                over += len(items) - index - 1
                break
        self.lacking.pop()
        self.count(node, len(items), shown, over)
        if over:
            self.lack()
        self.levels.pop()
        self.loops.pop()
        if pushed:
            self.budget.ceilings.pop()
        if node.get("fillDir") == "prepend":
            blocks.reverse()
        for block in blocks:
            buffer.extend(block)
        # What ended this loop may end the one around it.
        if pending and pending.args[0] > 1:
            raise Overflow(pending.args[0] - 1)

    def separator(self, node, items, last, frame):
        text = node.get("interleave", {}).get("text")
        if not text:
            return []
        frame[0], frame[1] = items[last], last
        made, _ = self.leaf(text)
        tokens = self.budget.estimate(made)
        if not made or not self.budget.fits(tokens):
            return []
        self.budget.consume(tokens)
        return [self.message({"role": "user"}, made)]

    # --- Layout

    def layout_blocks(self):
        for node in self.template["layout"]:
            if node["kind"] == "message":
                yield node
            elif node["kind"] == "separator":
                yield node
            elif node["kind"] == "slot":
                yield from (each for each in entries(node, "header") + entries(node, "footer") if not is_anchor(each))

    def prepare(self):
        self.prepared = {}
        for block in self.layout_blocks():
            spec = dict(block)
            if block.get("kind") == "separator":
                spec = {"role": "user", "content": block.get("text", ""), "when": block.get("when")}
            text = self.content(spec)
            self.prepared[id(block)] = (spec, text)
            if text is not None:
                self.reserve(lane_of(spec), text)

    def assemble(self, filled):
        self.out, self.marks = [], []
        self.budget.lanes.append("<layout>")
        for node in self.template["layout"]:
            if node["kind"] == "slot":
                self.assemble_slot(node, filled[node["name"]])
            else:
                self.assemble_entry(node)
        self.budget.lanes.pop()
        self.budget.release("<layout>")
        self.budget.release("<required>")

    def assemble_entry(self, node):
        if is_anchor(node):
            if self.all_hold(node.get("when")):
                key, _ = self.leaf(node["key"])
                if key:
                    self.marks.append([key, len(self.out)])
            return
        spec, text = self.prepared[id(node)]
        if text is None:
            return
        tokens = self.budget.estimate(text)
        if spec.get("required"):
            self.spend_required(tokens)
            self.out.append(self.message(spec, text))
        elif self.budget.fits(tokens):
            self.budget.consume(tokens)
            self.out.append(self.message(spec, text))

    def assemble_slot(self, node, buffer):
        printed = any(isinstance(each, dict) for each in buffer)
        if not printed and node.get("omitIfEmpty", True):
            for each in entries(node, "header") + entries(node, "footer"):
                if not is_anchor(each) and self.prepared[id(each)][1] is not None:
                    self.budget.release(lane_of(each), self.budget.estimate(self.prepared[id(each)][1]))
            return
        for each in entries(node, "header"):
            self.assemble_entry(each)
        for each in buffer if printed else []:
            if isinstance(each, tuple):
                self.marks.append([each[1], len(self.out)])
            else:
                self.out.append(each)
        for each in entries(node, "footer"):
            self.assemble_entry(each)

    # --- Injections

    def select(self):
        lanes = {lane["id"]: lane for lane in self.lane_defaults}
        for lane in self.template.get("attachments", []):
            under = lanes.get(lane["id"], {})
            lanes[lane["id"]] = {**under, **lane}
            if "payload" in under and "payload" in lane:
                lanes[lane["id"]]["payload"] = {**under["payload"], **lane["payload"]}
        order = list(lanes)
        chosen = []
        for number, request in enumerate(self.injections):
            lane = lanes.get(request["lane"])
            if lane and lane.get("enabled", True):
                key = (lane.get("order", 0), order.index(lane["id"]), request.get("priority", 0), number)
                chosen.append((key, lane, request))
        self.chosen = [(lane, request) for _, lane, request in sorted(chosen, key=lambda each: each[0])]
        for lane in {id(lane): lane for lane, _ in self.chosen}.values():
            self.budget.floors[lane["id"]] = lane.get("reserveTokens", 0)

    def inject(self):
        at = 0
        while at < len(self.chosen):
            lane = self.chosen[at][0]
            self.budget.lanes.append(lane["id"])
            pushed = self.budget.push(lane.get("budget"))
            self.opened, self.last = {}, {}  # by groupId: its group, and where its last message is
            while at < len(self.chosen) and self.chosen[at][0] is lane:
                self.inject_one(lane, self.chosen[at][1])
                at += 1
            if pushed:
                self.budget.ceilings.pop()
            self.budget.lanes.pop()
            self.close_groups(lane)
            self.budget.release(lane["id"])

    def group_of(self, lane, group_id):
        groups = sorted(lane.get("groups", []), key=lambda each: each.get("order", 0))
        if group_id:
            for group in groups:
                if group.get("id") == group_id:
                    return group
            for group in groups:
                if group.get("match") and re.search(group["match"], group_id):
                    return group
        return next((each for each in groups if not each.get("id") and not each.get("match")), None)

    def inject_one(self, lane, request):
        group_id = request.get("groupId", "")
        group = self.group_of(lane, group_id)
        of_group = group or {}
        template = request.get("template", of_group.get("template") or lane.get("template", ""))
        if not template:
            return
        payload = {**lane.get("payload", {}), **of_group.get("payload", {}), **request.get("payload", {})}
        targets = request["target"] if isinstance(request["target"], list) else [request["target"]]
        place = next((p for p in map(self.place, targets) if p is not None), None)
        role = request.get("role", of_group.get("role", lane.get("role", "system")))
        if not self.insert(template, payload, role, place) or not group or not group_id:
            return
        if group_id not in self.opened and self.wrap(lane, group, "openTemplate", place):
            self.opened[group_id] = group
            place += 1
        self.last[group_id] = place

    def wrap(self, lane, group, field, place):
        payload = {**lane.get("payload", {}), **group.get("payload", {})}
        role = group.get("role", lane.get("role", "system"))
        return bool(group.get(field)) and self.insert(group[field], payload, role, place)

    def close_groups(self, lane):
        for group_id in sorted(self.opened, key=lambda each: -self.last[each]):
            self.wrap(lane, self.opened[group_id], "closeTemplate", min(self.last[group_id] + 1, len(self.out)))

    # Whether the text went in.
    def insert(self, template, payload, role, place):
        text, _ = self.leaf(template, payload)
        tokens = self.budget.estimate(text)
        if not text or place is None or not self.budget.fits(tokens):
            return False
        self.budget.consume(tokens)
        self.out.insert(place, self.message({"role": role}, text))
        for mark in self.marks:
            mark[1] += mark[1] >= place
        for group_id in self.last:
            self.last[group_id] += self.last[group_id] >= place
        return True

    def place(self, target):
        end = len(self.out)
        if target["kind"] == "boundary":
            base = 0 if target["position"] == "top" else end
            return min(max(base + target.get("delta", 0), 0), end)
        found = [position for key, position in self.marks if key == target["key"]]
        if not found:
            return None
        if target["kind"] == "offset":
            return min(max(found[-1] + target["delta"], 0), end)
        which = target.get("occurrence", "last")
        which = {"first": 0, "last": len(found) - 1}.get(which, which)
        return found[min(max(which, 0), len(found) - 1)]

    def squashed(self):
        messages = []
        for each in self.out:
            last = messages[-1] if messages else None
            joins = self.squash and last and last["role"] == each["role"]
            if joins and not last["prefix"] and not each["prefix"]:
                last["content"] += "\n" + each["content"]
            else:
                messages.append(dict(each))
        for each in messages:
            if not each["prefix"]:
                del each["prefix"]
        return messages

    def run_all(self):
        self.prepare()
        self.prepare_required()
        self.select()
        filled = self.fill()
        self.assemble(filled)
        self.inject()
        return self.squashed(), self.budget.consumed

    # What became of the items of each loop, in the order of the document.
    def dropped(self):
        records = []

        def visit(plan):
            for node in plan:
                if node["kind"] == "forEach":
                    items, shown, over = self.counts.get(id(node), (0, 0, 0))
                    source = node["source"]["source"]
                    records.append({"source": source, "items": items, "shown": shown, "overBudget": over, "skipped": items - shown - over})
                for branch in ("map", "then", "else"):
                    visit(node.get(branch, []))

        for slot in self.template["slots"].values():
            visit(slot["plan"])
        return records


def lane_of(block):
    return "<required>" if block.get("required") else "<layout>"


def show_from(value):
    return value if isinstance(value, str) else compact(value)


def entries(node, name):
    value = node.get(name, [])
    return value if isinstance(value, list) else [value]


def is_anchor(node):
    return node.get("kind") == "anchor"


def ordered(items, order):
    if order is None:
        return items
    if all(map(is_number, items)) or all(isinstance(each, str) for each in items):
        return sorted(items, reverse=order == "desc")
    return items[::-1] if order == "desc" else items


# Raises where loops end for what did not fit, with their number, counted from the innermost.
def raise_if_stopping(render, tokens):
    ending = 0
    for level in reversed(render.levels if render.loops else []):
        if not level["stops"] or (tokens is not None and render.budget.fits(tokens, level["ceilings"])):
            break
        ending += 1
    if ending:
        raise Overflow(ending)


# --- Generating -----------------------------------------------------------------

WORDS = ["a", "bb", "ccc", "dddd", "eeeee", "long enough for several tokens", "é🙂", " ", ""]
VALUES = [None, "", "x", "text", 0, 1, 2.5, True, False, [], ["p", "q"], {"n": 1}]
TAGS = ["{{x}}", "{{item}}", "{{item.n}}", "{{g}}", "{{@index}}", "{{globals.g}}", "{{item.text}}", "{{gone}}", "{{ctx.x}}"]
SOURCES = ["xs", "ys", "maps", "nested", "text", "gone", "fails", "nothing", "$item", "$index", "$parent", "$globals", "$ctx"]


class Generator:
    def __init__(self, seed):
        self.rng = random.Random(seed)

    def chance(self, share):
        return self.rng.random() < share

    def pick(self, values):
        return self.rng.choice(values)

    def text(self):
        parts = [self.pick(WORDS) if self.chance(0.5) else self.pick(TAGS) for _ in range(self.rng.randrange(1, 5))]
        return "".join(parts)

    def ref(self):
        made = {"source": self.pick(SOURCES)}
        if made["source"].startswith("$") and self.chance(0.5):
            made["args"] = {"path": self.pick(["", "n", "x", "g", "0", "1", "text", "length"])}
            if made["source"] == "$parent":
                made["args"]["level"] = self.pick([-1, 0, 1, 2, 3])
        return made

    def condition(self):
        kind = self.pick(["exists", "nonEmpty", "eq", "neq", "gt", "lt"])
        made = {"type": kind, "ref": self.ref()}
        if kind not in ("exists", "nonEmpty"):
            made["value"] = self.pick(VALUES)
        return made

    def budget(self):
        made = {"maxTokens": self.rng.randrange(1, 12)} if self.chance(0.8) else {}
        if self.chance(0.3):
            made["softTokens"] = self.rng.randrange(1, 5)
        return made

    def block(self, depth=0, **more):
        role = self.pick(ROLES)
        made = {"role": role, **more}
        if self.chance(0.8):
            made["content"] = self.text()
        if self.chance(0.2):
            made["from"] = self.ref()
        if self.chance(0.2):
            made["when"] = [self.condition() for _ in range(self.rng.randrange(3))]
        if role == "assistant" and self.chance(0.3):
            made["prefix"] = self.chance(0.7)
        if self.chance(0.2):
            made["skipIfEmptyInterpolation"] = True
        if depth == 0 and self.chance(0.08):
            made["required"] = self.chance(0.9)
        return made

    def anchor(self):
        made = {"kind": "anchor", "key": self.pick(["k", "k", "k", "l", "{{item}}", "{{gone}}"])}
        if self.chance(0.2):
            made["when"] = [self.condition()]
        return made

    def plan(self, depth):
        return [self.node(depth) for _ in range(self.rng.randrange(0 if self.chance(0.1) else 1, 4))]

    def node(self, depth):
        kind = self.rng.random()
        if depth > 2 or kind < 0.45:
            made = self.block(depth, kind="message")
            if self.chance(0.3):
                made["budget"] = self.budget()
            return made
        if kind < 0.55:
            return self.anchor()
        if kind < 0.7:
            made = {"kind": "if", "when": self.condition(), "then": self.plan(depth + 1)}
            if self.chance(0.5):
                made["else"] = self.plan(depth + 1)
            return made
        return self.loop(depth)

    def loop(self, depth):
        made = {"kind": "forEach", "source": self.ref(), "map": self.plan(depth + 1)}
        if self.chance(0.85):
            made["source"] = {"source": self.pick(["xs", "ys", "maps", "nested", "$item"] if depth else ["xs", "ys", "maps", "nested"])}
        if self.chance(0.3):
            made["order"] = self.pick(["asc", "desc"])
        if self.chance(0.2):
            made["limit"] = self.rng.randrange(1, 4)
        if self.chance(0.4):
            made["fillDir"] = self.pick(["append", "prepend"])
        if self.chance(0.4):
            made["interleave"] = {"kind": "separator", "text": self.text()}
        if self.chance(0.4):
            made["budget"] = self.budget()
        if self.chance(0.4):
            made["stopWhenOutOfBudget"] = self.chance(0.5)
        return made

    def entries(self):
        made = [self.anchor() if self.chance(0.3) else self.block() for _ in range(self.rng.randrange(3))]
        return made[0] if len(made) == 1 and self.chance(0.5) else made

    # Every slot once, some twice, between other nodes.
    def layout(self, slots):
        made = [self.slot_node(name) for name in slots if self.chance(0.95)]
        made += [self.slot_node(self.pick(slots))] if slots and self.chance(0.15) else []
        made += [self.layout_node() for _ in range(self.rng.randrange(4))]
        self.rng.shuffle(made)
        return made

    def slot_node(self, slot):
        made = {"kind": "slot", "name": slot}
        for name in ("header", "footer"):
            if self.chance(0.4):
                made[name] = self.entries()
        if self.chance(0.4):
            made["omitIfEmpty"] = self.chance(0.5)
        return made

    def layout_node(self):
        kind = self.rng.random()
        if kind < 0.5:
            return self.block(kind="message")
        if kind < 0.7:
            return {"kind": "separator", "text": self.text()}
        return self.anchor()

    def target(self):
        kind = self.pick(["at", "offset", "boundary"])
        if kind == "boundary":
            made = {"kind": kind, "position": self.pick(["top", "bottom"])}
            return {**made, "delta": self.rng.randrange(-3, 4)} if self.chance(0.5) else made
        made = {"kind": kind, "key": self.pick(["k", "k", "l", "p", "none"])}
        if kind == "offset":
            made["delta"] = self.rng.randrange(-3, 4)
        elif self.chance(0.7):
            made["occurrence"] = self.pick(["first", "last", -1, 0, 1, 5])
        return made

    def lane(self, name):
        made = {"id": name}
        for field, value in (
            ("enabled", self.chance(0.8)), ("role", self.pick(ROLES)), ("template", self.text()),
            ("order", self.rng.randrange(-2, 3)), ("reserveTokens", self.rng.randrange(0, 6)),
            ("budget", self.budget()), ("payload", {"x": "lane", "y": 1}),
        ):
            if self.chance(0.4):
                made[field] = value
        if self.chance(0.5):
            made["groups"] = [self.group() for _ in range(self.rng.randrange(4))]
        return made

    def group(self):
        made = {}
        for field, value in (
            ("id", self.pick(["g1", "g2", "h", ""])), ("match", self.pick(["^g", "h", "[12]$", "", "no"])),
            ("template", self.pick(["", self.text()])), ("openTemplate", self.pick(["<", "{{payload.y}}", "", self.text()])),
            ("closeTemplate", self.pick([">", "{{payload.y}}", "", self.text()])), ("role", self.pick(ROLES)),
            ("order", self.rng.randrange(-1, 2)), ("payload", {"x": "group", "y": 2}),
        ):
            if self.chance(0.7 if "en" in field or "close" in field else 0.4):
                made[field] = value
        return made

    def request(self):
        targets = [self.target() for _ in range(self.rng.randrange(3))]
        made = {"lane": self.pick(["one", "one", "two", "two", "three"]), "target": targets if self.chance(0.7) else self.target()}
        for field, value in (
            ("role", self.pick(ROLES)), ("template", self.text() + "{{payload.y}}"),
            ("payload", {"x": "own", "item": 1}), ("priority", self.rng.randrange(-2, 3)),
            ("groupId", self.pick(["g1", "g2", "h", "h2", ""])),
        ):
            if self.chance(0.5):
                made[field] = value
        return made

    def params(self):
        slots = {name: self.slot() for name in ("s", "t", "u")[: self.rng.randrange(1, 4)]}
        template = {
            "id": "t", "name": "T", "task": "made_up", "version": 1,
            "layout": self.layout(list(slots)),
            "slots": slots,
        }
        if self.chance(0.6):
            template["attachments"] = [self.lane(name) for name in ("one", "two")]
        defaults = [self.lane(name) for name in ("two", "three")] if self.chance(0.3) else []
        made = {
            "template": template,
            "context": {"x": self.pick(VALUES), "item": "hidden", "globals": {"g": self.pick(VALUES)}},
            "sources": self.sources(),
            "squash": self.chance(0.5),
            "explain": True,
        }
        if self.chance(0.8):
            made["maxTokens"] = self.rng.randrange(0, 40)
        if defaults:
            made["laneDefaults"] = defaults
        if self.chance(0.6):
            made["injections"] = [self.request() for _ in range(self.rng.randrange(1, 6))]
        return made

    def slot(self):
        made = {"priority": self.rng.randrange(3), "plan": self.plan(0)}
        if self.chance(0.2):
            made["when"] = self.condition()
        if self.chance(0.3):
            made["budget"] = self.budget()
        return made

    def sources(self):
        words = [self.pick(WORDS) for _ in range(self.rng.randrange(1, 6))]
        numbers = [self.pick([3, 1, 2, 2, 1.5, -4]) for _ in range(self.rng.randrange(5))]
        maps = [{"n": n, "text": self.pick(WORDS)} for n in range(self.rng.randrange(1, 5))]
        nested = [[self.pick(WORDS) for _ in range(self.rng.randrange(3))] for _ in range(self.rng.randrange(4))]
        return {
            "xs": words, "ys": numbers, "maps": maps, "nested": nested + self.pick([[], [None]]),
            "text": "plain", "nothing": None, "fails": {"$throw": "no"},
        }


# --- Comparing ------------------------------------------------------------------


def ask(program, method, cases):
    lines = (json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": c}) for i, c in enumerate(cases))
    done = subprocess.run([program, "rpc"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def problem(params, response):
    try:
        render = Render(params)
        messages, tokens = render.run_all()
    except RequiredDropped:
        codes = [each["code"] for each in response.get("error", {}).get("data", {}).get("diagnostics", [])]
        return None if codes and codes[0] == "required-dropped" else "not refused: " + json.dumps(response)
    if "result" not in response:
        return "refused: " + json.dumps(response["error"])
    result = response["result"]
    dropped = [{key: value for key, value in each.items() if key != "where"} for each in result["dropped"]]
    if dropped != render.dropped():
        return f"dropped\n  galley {compact(dropped)}\n  rules  {compact(render.dropped())}"
    if result["messages"] != messages:
        return f"messages\n  galley {compact(result['messages'])}\n  rules  {compact(messages)}"
    if result["usage"]["tokens"] != tokens:
        return f"tokens: galley {result['usage']['tokens']}, rules {tokens}"
    if tokens > params.get("maxTokens", tokens):
        return "over the budget"
    if tokens != sum(each["tokens"] for each in result["ledger"] if each["event"] in ("emit", "insert")):
        return "the ledger does not add up"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("galley")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cases = [Generator(args.seed * 1_000_003 + number).params() for number in range(args.count)]
    bad = 0
    for number, (params, response) in enumerate(zip(cases, ask(args.galley, "chat.render", cases))):
        why = problem(params, response)
        if why:
            bad += 1
            if bad <= 3:
                print(f"case {number}: {why}\n  params {json.dumps(params)}")
    print(f"{len(cases) - bad} of {len(cases)} agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
