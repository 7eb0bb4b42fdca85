// Which value made two texts differ is found by trying: a value of B's alone in A's data has to
// bring the same first difference.  So what is reported is never a guess.
#include "api/text_diff.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/cache_requests.h"
#include "api/diff_records.h"
#include "base/try.h"
#include "diag/report.h"
#include "diff/chat_diff.h"
#include "diff/data_diff.h"
#include "diff/report.h"
#include "diff/side.h"
#include "engine/handlebars/reads.h"
#include "engine/jinja/reads.h"
#include "handles/inputs.h"
#include "load/template_loader.h"
#include "resolve/inherit.h"
#include "value/map.h"
#include "value/record.h"
#include "workspace/chat_template.h"
#include "workspace/counting.h"
#include "workspace/given_templates.h"
#include "workspace/jinja_options.h"
#include "workspace/render_entry.h"
#include "workspace/section_template.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// Of values that differ, so many are tried.
constexpr size_t kMostTries = 64;

Result<Params> ReadSide(const Value& value, const std::string& path) {
  return Params::In(value, path,
                    {"workspace", "name", "path", "data", "set", "options", "role", "model",
                     "tokenizer", "estimator", "limits", "checkInput"});
}

// One of the two, ready to be rendered with other data.
class TextSide {
 public:
  static Result<TextSide> Open(const Value& value, const std::string& path,
                               const Invocation& call) {
    TextSide side(call);
    if (const Value* saved = FindItem(value, "text")) {
      side.text_ = saved->as_string();
      return side;
    }
    side.given_ = value;
    const Params params = TRY(ReadSide(value, path));
    side.name_ = TRY(params.String(params.has("name") ? "name" : "path"));
    side.data_ = params.has("data") ? TRY(params.Map("data")) : Value::Map(nullptr, 0);
    side.workspace_ =
        std::make_shared<workspace::Workspace>(TRY(workspace::Workspace::Open(params, side.call_)));
    TRY(side.FindTemplate());
    side.text_ = TRY(side.RenderWith(side.data_));
    return side;
  }

  bool is_saved() const { return !workspace_; }
  const std::string& text() const { return text_; }
  const Value& data() const { return data_; }
  const std::string& file() const { return file_; }
  const std::string& source() const { return source_; }
  const FlatTemplate* flat() const { return flat_.get(); }

  Result<std::string> RenderWith(const Value& data) const {
    const Value given = NewRecord(
        call_.heap, {{"data", data}, {"set", Given("set")}, {"options", Given("options")}});
    const Params params = TRY(Params::In(given, "params", {"data", "set", "options"}));
    if (!flat_) return workspace::RenderEntry(workspace_.get(), *entry_, params, call_);
    const Value values = TRY(workspace::CoerceSetValues(*flat_, data, params, call_));
    return workspace::RenderFlat(*flat_, values, call_);
  }

  // What the template reads; a section template has placeholders instead.
  TextReads Reads() const {
    const Source source(file_, source_);
    if (flat_ || is_saved()) return {};
    const auto syntax = workspace::JinjaOptions::OfWorkspace().syntax;
    Result<TextReads> found = entry_->type == TemplateType::kJinja
                                  ? jinja::FindReads(source, syntax, call_.limits)
                                  : handlebars::FindReads(source, call_.limits);
    return found ? std::move(*found) : TextReads();
  }
  // Where a variable is read.
  std::vector<galley::Input::Place> PlacesOf(std::string_view variable) const {
    if (!entry_) return {};
    const Result<Inputs> inputs = handles::FindInputs(**workspace_->catalog(), *entry_, call_);
    if (!inputs) return {};
    for (const galley::Input& input : inputs->list) {
      if (input.name == variable) return input.places;
    }
    return {};
  }
  // The printed section that a byte of the text is in, or null.
  Result<const FlatSection*> SectionAt(size_t byte) {
    const Value given = NewRecord(call_.heap, {{"set", Given("set")}});
    const Params params = TRY(Params::In(given, "params", {"set"}));
    const Value values = TRY(workspace::CoerceSetValues(*flat_, data_, params, call_));
    const std::vector<uint32_t> printed = flat_->printed;
    const FlatSection* found = nullptr;
    for (size_t count = 1; count <= printed.size() && !found; ++count) {
      flat_->printed.assign(printed.begin(), printed.begin() + static_cast<ptrdiff_t>(count));
      const Result<std::string> head = workspace::RenderFlat(*flat_, values, call_);
      if (head && head->size() > byte) found = &flat_->sections[printed[count - 1]];
    }
    flat_->printed = printed;
    return found;
  }

