// `project.files`: a small project that works, to start from.
#include <span>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "value/record.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

struct StartingFile {
  std::string_view path;
  std::string_view text;
};

constexpr StartingFile kFiles[] = {
    {".galley/config.toml",
     R"(# Where templates are looked for.  `galley config view` shows every key and what set it.
project-template-paths = [".galley/templates"]
# A variable that is missing is an error in Handlebars templates, as it is in Jinja.
handlebars_strict = true
)"},
    {".galley/.gitignore", "# What galley keeps for itself.\nstore.db*\nstore-base.json\n"},
    {".galley/templates/base.j2",
     R"({# The frame of every text prompt: who answers, then the task. #}
You are {{ role | default("a helpful assistant") }}.

{% block task %}{% endblock %}
)"},
    {".galley/templates/hello.j2", R"({% extends "base" %}
{% block task %}
Greet {{ name }} in one sentence, and mention:
{% for topic in topics %}
- {{ topic }}
{% endfor %}
{% endblock %}
)"},
    {".galley/templates/brief.sections.yaml", R"(id: brief.v1
description: A brief for one piece of writing
sections:
  GOAL:
    text: "Write {{SUBJECT}} for {{AUDIENCE}}."
  RULES:
    text: "Keep to these rules:\n{{RULES}}"
placeholders:
  SUBJECT: { type: string, required: true, description: what is to be written }
  AUDIENCE: { type: string, required: true, description: who will read it }
  RULES: { type: array, items: { type: string }, required: false, description: what to observe }
)"},
    {".galley/templates/assistant.chat.yaml", R"(id: assistant
task: writing_assistant
name: Writing assistant
version: 1
layout:
  - { kind: message, role: system, content: You improve the text that you are given. }
  - { kind: slot, name: text }
slots:
  text:
    priority: 0
    plan:
      - { kind: message, role: user, content: "{{userText}}" }
)"},
    {".galley/templates/assistant.test.yaml",
     R"(# What `galley test` checks; `galley test --update` writes what is expected.
cases:
  - name: improves a text
    context: { userText: The weather were fine. }
    budget: 1k
    expect:
      messages:
        - role: system
          content: You improve the text that you are given.
        - role: user
          content: The weather were fine.
      tokens: 16
  - name: has nothing to improve without a text
    expect:
      ledger:
        - { event: skip, where: "layout[1]", reason: slot-empty }
)"},
    {".galley/templates/hello.test.yaml", R"(context: ../data/hello.json
cases:
  - name: greets
    expect:
      text: |
        You are a helpful assistant.

        Greet Ann in one sentence, and mention:
        - the harbour
        - the weather
  - name: needs topics
    context: { topics: null }
    expect:
      error: template-type
)"},
    {".galley/data/assistant.json", R"({
  "userText": "The weather were fine."
}
)"},
    {".galley/data/hello.json", R"({
  "name": "Ann",
  "topics": ["the harbour", "the weather"]
}
)"},
};

// The same for an agent.
constexpr StartingFile kAgentFiles[] = {
    {".galley/config.toml",
     R"(# Where templates are looked for.  `galley config view` shows every key and what set it.
project-template-paths = [".galley/templates"]
)"},
    {".galley/templates/agent.chat.yaml", R"(id: agent
task: agent
name: Agent
description: Instructions, what is remembered, retrieved passages, and the conversation with its tools
version: 1
# Marks for prompt caches stand where what stays the same ends (docs/caching.md).
cache: auto
tools: { source: tools }
layout:
  - { kind: message, role: system, content: "{{instructions}}" }
  - kind: slot
    name: memory
    header: { role: system, content: "What you remember:" }
  - kind: slot
    name: documents
    header: { role: system, content: "Passages that may help:" }
  - { kind: slot, name: conversation }
slots:
  # Filled in this order; what is left of the budget is the conversation's.
  memory:
    priority: 0
    budget: { maxTokens: 500 }
    plan:
      - kind: forEach
        source: { source: memory }
        map:
          - { kind: message, role: system, content: "- {{item}}" }
  documents:
    priority: 1
    budget: { maxTokens: 2000 }
    plan:
      - kind: forEach
        source: { source: documents }
        map:
          - { kind: message, role: system, content: "## {{item.title}}\n{{item.text}}" }
  conversation:
    priority: 2
    plan:
      - kind: history
        source: { source: messages }
        # Old images and long outputs of tools become a line each, four steps at a time.
        images: { keep: 2 }
        elide: { keep: 3, over: 200, grid: 4 }
        # What does not fit goes in steps of a quarter, so that caches of providers hold.
        evict: { chunk: 25% }
)"},
    {".galley/templates/agent.test.yaml",
     R"(# What `galley test` checks; `galley test --update` writes what is expected.
context: ../data/agent.json
cases:
  - name: has room for all of it
    budget: 4k
    expect:
      tokens: 130
      dropped: 0
      warnings: []
  - name: keeps the newest turn whole
    budget: 110
    expect:
      tokens: 93
      dropped:
        - { source: messages, items: 2, shown: 1, overBudget: 1 }
  - name: needs no conversation
    context: { messages: [] }
    expect:
      messages:
        - role: system
          content: |-
            You look after a garden. Use the tools; do not guess.
            What you remember:
            - The tomatoes stand in the greenhouse.
            Passages that may help:
            ## Tomatoes
            Water them in the morning, never from above.
)"},
    {".galley/data/agent.json", R"({
  "instructions": "You look after a garden. Use the tools; do not guess.",
  "tools": [
    {
      "name": "weather",
      "description": "The weather of the next days.",
      "parameters": {
        "type": "object",
        "properties": { "days": { "type": "integer" } },
        "required": ["days"]
      }
    }
  ],
  "memory": ["The tomatoes stand in the greenhouse."],
  "documents": [{ "title": "Tomatoes", "text": "Water them in the morning, never from above." }],
  "messages": [
    { "role": "user", "content": "Do I have to water today?" },
    {
      "role": "assistant",
      "content": null,
      "tool_calls": [
        { "id": "c1", "type": "function", "function": { "name": "weather", "arguments": "{\"days\": 1}" } }
      ]
    },
    { "role": "tool", "tool_call_id": "c1", "content": "Rain until noon, then dry. 14 degrees." },
    { "role": "assistant", "content": "Not outside: it rains. The tomatoes need water as always." },
    { "role": "user", "content": "And tomorrow?" }
  ]
}
)"},
};

}  // namespace

// {agent = false} -> {files: [{path, text}]}, below the directory of a new project; writing
// them is for the caller
Result<Value> ListStartingFiles(const Invocation& call) {
  const bool is_agent = TRY(Params::Of(call).Bool("agent", false));
  const std::span<const StartingFile> files =
      is_agent ? std::span<const StartingFile>(kAgentFiles) : std::span<const StartingFile>(kFiles);
  const Value list = NewListOf(call.heap, files.size(), [&](size_t at) {
    return NewRecord(call.heap, {{"path", Value::String(files[at].path)},
                                 {"text", Value::String(files[at].text)}});
  });
  return NewRecord(call.heap, {{"files", list}});
}

}  // namespace galley::api
