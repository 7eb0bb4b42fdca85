// `catalog.show` and `catalog.inspect`: what a template of a workspace says.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "api/cache_requests.h"
#include "api/emit.h"
#include "api/input_records.h"
#include "api/operation.h"
#include "base/ordered_map.h"
#include "base/try.h"
#include "budget/default_budget.h"
#include "check/links.h"
#include "compile/volatility.h"
#include "diag/report.h"
#include "handles/inputs.h"
#include "load/document.h"
#include "value/record.h"
#include "workspace/chat_inspect.h"
#include "workspace/chat_session.h"
#include "workspace/chat_template.h"
#include "workspace/entry_record.h"
#include "workspace/params.h"
#include "workspace/set_values.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

Value NewNames(Heap* heap, const std::vector<std::string>& names) {
  return NewListOf(heap, names.size(), [&](size_t at) { return heap->NewString(names[at]); });
}

// The variables whose name starts with `prefix`.
std::vector<std::string> WithPrefix(const std::vector<std::string>& names,
                                    std::string_view prefix) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    if (name.starts_with(prefix)) found.push_back(name);
  }
  return found;
}

std::vector<std::string> WithoutPrefixes(const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (const std::string& name : names) {
    const bool has_prefix =
        name.starts_with("I_") || name.starts_with("C_") || name.starts_with("M_");
    if (!has_prefix) found.push_back(name);
  }
  return found;
}

bool IsTagCharacter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

// The names of the tags `<O_...>`, in which a model is asked to answer; each once,
// sorted.
std::vector<std::string> OutputTags(std::string_view text) {
  std::vector<std::string> tags;
  for (size_t at = text.find("<O_"); at != std::string_view::npos; at = text.find("<O_", at)) {
    const size_t begin = ++at;
    while (at < text.size() && IsTagCharacter(text[at])) ++at;
    if (at < text.size() && text[at] == '>') tags.emplace_back(text.substr(begin, at - begin));
  }
  std::sort(tags.begin(), tags.end());
  tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
  return tags;
}

// Variables by what their prefix says of where they come from.
Value NewInterface(Heap* heap, const std::vector<std::string>& variables,
                   const std::vector<std::string>& tags) {
  return NewRecord(heap, {{"inputs", NewNames(heap, WithPrefix(variables, "I_"))},
                          {"controls", NewNames(heap, WithPrefix(variables, "C_"))},
                          {"mechanisms", NewNames(heap, WithPrefix(variables, "M_"))},
                          {"other", NewNames(heap, WithoutPrefixes(variables))},
                          {"outputs", NewNames(heap, tags)}});
}

// A template and what it uses as far as that can be read, one after another.
std::string TextWithLinked(const Catalog& catalog, const Entry& entry, const Limits& limits) {
  std::string text;
  for (const check::LinkedTemplate& each :
       check::ReadLinks(catalog, {&entry}, true, Explanation::kBrief, limits)) {
    text += each.text + '\n';
  }
  return text;
}

}  // namespace

// {workspace?, name, resolved = false} -> {entry, path, text, linked?: [{path, text}]};
// `linked` are the templates it uses, directly or not
Result<Value> ShowTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  const bool resolved = TRY(params.Bool("resolved", false));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  Heap* heap = call.heap;
  Value linked;
  if (resolved) {
    const std::vector<check::LinkedTemplate> read =
        check::ReadLinks(catalog, {&entry}, true, Explanation::kBrief, call.limits);
    for (const check::LinkedTemplate& each : read) {
      if (each.problem) return *each.problem;
    }
    linked = NewListOf(heap, read.size() - 1, [&](size_t at) {
      const check::LinkedTemplate& each = read[at + 1];
      return NewRecord(heap, {{"path", heap->NewString(catalog.ShownPath(*each.entry))},
                              {"text", heap->NewString(each.text)}});
    });
  }
  return NewRecord(heap, {{"entry", workspace::NewEntryRecord(heap, catalog, entry)},
                          {"path", heap->NewString(document.name)},
                          {"text", heap->NewString(document.text)},
                          {"linked", linked}});
}

