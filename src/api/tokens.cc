// Tokens: `tokens.count`, `tokens.encode`, `tokens.decode`, `tokens.list`, `tokens.import`.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/sha256.h"
#include "base/try.h"
#include "compile/tool.h"
#include "diag/report.h"
#include "files/mapped_file.h"
#include "history/message_value.h"
#include "history/read.h"
#include "profiles/request_counter.h"
#include "tokenize/builtin.h"
#include "tokenize/table_tokenizer.h"
#include "value/record.h"
#include "workspace/counting.h"
#include "workspace/params.h"
#include "workspace/tokenizers.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// What counts: a definition that came with the call, or what its names say.
Result<std::shared_ptr<const RequestCounter>> ReadCounter(const Params& params,
                                                          const Invocation& call) {
  const bool has_specials = params.has("specials");
  const Specials specials = TRY(workspace::ReadSpecials(params));
  if (params.has("definition")) {
    if (params.has("model")) {
      return Report(Code::kInvalidParams, Quoted(params.PathOf("model")) + " and " +
                                              Quoted(params.PathOf("definition")) +
                                              " exclude each other");
    }
    return std::make_shared<const RequestCounter>(
        TextCounter("definition", TRY(workspace::ReadTokenizer(params, call)), specials));
  }
  // Where nothing is named, the configuration may name a model.
  if (!params.has("model") && params.has("tokenizer") && !params.has("estimator")) {
    return std::make_shared<const RequestCounter>(
        TRY(workspace::ReadTextCounter(params, "tokenizer", specials, call)));
  }
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  return TRY(workspace::ReadCounting(params, {}, &workspace,
                                     has_specials ? std::optional(specials) : std::nullopt, call))
      .counter;
}

// Where the text is one long piece, merging takes many times its size.
Result<std::string_view> ReadText(const Params& params, const Invocation& call) {
  const std::string_view text = TRY(params.String("text"));
  if (text.size() <= call.limits.context) return text;
  return Report(Code::kLimitSize, Quoted(params.PathOf("text")) +
                                      " is longer than the limit `context` of " +
                                      std::to_string(call.limits.context) + " bytes");
}

Result<TokenCount> CountWith(const RequestCounter& counter, const Params& params,
                             const Invocation& call) {
  if (params.has("text") == params.has("messages")) {
    return Report(Code::kInvalidParams, "either " + Quoted(params.PathOf("text")) + " or " +
                                            Quoted(params.PathOf("messages")) + " must be there");
  }
  if (params.has("text")) return counter.CountText(TRY(ReadText(params, call)));
  history::ReadOptions options;
  options.repair = history::Repair::kKeep;
  const history::MessageList list =
      TRY(history::ReadMessages(TRY(params.List("messages")), options, call.heap, call.warnings));
  const Value messages = history::MessageValues(list.messages, call.heap);
  const Value tools = params.has("tools") ? TRY(params.Any("tools")) : Value();
  const Value choice = params.has("toolChoice") ? TRY(params.Any("toolChoice")) : Value();
  // What is not understood would be counted as nothing.
  std::vector<Tool> known;
  if (params.has("tools")) known = TRY(ReadTools(tools, ToolNames::kWide));
  TRY(CheckToolChoice(choice, known));
  return counter.CountRequest(messages.items(), tools, choice);
}

Result<uint32_t> IdOf(const Value& value, const Params& params) {
  if (value.is_int() && value.as_int() >= 0 && value.as_int() <= UINT32_MAX) {
    return static_cast<uint32_t>(value.as_int());
  }
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("ids")) + " must be a list of token ids");
}

}  // namespace

// {text | messages, tools?, toolChoice?, model?, tokenizer? | estimator? | definition?, specials?,
//  workspace?} -> {tokens, exactness, estimatedMargin?}
Result<Value> CountTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::shared_ptr<const RequestCounter> counter = TRY(ReadCounter(params, call));
  const TokenCount counted = TRY(CountWith(*counter, params, call));
  const auto number = [](uint64_t value) { return Value::Int(static_cast<int64_t>(value)); };
  return NewRecord(call.heap,
                   {{"tokens", number(counted.tokens)},
                    {"exactness", Value::String(ExactnessName(counted.exactness))},
                    {"estimatedMargin", counted.margin > 0 ? number(counted.margin) : Value()}});
}

