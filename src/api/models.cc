// `models.list` and `models.show`: the profiles of models.
#include "workspace/models.h"

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "profiles/model_list.h"
#include "profiles/profile.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }

Value TextOrNothing(const std::string& text, Heap* heap) {
  return text.empty() ? Value() : heap->NewString(text);
}

Value NewTexts(const std::vector<std::string>& texts, Heap* heap) {
  return NewListOf(heap, texts.size(), [&](size_t at) { return heap->NewString(texts[at]); });
}

Value OriginOf(const ModelProfile& model, Heap* heap) {
  return model.file.empty() ? Value::String("builtin") : heap->NewString(model.file);
}

// {name or file, factor?, margin?}
Value TokenizerRecord(const TokenizerRule& rule, Heap* heap) {
  const bool is_estimate = rule.is_estimate;
  return NewRecord(heap, {{"name", TextOrNothing(rule.name, heap)},
                          {"file", TextOrNothing(rule.file, heap)},
                          {"factor", is_estimate ? Value::Double(rule.factor) : Value()},
                          {"margin", is_estimate ? Value::Double(rule.margin) : Value()}});
}

// {kind, message?, name?, reply?, tools?, template?}
Value FrameRecord(const FrameRule& rule, Heap* heap) {
  using Kind = FrameRule::Kind;
  const bool has_costs = rule.kind == Kind::kOpenAi || rule.kind == Kind::kAnthropic;
  const auto cost = [&](uint32_t tokens) { return has_costs ? Number(tokens) : Value(); };
  return NewRecord(heap, {{"kind", Value::String(FrameName(rule.kind))},
                          {"message", cost(rule.message)},
                          {"name", cost(rule.name)},
                          {"reply", cost(rule.reply)},
                          {"tools", cost(rule.tools)},
                          {"template", TextOrNothing(rule.file, heap)}});
}

Value ImagesRecord(const ImageRule& rule, Heap* heap) {
  switch (rule.kind) {
    case ImageRule::Kind::kNone:
      return Value();
    case ImageRule::Kind::kTiles:
      return NewRecord(heap, {{"kind", Value::String("tiles")},
                              {"base", Number(rule.base)},
                              {"tile", Number(rule.tile)}});
    case ImageRule::Kind::kPatches:
      return NewRecord(heap, {{"kind", Value::String("patches")},
                              {"size", Number(rule.size)},
                              {"most", Number(rule.most)},
                              {"factor", Value::Double(rule.factor)}});
    case ImageRule::Kind::kArea:
      return NewRecord(heap, {{"kind", Value::String("area")}, {"size", Number(rule.size)}});
  }
  return Value();
}

Value RequestsRecord(const RequestRule& rule, Heap* heap) {
  if (rule.as.empty()) return Value();
  return NewRecord(heap, {{"as", heap->NewString(rule.as)}, {"lacks", NewTexts(rule.lacks, heap)}});
}

Value SourceRecord(const ModelProfile& model, Heap* heap) {
  if (model.source.empty()) return Value();
  return NewRecord(
      heap, {{"from", heap->NewString(model.source)}, {"date", heap->NewString(model.date)}});
}

// {name, description?, match, context, reserve, tokenizer, exactness, origin}
Value ListedRecord(const ModelProfile& model, Heap* heap) {
  const std::string& tokenizer =
      model.tokenizer.name.empty() ? model.tokenizer.file : model.tokenizer.name;
  return NewRecord(heap, {{"name", heap->NewString(model.name)},
                          {"description", TextOrNothing(model.description, heap)},
                          {"match", NewTexts(model.match, heap)},
                          {"context", Number(model.context)},
                          {"reserve", Number(model.reserve)},
                          {"tokenizer", heap->NewString(tokenizer)},
                          {"exactness", Value::String(ExactnessName(model.exactness))},
                          {"origin", OriginOf(model, heap)}});
}

}  // namespace

// {workspace?} -> {models}
Result<Value> ListModels(const Invocation& call) {
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(Params::Of(call), call));
  std::vector<ModelProfile> models = TRY(workspace::LoadModels(*TRY(workspace.catalog()), call));
  for (ModelProfile& builtin : TRY(BuiltinModels())) models.push_back(std::move(builtin));
  const Value list = NewListOf(call.heap, models.size(),
                               [&](size_t at) { return ListedRecord(models[at], call.heap); });
  return NewRecord(call.heap, {{"models", list}});
}

// {workspace?, model} -> {name, description?, match, tokenizer, frame, specials, context,
//  reserve, budget, images?, requests?, exactness, source?, origin}
Result<Value> ShowModel(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("model"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const ModelProfile model = TRY(workspace::FindModelIn(TRY(workspace.catalog()), name, call));
  Heap* heap = call.heap;
  const bool is_text = model.specials == Specials::kText;
  return NewRecord(heap, {{"name", heap->NewString(model.name)},
                          {"description", TextOrNothing(model.description, heap)},
                          {"match", NewTexts(model.match, heap)},
                          {"tokenizer", TokenizerRecord(model.tokenizer, heap)},
                          {"frame", FrameRecord(model.frame, heap)},
                          {"specials", Value::String(is_text ? "text" : "recognised")},
                          {"context", Number(model.context)},
                          {"reserve", Number(model.reserve)},
                          {"budget", Number(model.room())},
                          {"images", ImagesRecord(model.images, heap)},
                          {"requests", RequestsRecord(model.requests, heap)},
                          {"exactness", Value::String(ExactnessName(model.exactness))},
                          {"source", SourceRecord(model, heap)},
                          {"origin", OriginOf(model, heap)}});
}

}  // namespace galley::api
