// How often each field of the context and each source changes: what the document declares,
// then the task kind, then what holds of everything.
#ifndef GALLEY_COMPILE_SOURCES_OF_CHANGE_H_
#define GALLEY_COMPILE_SOURCES_OF_CHANGE_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "engine/code/read_path.h"

namespace galley::chat {

struct Change {
  Volatility volatility = Volatility::kSession;
  std::string by;            // the path or the source
  bool is_clock = false;     // and nobody said that it changes less than with every request
  bool is_declared = false;  // by the document or the task kind
};

class SourcesOfChange {
 public:
  // Both outlive it; `kind` may be null.
  SourcesOfChange(const Artifact& artifact, const TaskKind* kind);

  // Of anything but `$item` and its like.
  Change OfRef(const DataRef& ref) const;
  // Of a leaf string, for anything but `item`.
  Change OfRead(const ReadPath& read) const;
  // Whether the document or the kind says that the order of its items means nothing.
  bool IsUnordered(const DataRef& ref) const;
  // The source of the kind, or null.
  const TaskSource* SourceOf(const DataRef& ref) const;

 private:
  using Path = std::span<const std::string_view>;

  // What the document says about the longest part of `path`, or null.
  const Input* FindInput(Path path) const;
  const TaskSource* FindSource(std::string_view field) const;
  Change OfPath(Path path) const;

  const TaskKind* kind_;
  std::span<const Input> inputs_;
  OrderedMap<const Input*> by_path_;  // its steps, each with a line break behind it
  Volatility highest_ = Volatility::kSession;
};

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_SOURCES_OF_CHANGE_H_
