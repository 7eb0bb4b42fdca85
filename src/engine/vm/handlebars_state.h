// What the virtual machine keeps for Handlebars templates besides frames and
// registers.
//
// Everything here follows the stack of frames: a program that ends leaves these
// vectors as it found them.  They name each other by position, and only positions
// below their own, so that closures never outlive what they see.
#ifndef GALLEY_ENGINE_VM_HANDLEBARS_STATE_H_
#define GALLEY_ENGINE_VM_HANDLEBARS_STATE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/code/code.h"
#include "engine/vm/objects.h"
#include "value/map.h"
#include "value/value.h"

namespace galley {

inline constexpr uint32_t kNowhere = UINT32_MAX;

// The context of a block of a helper where there was none: an empty map that is told
// from any other.
inline constexpr MapEntry kNoEntries[1] = {};

// A level for `..`.
struct ContextLevel {
  Value context;
  uint32_t outer;  // the level around it, or kNowhere
  bool is_same;    // the context is that of the level around it, and does not count
};

// A level for `@..`, or a loop that is none.
struct DataLevel {
  enum class Kind : uint8_t {
    kRoot,
    kLoop,   // over a list or a map
    kTurn,   // the one turn of a section: no level
    kBlock,  // a partial with a block, or that block
    kBare,   // a partial that is not given the @ variables
    kGiven,  // the block of a helper that gave some
  };
  Kind kind;
  bool is_hidden = false;     // there are no @ variables
  bool has_root = true;       // those of the render are there
  uint32_t loop = kNowhere;   // the level whose @index and so on it has
  uint32_t block = kNowhere;  // the block of the partial call around it
  uint32_t given = kNowhere;  // the @ variables that a helper of the host's gave last

  // The loop.
  const Value* items = nullptr;
  const MapEntry* entries = nullptr;  // null for a list
  uint32_t size = 0;
  uint32_t next = 0;         // turns begun so far
  bool gives_params = true;  // kTurn: a section over `true` does not
};

// @ variables that the host gave.
struct GivenData {
  Value variables;  // a map
  uint32_t level;   // where they were given
  uint32_t outer;   // those around, or kNowhere
};

// Code that is run later: an inline partial, or the block of a call.
struct Closure {
  const Unit* unit;
  const Routine* routine;  // null: a name that means nothing
  const Environment* environment;
  uint32_t contexts;   // the level it was made in
  uint32_t container;  // of its unit
  uint32_t block;      // kBlock: the block that was in force
  uint32_t inlines;    // kBlock: the first of those it defines itself
  uint32_t inline_count;
};

struct InlinePartial {
  Value name;
  Closure closure;
  uint32_t next;  // what else is visible, or kNowhere
};

// A template that is being rendered, however often; the inline partials that it sees
// at the moment.
struct Container {
  const Unit* unit;
  uint32_t inlines;
};

// What a program must put back when it ends.
struct ProgramFrame {
  uint32_t contexts;  // the innermost level
  uint32_t container;
  uint32_t inlines;  // what the container saw before
  std::string_view indent;
  size_t context_count;
  size_t data_count;
  size_t inline_count;
  size_t block_count;
};

struct LogRecord {
  Value level;
  Value message;
};

struct HandlebarsState {
  std::vector<ContextLevel> contexts;
  std::vector<DataLevel> data;
  std::vector<InlinePartial> inlines;
  std::vector<Closure> blocks;
  std::vector<GivenData> given;
  std::vector<Container> containers;
  std::vector<ProgramFrame> programs;
  std::vector<LogRecord> log;

  void Clear() noexcept {
    contexts.clear();
    data.clear();
    inlines.clear();
    blocks.clear();
    given.clear();
    containers.clear();
    programs.clear();
    log.clear();
  }
};

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_HANDLEBARS_STATE_H_
