// The table of formats, and telling one from another.
#include "import/import.h"

#include <algorithm>

#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"

namespace galley::importing {
namespace {

constexpr Format kFormats[] = {
    {"storyforge", "a template of StoryForge, JSON", ImportStoryForge},
    {"dotprompt", "a .prompt file of dotprompt", ImportDotprompt},
    {"prompty", "a .prompty file, version 1 or 2", ImportPrompty},
    {"langfuse", "a prompt of Langfuse, JSON", ImportLangfuse},
    {"langchain", "a serialised prompt template of LangChain", ImportLangChain},
    {"promptfoo", "a configuration of promptfoo", ImportPromptfoo},
    {"sillytavern", "a preset or world info of SillyTavern, JSON", ImportSillyTavern},
    {"instructions", "rules of Cursor, CLAUDE.md, AGENTS.md, Copilot, Ruler or Rulesync",
     ImportInstructions},
};

// The keys of a map that only one format has.
struct Signature {
  std::string_view format;
  std::string_view key;
};

constexpr Signature kSignatures[] = {
    {"storyforge", "layout"},
    {"langchain", "lc"},
    {"langchain", "_type"},
    {"langfuse", "prompt"},
    {"sillytavern", "prompt_order"},
    {"sillytavern", "story_string"},
    {"sillytavern", "input_sequence"},
    {"sillytavern", "entries"},
    {"promptfoo", "prompts"},
};

struct Ending {
  std::string_view ending;
  std::string_view format;
};

constexpr Ending kEndings[] = {
    {".prompt", "dotprompt"},
    {".prompty", "prompty"},
    {".mdc", "instructions"},
    {"CLAUDE.md", "instructions"},
    {"AGENTS.md", "instructions"},
    {"copilot-instructions.md", "instructions"},
    {".instructions.md", "instructions"},
    {"promptfooconfig.yaml", "promptfoo"},
    {"promptfooconfig.yml", "promptfoo"},
};

}  // namespace

std::span<const Format> AllFormats() noexcept { return kFormats; }

const Format* FindFormat(std::string_view name) noexcept {
  const auto* found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                   [&](const Format& each) { return each.name == name; });
  return found == std::end(kFormats) ? nullptr : found;
}

const Format* DetectFormat(const Source& source, const Limits& limits) {
  for (const Ending& known : kEndings) {
    if (source.name().ends_with(known.ending)) return FindFormat(known.format);
  }
  const Result<Tree> tree = ReadJson(source, limits);
  if (!tree) return nullptr;
  for (const Signature& signature : kSignatures) {
    if (tree->Find(Tree::root(), signature.key) != kNoNode) return FindFormat(signature.format);
  }
  return nullptr;
}

Result<Imported> Import(const Format* format, Job* job) {
  if (!format) format = DetectFormat(job->source(), job->limits());
  if (format) return format->run(job);
  std::string names;
  for (const Format& each : kFormats)
    names += (names.empty() ? "`" : ", `") + std::string(each.name) + "`";
  return Report(Code::kImportUnknownFormat, "neither the name nor the text tells the format",
                "say which: " + names);
}

}  // namespace galley::importing
