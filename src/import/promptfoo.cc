// Promptfoo's configurations: prompts become templates, tests become `NAME.test.yaml`.
//
// Its assertions are about what a model answers, which tests of ours are not: the data of each
// test is carried over, and what it asserts is lost with a warning.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/seeded_hash.h"
#include "base/try.h"
#include "diag/report.h"
#include "format/json.h"
#include "import/chat_draft.h"
#include "import/import.h"
#include "import/known_fields.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::importing {
namespace {

constexpr KnownField kKnown[] = {
    {"prompts", kHoldsText | kHoldsList, kHoldsText | kHoldsMap},
    {"prompts.raw", kHoldsText},
    {"prompts.id", kHoldsText},
    {"prompts.label", kHoldsText},
    {"description", kHoldsText},
    {"tests", kHoldsText | kHoldsMap | kHoldsList, kHoldsText | kHoldsMap},
    {"tests.vars", kHoldsText | kHoldsMap},
    {"tests.description", kHoldsText},
    {"defaultTest", kHoldsText | kHoldsMap},
    {"defaultTest.vars", kHoldsText | kHoldsMap}};

// A prompt that is one word and ends as a file does, or holds a `*`, names files.
bool LooksLikeFile(std::string_view raw) {
  constexpr std::string_view kEnds[] = {".txt", ".json", ".jsonl", ".yaml", ".yml", ".md", ".j2",
                                        ".csv", ".py",   ".js",    ".mjs",  ".cjs", ".ts"};
  if (raw.find_first_of(" \t\r\n{") != raw.npos) return false;
  if (raw.find('*') != raw.npos || raw.find("://") != raw.npos) return true;
  const std::string_view path = raw.substr(0, raw.find(':'));  // before the name of a function
  return std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](std::string_view end) { return path.ends_with(end); });
}

class Importer {
 public:
  Importer(Job* job, const Tree& tree) : job_(job), tree_(tree) {}

  Result<Imported> Run() {
    const NodeId prompts = tree_.Find(Tree::root(), "prompts");
    if (prompts == kNoNode) {
      return job_->Refuse(tree_[Tree::root()].span, "a configuration of promptfoo has `prompts`");
    }
    LoseUnknownFields(job_, tree_, Tree::root(), kKnown);
    if (tree_[prompts].is_list()) {
      for (const NodeId prompt : tree_.Children(prompts)) TRY(AddPrompt(prompt));
    } else {
      TRY(AddPrompt(prompts));
    }
    if (templates_.empty()) {
      return job_->Refuse(tree_[prompts].span, "none of the prompts stands in the configuration");
    }
    LoseDescriptionOfTexts();
    const std::string tests = TRY(PrintTests());
    // Every template has the tests beside it.
    if (!job_->heap()->meter().Take(templates_.size() * uint64_t{tests.size()})) {
      return Report(Code::kLimitHeap, "the tests of all prompts together do not fit the limit");
    }
    Imported imported = std::move(templates_.front().imported);
    imported.name = templates_.front().name;
    for (size_t at = 0; at < templates_.size(); ++at) {
      if (!tests.empty()) imported.files.push_back({templates_[at].name + ".test.yaml", tests});
      if (at == 0) continue;
      imported.files.push_back({templates_[at].name + Extension(templates_[at].imported.type),
                                std::move(templates_[at].imported.text)});
    }
    return imported;
  }

 private:
  struct Template {
    std::string name;
    Imported imported;
  };

  static std::string Extension(std::string_view type) {
    return type == "chat" ? ".chat.yaml" : ".j2";
  }

  Result<void> AddPrompt(NodeId id) {
    const bool is_map = tree_[id].is_map();
    NodeId text = id;
    if (is_map)
      text = tree_.Find(id, "raw") != kNoNode ? tree_.Find(id, "raw") : tree_.Find(id, "id");
    if (text == kNoNode || !tree_[text].is_string()) {
      return job_->Refuse(tree_[id].span, "a prompt is a text, or a map with `raw`");
    }
    const std::string_view raw = tree_[text].value.as_string();
    if (RefersOutside(raw) || LooksLikeFile(raw)) {
      job_->LeaveAlone(tree_[text].span, "a prompt in another file");
      return {};
    }
    std::string_view label = is_map ? TextUnder(tree_, id, "label") : std::string_view();
    if (is_map && label.empty() && tree_.Find(id, "raw") != kNoNode) {
      label = TextUnder(tree_, id, "id");
    }
    std::string name = FreeName(job_->NameOr(label, "prompt"));
    templates_.push_back({std::move(name), TRY(MakeTemplate(tree_[text]))});
    return {};
  }

