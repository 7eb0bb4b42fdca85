// Profiles of the catalog come first, in its order; a chat template that one names is read below
// its root.
#include "workspace/models.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "base/try.h"
#include "compile/text_set.h"
#include "diag/report.h"
#include "engine/vm/machine.h"
#include "engine/vm/output.h"
#include "files/relative_path.h"
#include "load/document.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/host.h"
#include "workspace/jinja_options.h"
#include "workspace/tokenizers.h"

namespace galley::workspace {
namespace {

// How Hugging Face's library renders the chat template of a model.
JinjaOptions ChatTemplateOptions() {
  JinjaOptions options;
  options.chat_template = true;
  options.policy.html_json = false;
  options.syntax.trim_blocks = options.syntax.lstrip_blocks = true;
  options.syntax.do_statement = options.syntax.loop_controls = options.syntax.generation = true;
  return options;
}

// The content of a message as templates expect it: texts as one text.
Value PlainContent(const Value& content, Heap* heap) {
  if (!content.is_list()) return content;
  std::string text;
  for (const Value& part : content.items()) {
    const Value* own = part.is_map() ? FindItem(part, "text") : nullptr;
    const Value* inside = part.is_map() ? FindItem(part, "content") : nullptr;
    if (own && own->is_string()) text += own->as_string();
    if (inside && inside->is_string()) text += inside->as_string();
  }
  return heap->NewString(text);
}

// Undefined where there is none.
Value FieldOf(const Value& map, std::string_view key) {
  const Value* value = map.is_map() ? FindItem(map, key) : nullptr;
  return value ? *value : Value();
}

class TemplatePrompt final : public PromptRenderer {
 public:
  // `text` is the template that `unit` was compiled from.
  TemplatePrompt(Unit unit, std::string_view text, const FrameRule& frame, const Limits& limits)
      : unit_(std::move(unit)),
        takes_calls_(text.find("tool_calls") != text.npos),
        bos_(frame.bos),
        eos_(frame.eos),
        limits_(limits) {}

  Result<std::string> Render(std::span<const Value> messages, const Value& tools) const override {
    Heap heap(limits_);
    const Value list = NewListOf(&heap, messages.size(), [&](size_t at) {
      const Value* role = FindItem(messages[at], "role");
      const Value* content = FindItem(messages[at], "content");
      return NewRecord(&heap, {{"role", role ? *role : Value()},
                               {"content", content ? PlainContent(*content, &heap) : Value()}});
    });
    return Print(list, tools, true, &heap);
  }

  Result<std::string> RenderRequest(const Value& request) const override {
    Heap heap(limits_);
    const Value messages = FieldOf(request, "messages");
    if (!takes_calls_ && HoldsCalls(messages)) {
      return Report(Code::kModelProfileInvalid,
                    "the chat template of the model prints no calls of tools");
    }
    const Value goes_on = FieldOf(request, "continue_final_message");
    const bool is_prefix = goes_on.is_bool() && goes_on.as_bool();
    std::string prompt = TRY(Print(messages, FieldOf(request, "tools"), !is_prefix, &heap));
    if (is_prefix) CutBehind(messages, &prompt);
    return prompt;
  }

 private:
  static bool HoldsCalls(const Value& messages) {
    for (const Value& message : messages.items()) {
      if (FieldOf(message, "tool_calls").is_list()) return true;
    }
    return false;
  }

  // The model goes on from the text of the last message, so what the template has behind it goes.
  static void CutBehind(const Value& messages, std::string* prompt) {
    const std::span<const Value> all = messages.items();
    const Value content = all.empty() ? Value() : FieldOf(all.back(), "content");
    if (!content.is_string()) return;
    const std::string_view text = content.as_string();
    const size_t end = text.find_last_not_of(" \t\r\n");
    if (end == text.npos) return;
    const std::string_view trimmed = text.substr(0, end + 1);
    const size_t at = prompt->rfind(trimmed);
    if (at == prompt->npos) return;
    prompt->resize(at + trimmed.size());
  }

  Result<std::string> Print(const Value& messages, const Value& tools, bool asks_for_answer,
                            Heap* heap) const {
    galley::RenderRequest request;
    request.unit = &unit_;
    request.data = NewRecord(heap, {{"messages", messages},
                                    {"tools", tools.is_list() ? tools : Value::None()},
                                    {"add_generation_prompt", Value::Bool(asks_for_answer)},
                                    {"bos_token", Value::String(bos_)},
                                    {"eos_token", Value::String(eos_)}});
    const JinjaOptions options = ChatTemplateOptions();
    request.policy = options.policy;
    request.policy.newline = options.syntax.newline_sequence;
    request.chat_template_globals = true;
    request.limits = limits_;
    Output out(limits_.output);
    Machine machine;
    TRY(machine.Render(request, &out));
    return out.ToString();
  }