 private:
  explicit TextSide(const Invocation& call) : call_(call) {}

  Value Given(std::string_view key) const {
    const Value* value = FindItem(given_, key);
    return value ? *value : Value();
  }

  Result<void> FindTemplate() {
    const Catalog& catalog = *TRY(workspace_->catalog());
    const TemplateLoader loader = TRY(workspace_->loader());
    const bool is_path = workspace::IsFilePath(catalog, name_);
    if (!is_path) entry_ = TRY(catalog.Find(name_));
    const TemplatePlace place = is_path
                                    ? TRY(loader.Locate(name_, nullptr, TemplateType::kSections))
                                    : loader.PlaceOf(*entry_);
    source_ = TRY(loader.Read(place));
    file_ = is_path ? std::string(name_) : catalog.ShownPath(*entry_);
    if (!is_path && entry_->type != TemplateType::kSections) return {};
    flat_ = std::make_unique<FlatTemplate>(TRY(ResolveSectionsAt(
        loader, place, false, call_.limits, &call_.heap->meter(), call_.warnings)));
    return {};
  }

  Invocation call_;
  Value given_;
  std::string_view name_;
  Value data_ = Value::Map(nullptr, 0);
  std::shared_ptr<workspace::Workspace> workspace_;  // null: a text that was saved
  const Entry* entry_ = nullptr;
  std::unique_ptr<FlatTemplate> flat_;  // of a section template
  std::string source_;
  std::string file_;
  std::string text_;
};

// Whether a read leads to a path: loops go over every index.
bool LeadsTo(const ReadPath& read, const std::vector<std::string>& steps) {
  size_t at = 0;
  for (const ReadStep& step : read.steps) {
    if (at == steps.size()) return true;
    const bool is_index = steps[at].find_first_not_of("0123456789") == std::string::npos;
    if (step.kind == ReadStep::Kind::kSection && !is_index) continue;
    if (step.kind == ReadStep::Kind::kField && step.name != steps[at]) return false;
    ++at;
  }
  return true;
}

std::string Collapsed(std::string_view text) {
  std::string collapsed;
  for (const char byte : text) {
    const bool is_blank = byte == ' ' || (byte >= '\t' && byte <= '\r');
    if (!is_blank) collapsed += byte;
    if (is_blank && !collapsed.ends_with(' ')) collapsed += ' ';
  }
  return collapsed;
}

class TextComparer {
 public:
  TextComparer(TextSide* a, TextSide* b, Heap* heap) : a_(*a), b_(*b), heap_(heap) {}

  Result<diff::Finding> FindFirst(size_t bytes) {
    bytes_ = bytes;
    finding_.file = b_.file();
    if (a_.is_saved() || b_.is_saved()) return std::move(finding_);
    if (const auto rendered = b_.RenderWith(a_.data());
        a_.source() != b_.source() && rendered && IsFirst(*rendered)) {
      finding_.cause = diff::Cause::kTemplateChanged;
      PlaceAtLine();
    } else if (const std::optional<diff::DataChange> change = FindChange()) {
      ExplainChange(*change);
    }
    TRY(PlaceInSection());
    return std::move(finding_);
  }

 private:
  bool IsFirst(std::string_view text) const {
    return diff::SharedBytes(a_.text(), text) == bytes_ && text != a_.text();
  }

  // The first value of B's that alone brings the difference.
  std::optional<diff::DataChange> FindChange() const {
    for (const diff::DataChange& change :
         diff::FindDataChanges(a_.data(), b_.data(), kMostTries, heap_)) {
      const Result<std::string> text = a_.RenderWith(diff::WithChange(a_.data(), change, heap_));
      if (text && IsFirst(*text)) return change;
    }
    return std::nullopt;
  }

  void ExplainChange(const diff::DataChange& change) {
    using Kind = diff::DataChange::Kind;
    finding_.path = change.path;
    finding_.cause = diff::Cause::kValue;
    const TextReads reads = b_.Reads();
    const auto leads = [&](const ReadPath& read) { return LeadsTo(read, change.steps); };
    const bool is_printed = reads.paths.empty() ||
                            std::any_of(reads.paths.begin(), reads.paths.end(),
                                        [&](auto& read) { return read.is_printed && leads(read); });
    if (change.kind == Kind::kOrder || diff::EqualButForOrder(change.before, change.after)) {
      finding_.cause = diff::Cause::kOrder;
    } else if (change.kind == Kind::kLength) {
      finding_.cause = diff::Cause::kInserted;
      finding_.path +=
          '[' + std::to_string(std::min(change.before.size(), change.after.size())) + ']';
    } else if (!is_printed) {
      finding_.cause = diff::Cause::kInserted;
    } else if (Collapsed(a_.text()) == Collapsed(b_.text())) {
      finding_.cause = diff::Cause::kWhitespace;
    }
    PlaceAtRead(reads, change.steps);
  }

