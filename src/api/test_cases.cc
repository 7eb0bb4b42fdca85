// `tests.cases`: the cases of tests with what each is rendered with, as `tests.run` would.
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/operation.h"
#include "api/test_selection.h"
#include "base/try.h"
#include "base/writer.h"
#include "check/findings.h"
#include "diag/position_index.h"
#include "testing/test_file.h"
#include "testing/test_run.h"
#include "value/map.h"
#include "value/print.h"
#include "value/record.h"
#include "workspace/chat_session.h"
#include "workspace/params.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Lists the cases of the tests of one workspace.
class CaseList {
 public:
  CaseList(std::shared_ptr<workspace::Workspace> workspace, const Catalog& tests,
           const CaseSelection& cases, bool with_texts, const Params& params,
           const Invocation& call)
      : tests_(tests),
        cases_(cases),
        with_texts_(with_texts),
        call_(call),
        runner_(std::move(workspace), params, call) {}

  Value FileOf(const ChosenTest& test) {
    Heap* heap = call_.heap;
    const Entry& entry = *test.entry;
    const Result<testing::TestFile> file =
        testing::ReadTestFile(tests_, entry, call_.limits, call_.warnings);
    const PositionIndex positions(file ? std::string_view(file->text) : std::string_view());
    std::vector<Value> listed;
    for (const testing::TestCase& each : file ? file->cases : std::vector<testing::TestCase>()) {
      if (cases_.Has(each)) listed.push_back(CaseOf(*file, each, positions));
    }
    const std::string& about = test.stored.empty() && file ? file->template_name : test.stored;
    return NewRecord(
        heap, {{"name", heap->NewString(entry.logical_name())},
               {"path", heap->NewString(tests_.ShownPath(entry))},
               {"template", about.empty() ? Value() : heap->NewString(about)},
               {"problems", file ? Value() : ProblemsOf(file.error())},
               {"cases", NewListOf(heap, listed.size(), [&](size_t at) { return listed[at]; })}});
  }

 private:
  Value ProblemsOf(const Error& error) {
    const std::vector<Diagnostic>& found = error.diagnostics();
    return NewListOf(call_.heap, found.size(),
                     [&](size_t at) { return check::NewDiagnosticRecord(call_.heap, found[at]); });
  }

  Value CaseOf(const testing::TestFile& file, const testing::TestCase& test,
               const PositionIndex& positions) {
    Heap* heap = call_.heap;
    const Result<Value> inputs = runner_.InputsOf(file, test, heap);
    const auto input = [&](std::string_view name) {
      const Value* found = inputs && inputs->is_map() ? FindItem(*inputs, name) : nullptr;
      return found ? *found : Value();
    };
    const Value context = input("context");
    const uint32_t line = positions.Find((*file.tree)[test.node].span.begin).line;
    return NewRecord(heap, {{"name", heap->NewString(test.name)},
                            {"line", Value::Int(line)},
                            {"context", context},
                            {"text", with_texts_ && context.is_map() ? TextOf(context) : Value()},
                            {"injections", input("injections")},
                            {"budget", BudgetOf(input("budget"))},
                            {"squash", input("squash")},
                            {"strict", input("strict")},
                            {"model", input("model")},
                            {"tokenizer", input("tokenizer")},
                            {"problems", inputs ? Value() : ProblemsOf(inputs.error())}});
  }

  // A number, where it is written as `4k` too; as it is where it cannot be read, which running
  // the case tells.
  Value BudgetOf(const Value& written) {
    if (!written.is_string()) return written;
    const Value map = NewRecord(call_.heap, {{"budget", written}});
    const Result<Params> params = Params::In(map, "", {"budget"});
    const Result<uint64_t> tokens =
        params ? workspace::ReadTokens(*params, "budget") : Result<uint64_t>(params.error());
    return tokens ? Value::Int(static_cast<int64_t>(*tokens)) : written;
  }

  // JSON on several lines, with every digit of its numbers.
  Value TextOf(const Value& context) {
    JsonStyle style;
    style.indent = 2;
    style.key_separator = ": ";
    BufferWriter out(call_.limits.output);
    PrintJson(context, style, &out, &call_.heap->meter());
    out.Append('\n');
    return call_.heap->NewString(out.ToString());
  }

  const Catalog& tests_;
  const CaseSelection& cases_;
  bool with_texts_;
  const Invocation& call_;
  testing::TestRunner runner_;
};

}  // namespace

// {workspace?, names?, cases?, texts = false} -> {files: [{name, path, template?, problems?,
// cases: [{name, line, context, text?, injections?, budget?, squash?, strict?, model?,
// tokenizer?, problems?}]}]}
Result<Value> ListTestCases(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool with_texts = TRY(params.Bool("texts", false));
  const auto workspace =
      std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, call)));
  const Catalog& catalog = *TRY(workspace->catalog());
  const Catalog& tests = *TRY(workspace->tests());
  const CaseSelection cases = TRY(CaseSelection::Of(params));
  std::vector<ChosenTest> chosen = TRY(SelectTests(catalog, tests, params, call.limits));
  TRY(cases.Narrow(tests, call.limits, &chosen));
  CaseList list(workspace, tests, cases, with_texts, params, call);
  std::vector<Value> files;
  for (const ChosenTest& test : chosen) files.push_back(list.FileOf(test));
  return NewRecord(
      call.heap,
      {{"files", NewListOf(call.heap, files.size(), [&](size_t at) { return files[at]; })}});
}

}  // namespace galley::api
