// Keeps nodes of the document, so that an update can rewrite the text where it stands.
#include "testing/test_file.h"

#include <optional>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"
#include "format/yaml.h"

namespace galley::testing {
namespace {

// Reads one file; what is wrong with it goes to the findings, and reading goes on.
class TestFileReader {
 public:
  TestFileReader(TestFile* file, DocumentFindings* findings)
      : file_(*file), reader_(*file->tree, Code::kSchemaViolation, findings) {}

  void Run() {
    Fields fields(reader_, {Tree::root(), ""});
    if (!fields.ok()) return;
    const Item name = fields.Find("template");
    if (name) {
      file_.template_node = name.id;
      if (const auto text = reader_.String(name)) file_.template_name = *text;
    }
    file_.inputs = ReadInputs(&fields);
    const Item cases = fields.Find("cases", Need::kRequired);
    if (cases && reader_.IsList(cases)) {
      for (const Item& item : reader_.Items(cases)) ReadCase(item);
    }
    fields.WarnOfUnknown();
  }

 private:
  TestInputs ReadInputs(Fields* fields) {
    TestInputs inputs;
    inputs.context = MapOrPath(fields->Find("context"));
    inputs.injections = ListOrPath(fields->Find("injections"));
    const Item budget = fields->Find("budget");
    if (budget) {
      if (reader_[budget].is_string() || reader_.Integer(budget, 0)) inputs.budget = budget.id;
    }
    if (fields->Bool("squash")) inputs.squash = fields->Find("squash").id;
    if (fields->Bool("strict")) inputs.strict = fields->Find("strict").id;
    if (fields->String("model")) inputs.model = fields->Find("model").id;
    if (fields->String("tokenizer")) inputs.tokenizer = fields->Find("tokenizer").id;
    return inputs;
  }

  NodeId MapOrPath(const Item& item) {
    if (!item || reader_[item].is_map() || reader_[item].is_string()) return item.id;
    reader_.Wrong(item, "must be a map, or the path of a file");
    return kNoNode;
  }

  NodeId ListOrPath(const Item& item) {
    if (!item || reader_[item].is_list() || reader_[item].is_string()) return item.id;
    reader_.Wrong(item, "must be a list, or the path of a file");
    return kNoNode;
  }

  void ReadCase(const Item& item) {
    Fields fields(reader_, item);
    if (!fields.ok()) return;
    TestCase test;
    test.node = item.id;
    const std::optional<std::string_view> name = fields.String("name", Need::kRequired);
    test.name = name.value_or("");
    if (name && !names_.Insert(test.name, true).second) {
      reader_.Wrong(fields.Find("name"), "is the name of another case");
    }
    test.inputs = ReadInputs(&fields);
    if (const Item expect = fields.Find("expect")) ReadExpectation(expect, &test.expect);
    fields.WarnOfUnknown();
    file_.cases.push_back(std::move(test));
  }

  void ReadExpectation(const Item& item, Expectation* expect) {
    Fields fields(reader_, item);
    if (!fields.ok()) return;
    expect->all = item.id;
    if (const Item messages = fields.Find("messages")) ReadMessages(messages, expect);
    if (fields.Integer("tokens", 0)) expect->tokens = fields.Find("tokens").id;
    if (fields.String("text")) expect->text = fields.Find("text").id;
    if (fields.String("error")) expect->error = fields.Find("error").id;
    if (const Item ledger = fields.Find("ledger")) ReadLedger(ledger, expect);
    if (const Item dropped = fields.Find("dropped")) ReadDropped(dropped, expect);
    if (const Item warnings = fields.Find("warnings")) ReadWarnings(warnings, expect);
    const bool beside = file_.tree->CountChildren(item.id) > 1;
    if (expect->error != kNoNode && beside) {
      reader_.Wrong(fields.Find("error"), "stands alone: what fails gives nothing else");
    }
    fields.WarnOfUnknown();
  }

  void ReadMessages(const Item& list, Expectation* expect) {
    if (!reader_.IsList(list)) return;
    expect->messages = list.id;
    for (const Item& item : reader_.Items(list)) {
      Fields fields(reader_, item);
      fields.Choice("role", {"system", "user", "assistant", "tool"}, Need::kRequired);
      // A text, or parts, which are compared as they stand.
      const Item content = fields.Find("content", Need::kRequired);
      if (content && !reader_[content].value.is_list()) reader_.String(content);
      fields.String("name");
      for (const std::string_view mark : {"prefix", "pin"}) fields.Bool(mark);
      fields.Find("cache");
      fields.WarnOfUnknown();
    }
  }

  void ReadLedger(const Item& list, Expectation* expect) {
    if (!reader_.IsList(list)) return;
    expect->ledger = list.id;
    for (const Item& item : reader_.Items(list)) {
      Fields fields(reader_, item);
      for (const std::string_view name :
           {"event", "where", "role", "tokens", "reason", "limit", "needed", "left", "message",
            "source", "loop", "unreached", "file", "line"}) {
        fields.Find(name);
      }
      fields.Integer("count", 0);
      fields.WarnOfUnknown();
    }
  }

  // How many items were left out, or records of loops.
  void ReadDropped(const Item& item, Expectation* expect) {
    expect->dropped = item.id;
    if (!reader_[item].is_list()) {
      reader_.Integer(item, 0);
      return;
    }
    for (const Item& each : reader_.Items(item)) {
      Fields fields(reader_, each);
      fields.String("where");
      fields.String("source");
      for (const std::string_view name : {"items", "shown", "overBudget", "skipped"}) {
        fields.Integer(name, 0);
      }
      fields.WarnOfUnknown();
    }
  }

  void ReadWarnings(const Item& list, Expectation* expect) {
    if (!reader_.IsList(list)) return;
    expect->warnings = list.id;
    for (const Item& code : reader_.Items(list)) reader_.String(code);
  }

  TestFile& file_;
  DocumentReader reader_;
  OrderedMap<bool> names_;
};

}  // namespace

Result<TestFile> ReadTestText(const Entry& entry, std::string name, std::string text,
                              const Limits& limits, std::vector<Diagnostic>* warnings) {
  TestFile file;
  file.entry = &entry;
  file.name = std::move(name);
  file.text = std::move(text);
  file.template_name = entry.logical_name();
  const Source source = file.source();
  TRY(CheckText(source, limits));
  file.tree = TRY(ReadYaml(source, limits));
  DocumentFindings findings(&source);
  TestFileReader(&file, &findings).Run();
  for (Diagnostic& warning : findings.warnings()) warnings->push_back(std::move(warning));
  if (findings.has_errors()) return Error(std::move(findings.errors()));
  return file;
}

Result<TestFile> ReadTestFile(const Catalog& tests, const Entry& entry, const Limits& limits,
                              std::vector<Diagnostic>* warnings) {
  const Root& root = tests.RootOf(entry);
  std::string name = tests.ShownPath(entry);
  Result<std::string> text = root.files->Read(root.PathOf(entry.relative_path), limits.file);
  if (!text) {
    text.error().diagnostics().front().file = name;
    return std::move(text).error();
  }
  return ReadTestText(entry, std::move(name), *std::move(text), limits, warnings);
}

}  // namespace galley::testing
