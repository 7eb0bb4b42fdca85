// Scope: what leaf strings and data references see, and how it changes in loops.
//
// The map of a scope is made once.  Entering an item writes it into the place that
// the map keeps for it, so a loop makes nothing.
#ifndef GALLEY_RENDER_SCOPE_H_
#define GALLEY_RENDER_SCOPE_H_

#include <cstdint>
#include <vector>

#include "compile/artifact.h"
#include "render/appearance.h"
#include "render/registry.h"
#include "value/heap.h"
#include "value/map.h"
#include "value/value.h"

namespace galley::chat {

// An item of a loop.
struct LoopItem {
  Value item;
  uint32_t index = 0;
  uint32_t count = 0;
  Value shown = {};  // the item as leaves see it, known to the scope
};

class Scope {
 public:
  // Starts a render.  Everything outlives it; an `appearance` of null leaves values as they are.
  void Start(const Value& context, const Artifact& artifact, Registry* registry,
             const Appearance* appearance, Heap* heap);

  // The loops around what is rendered, outermost first.
  void Enter(const LoopItem& item);
  void Change(const LoopItem& item);
  void Leave();
  const std::vector<LoopItem>& loops() const noexcept { return loops_; }

  // As leaves see them.
  const Value& globals() const noexcept { return shown_globals_; }
  // The @ variables of Handlebars; undefined outside of loops.
  Value at_variables() const noexcept { return loops_.empty() ? Value() : at_variables_; }
  // What leaf strings see.
  const Value& variables() const noexcept { return variables_; }
  // The same with `payload` and its fields, for an injection; valid until the next one.
  Value VariablesWith(const Value& payload);

  // By their numbers in the artifact.
  const Resolution& Resolve(uint32_t ref);
  bool has_failed(uint32_t ref) const noexcept { return answers_[ref].resolution.failed; }
  // What the reference gives, as it is printed; instructions are printed as they are written.
  Resolution ResolveShown(uint32_t ref);
  // A failing source counts as one that is missing.
  bool Holds(uint32_t condition);

 private:
  // The variables with `payload` among them, where that is a map; their entries are
  // `*entries`.
  Value MakeVariables(const Value& payload, MapEntry** entries);
  void FindPayloadPlaces();
  bool HasKeysOfLastPayload(const Value& payload) const;
  Value Shown(const Value& value) const {
    return appearance_ ? appearance_->Show(value, heap_) : value;
  }
  void ShowInnermost();
  Value LoopVariable();
  void SetAtVariables();
  Resolution ResolveNow(const DataRef& ref);
  bool HoldsFor(const Condition& condition, const Value& value);
  bool Equal(const Condition& condition, const Value& value);

  // What a reference gave.  Those that do not depend on the loop are asked for once.
  struct Answer {
    Resolution resolution;
    bool is_final = false;
  };

  const Parts* parts_ = nullptr;
  std::vector<Answer> answers_;  // by reference
  enum class Verdict : uint8_t { kOpen, kFalse, kTrue };
  std::vector<Verdict> verdicts_;  // by condition, where its reference has a final answer
  Value context_;
  Value globals_;
  Value shown_context_;
  Value shown_globals_;
  LeafLanguage language_ = LeafLanguage::kHandlebars;
  Registry* registry_ = nullptr;
  const Appearance* appearance_ = nullptr;
  Heap* heap_ = nullptr;
  Value variables_;
  MapEntry* item_ = nullptr;        // in variables_
  MapEntry* loop_ = nullptr;        // the same, in Jinja
  Value outer_loop_;                // what `loop` is outside of loops
  MapEntry* loop_parts_ = nullptr;  // of loop_variable_, or of at_variables_
  Value loop_variable_;
  Value at_variables_;
  std::vector<LoopItem> loops_;
  // Those of the last injection: most payloads of a lane have the same fields, and then
  // only the values are written anew.
  Value injected_;
  MapEntry* injected_entries_ = nullptr;
  Value last_payload_;
  std::vector<uint32_t> payload_places_;  // of its fields in injected_, then its own
  BufferWriter text_;                     // for comparing
};

}  // namespace galley::chat

#endif  // GALLEY_RENDER_SCOPE_H_
