// Tables are found through one index by number and name; the tree is laid out in order at the
// end.
#include "format/toml_tables.h"

#include <cstring>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "format/text.h"

namespace galley {
namespace {

constexpr TomlId kNoItem{UINT32_MAX};

// The key of the index: the number of the table, then the name.
std::string IndexKey(TomlId table, std::string_view name) {
  char number[sizeof table];
  std::memcpy(number, &table, sizeof table);
  std::string key(number, sizeof number);
  key += name;
  return key;
}

}  // namespace

TomlTables::TomlTables(const Source& source, const Limits& limits)
    : source_(source), limits_(limits) {
  const Span whole = WholeText(source);
  items_.push_back(
      {TomlForm::kHeader, Value(), {}, {}, whole, {}, kNoItem, kNoItem, kNoItem, kNoItem, 1});
}

TomlId TomlTables::Find(TomlId table, std::string_view key) const {
  const TomlId* found = index_.Find(IndexKey(table, key));
  return found ? *found : kNoItem;
}

Diagnostic TomlTables::AlreadyDefined(const TomlKey& key, TomlId first) const {
  const std::string name =
      source_.nature() == Nature::kData ? "a key" : "the key " + Quoted(key.text);
  Diagnostic diagnostic =
      Report(Code::kDuplicateKey, source_, key.span, name + " is already defined");
  const Position place = source_.Locate(At(first).key_span).start;
  diagnostic.notes.push_back("it is defined first at line " + std::to_string(place.line) +
                             ", column " + std::to_string(place.column));
  return diagnostic;
}

Result<TomlId> TomlTables::Add(TomlId to, const TomlKey* key, TomlForm form, Span span) {
  const auto id = TomlId{static_cast<uint32_t>(items_.size())};
  if (key) {
    const auto [found, is_new] = index_.Insert(IndexKey(to, key->text), id);
    if (!is_new) return AlreadyDefined(*key, *found);
  }
  const uint32_t depth = At(to).depth + (form == TomlForm::kScalar ? 0 : 1);
  if (depth > limits_.nesting) return TooDeep(source_, span, limits_.nesting);

  items_.push_back({form,
                    Value(),
                    {},
                    key ? key->text : std::string(),
                    span,
                    key ? key->span : Span{},
                    to,
                    kNoItem,
                    kNoItem,
                    kNoItem,
                    depth});
  Item& parent = At(to);
  (parent.first == kNoItem ? parent.first : At(parent.last).next) = id;
  parent.last = id;
  return id;
}

// The table that holds the last name of a header.
Result<TomlId> TomlTables::OpenParent(TomlKeyPath path, Span header) {
  TomlId table = root();
  for (const TomlKey& key : path.first(path.size() - 1)) {
    const TomlId found = Find(table, key.text);
    if (found == kNoItem) {
      table = TRY(Add(table, &key, TomlForm::kImplicit, header));
      continue;
    }
    switch (At(found).form) {
      case TomlForm::kScalar:
      case TomlForm::kArray:
      case TomlForm::kInline:
        return AlreadyDefined(key, found);
      case TomlForm::kTables:
        table = At(found).last;
        break;
      default:
        table = found;
    }
  }
  return table;
}

Result<TomlId> TomlTables::OpenTable(TomlKeyPath path, Span header) {
  const TomlId parent = TRY(OpenParent(path, header));
  const TomlKey& key = path.back();
  const TomlId found = Find(parent, key.text);
  if (found == kNoItem) return Add(parent, &key, TomlForm::kHeader, header);
  Item& item = At(found);
  if (item.form != TomlForm::kImplicit) return AlreadyDefined(key, found);
  item.form = TomlForm::kHeader;
  item.span = header;
  item.key_span = key.span;
  return found;
}

Result<TomlId> TomlTables::OpenElement(TomlKeyPath path, Span header) {
  const TomlId parent = TRY(OpenParent(path, header));
  const TomlKey& key = path.back();
  TomlId list = Find(parent, key.text);
  if (list == kNoItem) list = TRY(Add(parent, &key, TomlForm::kTables, header));
  if (At(list).form != TomlForm::kTables) return AlreadyDefined(key, list);
  SetEnd(list, header.end);
  return Add(list, nullptr, TomlForm::kHeader, header);
}

Result<TomlId> TomlTables::OpenDotted(TomlId table, TomlKeyPath path) {
  for (const TomlKey& key : path.first(path.size() - 1)) {
    const TomlId found = Find(table, key.text);
    if (found == kNoItem) {
      table = TRY(Add(table, &key, TomlForm::kDotted, key.span));
      continue;
    }
    TomlForm& form = At(found).form;
    if (form != TomlForm::kDotted && form != TomlForm::kImplicit) return AlreadyDefined(key, found);
    form = TomlForm::kDotted;
    table = found;
  }
  return table;
}

void TomlTables::Enter(TomlId id, TreeBuilder* builder) const {
  const Item& item = At(id);
  if (item.parent != kNoItem && !IsList(item.parent)) builder->Key(item.key, item.key_span);
  if (IsList(id)) {
    builder->OpenList(item.span);
  } else if (IsContainer(id)) {
    builder->OpenMap(item.span);
  } else if (item.value.is_undefined()) {
    builder->String(item.text, item.span);
  } else {
    builder->Scalar(item.value, item.span);
  }
}

Result<Tree> TomlTables::Finish() {
  TreeBuilder builder(source_, limits_);
  TomlId id = root();
  for (;;) {
    Enter(id, &builder);
    if (At(id).first != kNoItem) {
      id = At(id).first;
      continue;
    }
    if (IsContainer(id)) builder.Close(At(id).span.end);
    while (id != root() && At(id).next == kNoItem) {
      id = At(id).parent;
      builder.Close(At(id).span.end);
    }
    if (id == root()) return builder.Finish();
    id = At(id).next;
  }
}

}  // namespace galley