// {text, tokenizer | definition, specials?} -> {ids}
Result<Value> EncodeTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(ReadText(params, call));
  const Specials specials = TRY(workspace::ReadSpecials(params));
  const TableTokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  std::vector<uint32_t> ids;
  TRY(tokenizer.Encode(text, specials, &ids));
  const Value list = NewListOf(
      call.heap, ids.size(), [&](size_t at) { return Value::Int(static_cast<int64_t>(ids[at])); });
  return NewRecord(call.heap, {{"ids", list}});
}

// {text, tokenizer | definition, specials?} -> {pieces: [{id, text}]}
// A token that is part of a character only is shown as U+FFFD.
Result<Value> ShowTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(ReadText(params, call));
  const Specials specials = TRY(workspace::ReadSpecials(params));
  const TableTokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  std::vector<uint32_t> ids;
  TRY(tokenizer.Encode(text, specials, &ids));
  if (!call.heap->meter().Take(ids.size() * sizeof(std::string))) {
    return Report(Code::kLimitHeap, "the pieces do not fit the limit");
  }
  std::vector<std::string> texts;
  for (const uint32_t id : ids) texts.push_back(TRY(tokenizer.Decode({&id, 1})));
  const Value list = NewListOf(call.heap, ids.size(), [&](size_t at) {
    return NewRecord(call.heap, {{"id", Value::Int(static_cast<int64_t>(ids[at]))},
                                 {"text", call.heap->NewString(texts[at])}});
  });
  return NewRecord(call.heap, {{"pieces", list}});
}

// {ids, tokenizer | definition} -> {text}
Result<Value> DecodeTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  std::vector<uint32_t> ids;
  for (const Value& id : TRY(params.List("ids"))) ids.push_back(TRY(IdOf(id, params)));
  const TableTokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  const std::string text = TRY(tokenizer.Decode(ids));
  return NewRecord(call.heap, {{"text", call.heap->NewString(text)}});
}

// {} -> {tokenizers: [{name, about, origin}]}
Result<Value> ListTokenizers(const Invocation& call) {
  Heap* heap = call.heap;
  std::vector<Value> records;
  for (const BuiltinTokenizer& each : BuiltinTokenizers()) {
    records.push_back(NewRecord(heap, {{"name", Value::String(each.name)},
                                       {"about", Value::String(each.about)},
                                       {"origin", Value::String("builtin")}}));
  }
  for (const std::string& name : workspace::TablesOf(workspace::Host::OfProcess()).Imported()) {
    records.push_back(NewRecord(heap, {{"name", heap->NewString(name)},
                                       {"about", Value::String("")},
                                       {"origin", Value::String("imported")}}));
  }
  const Value list = NewListOf(heap, records.size(), [&](size_t at) { return records[at]; });
  return NewRecord(heap, {{"tokenizers", list}});
}

// {file, as?, format?, pattern?} -> {name, tokens}
Result<Value> ImportTokenizer(const Invocation& call) {
  const Params params = Params::Of(call);
  const workspace::Host host = workspace::Host::OfProcess();
  const std::string path = host.Absolute(std::string(TRY(params.String("file"))), host.directory);
  const auto file = TRY(MappedFile::Open(path, workspace::kMaxDefinition));
  const std::string_view bytes = file->bytes();
  std::string_view format =
      TRY(params.String("format", workspace::FormatOfDefinition(path, bytes)));
  if (format != "huggingface" && format != "tiktoken" && format != "tekken" &&
      format != "sentencepiece") {
    return Report(Code::kInvalidParams,
                  Quoted(params.PathOf("format")) +
                      " must be huggingface, tiktoken, tekken or sentencepiece");
  }
  std::string name(path.substr(path.rfind('/') + 1));
  name = TRY(params.String("as", name.substr(0, name.rfind('.'))));
  // A file that the user names is not a context: it may be as large as such files are.
  const TokenizerDefinition definition = TRY(workspace::ReadDefinition(
      format, bytes, TRY(params.String("pattern", "")), Limits::Ceiling()));
  const TableTokenizer tokenizer =
      TRY(workspace::TablesOf(host).Import(name, definition, Sha256Of(bytes)));
  const auto tokens = static_cast<int64_t>(definition.tokens.size());
  return NewRecord(call.heap,
                   {{"name", call.heap->NewString(name)}, {"tokens", Value::Int(tokens)}});
}

}  // namespace galley::api
