// A finding names the path from the root of the document; reading goes on with a default after
// each.
#include "compile/fields.h"

#include <algorithm>
#include <utility>

#include "diag/report.h"
#include "value/scalars.h"

namespace galley {
namespace {

std::string PathTo(const std::string& map, std::string_view name) {
  return map.empty() ? std::string(name) : map + '.' + std::string(name);
}

std::string Called(const Item& item) {
  return item.path.empty() ? "the document" : Quoted(item.path);
}

}  // namespace

void DocumentFindings::Add(Code code, Span span, std::string message, std::string hint) {
  const bool is_error = Describe(code).severity == Severity::kError;
  if ((is_error ? errors_ : warnings_).size() >= kMost) return;
  Add(Report(code, *source_, span, std::move(message), std::move(hint)));
}

void DocumentFindings::Add(Diagnostic diagnostic) {
  (diagnostic.severity == Severity::kError ? errors_ : warnings_).push_back(std::move(diagnostic));
}

void DocumentReader::Wrong(const Item& item, std::string problem) const {
  findings_->Add(wrong_, (*this)[item].span, Called(item) + ' ' + std::move(problem));
}

void DocumentReader::Missing(const Item& map, const std::string& path) const {
  findings_->Add(wrong_, (*this)[map].span, Quoted(path) + " is missing");
}

std::optional<std::string_view> DocumentReader::String(const Item& item) const {
  const Value& value = (*this)[item].value;
  if (value.is_string()) return value.as_string();
  Wrong(item, "must be a string, not " + std::string(JsonKindName(value.kind())));
  return std::nullopt;
}

std::optional<bool> DocumentReader::Bool(const Item& item) const {
  const Value& value = (*this)[item].value;
  if (value.is_bool()) return value.as_bool();
  Wrong(item, "must be true or false, not " + std::string(JsonKindName(value.kind())));
  return std::nullopt;
}

std::optional<int64_t> DocumentReader::Integer(const Item& item, int64_t least) const {
  const Value& value = (*this)[item].value;
  const std::optional<int64_t> number = WholeNumber(value);
  if (!number) {
    Wrong(item, "must be an integer, not " + std::string(JsonKindName(value.kind())));
    return std::nullopt;
  }
  if (*number >= least) return number;
  Wrong(item, "must be at least " + std::to_string(least));
  return std::nullopt;
}

std::optional<size_t> DocumentReader::Choice(const Item& item, Words words) const {
  const std::optional<std::string_view> text = String(item);
  if (!text) return std::nullopt;
  const auto* found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) return static_cast<size_t>(found - words.begin());
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + Quoted(word);
  findings_->Add(wrong_, (*this)[item].span, Called(item) + " must be one of " + list,
                 SuggestNearest(*text, {words.begin(), words.size()}));
  return std::nullopt;
}

bool DocumentReader::IsList(const Item& item) const {
  const Node& node = (*this)[item];
  if (!node.is_list()) Wrong(item, "must be a list, not " + std::string(JsonKindName(node.kind())));
  return node.is_list();
}

bool DocumentReader::IsMap(const Item& item) const {
  const Node& node = (*this)[item];
  if (!node.is_map()) Wrong(item, "must be a map, not " + std::string(JsonKindName(node.kind())));
  return node.is_map();
}

std::vector<Item> DocumentReader::Items(const Item& list) const {
  std::vector<Item> items;
  for (const NodeId id : tree_->Children(list.id)) {
    items.push_back({id, list.path + '[' + std::to_string(items.size()) + ']'});
  }
  return items;
}

Fields::Fields(const DocumentReader& reader, Item map)
    : reader_(reader), map_(std::move(map)), ok_(reader.IsMap(map_)) {}

Item Fields::Find(std::string_view name, Need need) {
  if (!ok_) return {};
  known_.push_back(name);
  const NodeId id = reader_.tree().Find(map_.id, name);
  if (id != kNoNode) return {id, PathTo(map_.path, name)};
  if (need == Need::kRequired) {
    reader_.Missing(map_, PathTo(map_.path, name));
  }
  return {};
}

std::optional<std::string_view> Fields::String(std::string_view name, Need need) {
  const Item item = Find(name, need);
  return item ? reader_.String(item) : std::nullopt;
}

std::optional<bool> Fields::Bool(std::string_view name) {
  const Item item = Find(name);
  return item ? reader_.Bool(item) : std::nullopt;
}

std::optional<int64_t> Fields::Integer(std::string_view name, int64_t least, Need need) {
  const Item item = Find(name, need);
  return item ? reader_.Integer(item, least) : std::nullopt;
}

std::optional<size_t> Fields::Choice(std::string_view name, Words words, Need need) {
  const Item item = Find(name, need);
  return item ? reader_.Choice(item, words) : std::nullopt;
}

void Fields::WarnOfUnknown() const {
  if (!ok_) return;
  for (const NodeId id : reader_.tree().Children(map_.id)) {
    if (!reader_.findings()->has_room_for_warnings()) return;
    const Node& node = reader_.tree()[id];
    if (std::find(known_.begin(), known_.end(), node.key) != known_.end()) continue;
    reader_.findings()->Add(Code::kUnknownKey, node.key_span,
                            Quoted(PathTo(map_.path, node.key)) + " is not a field here",
                            SuggestNearest(node.key, known_));
  }
}

}  // namespace galley
