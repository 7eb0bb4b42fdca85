// Fields: a map of a document, read by name and type.
//
// Nothing stops at the first mistake: a wrong type or a missing field is a
// finding, with its path and its place, and reading goes on with a default.
#ifndef GALLEY_COMPILE_FIELDS_H_
#define GALLEY_COMPILE_FIELDS_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/registry.h"
#include "diag/source.h"
#include "format/tree.h"
#include "galley/diagnostic.h"

namespace galley {

// What is wrong with one document, or worth saying about it.  Finding the line of
// each takes time linear in the document, so only the first hundred of each are kept.
class DocumentFindings {
 public:
  explicit DocumentFindings(const Source* source) noexcept : source_(source) {}

  void Add(Code code, Span span, std::string message, std::string hint = {});
  // The same for a diagnostic that was made elsewhere.
  void Add(Diagnostic diagnostic);

  const Source& source() const noexcept { return *source_; }
  bool has_errors() const noexcept { return !errors_.empty(); }
  // Where there is none, working out what to say is work for nothing.
  bool has_room_for_errors() const noexcept { return errors_.size() < kMost; }
  bool has_room_for_warnings() const noexcept { return warnings_.size() < kMost; }
  std::vector<Diagnostic>& errors() noexcept { return errors_; }
  std::vector<Diagnostic>& warnings() noexcept { return warnings_; }

 private:
  static constexpr size_t kMost = 100;

  const Source* source_;
  std::vector<Diagnostic> errors_;
  std::vector<Diagnostic> warnings_;
};

// A value of a document and the path to it.
struct Item {
  NodeId id = kNoNode;
  std::string path;

  explicit operator bool() const noexcept { return id != kNoNode; }
};

using Words = std::initializer_list<std::string_view>;

// Whether a field may be left out.
enum class Need : uint8_t { kOptional, kRequired };

// Reads values of one document.  Everything it refers to outlives it.
class DocumentReader {
 public:
  DocumentReader(const Tree& tree, Code wrong, DocumentFindings* findings) noexcept
      : tree_(&tree), wrong_(wrong), findings_(findings) {}

  const Tree& tree() const noexcept { return *tree_; }
  const Node& operator[](const Item& item) const noexcept { return (*tree_)[item.id]; }
  DocumentFindings* findings() const noexcept { return findings_; }

  // Each is a finding, and nothing, where the value is something else.
  std::optional<std::string_view> String(const Item& item) const;
  std::optional<bool> Bool(const Item& item) const;
  std::optional<int64_t> Integer(const Item& item, int64_t least) const;
  std::optional<size_t> Choice(const Item& item, Words words) const;
  bool IsList(const Item& item) const;
  bool IsMap(const Item& item) const;
  // The values of a list.
  std::vector<Item> Items(const Item& list) const;

  void Wrong(const Item& item, std::string problem) const;
  // `map` lacks what should stand at `path`.
  void Missing(const Item& map, const std::string& path) const;

 private:
  const Tree* tree_;
  Code wrong_;  // the code of a finding
  DocumentFindings* findings_;
};

// The fields of one map.
class Fields {
 public:
  // Where `map` is no map, that is a finding, and it has no fields.
  Fields(const DocumentReader& reader, Item map);

  bool ok() const noexcept { return ok_; }
  const Item& item() const noexcept { return map_; }

  // The value under `name`, which is known from now on; an empty item where there
  // is none.
  Item Find(std::string_view name, Need need = Need::kOptional);
  std::optional<std::string_view> String(std::string_view name, Need need = Need::kOptional);
  std::optional<bool> Bool(std::string_view name);
  std::optional<int64_t> Integer(std::string_view name, int64_t least, Need need = Need::kOptional);
  std::optional<size_t> Choice(std::string_view name, Words words, Need need = Need::kOptional);

  // Warns of every field that nobody asked for.
  void WarnOfUnknown() const;

 private:
  const DocumentReader& reader_;
  Item map_;
  bool ok_;
  std::vector<std::string_view> known_;
};

}  // namespace galley

#endif  // GALLEY_COMPILE_FIELDS_H_