  // `name`, with a number where another prompt is called so.
  std::string FreeName(const std::string& name) {
    std::string wanted = name;
    for (size_t number = templates_.size() + 1; !names_.insert(wanted).second; ++number) {
      wanted = name + "_" + std::to_string(number);
    }
    return wanted;
  }

  // Only a chat has a place for it.
  void LoseDescriptionOfTexts() {
    const NodeId description = tree_.Find(Tree::root(), "description");
    const bool has_chat =
        std::any_of(templates_.begin(), templates_.end(),
                    [](const Template& each) { return each.imported.type == "chat"; });
    if (description != kNoNode && !has_chat) {
      job_->Lose(tree_[description].key_span, "`description` has no counterpart in a text");
    }
  }

  // A prompt that is a JSON list of messages is a chat.
  Result<Imported> MakeTemplate(const Node& node) {
    const std::string_view raw = node.value.as_string();
    const size_t first = raw.find_first_not_of(" \t\r\n");
    if (first != raw.npos && raw[first] == '[') {
      const Source part(job_->source().name(), raw);
      const Result<Tree> messages = ReadJson(part, job_->limits());
      if (messages) return MakeChat(*messages, node);
    }
    std::string text = KeepLineBreaks(raw);
    if (text.ends_with('\n')) text += '\n';
    return Imported{std::move(text), LeafName(Leaf::kJinja), {}};
  }

  Result<Imported> MakeChat(const Tree& messages, const Node& node) {
    ChatDraft draft(job_, Leaf::kJinja, TextUnder(tree_, Tree::root(), "description"));
    for (const NodeId message : messages.Children(Tree::root())) {
      const auto role = FindRole(TextUnder(messages, message, "role"));
      const NodeId content = messages.Find(message, "content");
      if (!role || content == kNoNode || !messages[content].is_string()) {
        job_->Lose(node.span, "a message without a role of ours and a text is left out");
        continue;
      }
      if (messages.CountChildren(message) > 2) {
        job_->Lose(node.span, "of a message only `role` and `content` have a counterpart");
      }
      draft.AddMessage(*role, KeepLineBreaks(messages[content].value.as_string()));
    }
    return draft.Finish();
  }

  // Empty where there are none.
  Result<std::string> PrintTests() {
    const NodeId defaults = tree_.Find(Tree::root(), "defaultTest");
    if (defaults != kNoNode && tree_[defaults].is_string()) {
      job_->LeaveAlone(tree_[defaults].span, "a test in another file");
    }
    const NodeId tests = tree_.Find(Tree::root(), "tests");
    if (tests == kNoNode) {
      if (defaults != kNoNode) job_->Lose(tree_[defaults].key_span, "`defaultTest` without tests");
      return std::string();
    }
    if (!tree_[tests].is_list()) {
      job_->LeaveAlone(tree_[tests].span, "tests in another file");
      return std::string();
    }
    std::vector<Value> cases;
    for (const NodeId test : tree_.Children(tests)) AddCase(test, &cases);
    if (job_->heap()->exhausted() != Exhausted::kNo) {
      return Report(Code::kLimitHeap, "the tests do not fit the limit");
    }
    if (cases.empty()) return std::string();
    NodeId shared = defaults == kNoNode ? kNoNode : tree_.Find(defaults, "vars");
    if (shared != kNoNode && !tree_[shared].is_map()) {
      LeaveValues(shared);
      shared = kNoNode;
    }
    Heap* heap = job_->heap();
    return PrintDocument(
        job_,
        NewRecord(heap, {{"context", shared == kNoNode ? Value() : tree_.ToValue(shared, heap)},
                         {"cases", heap->NewList(cases)}}));
  }

