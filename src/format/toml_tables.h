// TomlTables: the tables of a TOML text while it is read.
//
// A TOML text may come back to a table at any time, so its tables cannot be laid
// out in order before the end.  Here they are vectors of items that name each
// other by number; Finish lays them out as a Tree.
#ifndef GALLEY_FORMAT_TOML_TABLES_H_
#define GALLEY_FORMAT_TOML_TABLES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/source.h"
#include "format/tree.h"
#include "format/tree_builder.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/value.h"

namespace galley {

// One name of a dotted key, and where it is written.
struct TomlKey {
  std::string text;
  Span span;
};

using TomlKeyPath = std::span<const TomlKey>;

enum class TomlId : uint32_t {};

// How something came to be, which decides what may still be added to it.
enum class TomlForm : uint8_t {
  kScalar,
  kArray,     // [1, 2]: complete
  kInline,    // {a = 1}: complete, once it is closed
  kImplicit,  // `a` after the header [a.b]: may have a header of its own
  kHeader,    // [a]
  kDotted,    // `a` after a.b = 1
  kTables,    // a list of tables, [[a]]
};

class TomlTables {
 public:
  TomlTables(const Source& source, const Limits& limits);

  static constexpr TomlId root() noexcept { return TomlId{0}; }

  // The table that a header [path] or [[path]] opens.
  Result<TomlId> OpenTable(TomlKeyPath path, Span header);
  Result<TomlId> OpenElement(TomlKeyPath path, Span header);

  // The table in which the last key of a dotted one is to be set.
  Result<TomlId> OpenDotted(TomlId table, TomlKeyPath path);

  // Adds to a table, under `key`, or to an array, with none.
  Result<TomlId> Add(TomlId to, const TomlKey* key, TomlForm form, Span span);
  void SetScalar(TomlId id, const Value& value) { At(id).value = value; }
  void SetString(TomlId id, std::string text) { At(id).text = std::move(text); }
  // A container is written up to `end`.
  void SetEnd(TomlId id, uint32_t end) { At(id).span.end = end; }
  TomlForm FormOf(TomlId id) const { return At(id).form; }

  // Lays out everything.  The tables are done after that.
  Result<Tree> Finish();

 private:
  struct Item {
    TomlForm form;
    Value value;       // of a scalar that is no string
    std::string text;  // of a string
    std::string key;
    Span span;
    Span key_span;
    TomlId parent;
    TomlId first;  // what it holds: a chain
    TomlId last;
    TomlId next;  // its successor in the parent
    uint32_t depth;
  };

  Item& At(TomlId id) { return items_[static_cast<size_t>(id)]; }
  const Item& At(TomlId id) const { return items_[static_cast<size_t>(id)]; }
  TomlId Find(TomlId table, std::string_view key) const;
  Result<TomlId> OpenParent(TomlKeyPath path, Span header);
  Diagnostic AlreadyDefined(const TomlKey& key, TomlId first) const;

  void Enter(TomlId id, TreeBuilder* builder) const;
  bool IsContainer(TomlId id) const { return At(id).form != TomlForm::kScalar; }
  bool IsList(TomlId id) const {
    return At(id).form == TomlForm::kArray || At(id).form == TomlForm::kTables;
  }

  const Source& source_;
  const Limits& limits_;
  std::vector<Item> items_;
  OrderedMap<TomlId> index_;  // by table and key
};

}  // namespace galley

#endif  // GALLEY_FORMAT_TOML_TABLES_H_
