// Tokens: `tokens.count`, `tokens.encode`, `tokens.decode`, `tokens.list`, `tokens.import`.
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/sha256.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/mapped_file.h"
#include "tokenize/builtin.h"
#include "tokenize/tokenizer.h"
#include "value/record.h"
#include "value/scalars.h"
#include "workspace/estimators.h"
#include "workspace/params.h"
#include "workspace/tokenizers.h"

namespace galley::api {
namespace {

constexpr uint64_t kMaxDefinition = uint64_t{512} << 20;

// The texts of a message's content: itself, or those of its parts.
Result<void> AddTexts(const Value& message, std::vector<std::string_view>* texts) {
  const Value* content = message.is_map() ? FindItem(message, "content") : nullptr;
  if (content && content->is_string()) {
    texts->push_back(content->as_string());
    return {};
  }
  if (!content || !content->is_list()) {
    return Report(Code::kInvalidParams, "a message in `params.messages` has no content");
  }
  for (const Value& part : content->items()) {
    const Value* text = part.is_map() ? FindItem(part, "text") : nullptr;
    if (text && text->is_string()) texts->push_back(text->as_string());
  }
  return {};
}

Result<std::vector<std::string_view>> ReadTexts(const Params& params) {
  std::vector<std::string_view> texts;
  if (params.has("text") == params.has("messages")) {
    return Report(Code::kInvalidParams, "either `params.text` or `params.messages` must be there");
  }
  if (params.has("text")) {
    texts.push_back(TRY(params.String("text")));
  } else {
    for (const Value& message : TRY(params.List("messages"))) TRY(AddTexts(message, &texts));
  }
  return texts;
}

Value CountRecord(uint64_t tokens, std::string_view exactness, Heap* heap) {
  return NewRecord(heap, {{"tokens", Value::Int(static_cast<int64_t>(tokens))},
                          {"exactness", Value::String(exactness)}});
}

// Whether the parameter names an estimator: the default one, or one of the calling program.
bool IsEstimator(const Params& params, const Invocation& call) {
  if (params.has("definition")) return false;
  return !params.has("tokenizer") || workspace::ReadEstimator(params, "tokenizer", call).has_value();
}

Result<uint32_t> IdOf(const Value& value) {
  if (value.is_int() && value.as_int() >= 0 && value.as_int() <= UINT32_MAX) {
    return static_cast<uint32_t>(value.as_int());
  }
  return Report(Code::kInvalidParams, "`params.ids` must be a list of token ids");
}

}  // namespace

// {text | messages, tokenizer? | definition?, specials?} -> {tokens, exactness}
Result<Value> CountTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::vector<std::string_view> texts = TRY(ReadTexts(params));
  const Specials specials = TRY(workspace::ReadSpecials(params));
  uint64_t tokens = 0;
  if (IsEstimator(params, call)) {
    const Estimator estimator = TRY(workspace::ReadEstimator(params, "tokenizer", call));
    for (const std::string_view text : texts) tokens += estimator.function(text, estimator.data);
    return CountRecord(tokens, "estimate", call.heap);
  }
  const Tokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  for (const std::string_view text : texts) tokens += TRY(tokenizer.Count(text, specials));
  return CountRecord(tokens, "exact", call.heap);
}

// {text, tokenizer | definition, specials?} -> {ids}
Result<Value> EncodeTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(params.String("text"));
  const Specials specials = TRY(workspace::ReadSpecials(params));
  const Tokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  std::vector<uint32_t> ids;
  TRY(tokenizer.Encode(text, specials, &ids));
  const Value list = NewListOf(call.heap, ids.size(), [&](size_t at) {
    return Value::Int(static_cast<int64_t>(ids[at]));
  });
  return NewRecord(call.heap, {{"ids", list}});
}

// {text, tokenizer | definition, specials?} -> {pieces: [{id, text}]}
// A token that is part of a character only is shown as U+FFFD.
Result<Value> ShowTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view text = TRY(params.String("text"));
  const Specials specials = TRY(workspace::ReadSpecials(params));
  const Tokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
  std::vector<uint32_t> ids;
  TRY(tokenizer.Encode(text, specials, &ids));
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
  for (const Value& id : TRY(params.List("ids"))) ids.push_back(TRY(IdOf(id)));
  const Tokenizer tokenizer = TRY(workspace::ReadTokenizer(params, call));
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
  const Value list =
      NewListOf(heap, records.size(), [&](size_t at) { return records[at]; });
  return NewRecord(heap, {{"tokenizers", list}});
}

// {file, as?, format?, pattern?} -> {name, tokens}
Result<Value> ImportTokenizer(const Invocation& call) {
  const Params params = Params::Of(call);
  const workspace::Host host = workspace::Host::OfProcess();
  const std::string path = host.Absolute(std::string(TRY(params.String("file"))), host.directory);
  const auto file = TRY(MappedFile::Open(path, kMaxDefinition));
  const std::string_view bytes = file->bytes();
  std::string_view format = TRY(params.String("format", workspace::FormatOfDefinition(path, bytes)));
  if (format != "huggingface" && format != "tiktoken" && format != "tekken" &&
      format != "sentencepiece") {
    return Report(Code::kInvalidParams,
                  "`params.format` must be huggingface, tiktoken, tekken or sentencepiece");
  }
  std::string name(path.substr(path.rfind('/') + 1));
  name = TRY(params.String("as", name.substr(0, name.rfind('.'))));
  // A file that the user names is not a context: it may be as large as such files are.
  const TokenizerDefinition definition = TRY(
      workspace::ReadDefinition(format, bytes, TRY(params.String("pattern", "")), Limits::Ceiling()));
  const Tokenizer tokenizer =
      TRY(workspace::TablesOf(host).Import(name, definition, Sha256Of(bytes)));
  const auto tokens = static_cast<int64_t>(definition.tokens.size());
  return NewRecord(call.heap, {{"name", call.heap->NewString(name)},
                               {"tokens", Value::Int(tokens)}});
}

}  // namespace galley::api