  void AddCase(NodeId test, std::vector<Value>* cases) {
    if (!tree_[test].is_map()) {
      job_->LeaveAlone(tree_[test].span, "a test in another file");
      return;
    }
    const NodeId vars = tree_.Find(test, "vars");
    const bool has_vars = vars != kNoNode && tree_[vars].is_map();
    if (vars != kNoNode && !has_vars) LeaveValues(vars);
    if (has_vars) WarnOfValues(vars);
    const std::vector<std::vector<MapEntry>> variants =
        has_vars ? Combine(vars) : std::vector<std::vector<MapEntry>>(1);
    const std::string_view said = TextUnder(tree_, test, "description");
    Heap* heap = job_->heap();
    for (size_t at = 0; at < variants.size() && heap->exhausted() == Exhausted::kNo; ++at) {
      std::string name(said);
      if (said.empty()) {
        name = "case " + std::to_string(cases->size() + 1);
      } else if (variants.size() > 1) {
        name += " (" + std::to_string(at + 1) + ")";
      }
      cases->push_back(NewRecord(
          heap, {{"name", heap->NewString(name)}, {"context", NewContext(variants[at])}}));
    }
  }

  Value NewContext(const std::vector<MapEntry>& fields) {
    MapEntry* entries = fields.empty() ? nullptr : job_->heap()->NewEntries(fields.size());
    if (!entries) return Value::Map(nullptr, 0);
    std::copy(fields.begin(), fields.end(), entries);
    return job_->heap()->NewMap(entries, fields.size());
  }

  // A list of texts stands for as many tests; several of them for all combinations.
  std::vector<std::vector<MapEntry>> Combine(NodeId vars) {
    constexpr size_t kMost = 1'000;
    std::vector<std::vector<MapEntry>> all(1);
    for (const NodeId var : tree_.Children(vars)) {
      const Value key = job_->heap()->NewString(tree_[var].key);
      std::vector<Value> values;
      if (IsListOfTexts(var)) {
        for (const NodeId item : tree_.Children(var)) values.push_back(ValueOf(item));
      } else {
        values.push_back(ValueOf(var));
      }
      if (all.size() * values.size() > kMost) {
        job_->Lose(tree_[var].key_span, "the tests that this list stands for are too many");
        values.resize(1);
      }
      const uint64_t entries = uint64_t{all.size()} * values.size();
      if (!job_->heap()->meter().Take(entries * sizeof(MapEntry))) break;
      if (values.size() == 1) {
        for (std::vector<MapEntry>& fields : all) fields.push_back({key, values.front()});
        continue;
      }
      std::vector<std::vector<MapEntry>> more;
      for (const std::vector<MapEntry>& fields : all) {
        for (const Value& value : values) {
          more.push_back(fields);
          more.back().push_back({key, value});
        }
      }
      all = std::move(more);
    }
    return all;
  }

  bool IsListOfTexts(NodeId id) const {
    return tree_[id].is_list() && tree_.CountChildren(id) > 0 &&
           tree_[*tree_.Children(id).begin()].is_string();
  }

  // One line break at the end of a text is dropped there.
  Value ValueOf(NodeId id) {
    const Value value = tree_.ToValue(id, job_->heap());
    if (!value.is_string() || !value.as_string().ends_with('\n')) return value;
    return job_->heap()->NewString(value.as_string().substr(0, value.size() - 1));
  }

  void WarnOfValues(NodeId vars) {
    for (const NodeId var : tree_.Children(vars)) {
      if (!tree_[var].is_string()) continue;
      const std::string_view text = tree_[var].value.as_string();
      if (RefersOutside(text)) job_->LeaveAlone(tree_[var].span, "a value in another file");
      if (text.find("{{") != text.npos || text.find("{%") != text.npos) {
        job_->Lose(tree_[var].span, "tags inside of values are data here",
                   "write what they print, or put them into the template");
      }
    }
  }

  void LeaveValues(NodeId vars) {
    if (tree_[vars].is_string()) job_->LeaveAlone(tree_[vars].span, "a file of values");
  }

  Job* job_;
  const Tree& tree_;
  std::vector<Template> templates_;
  std::unordered_set<std::string, SeededHash> names_;  // of those
};

}  // namespace

Result<Imported> ImportPromptfoo(Job* job) {
  const Tree tree = TRY(ReadJsonOrYaml(job));
  return Importer(job, tree).Run();
}

}  // namespace galley::importing
