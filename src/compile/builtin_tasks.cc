// The task kinds that come with galley, in the words in which users write their own.
#include "compile/task_kind.h"
#include "format/yaml.h"

namespace galley::chat {
namespace {

struct BuiltinTask {
  std::string_view name;
  std::string_view text;
};

constexpr std::string_view kTurnGeneration = R"(
name: turn_generation
description: the next turn of a story
sources:
  turns:
    changes: turn
    args:
      chapterWindow: {does: window, field: [chapterNumber, chapterNo]}
      start: {does: start}
      end: {does: end}
      order: {does: order, default: desc}
      limit: {does: limit}
  chapterSummaries:
    changes: turn
    args: {order: {does: order, default: desc}, limit: {does: limit}}
  characters:
    changes: session
    args:
      ids: {does: select, field: id}
      order: {does: order, default: asc}
      limit: {does: limit}
  intent: {reads: currentIntent, aliases: currentIntent, list: false, changes: request}
  lore:
    changes: session
    args: {position: {does: match, field: position, default: before_char}, limit: {does: limit}}
  stepOutput:
    reads: [stepOutputs, stepInputs]
    changes: request
    args: {key: {does: key, required: true}}
  globals: {list: false, changes: session}
lanes:
  - {id: lore, role: system, order: 0}
  - {id: chapter_separators, role: user, order: 1}
)";

constexpr std::string_view kChapterSummarization = R"(
name: chapter_summarization
description: the summary of a chapter
sources:
  turns:
    changes: turn
    args:
      chapterWindow: {does: window, field: [chapterNumber, chapterNo]}
      start: {does: start}
      end: {does: end}
      order: {does: order, default: desc}
      limit: {does: limit}
  chapterSummaries:
    aliases: previousSummaries
    changes: turn
    args: {order: {does: order, default: desc}, limit: {does: limit}}
  currentChapterTurns:
    changes: turn
    args:
      start: {does: start}
      end: {does: end}
      order: {does: order}
      limit: {does: limit}
  target: {changes: request}
  characters:
    changes: session
    args:
      ids: {does: select, field: id}
      order: {does: order, default: asc}
      limit: {does: limit}
  stepOutput:
    reads: [stepOutputs, stepInputs]
    changes: request
    args: {key: {does: key, required: true}}
  globals: {list: false, changes: session}
lanes:
  - {id: lore, role: system, order: 0}
  - {id: chapter_separators, role: user, order: 1}
)";

constexpr std::string_view kWritingAssistant = R"(
name: writing_assistant
description: an answer about a text of the user's
sources:
  userText: {list: false, changes: request}
  examples: {reads: [examples, context], aliases: context, changes: session}
  stylePrefs: {list: false, changes: session}
  styleGuide: {reads: stylePrefs.styleGuide, changes: session}
  tone: {reads: stylePrefs.tone, list: false, changes: session}
  stepOutput:
    reads: [stepOutputs, stepInputs]
    changes: request
    args: {key: {does: key, required: true}}
  globals: {list: false, changes: session}
lanes:
  - {id: lore, role: system, order: 0}
  - {id: chapter_separators, role: user, order: 1}
)";

constexpr std::string_view kAgent = R"(
name: agent
description: the next step of an agent that calls tools
sources:
  messages: {}
  tools: {}
  documents:
    args: {order: {does: order, default: asc}, limit: {does: limit}}
  memory:
    args: {order: {does: order, default: asc}, limit: {does: limit}}
  instructions: {list: false}
  globals: {list: false}
)";

constexpr BuiltinTask kTasks[] = {
    {"turn_generation", kTurnGeneration},
    {"chapter_summarization", kChapterSummarization},
    {"writing_assistant", kWritingAssistant},
    {"agent", kAgent},
};

}  // namespace

std::unique_ptr<TaskKind> BuiltinTaskKind(std::string_view name) {
  for (const BuiltinTask& task : kTasks) {
    if (task.name != name) continue;
    const Source source("<" + std::string(name) + ">", task.text);
    const Result<Tree> tree = ReadYaml(source, Limits());
    std::vector<Diagnostic> warnings;
    Result<std::unique_ptr<TaskKind>> kind = ReadTaskKind(name, source, *tree, &warnings);
    return kind ? std::move(*kind) : nullptr;
  }
  return nullptr;
}

std::vector<std::string_view> BuiltinTaskNames() {
  std::vector<std::string_view> names;
  for (const BuiltinTask& task : kTasks) names.push_back(task.name);
  return names;
}

}  // namespace galley::chat
