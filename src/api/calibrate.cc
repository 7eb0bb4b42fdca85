// `tokens.calibrate`: a profile whose estimate fits what a provider counted.
#include "profiles/calibrate.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json_data.h"
#include "history/message_value.h"
#include "history/read.h"
#include "profiles/request_counter.h"
#include "value/map.h"
#include "value/record.h"
#include "value/scalars.h"
#include "workspace/models.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// What the provider counted: `input_tokens`, or that of `usage`, also as `prompt_tokens`.
uint64_t ActualOf(const Value& record) {
  const Value* usage = FindItem(record, "usage");
  for (const Value* map : {&record, usage}) {
    if (!map || !map->is_map()) continue;
    for (const std::string_view key : {"input_tokens", "prompt_tokens"}) {
      const Value* tokens = FindItem(*map, key);
      const int64_t number = tokens ? WholeNumber(*tokens).value_or(0) : 0;
      if (number > 0) return static_cast<uint64_t>(number);
    }
  }
  return 0;
}

Diagnostic BadRecord(const Params& params, size_t line, std::string_view problem) {
  return Report(Code::kInvalidParams,
                "line " + std::to_string(line) + " of " + Quoted(params.PathOf("records")) + " " +
                    std::string(problem),
                "a record is {text or messages, input_tokens}");
}

Result<UsageSample> SampleOf(const Value& record, size_t line, const Params& params,
                             const RequestCounter& counter, const Invocation& call) {
  UsageSample sample;
  sample.actual = record.is_map() ? ActualOf(record) : 0;
  if (sample.actual == 0) return BadRecord(params, line, "has no `input_tokens`");
  const Value* text = FindItem(record, "text");
  const Value* messages = FindItem(record, "messages");
  if (text && text->is_string()) {
    sample.texts = TRY(counter.CountText(text->as_string())).tokens;
    return sample;
  }
  if (!messages || !messages->is_list())
    return BadRecord(params, line, "has no `text` and no `messages`");
  history::ReadOptions options;
  options.repair = history::Repair::kKeep;
  const history::MessageList list =
      TRY(history::ReadMessages(messages->items(), options, call.heap, call.warnings));
  const Value* tools = FindItem(record, "tools");
  const Value values = history::MessageValues(list.messages, call.heap);
  const uint64_t all =
      TRY(counter.CountRequest(values.items(), tools ? *tools : Value(), Value())).tokens;
  const uint64_t frame = counter.request_frame() + counter.frame().message * values.size();
  sample.frame = std::min(frame, all);
  sample.texts = all - sample.frame;
  return sample;
}

Result<std::vector<UsageSample>> ReadSamples(const Params& params, const RequestCounter& counter,
                                             const Invocation& call) {
  std::string_view records = TRY(params.String("records"));
  std::vector<UsageSample> samples;
  JsonDataReader reader;
  size_t number = 0;
  while (!records.empty()) {
    const size_t end = std::min(records.find('\n'), records.size());
    const std::string_view line = records.substr(0, end);
    records.remove_prefix(std::min(end + 1, records.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    const Result<Value> record =
        reader.Read(Source("records", line, Nature::kData), call.heap, call.limits);
    if (!record) return BadRecord(params, number, "is no JSON");
    samples.push_back(TRY(SampleOf(*record, number, params, counter, call)));
  }
  const auto has_texts = [](const UsageSample& sample) { return sample.texts > 0; };
  if (std::any_of(samples.begin(), samples.end(), has_texts)) return samples;
  return Report(Code::kInvalidParams,
                Quoted(params.PathOf("records")) + " holds no text to learn from");
}

Value ErrorRecord(const EstimateError& error, Heap* heap) {
  return NewRecord(heap, {{"mean", Value::Double(error.mean)},
                          {"bias", Value::Double(error.bias)},
                          {"worst", Value::Double(error.worst)}});
}

}  // namespace

// {workspace?, records, model, as?} -> {name, records, factor, margin, before, after, profile}
Result<Value> CalibrateTokens(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view model = TRY(params.String("model"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog* catalog = TRY(workspace.catalog());
  ModelProfile profile = TRY(workspace::FindModelIn(catalog, model, call));
  if (profile.frame.kind == FrameRule::Kind::kTemplate) {
    return Report(Code::kInvalidParams,
                  "the tokens of " + Quoted(profile.name) + " are counted, not estimated");
  }
  const double before = profile.tokenizer.factor;
  profile.tokenizer.is_estimate = true;
  profile.tokenizer.factor = 1;
  profile.exactness = Exactness::kEstimate;
  const auto counter = TRY(workspace::OpenCounter(profile, nullptr, catalog, call));
  const std::vector<UsageSample> samples = TRY(ReadSamples(params, *counter, call));
  const Calibration done = Calibrate(samples, before);
  profile.tokenizer.factor = done.factor;
  profile.tokenizer.margin = done.margin;
  profile.name = TRY(params.String("as", profile.name));
  profile.match.insert(profile.match.begin(), std::string(model));
  Heap* heap = call.heap;
  return NewRecord(heap, {{"name", heap->NewString(profile.name)},
                          {"records", Value::Int(static_cast<int64_t>(samples.size()))},
                          {"factor", Value::Double(done.factor)},
                          {"margin", Value::Double(done.margin)},
                          {"before", ErrorRecord(done.before, heap)},
                          {"after", ErrorRecord(done.after, heap)},
                          {"profile", heap->NewString(PrintModelProfile(profile))}});
}

}  // namespace galley::api
