"""The workloads of the chat benchmark: the turn writer, with more and more turns, and an agent that calls tools, under budgets.

A workload is a folder: `main.chat`, the template; `data.json`, its context; `options.json`, the budget.
"""

import json
import random

TURNS = (10, 100, 1_000, 10_000)
BUDGETS = {"4k": 4_096, "32k": 32_768, "unlimited": None}
WORDS = ("the gate was locked so she climbed over old wall and dogs barked below while a lantern moved "
         "slowly along river nobody spoke of letter again until morning came with rain über naïve").split()

# What every peer can express: a system message and a closing one that always stay, and as
# many of the newest turns between them as fit, oldest first.
TEMPLATE = {
    "id": "turn_writer", "name": "Turn writer", "task": "turn_generation", "version": 1,
    "layout": [
        {"kind": "message", "role": "system", "content": "You write vivid, concise third-person prose."},
        {"kind": "slot", "name": "turns"},
        {"kind": "message", "role": "user",
         "content": "Respect this intent: {{currentIntent.description}}. Write the next turn as prose."},
    ],
    "slots": {"turns": {"priority": 0, "plan": [
        {"kind": "forEach", "source": {"source": "turns"}, "fillDir": "prepend", "map": [
            {"kind": "message", "role": "user",
             "content": "[{{item.turnNo}}] {{item.authorName}}: {{item.content}}"}]}]}},
}


# The same for an agent: as many of the newest turns as fit, each with its calls and results.
AGENT_TURNS = (10, 100, 1_000)
AGENT = {
    "id": "agent", "name": "Agent", "task": "agent", "version": 1,
    "layout": [
        {"kind": "message", "role": "system", "content": "You look after a garden. Use the tools; do not guess."},
        {"kind": "slot", "name": "conversation"},
    ],
    "slots": {"conversation": {"priority": 0, "plan": [{"kind": "history", "source": {"source": "messages"}}]}},
}


def sentence(rng):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(5, 60))).capitalize() + "."


def context(turns):
    rng = random.Random(turns)
    return {
        "currentIntent": {"description": "get inside without a noise"},
        "turns": [{"turnNo": number + 1, "authorName": rng.choice(["Ida", "Bo", "Cy"]), "content": sentence(rng)}
                  for number in range(turns)],
    }


# A conversation in OpenAI's form: three calls of tools in each turn, two of them at once.
def conversation(turns):
    rng = random.Random(turns)
    messages = []
    for turn in range(turns):
        messages.append({"role": "user", "content": sentence(rng)})
        for names in (("weather", "search"), ("read",)):
            calls = [{"id": f"call_{turn}_{name}", "type": "function",
                      "function": {"name": name, "arguments": json.dumps({"q": rng.choice(WORDS)}, ensure_ascii=False)}}
                     for name in names]
            messages.append({"role": "assistant", "content": None, "tool_calls": calls})
            messages += [{"role": "tool", "tool_call_id": call["id"], "content": sentence(rng)} for call in calls]
        messages.append({"role": "assistant", "content": sentence(rng)})
    return {"messages": messages}


def write_all(folder):
    for kind, sizes, template, make in (("", TURNS, TEMPLATE, context), ("agent_", AGENT_TURNS, AGENT, conversation)):
        for turns in sizes:
            data = json.dumps(make(turns), ensure_ascii=False)
            for name, budget in BUDGETS.items():
                workload = folder / f"{kind}{turns:05}_{name}"
                workload.mkdir(parents=True)
                (workload / "main.chat").write_text(json.dumps(template), encoding="utf-8")
                (workload / "data.json").write_text(data, encoding="utf-8")
                (workload / "options.json").write_text(json.dumps({"maxTokens": budget}))
