// `template.batch`: one template over many maps of data.  A row that fails fails nothing else.
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "api/template_render.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "base/try.h"
#include "check/findings.h"
#include "diag/report.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// What every row is rendered with.
constexpr std::array<std::string_view, 9> kShared = {
    "name", "options", "role", "maxTokens", "model", "tokenizer", "estimator", "strict", "as"};

// The parameters of `template.render` for one row.
Result<Value> ParamsFor(const Value& row, const Params& params, Heap* heap) {
  MapEntry* entries = heap->NewEntries(kShared.size() + 1);
  if (!entries) return Report(Code::kLimitHeap, "the parameters of a row do not fit the limit");
  size_t count = 0;
  for (const std::string_view name : kShared) {
    if (params.has(name)) entries[count++] = {heap->NewString(name), TRY(params.Any(name))};
  }
  entries[count++] = {heap->NewString("data"), row};
  return heap->NewMap(entries, count);
}

class Batch {
 public:
  Batch(std::shared_ptr<workspace::Workspace> workspace, const Params& params,
        const Invocation& call)
      : workspace_(std::move(workspace)), params_(params), call_(call) {}

  // What `template.render` gives for the row, or {diagnostics}.
  Value Render(const Value& row) {
    Heap heap(call_.limits);
    std::vector<Diagnostic> warnings;
    Result<Value> rendered = RenderOne(row, &heap, &warnings);
    if (rendered && heap.exhausted() == Exhausted::kNo) return call_.heap->Copy(*rendered);
    ++failed_;
    if (rendered) {
      rendered = Report(Code::kLimitHeap, "the values of the row do not fit the limit");
    }
    const std::vector<Diagnostic>& problems = rendered.error().diagnostics();
    const Value list = NewListOf(call_.heap, problems.size(), [&](size_t at) {
      return check::NewDiagnosticRecord(call_.heap, problems[at]);
    });
    return NewRecord(call_.heap, {{"diagnostics", list}});
  }

  int64_t failed() const noexcept { return failed_; }

 private:
  Result<Value> RenderOne(const Value& row, Heap* heap, std::vector<Diagnostic>* warnings) {
    if (!row.is_map()) {
      return Report(Code::kInvalidParams,
                    Quoted(params_.PathOf("rows")) + " must be a list of maps");
    }
    Invocation own = call_;
    own.heap = heap;
    own.warnings = warnings;
    own.params = TRY(ParamsFor(row, params_, heap));
    return RenderIn(workspace_, Params::Of(own), own);
  }

  std::shared_ptr<workspace::Workspace> workspace_;
  const Params& params_;
  const Invocation& call_;
  int64_t failed_ = 0;
};

}  // namespace

// {workspace?, name, rows: [map], options?, role?, maxTokens?, model?, tokenizer?, estimator?,
//  strict?, as?} -> {rows: [what template.render gives, or {diagnostics}], failed}
Result<Value> RenderBatch(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::span<const Value> rows = TRY(params.List("rows"));
  Batch batch(std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call))),
              params, call);
  Value* results = call.heap->NewItems(rows.size());
  if (!results) return Report(Code::kLimitHeap, "the rows do not fit the limit");
  ProgressCount done(rows.size());
  for (size_t at = 0; at < rows.size(); ++at) {
    if (IsInterrupted()) return Report(Code::kLimitSteps, "nobody waits for the rows any more");
    results[at] = batch.Render(rows[at]);
    done.Tell("");
  }
  return NewRecord(call.heap, {{"rows", Value::List({results, rows.size()})},
                               {"failed", Value::Int(batch.failed())}});
}

}  // namespace galley::api
