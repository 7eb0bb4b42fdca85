// `project.files`: a small project that works, to start from.
#include <iterator>
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
)"},
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

}  // namespace

// {} -> {files: [{path, text}]}, below the directory of a new project; writing them is
// for the caller
Result<Value> ListStartingFiles(const Invocation& call) {
  const Value files = NewListOf(call.heap, std::size(kFiles), [&](size_t at) {
    return NewRecord(call.heap, {{"path", Value::String(kFiles[at].path)},
                                 {"text", Value::String(kFiles[at].text)}});
  });
  return NewRecord(call.heap, {{"files", files}});
}

}  // namespace galley::api
