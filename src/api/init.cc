// `project.init`: a small project that works, to start from.
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "api/params.h"
#include "base/try.h"
#include "files/new_file.h"
#include "value/record.h"

namespace galley {
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
    {".galley/data/hello.json", R"({
  "name": "Ann",
  "topics": ["the harbour", "the weather"]
}
)"},
};

Value NewPaths(Heap* heap, const std::vector<std::string_view>& paths) {
  return NewListOf(heap, paths.size(), [&](size_t at) { return Value::String(paths[at]); });
}

}  // namespace

// {dir = "."} -> {created: [path], kept: [path]}; what is there already is kept
Result<Value> InitProject(const Invocation& call) {
  const Params params = TRY(Params::Of(call, {"dir"}));
  const std::string directory(TRY(params.String("dir", ".")));
  std::vector<std::string_view> created;
  std::vector<std::string_view> kept;
  for (const StartingFile& file : kFiles) {
    const bool is_new = TRY(MakeNewFile(directory, file.path, file.text));
    (is_new ? created : kept).push_back(file.path);
  }
  return NewRecord(
      call.heap, {{"created", NewPaths(call.heap, created)}, {"kept", NewPaths(call.heap, kept)}});
}

}  // namespace galley