  // The first tag that reads the value.
  void PlaceAtRead(const TextReads& reads, const std::vector<std::string>& steps) {
    const std::vector<galley::Input::Place> places = b_.PlacesOf(steps.front());
    if (places.empty()) return;
    size_t at = 0;
    size_t same_name = 0;
    for (const ReadPath& read : reads.paths) {
      if (read.steps.empty() || read.steps.front().name != steps.front()) continue;
      if (LeadsTo(read, steps)) {
        at = same_name;
        break;
      }
      ++same_name;
    }
    SetPlace(places[std::min(at, places.size() - 1)].file,
             places[std::min(at, places.size() - 1)].position);
  }

  void SetPlace(const std::string& file, Position position) {
    finding_.file = file;
    finding_.line = position.line;
    finding_.place = std::to_string(position.line) + ':' + std::to_string(position.column);
  }

  // The first line of the template that is another.
  void PlaceAtLine() {
    const size_t shared = diff::SharedBytes(a_.source(), b_.source());
    const std::string_view before = std::string_view(b_.source()).substr(0, shared);
    const size_t line = before.rfind('\n');
    SetPlace(b_.file(), {static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1,
                         static_cast<uint32_t>(shared - (line == before.npos ? 0 : line + 1)) + 1});
  }

  Result<void> PlaceInSection() {
    TextSide& side = b_.flat() ? b_ : a_;
    if (!side.flat()) return {};
    const FlatSection* section = TRY(side.SectionAt(bytes_));
    if (!section) return {};
    const SectionTemplate& layer = *side.flat()->layers[section->origin.layer];
    finding_.place = "sections." + std::string(section->name);
    finding_.file = layer.source().name();
    finding_.line = layer.source().Locate(layer.node(section->origin.id).span).start.line;
    return {};
  }

  TextSide& a_;
  TextSide& b_;
  Heap* heap_;
  size_t bytes_ = 0;
  diff::Finding finding_;
};

// Where a part of a flat template stands: {file, line}.
Value PlaceRecord(const FlatTemplate& flat, const Origin& origin, Heap* heap) {
  const SectionTemplate& layer = *flat.layers[origin.layer];
  const uint32_t line = layer.source().Locate(layer.node(origin.id).span).start.line;
  return NewRecord(heap,
                   {{"file", heap->NewString(layer.source().name())}, {"line", Value::Int(line)}});
}

