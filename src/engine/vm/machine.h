// Machine: the one loop in which every template runs, whatever its language.
//
// Calls of macros, blocks and other templates push a frame of the core; the machine never
// calls itself, but for what a callable of the host has rendered.
#ifndef GALLEY_ENGINE_VM_MACHINE_H_
#define GALLEY_ENGINE_VM_MACHINE_H_

#include <cstdint>
#include <span>

#include "engine/code/code.h"
#include "engine/vm/core.h"
#include "engine/vm/handlebars_runtime.h"
#include "engine/vm/host_calls.h"
#include "engine/vm/jinja_runtime.h"
#include "engine/vm/output.h"
#include "galley/result.h"
#include "value/value.h"

namespace galley {

// Keeps its memory between renders, so a warm machine asks the system for
// nothing.  One render at a time.
class Machine {
 public:
  Machine() noexcept { jinja_.set_host(&host_); }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Writes the rendered text to the end of `out`.  After a failure what was
  // written is taken back.
  Result<void> Render(const RenderRequest& request, Output* out);

  // True where the last render passed tags (those of a template compiled to mark
  // them), and none printed anything but blanks.
  bool all_tags_blank() const noexcept { return tags_.seen && !tags_.printed; }
  // What the last render left of its steps.
  uint64_t steps_left() noexcept {
    return steps_left_ == kMetered ? core_.heap.meter().steps_left() : steps_left_;
  }
  // What the template logged, valid until the next render.
  std::span<const LogRecord> log() const noexcept { return handlebars_.state().log; }

 private:
  friend class HostCalls;

  // What is known of the tags of a template compiled to mark them.
  struct Tags {
    size_t begin = 0;  // output before the tag at hand
    bool seen = false;
    bool printed = false;
  };

  // --- machine.cc
  // Runs the last frame and what it calls to its end.  False where that failed.
  bool Run();

  // --- machine_start.cc
  Result<void> RenderInFull(const RenderRequest& request, Output* out);
  void Start(const RenderRequest& request, Output* out);

  // --- machine_plain.cc
  bool RenderPlainly(const RenderRequest& request, Output* out);

  Core core_;
  JinjaRuntime jinja_{&core_};
  HandlebarsRuntime handlebars_{&core_};
  HostCalls host_{this, &core_, &jinja_, &handlebars_};
  Value scratch_;                              // an attribute that is not an entry of a map
  Value fixed_call_[1 + kMostFixedArguments];  // arguments of a FilterFixed
  Tags tags_;
  static constexpr uint64_t kMetered = UINT64_MAX;
  uint64_t steps_left_ = kMetered;  // of a plain unit, which has no meter
};

// Whether RenderPlain may be asked: it pays a step for each instruction, once.
inline bool CanRenderPlain(const Unit& unit, const Limits& limits) noexcept {
  return unit.is_plain && unit.instructions.size() <= limits.steps;
}

// How RenderPlain ended.
struct PlainRender {
  enum class Ending : uint8_t {
    kWritten,
    kNoRoom,   // what was written is worth nothing, as below
    kUnusual,  // it takes a machine after all
  };
  size_t size = 0;  // bytes written
  Ending ending = Ending::kUnusual;
};

// Renders such a unit over `data` into `room`, without a machine.
PlainRender RenderPlain(const Unit& unit, const Value& data, std::span<char> room);

}  // namespace galley

#endif  // GALLEY_ENGINE_VM_MACHINE_H_
