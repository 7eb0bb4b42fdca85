// What a Context holds, for the public classes that read it.
//
// Values are made in one heap as they come.  The entries of the map itself lie apart, so
// that one of them can be replaced; whoever reads first after a change makes a map of
// them.  Keys have a heap of their own that Clear keeps, so that the rows of a table
// share the text of their keys, which is how the machine finds them again.
#ifndef GALLEY_HANDLES_CONTEXT_STATE_H_
#define GALLEY_HANDLES_CONTEXT_STATE_H_

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "base/ordered_map.h"
#include "format/json_data.h"
#include "galley/context.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "handles/host_function_value.h"
#include "value/heap.h"
#include "value/value.h"

namespace galley {

struct Context::State {
  explicit State(const Limits& limits);

  void Key(std::string_view key);
  void Add(const galley::Value& value);
  void AddText(std::string_view text, bool is_borrowed, uint8_t marks = kPlain);
  void AddPlain(std::span<const Plain> values);
  void AddRecord(std::span<const galley::Value> names, const uint32_t* hashes,
                 std::span<const Plain> values);
  enum class Shape : uint8_t { kList, kTuple, kMap };
  void Open(Shape shape, std::span<const std::string_view> names = {});
  void Close();
  void Clear() noexcept;
  void Fail(Diagnostic problem);
  // The one value for a key of this text, which Clear keeps.
  galley::Value Intern(std::string_view text);
  // Takes `made`, of this heap, as the whole map.  What Problem tells of keeps it from that.
  void Become(const galley::Value& made);

  // Takes what `read` makes of a source as the whole map.
  Result<void> Assign(Result<galley::Value> read, const Source& source);
  // Makes the map, where it changed.
  void Prepare();
  bool is_prepared() const noexcept { return prepared.load(std::memory_order_acquire); }
  // Why there is no map, or nothing.
  std::optional<Error> Problem() const;

  // A list or map that is open; what it holds lies in `pending` from `begin` on.
  struct Container {
    size_t begin;
    Shape shape;
    galley::Value names = {};  // of a named tuple
    bool has_values_as_keys = false;

    bool is_map() const noexcept { return shape == Shape::kMap; }
  };

  Limits limits;       // as given
  Limits heap_limits;  // of the values
  Heap heap;
  Heap key_heap;
  OrderedMap<galley::Value, std::string_view> keys;
  std::vector<MapEntry> entries;  // of the map itself; of equal keys the last counts
  size_t entries_kept = 0;        // when those were last made one of each key
  size_t last_entry = 0;          // the one that was set last
  bool is_read = false;           // the map was read from a text, and `entries` is empty
  galley::Value key;              // of the entry that comes next; undefined: none
  std::vector<Container> open;
  std::vector<galley::Value> pending;
  bool next_is_key = false;
  std::vector<Context> parts;  // what was moved in
  std::deque<handles::HostFunctionValue> functions;
  std::unique_ptr<JsonDataReader> reader;
  std::optional<Error> error;

  Mutex preparing;
  std::atomic<bool> prepared = true;
  Heap map_heap;      // of the map itself, unless that was read from a text
  galley::Value map;  // valid where it is prepared

 private:
  // Fails, and gives null, where a text is not UTF-8 or too long.
  galley::Value NewText(std::string_view text, bool is_borrowed, uint8_t marks);
  galley::Value NewPlain(const Plain& plain);
  // Fails where what comes next would be nested too deep.
  bool CheckNesting();
  galley::Value NewSequence(const Container& container, std::span<const galley::Value> items);
  galley::Value NewMap(const Container& container, std::span<const galley::Value> items);
  void SetEntry(const galley::Value& value);
  void Change();
};

// What may see the inside of a Context.
struct ContextAccess {
  // The map, or null where it must be prepared first or there is none.
  static const Value* Ready(const Context& context) noexcept {
    if (!context.state_) return &kEmpty;
    return context.state_->is_prepared() ? &context.state_->map : nullptr;
  }
  // Makes `context` the map of a request's parameters.  Fails with invalid-params where it
  // is no map.
  static Result<void> ReadParams(const Source& source, Context* context);
  // Keys that maps of a context were read with twice.
  static std::span<const RepeatedEntry> RepeatedKeys(const Context& context) noexcept;
  // The map.  Fails with what went wrong while it was built.
  static Result<Value> Values(const Context& context);

  // For who fills an empty context without going through its functions: values are made in its
  // heap, keys are interned, and the map of them all is what it becomes.
  static Heap& HeapOf(Context* context) { return context->state().heap; }
  static const Limits& LimitsOf(const Context& context) { return context.state_->limits; }
  static Value Intern(Context* context, std::string_view key) {
    return context->state().Intern(key);
  }
  static void Become(Context* context, const Value& map) { context->state().Become(map); }
  static void Fail(Context* context, Diagnostic problem) {
    context->state().Fail(std::move(problem));
  }

 private:
  static constexpr Value kEmpty = Value::Map(nullptr, 0);
};

}  // namespace galley

#endif  // GALLEY_HANDLES_CONTEXT_STATE_H_
