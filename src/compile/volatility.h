// How often each message of a chat template changes, before anything is rendered.
//
// Providers keep the bytes that requests begin with.  A byte is kept as long as nothing
// that it or any byte before it depends on changes, so its class is the highest one up to it:
// the ladder.  What could be kept and is not, for standing in the wrong order, is a warning.
#ifndef GALLEY_COMPILE_VOLATILITY_H_
#define GALLEY_COMPILE_VOLATILITY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "compile/artifact.h"
#include "compile/task_kind.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"

namespace galley::chat {

// What may print something, in the order of the layout.
struct Rung {
  std::string where;         // as the ledger has it
  uint32_t place = kAbsent;  // of the node
  Volatility own = Volatility::kConstant;
  Volatility running = Volatility::kConstant;  // the highest up to here
  std::string by;           // the path or source that decides `own`; empty: nothing does
  std::string clock;        // the path of a clock that it reads; empty: none
  bool reads_data = false;  // a tag, a reference or a condition of it or around it
  bool in_loop = false;
  uint64_t literal_tokens = 0;  // of a text without tags, four characters each
  Role role = Role::kUser;
  // Where `cache: auto` would mark the end of what stays: `system`, `session`, `turn`.
  std::string mark;
};

// `kind` may be null: then nothing is known about sources but what the document says.
std::vector<Rung> FindLadder(const Artifact& artifact, const TaskKind* kind, const Limits& limits);

// Warns of clock, volatile-early, sliding-window and unordered-source.
void LintForCache(const Artifact& artifact, const TaskKind* kind, const Limits& limits,
                  std::vector<Diagnostic>* warnings);

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_VOLATILITY_H_