  Unit unit_;
  bool takes_calls_;
  std::string bos_;
  std::string eos_;
  Limits limits_;
};

// The entry that a profile was read from.
const Entry* EntryOf(const Catalog& catalog, const ModelProfile& profile) {
  for (const Entry& entry : catalog.entries()) {
    if (entry.type == TemplateType::kModel && catalog.ShownPath(entry) == profile.file) {
      return &entry;
    }
  }
  return nullptr;
}

// A file that a profile names, which lies below its root.
Result<std::string> ReadBeside(const ModelProfile& profile, const std::string& path,
                               const Catalog* catalog, uint64_t most_bytes) {
  if (profile.file.empty()) {
    for (const BuiltinModelFile& file : BuiltinModelFiles()) {
      if (file.name == path) return std::string(file.text);
    }
    return Report(Code::kInternal, "a built-in profile names a file that is not there");
  }
  const Entry* entry = catalog ? EntryOf(*catalog, profile) : nullptr;
  if (!entry) return Report(Code::kFileNotFound, Quoted(path) + " cannot be found");
  const std::optional<std::string> place = JoinPath(DirectoryOf(entry->relative_path), path);
  if (!place || path.starts_with('/')) {
    return Report(Code::kFileOutsideRoot,
                  Quoted(path) + ", named by " + Quoted(profile.file) + ", leads out of its root");
  }
  const Root& root = catalog->RootOf(*entry);
  return root.files->Read(root.PathOf(*place), most_bytes);
}

Result<TableTokenizer> OpenTokenizer(const ModelProfile& profile, const Catalog* catalog,
                                     const Invocation& call) {
  const TableStore tables = TablesOf(Host::OfProcess());
  const TokenizerRule& rule = profile.tokenizer;
  if (rule.file.empty()) return tables.Open(rule.name);
  const std::string bytes = TRY(ReadBeside(profile, rule.file, catalog, call.limits.request));
  return tables.OpenDefinition(Sha256Of(bytes), [&]() -> Result<TokenizerDefinition> {
    const std::string_view format = FormatOfDefinition(rule.file, bytes);
    if (!format.empty()) return ReadDefinition(format, bytes, {}, call.limits);
    return Report(Code::kModelProfileInvalid,
                  Quoted(rule.file) + " is no definition of a tokenizer");
  });
}

Result<std::unique_ptr<const PromptRenderer>> OpenPrompt(const ModelProfile& profile,
                                                         const Catalog* catalog,
                                                         const Invocation& call) {
  if (profile.frame.kind != FrameRule::Kind::kTemplate) return nullptr;
  const std::string text = TRY(ReadBeside(profile, profile.frame.file, catalog, call.limits.file));
  const JinjaOptions options = ChatTemplateOptions();
  TextSet compiler(JinjaCompilation{options.syntax, false}, call.limits);
  Unit unit = TRY(compiler.Compile(profile.frame.file, text));
  return std::make_unique<const TemplatePrompt>(std::move(unit), text, profile.frame, call.limits);
}

}  // namespace

Result<ModelProfile> LoadModel(const Catalog& catalog, const Entry& entry, const Invocation& call) {
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  std::string_view name = entry.file_name();
  name.remove_suffix(entry.extension().size());
  // A store keeps documents under names of its own, with their versions.
  const bool is_stored = entry.relative_path.starts_with("store:");
  ModelProfile profile = TRY(ReadModelProfile(is_stored ? std::nullopt : std::optional(name),
                                              document.source(), *document.tree, call.warnings));
  profile.file = catalog.ShownPath(entry);
  return profile;
}

Result<std::vector<ModelProfile>> LoadModels(const Catalog& catalog, const Invocation& call) {
  std::vector<ModelProfile> models;
  for (const Entry& entry : catalog.entries()) {
    if (entry.type != TemplateType::kModel) continue;
    models.push_back(TRY(LoadModel(catalog, entry, call)));
  }
  return models;
}

Result<ModelProfile> FindModelIn(const Catalog* catalog, std::string_view model,
                                 const Invocation& call) {
  std::vector<ModelProfile> own;
  if (catalog) own = TRY(LoadModels(*catalog, call));
  if (const ModelProfile* found = FindModel(own, model)) return *found;
  const std::vector<ModelProfile> builtin = TRY(BuiltinModels());
  if (const ModelProfile* found = FindModel(builtin, model)) return *found;
  return UnknownModel(model, own, builtin);
}

Result<std::unique_ptr<const RequestCounter>> OpenCounter(const ModelProfile& profile,
                                                          const TextCounter* texts,
                                                          const Catalog* catalog,
                                                          const Invocation& call) {
  std::unique_ptr<const PromptRenderer> prompt = TRY(OpenPrompt(profile, catalog, call));
  if (texts) {
    // With another tokenizer nothing is as the model counts.
    ModelProfile other = profile;
    if (other.exactness == Exactness::kExact) other.exactness = Exactness::kTextExact;
    return std::make_unique<const RequestCounter>(*texts, other, std::move(prompt));
  }
  const std::string& name = profile.tokenizer.name;
  TextCounter own(name.empty() ? profile.tokenizer.file : name,
                  TRY(OpenTokenizer(profile, catalog, call)), profile.specials, profile.tokenizer);
  return std::make_unique<const RequestCounter>(std::move(own), profile, std::move(prompt));
}

}  // namespace galley::workspace
