// Task kinds: what a chat template may ask its task for, as data.
//
// A kind names sources and says where each reads in the context and what its
// arguments do.  Four kinds are built in; users write their own as documents
// (NAME.task.yaml) in the same words.
#ifndef GALLEY_COMPILE_TASK_KIND_H_
#define GALLEY_COMPILE_TASK_KIND_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "format/tree.h"
#include "galley/limits.h"
#include "galley/result.h"

namespace galley::chat {

// What an argument does to what its source read.  They apply in this order.
enum class ArgumentRole : uint8_t {
  kKey,     // looks the value of that key up, whole or by its dots
  kMatch,   // keeps the items whose `field` equals it
  kSelect,  // keeps the items whose `field` is in it, a list; empty: all
  kWindow,  // {startOffset?, endOffset?}: keeps the items whose number is that far from the highest
  kStart,   // first item, from the end where negative
  kEnd,     // last item, likewise
  kOrder,   // asc: as they are; desc: turned round
  kLimit,   // at most so many
};

struct TaskArgument {
  std::string name;
  ArgumentRole role;
  std::vector<std::string> fields;  // of kMatch, kSelect and kWindow; the first that is there
  Value fallback;                   // undefined: without the argument nothing is done
  bool required = false;

  // Whether `value` is of the type that the argument takes.
  bool Takes(const Value& value) const noexcept;
};

struct TaskSource {
  std::string name;
  std::vector<std::string> aliases;
  std::vector<ValuePath> reads;  // the first that leads somewhere counts
  std::vector<TaskArgument> arguments;
  bool is_no_list = false;  // a loop over it never begins
  std::optional<Volatility> changes;
  bool ordered = true;  // false: the order of its items means nothing

  const TaskArgument* Find(std::string_view argument) const noexcept {
    for (const TaskArgument& each : arguments) {
      if (each.name == argument) return &each;
    }
    return nullptr;
  }
};

struct TaskKind {
  std::string name;
  std::vector<TaskSource> sources;
  OrderedMap<uint32_t> by_name;  // sources, by name and alias
  std::vector<Lane> lanes;       // defaults; their parts are below
  Parts parts;
  bool is_code = false;  // what the arguments of its sources are is known to a program only

  const TaskSource* Find(std::string_view source) const noexcept {
    const uint32_t* at = by_name.Find(source);
    return at ? &sources[*at] : nullptr;
  }
};

// Reads a task document.  Where it is known what templates call the kind, `name`, it must
// call itself so.  Warnings are added to `warnings`; fails with `schema-violation` for all
// that is wrong with it.
Result<std::unique_ptr<TaskKind>> ReadTaskKind(std::optional<std::string_view> name,
                                               const Source& source, const Tree& tree,
                                               std::vector<Diagnostic>* warnings);

// The built-in kind called `name`, or null.
std::unique_ptr<TaskKind> BuiltinTaskKind(std::string_view name);
std::vector<std::string_view> BuiltinTaskNames();

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_TASK_KIND_H_