const FlatSection* FindSection(const FlatTemplate& flat, std::string_view name) {
  for (const FlatSection& section : flat.sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

// Who took a section out of a template, as far as it says so.
Value RemovedBy(const FlatTemplate& flat, std::string_view name, Heap* heap) {
  for (const MergeEvent& event : flat.events) {
    const bool is_it =
        event.action == MergeAction::kRemoved && event.where == "section" && event.name == name;
    if (is_it) return PlaceRecord(flat, event.by, heap);
  }
  return Value();
}

// The sections that are not the same: {name, change: added|removed|overridden, by?, was?}.
Value CompareSections(const FlatTemplate& a, const FlatTemplate& b, Heap* heap) {
  std::vector<Value> changed;
  for (const FlatSection& section : b.sections) {
    const FlatSection* was = FindSection(a, section.name);
    if (was && was->text == section.text) continue;
    changed.push_back(
        NewRecord(heap, {{"name", heap->NewString(section.name)},
                         {"change", Value::String(was ? "overridden" : "added")},
                         {"by", PlaceRecord(b, section.origin, heap)},
                         {"was", was ? PlaceRecord(a, was->origin, heap) : Value()}}));
  }
  for (const FlatSection& section : a.sections) {
    if (FindSection(b, section.name)) continue;
    changed.push_back(NewRecord(heap, {{"name", heap->NewString(section.name)},
                                       {"change", Value::String("removed")},
                                       {"by", RemovedBy(b, section.name, heap)},
                                       {"was", PlaceRecord(a, section.origin, heap)}}));
  }
  return heap->NewList(changed);
}

// For people, one line each.
std::string PrintSections(const Value& sections) {
  std::string text = sections.size() > 0 ? "sections\n" : "";
  const auto place = [](const Value& record) {
    return std::string(FindItem(record, "file")->as_string()) + ':' +
           std::to_string(FindItem(record, "line")->as_int());
  };
  for (const Value& section : sections.items()) {
    text += "  " + std::string(FindItem(section, "name")->as_string()) + ' ' +
            std::string(FindItem(section, "change")->as_string());
    if (const Value* by = FindItem(section, "by")) text += " by " + place(*by);
    if (const Value* was = FindItem(section, "was")) text += ", was " + place(*was);
    text += '\n';
  }
  return text;
}

Result<diff::TokenCounter> CounterFor(const Params& params, const Invocation& call,
                                      std::shared_ptr<const RequestCounter>* keeps) {
  for (const std::string_view side : {"b", "a"}) {
    const Value value = TRY(params.Map(side));
    const Value given = NewRecord(call.heap, {{"model", ItemOr(value, "model")},
                                              {"tokenizer", ItemOr(value, "tokenizer")},
                                              {"estimator", ItemOr(value, "estimator")}});
    if (given.size() == 0) continue;
    const Params counting =
        TRY(Params::In(given, params.PathOf(side), {"model", "tokenizer", "estimator"}));
    *keeps = TRY(workspace::ReadCounting(counting, "", nullptr, call)).counter;
    return CounterOf((*keeps)->texts());
  }
  return CounterByLength();
}

}  // namespace

Result<bool> IsTextSide(const Params& params, std::string_view name, const Invocation& call) {
  const Value value = TRY(params.Map(name));
  if (FindItem(value, "template") || FindItem(value, "messages")) return false;
  const Value* saved = FindItem(value, "text");
  if (saved && saved->is_string()) return true;
  const Value* given = FindItem(value, "name");
  if (!given) given = FindItem(value, "path");
  if (!given || !given->is_string()) return false;
  const Value where =
      NewRecord(call.heap, {{"workspace", ItemOr(value, "workspace")}, {"name", *given}});
  const Params own = TRY(Params::In(where, params.PathOf(name), {"workspace", "name"}));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(own, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  if (!workspace::IsFilePath(catalog, given->as_string())) {
    return TRY(catalog.Find(given->as_string()))->type != TemplateType::kChat;
  }
  return workspace::IsSectionFile(&workspace, given->as_string(), call.limits);
}

Result<Value> DiffTexts(const Params& params, const Invocation& call) {
  Heap* heap = call.heap;
  TextSide a = TRY(TextSide::Open(TRY(params.Map("a")), params.PathOf("a"), call));
  TextSide b = TRY(TextSide::Open(TRY(params.Map("b")), params.PathOf("b"), call));
  std::shared_ptr<const RequestCounter> keeps;
  const diff::TokenCounter tokens = TRY(CounterFor(params, call, &keeps));
  diff::ChatDiff found;
  found.same = a.text() == b.text();
  found.bytes = diff::SharedBytes(a.text(), b.text());
  found.of = tokens.count(a.text());
  found.of_b = tokens.count(b.text());
  found.tokens = found.same ? found.of : tokens.shared(a.text(), b.text());
  if (!found.same) {
    found.first = TRY(TextComparer(&a, &b, heap).FindFirst(found.bytes));
    diff::Change change;
    change.finding = found.first;
    change.has_before = change.has_after = true;
    change.before = a.text();
    change.after = b.text();
    change.tokens = static_cast<int64_t>(found.of_b) - static_cast<int64_t>(found.of);
    found.changes.push_back(std::move(change));
  }
  const bool have_sections = a.flat() && b.flat();
  const Value sections = have_sections ? CompareSections(*a.flat(), *b.flat(), heap) : Value();
  std::string text = TRY(PrintDiff(params, found, nullptr));
  const bool is_plain = params.has("format") && TRY(params.String("format")) == "text";
  if (have_sections && is_plain) text += PrintSections(sections);
  return NewRecord(heap, {{"same", Value::Bool(found.same)},
                          {"prefix", PrefixRecord(found, heap)},
                          {"first", FirstRecord(found, heap)},
                          {"changes", ChangeRecords(found, heap)},
                          {"sections", sections},
                          {"text", params.has("format") ? heap->NewString(text) : Value()}});
}

}  // namespace galley::api
