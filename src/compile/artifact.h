// Artifact: a chat template that was checked and compiled.
//
// Everything lies in vectors and names each other by number; nodes of plans are in
// preorder and know where their subtree ends.  An artifact is immutable, shares
// nothing with the document it came from, and may be rendered from any number of
// threads at once.
#ifndef GALLEY_COMPILE_ARTIFACT_H_
#define GALLEY_COMPILE_ARTIFACT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "engine/code/code.h"
#include "engine/code/loader.h"
#include "value/heap.h"
#include "value/json_type.h"
#include "value/value.h"

namespace galley {
class HostCallables;  // engine/library/host_callables.h
class Pattern;        // pattern/pattern.h
}  // namespace galley

namespace galley::chat {

enum class Role : uint8_t { kSystem, kUser, kAssistant, kTool };
std::string_view RoleName(Role role) noexcept;

// The language of a template's leaf strings.
enum class LeafLanguage : uint8_t { kHandlebars, kJinja };

inline constexpr uint32_t kAbsent = UINT32_MAX;

// Consecutive elements of one of the vectors below.
struct Run {
  uint32_t begin = 0;
  uint32_t end = 0;

  uint32_t size() const noexcept { return end - begin; }
};

// Where a part stands in the document: `slots.turns.plan[0].map[1]`, line 14.
struct Place {
  std::string path;
  uint32_t line = 0;
  Span span = {};
};

// A string that may hold tags.
struct Leaf {
  std::string text;          // as written
  std::optional<Unit> unit;  // absent where the text prints as it is
  bool mark_tags = false;    // whoever renders it asks whether a tag printed anything
  Span span = {};            // where it is written
};

// The sources that every template has, and those of its registry.
enum class SourceKind : uint8_t {
  kRegistry,
  kItem,
  kIndex,
  kParent,
  kGlobals,
  kContext,
  kInstructions,
};

// `path` of a reserved source: the steps from a value to what is inside it.
struct ValuePath {
  std::vector<std::string> steps;
  bool broken = false;  // not a path: what it leads to is missing
};
// From how leaf strings write it: `a.b`, `a.[0]`, `a.0`, `a[0]`.
ValuePath ParseValuePath(std::string_view text);

struct DataRef {
  SourceKind kind = SourceKind::kRegistry;
  std::string name;
  Value args;  // undefined where there are none
  ValuePath path;
  uint32_t level = 1;  // of kParent
  Span span = {};      // where it is written
};

struct Condition {
  enum class Type : uint8_t { kExists, kNonEmpty, kEqual, kNotEqual, kGreater, kLess } type;
  uint32_t ref;
  Value value;
  std::string json;  // of a `value` that is a list or a map
};

// How often a value changes, and with it every byte that depends on it.
enum class Volatility : uint8_t { kConstant, kDeploy, kUser, kSession, kTurn, kRequest };
std::string_view VolatilityName(Volatility volatility) noexcept;

// What a document says about a field of the context, or about a source.
struct Input {
  std::string written;  // its path
  ValuePath path;
  std::optional<JsonType> type;
  std::optional<Volatility> changes;
  bool ordered = true;  // false: the order of its items means nothing
};

struct Budget {
  uint64_t max_tokens = UINT64_MAX;
  uint64_t soft_tokens = UINT64_MAX;  // advice only
  bool present = false;
};

// How what is left out of a list is rounded up (budget/eviction.h).
struct Eviction {
  uint64_t chunk = 0;  // 0: it is not
  bool is_percentage = false;
};

// A mark by hand: a provider may keep all up to the end of the message.
struct HandMark {
  bool is_set = false;
  std::string ttl;  // empty: as long as the provider keeps it by itself
};

// `cache: auto`: marks are placed where what stays cached ends (emit/cache_marks.h).
struct AutomaticMarks {
  bool is_set = false;
  std::string ttl;  // of what changes least
};

// One part of a message, or parts that are data.
struct PartTemplate {
  enum class Kind : uint8_t { kText, kImage, kFrom } kind;
  uint32_t index = kAbsent;  // leaf, or ref (kFrom)
  Run when = {};
};

// What may become one message.
struct Block {
  Role role = Role::kUser;
  uint32_t role_leaf = kAbsent;  // what prints the role where only data tell it
  uint32_t content = kAbsent;    // leaf
  uint32_t from = kAbsent;       // ref; wins over the content
  Run parts;                     // part templates, where the content is a list
  bool has_parts = false;
  Run when;  // conditions, all of which must hold
  bool prefix = false;
  bool skip_if_empty = false;
  bool required = false;       // a render without it fails, where tokens are what it lacks
  bool is_separator = false;   // of the layout
  bool is_interleave = false;  // between two turns of the loop at its place
  HandMark cache;
  uint32_t place = kAbsent;
};

struct Anchor {
  uint32_t key = kAbsent;  // leaf
  Run when;
  uint32_t place = kAbsent;
};

// Of a slot's header or footer.
struct Entry {
  enum class Kind : uint8_t { kBlock, kAnchor } kind;
  uint32_t index;
};

struct LayoutNode {
  enum class Kind : uint8_t { kMessage, kSlot, kAnchor, kSeparator } kind;
  uint32_t index = kAbsent;  // block (kMessage, kSeparator), anchor or slot
  Run header = {};           // entries
  Run footer = {};
  bool omit_if_empty = true;
  uint32_t place = kAbsent;
};

struct PlanNode {
  enum class Kind : uint8_t { kMessage, kForEach, kIf, kAnchor, kHistory } kind;
  enum class Order : uint8_t { kSource, kAscending, kDescending } order = Order::kSource;
  bool prepend = false;
  bool stop_when_out = true;
  uint32_t index = kAbsent;      // block, anchor, ref (kForEach, kHistory) or condition (kIf)
  uint32_t separator = kAbsent;  // leaf, of kForEach
  uint64_t limit = UINT64_MAX;
  Budget budget = {};
  Eviction evict = {};
  uint32_t otherwise = 0;  // of kIf: where `else` begins
  uint32_t end = 0;        // the node after everything inside this one
  uint32_t place = kAbsent;
};

// What a history keeps; its node has the source and the budget.
struct History {
  uint32_t node = kAbsent;               // in the plan
  uint64_t keep_first = 0;               // turns that are pinned
  bool start_with_any = false;           // else the first message that is kept is the user's
  size_t repair = 0;                     // of history/read.h
  std::optional<size_t> form;            // of history/message.h
  std::optional<uint64_t> keep_media;    // the newest; the others become texts
  uint32_t media_text = kAbsent;         // leaf
  std::optional<uint64_t> keep_outputs;  // of the newest steps with calls
  uint64_t over = 200;                   // outputs of more tokens become texts
  uint64_t grid = 1;                     // as many steps at a time
  uint32_t output_text = kAbsent;        // leaf that sees `tokens` and `name`
  Eviction evict;
};

struct Slot {
  std::string name;
  int64_t priority = 0;
  uint32_t when = kAbsent;  // condition
  Budget budget;
  Run plan;               // nodes
  bool required = false;  // some message of the plan is
  uint32_t place = kAbsent;
};

// Requests of a lane that belong together, and what stands before and after them.
struct LaneGroup {
  std::string id;            // empty: none
  uint32_t match = kAbsent;  // pattern
  uint32_t leaf = kAbsent;   // of a request that has none; each of the leaves has a text
  uint32_t opening = kAbsent;
  uint32_t closing = kAbsent;
  std::optional<Role> role;
  int64_t order = 0;
  Value payload;         // a map, or undefined
  uint32_t written = 0;  // its number in the list as written
  uint32_t place = kAbsent;
};

// A lane as written; what is absent is inherited from the lane of that id under it.
struct Lane {
  std::string id;
  std::optional<bool> enabled;
  std::optional<Role> role;
  uint32_t leaf = kAbsent;
  std::optional<int64_t> order;
  std::optional<uint64_t> reserve;
  Budget budget;
  Value payload;              // a map, or undefined
  std::optional<Run> groups;  // in the order in which they are tried
  uint32_t place = kAbsent;
};

// The parts that lanes, injections and templates share.
struct Parts {
  std::string file;  // the document that they were read from, for messages
  std::string text;
  std::vector<Leaf> leaves;
  std::vector<DataRef> refs;
  std::vector<Condition> conditions;
  std::vector<Block> blocks;
  std::vector<PartTemplate> part_templates;
  std::vector<Anchor> anchors;
  std::vector<LaneGroup> groups;
  std::vector<std::shared_ptr<const Pattern>> patterns;
  std::vector<Place> places;
  Heap heap{Limits::Ceiling()};  // what the values above point into
};

struct Artifact {
  std::string file;    // for messages and the ledger; empty: given inline
  std::string digest;  // of the document and of what it was compiled with
  std::string id;
  std::string name;
  std::string task;
  std::string model;  // that it is written for; empty: any
  int64_t version = 1;
  LeafLanguage language = LeafLanguage::kHandlebars;
  bool strict = false;  // what fails fails the render, and so does an undefined variable
  Parts parts;
  std::vector<LayoutNode> layout;
  std::vector<Entry> entries;
  std::vector<Slot> slots;
  std::vector<uint32_t> fill_order;  // slots by priority
  std::vector<PlanNode> plan;
  std::optional<History> history;
  std::vector<Lane> lanes;
  Value tools;                    // a list that was checked, or undefined
  uint32_t tools_from = kAbsent;  // ref, where they are data
  Value tool_choice;              // undefined where there is none
  std::vector<Input> inputs;
  AutomaticMarks cache;
  Value response_format;                   // undefined where there is none
  Value response_transforms;               // a list, or undefined
  std::shared_ptr<Loader> loader;          // of what leaves include; null: nothing
  const HostCallables* helpers = nullptr;  // what leaves may call besides; outlives the artifact
};

// Where a message that is injected goes.
struct Target {
  enum class Kind : uint8_t { kAt, kOffset, kBoundary } kind;
  enum class Occurrence : uint8_t { kFirst, kLast, kNumber } occurrence = Occurrence::kLast;
  bool bottom = false;  // of kBoundary
  int64_t number = 0;   // which occurrence, or by how much it is moved
  std::string key = {};
};

struct Injection {
  std::string lane;
  std::string group;  // the bundle it belongs to; empty: none
  std::vector<Target> targets;
  std::optional<Role> role;
  uint32_t leaf = kAbsent;
  Value payload;  // a map, or undefined
  int64_t priority = 0;
};

// What is to be inserted in one render.
struct Injections {
  Parts parts;
  std::vector<Injection> requests;
};

// The lanes under those of a template.
struct LaneDefaults {
  Parts parts;
  std::vector<Lane> lanes;
};

}  // namespace galley::chat

#endif  // GALLEY_COMPILE_ARTIFACT_H_