namespace {

// What each node prints for some data, by where it stands.
Result<OrderedMap<uint64_t>> TokensByNode(workspace::CheckedTemplate checked, const Value& data,
                                          const Invocation& call) {
  const Value given = NewRecord(call.heap, {{"context", data}});
  const Params inputs = TRY(Params::In(given, "params", {"context"}));
  const auto session = TRY(workspace::ChatSession::Open(std::move(checked), inputs, call));
  const chat::Conversation& conversation = *TRY(session->Render(kUnlimited, false, true));
  OrderedMap<uint64_t> tokens;
  for (const chat::LedgerRecord& record : conversation.ledger) {
    if (record.event == chat::LedgerRecord::Event::kEmit && record.tokens) {
      *tokens.Insert(record.where, 0).first += *record.tokens;
    }
  }
  return tokens;
}

// The tokens of tools that the document holds, four characters each.
uint64_t LiteralToolTokens(const chat::Artifact& artifact) {
  return artifact.tools.is_list() ? CounterByLength().count(diff::TextOf(artifact.tools)) : 0;
}

// Takes away the marks that a provider would not take: all where it has none, and those that are
// known to have too few tokens before them.  `printed` are those of an example; null: there is
// none, and what reads data may have any number.
void DropShortMarks(const chat::Artifact& artifact, const OrderedMap<uint64_t>* printed,
                    const diff::CacheRules& rules, std::vector<chat::Rung>* rungs) {
  const uint64_t* tools = printed ? printed->Find("tools") : nullptr;
  uint64_t sum = tools ? *tools : printed ? 0 : LiteralToolTokens(artifact);
  bool is_known = printed || artifact.tools_from == chat::kAbsent;
  for (chat::Rung& rung : *rungs) {
    const uint64_t* example = printed ? printed->Find(rung.where) : nullptr;
    sum += printed ? (example ? *example : 0) : rung.literal_tokens;
    is_known &= printed || (!rung.reads_data && !rung.in_loop);
    if (!rules.is_explicit || rules.most_marks == 0 || (is_known && sum < rules.minimum))
      rung.mark.clear();
  }
}

// The rules of the provider `as`, for its model.
Result<diff::CacheRules> ReadMarkRules(const Params& params, const Invocation& call) {
  const Provider provider = params.has("as") ? TRY(ReadProvider(params)) : Provider::kAnthropic;
  return ReadCacheRules(params, provider, call);
}

// [{where, line, class, running, by?, tokens?, mark?}]: what changes how often, in the order in
// which it stands.
Result<Value> NewLadder(const workspace::CheckedTemplate& checked, const Value& data,
                        const diff::CacheRules& rules, const Invocation& call) {
  std::vector<chat::Rung> rungs =
      chat::FindLadder(*checked.artifact, checked.kind.get(), call.limits);
  OrderedMap<uint64_t> tokens;
  if (data.is_map()) tokens = TRY(TokensByNode(checked, data, call));
  DropShortMarks(*checked.artifact, data.is_map() ? &tokens : nullptr, rules, &rungs);
  Heap* heap = call.heap;
  const auto text = [&](const std::string& each) {
    return each.empty() ? Value() : heap->NewString(each);
  };
  return NewListOf(heap, rungs.size(), [&](size_t at) {
    const chat::Rung& rung = rungs[at];
    const uint64_t* printed = tokens.Find(rung.where);
    const uint64_t known = data.is_map() ? (printed ? *printed : 0) : rung.literal_tokens;
    const bool is_known = data.is_map() || rung.literal_tokens > 0;
    return NewRecord(heap,
                     {{"where", heap->NewString(rung.where)},
                      {"line", Value::Int(checked.artifact->parts.places[rung.place].line)},
                      {"class", Value::String(chat::VolatilityName(rung.own))},
                      {"running", Value::String(chat::VolatilityName(rung.running))},
                      {"by", text(rung.by)},
                      {"tokens", is_known ? Value::Int(static_cast<int64_t>(known)) : Value()},
                      {"mark", text(rung.mark)}});
  });
}

}  // namespace

// {workspace?, name, cache = false, as?, model?, prices?, data?, set?: [name]} ->
// {entry, variables, inputs, complete, interface, extends, includes, imports, blocks, macros,
// dynamic, chat?, cache?}; what it reads
// through everything that it uses, the rest of its own text; `chat` tells of a chat template
Result<Value> InspectTemplate(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Entry& entry = *TRY(catalog.Find(name));
  const Document document = TRY(LoadDocument(catalog, entry, call.limits));
  const jinja::Inspection found = TRY(check::InspectDocument(document, call.limits));
  Heap* heap = call.heap;
  Inputs inputs;
  Value chat;
  Value cache;
  const bool asks_for_cache = TRY(params.Bool("cache", false));
  if (asks_for_cache && entry.type != TemplateType::kChat) {
    return Report(Code::kWrongTemplateType, Quoted(catalog.ShownPath(entry)) + " is of type " +
                                                std::string(TypeName(entry.type)) +
                                                "; a chat template is needed");
  }
  if (entry.type == TemplateType::kChat) {
    workspace::TemplateTerms terms;
    terms.needs_registry = false;
    const workspace::CheckedTemplate checked =
        TRY(workspace::CompileEntry(catalog, entry, terms, call));
    inputs = handles::FindInputs(checked, call.limits);
    chat = workspace::NewChatRecord(heap, *checked.artifact);
    const Value data = params.has("data") ? TRY(params.Map("data")) : Value();
    if (asks_for_cache) {
      const Value context = TRY(workspace::CoerceSetInputs(*checked.artifact, data, params, call));
      cache = TRY(NewLadder(checked, context, TRY(ReadMarkRules(params, call)), call));
    }
  } else {
    inputs = TRY(handles::FindInputs(catalog, entry, call));
  }
  const std::vector<std::string> variables = NamesOf(inputs);
  const std::vector<std::string> tags = OutputTags(TextWithLinked(catalog, entry, call.limits));
  return NewRecord(heap, {{"entry", workspace::NewEntryRecord(heap, catalog, entry)},
                          {"variables", NewNames(heap, variables)},
                          {"inputs", NewInputList(heap, inputs)},
                          {"complete", Value::Bool(inputs.is_complete)},
                          {"interface", NewInterface(heap, variables, tags)},
                          {"extends", NewNames(heap, found.extends)},
                          {"includes", NewNames(heap, found.includes)},
                          {"imports", NewNames(heap, found.imports)},
                          {"blocks", NewNames(heap, found.blocks)},
                          {"macros", NewNames(heap, found.macros)},
                          {"dynamic", Value::Bool(found.is_dynamic)},
                          {"chat", chat},
                          {"cache", cache}});
}

}  // namespace galley::api
