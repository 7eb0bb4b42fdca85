// Context: values one after the other, or those of a text, as one map.
//
// A failure sticks: nothing is added after it, and whoever reads the map gets it.
#include "galley/context.h"

#include <algorithm>
#include <utility>

#include "base/equal_text.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "format/yaml.h"
#include "handles/context_state.h"
#include "value/compare.h"
#include "value/json_access.h"
#include "value/map.h"
#include "value/named_tuple.h"
#include "workspace/data.h"

namespace galley {
namespace {

// Keys that a context remembers beyond Clear.
constexpr size_t kMostKeys = 4'096;

// Values take more room than the text they could be read from.
Limits HeapLimits(const Limits& limits) {
  constexpr uint64_t kExpansion = 4;
  Limits heap = limits;
  heap.heap = std::max(limits.heap, kExpansion * limits.request);
  heap.steps = Limits::Ceiling().steps;
  return heap;
}

Diagnostic OutOfOrder(std::string_view what) {
  return Report(Code::kInvalidData, "a context was built in the wrong order: " + std::string(what));
}

Diagnostic DoesNotFit(Exhausted reason) {
  switch (reason) {
    case Exhausted::kString:
      return Report(Code::kLimitHeap, "a text of the context is longer than the limit `string`");
    case Exhausted::kList:
      return Report(Code::kLimitHeap,
                    "a list or map of the context is longer than the limit `list`");
    default:
      return Report(Code::kLimitHeap, "the values of the context do not fit the limit");
  }
}

}  // namespace

// ---------------------------------------------------------------------------
// Context::State

Context::State::State(const Limits& given)
    : limits(given),
      heap_limits(HeapLimits(given)),
      heap(heap_limits),
      key_heap(heap_limits),
      map_heap(heap_limits),
      map(galley::Value::Map(nullptr, 0)) {}

void Context::State::Fail(Diagnostic problem) {
  if (error) return;
  error = Error(std::move(problem));
  Change();
}

void Context::State::Change() { prepared.store(false, std::memory_order_relaxed); }

galley::Value Context::State::Intern(std::string_view text) {
  if (const galley::Value* known = keys.Find(text)) return *known;
  const galley::Value made = key_heap.NewString(text);
  keys.Insert(made.as_string(), made);
  return made;
}

void Context::State::Key(std::string_view text) {
  if (error) return;
  if (!open.empty() && !open.back().is_map()) return Fail(OutOfOrder("a key in a list"));
  const bool has_key =
      open.empty() ? !key.is_undefined() : (pending.size() - open.back().begin) % 2 == 1;
  if (has_key) return Fail(OutOfOrder("a key after a key"));
  if (!IsValidUtf8(text)) {
    return Fail(Report(Code::kInvalidUtf8, "a key of the context is not UTF-8"));
  }
  // Who sets the same many keys again and again keeps one entry for each.
  if (open.empty() && entries.size() > 2 * entries_kept + 64) Prepare();
  const galley::Value made = Intern(text);
  if (open.empty()) {
    key = made;
    Change();
  } else {
    pending.push_back(made);
  }
}

// Few entries are looked through; of many, the map keeps the last of each key.
void Context::State::SetEntry(const galley::Value& value) {
  const galley::Value name = std::exchange(key, galley::Value());
  if (is_read) entries.assign(map.entries(), map.entries() + map.size());
  is_read = false;
  Change();
  last_entry = 0;
  const size_t few = entries.size() <= kSmallMap ? entries.size() : 0;
  while (last_entry < few && !EqualText(entries[last_entry].key.as_string(), name.as_string())) {
    ++last_entry;
  }
  if (last_entry < few) {
    entries[last_entry].value = value;
    return;
  }
  last_entry = entries.size();
  entries.push_back({name, value});
}

void Context::State::Add(const galley::Value& value) {
  if (error) return;
  if (open.empty()) {
    if (key.is_undefined()) return Fail(OutOfOrder("a value without a key"));
    return SetEntry(value);
  }
  Container& container = open.back();
  const bool is_key = std::exchange(next_is_key, false);
  if (container.is_map() && ((pending.size() - container.begin) % 2 == 0) != is_key) {
    return Fail(OutOfOrder(is_key ? "a key after a key" : "a value without a key"));
  }
  container.has_values_as_keys |= is_key;
  pending.push_back(value);
}

galley::Value Context::State::NewText(std::string_view text, bool is_borrowed, uint8_t marks) {
  if (!IsValidUtf8(text)) {
    Fail(Report(Code::kInvalidUtf8, "a text of the context is not UTF-8"));
    return galley::Value::None();
  }
  if (is_borrowed && !heap.meter().FitsString(text.size())) {
    Fail(DoesNotFit(Exhausted::kString));
    return galley::Value::None();
  }
  return is_borrowed ? galley::Value::String(text, marks) : heap.NewString(text, marks);
}

void Context::State::AddText(std::string_view text, bool is_borrowed, uint8_t marks) {
  if (!error) Add(NewText(text, is_borrowed, marks));
}

galley::Value Context::State::NewPlain(const Plain& plain) {
  switch (plain.kind()) {
    case Plain::Kind::kNull:
      break;
    case Plain::Kind::kBool:
      return galley::Value::Bool(plain.as_bool());
    case Plain::Kind::kInt:
      return galley::Value::Int(plain.as_int());
    case Plain::Kind::kDouble:
      return galley::Value::Double(plain.as_double());
    case Plain::Kind::kText:
    case Plain::Kind::kBorrowed:
      return NewText(plain.as_text(), plain.kind() == Plain::Kind::kBorrowed, kPlain);
  }
  return galley::Value::None();
}

void Context::State::AddPlain(std::span<const Plain> values) {
  if (error) return;
  if (open.empty() || open.back().is_map()) return Fail(OutOfOrder("values outside of a list"));
  for (const Plain& value : values) pending.push_back(NewPlain(value));
}

void Context::State::AddRecord(std::span<const galley::Value> names, const uint32_t* hashes,
                               std::span<const Plain> values) {
  if (error || !CheckNesting()) return;
  if (names.size() != values.size()) return Fail(OutOfOrder("a record without a value for a key"));
  MapEntry* made = heap.NewEntries(names.size());
  for (size_t at = 0; made && at < names.size(); ++at) {
    made[at] = {names[at], NewPlain(values[at])};
  }
  Add(heap.NewMap(made, names.size(), hashes));
}

bool Context::State::CheckNesting() {
  if (open.size() < limits.nesting) return true;
  Fail(Report(Code::kLimitNesting, "the context is nested deeper than the limit"));
  return false;
}

void Context::State::Open(Shape shape, std::span<const std::string_view> names) {
  if (error || !CheckNesting()) return;
  // Null keeps its place until it is closed.
  Add(galley::Value::None());
  if (error) return;
  open.push_back({pending.size(), shape});
  if (names.empty()) return;
  galley::Value* interned = heap.NewItems(names.size());
  if (!interned) return;
  std::transform(names.begin(), names.end(), interned,
                 [&](std::string_view name) { return Intern(name); });
  open.back().names = galley::Value::Tuple({interned, names.size()});
}

galley::Value Context::State::NewSequence(const Container& container,
                                          std::span<const galley::Value> items) {
  if (container.shape == Shape::kList) return heap.NewList(items);
  if (container.names.is_undefined()) return heap.NewTuple(items);
  galley::Value* all = heap.NewItems(items.size() + 1);
  if (!all) return {};
  std::copy(items.begin(), items.end(), all);
  all[items.size()] = container.names;
  return galley::Value::Tuple({all, items.size()}, kNamedTuple);
}

galley::Value Context::State::NewMap(const Container& container,
                                     std::span<const galley::Value> items) {
  MapEntry* pairs = heap.NewEntries(items.size() / 2);
  for (size_t at = 0; pairs && at < items.size(); at += 2) {
    if (container.has_values_as_keys && !IsHashable(items[at], &heap.meter())) {
      Fail(Report(Code::kInvalidData, "a list or map is a key of the context"));
      return {};
    }
    pairs[at / 2] = {items[at], items[at + 1]};
  }
  return heap.NewMap(pairs, items.size() / 2);
}

void Context::State::Close() {
  if (error) return;
  if (open.empty()) return Fail(OutOfOrder("nothing is open"));
  const Container container = open.back();
  const std::span<const galley::Value> items = std::span(pending).subspan(container.begin);
  if (container.is_map() && items.size() % 2 == 1) {
    return Fail(OutOfOrder("a key without a value"));
  }
  const galley::Value made =
      container.is_map() ? NewMap(container, items) : NewSequence(container, items);
  pending.resize(container.begin);
  open.pop_back();
  (open.empty() ? entries[last_entry].value : pending.back()) = made;
}

void Context::State::Clear() noexcept {
  heap.Reset(heap_limits);
  map_heap.Reset(heap_limits);
  if (keys.size() > kMostKeys) {
    keys = OrderedMap<galley::Value, std::string_view>();
    key_heap.Reset(heap_limits);
  }
  entries.clear();
  entries_kept = 0;
  is_read = false;
  key = galley::Value();
  open.clear();
  pending.clear();
  next_is_key = false;
  parts.clear();
  functions.clear();
  error.reset();
  map = galley::Value::Map(nullptr, 0);
  prepared.store(true, std::memory_order_relaxed);
}

std::optional<Error> Context::State::Problem() const {
  if (error) return error;
  for (const Heap* each : {&heap, &key_heap, &map_heap}) {
    if (each->exhausted() != Exhausted::kNo) return Error(DoesNotFit(each->exhausted()));
  }
  if (!open.empty()) return Error(OutOfOrder("a list or map is still open"));
  if (!key.is_undefined()) return Error(OutOfOrder("a key without a value"));
  return std::nullopt;
}

void Context::State::Prepare() {
  const std::lock_guard lock(preparing);
  if (prepared.load(std::memory_order_relaxed) || !open.empty() || Problem()) return;
  map_heap.Reset(heap_limits);
  MapEntry* made = map_heap.NewEntries(entries.size());
  if (!made) return;
  std::copy(entries.begin(), entries.end(), made);
  map = map_heap.NewMap(made, entries.size());
  if (map_heap.exhausted() != Exhausted::kNo) return;
  entries.assign(map.entries(), map.entries() + map.size());
  entries_kept = entries.size();
  prepared.store(true, std::memory_order_release);
}

Result<void> Context::State::Assign(Result<galley::Value> read, const Source& source) {
  if (!read) return std::move(read).error();
  if (!read->is_map()) {
    return Report(Code::kInvalidData, source, {},
                  "data is a map, and this is of type " + std::string(KindName(read->kind())));
  }
  map = *read;
  is_read = true;
  return {};
}

void Context::State::Become(const galley::Value& made) {
  if (Problem()) return Change();
  map = made;
  is_read = true;
}

// ---------------------------------------------------------------------------
// RecordKeys

struct RecordKeys::State {
  explicit State(const Limits& limits) : heap(limits) {}

  Heap heap;
  std::vector<galley::Value> names;
  std::vector<uint32_t> hashes;
};

Result<RecordKeys> RecordKeys::Make(std::span<const std::string_view> keys) {
  RecordKeys made(new State(Limits::Ceiling()));
  Heap& heap = made.state_->heap;
  MapEntry* entries = heap.NewEntries(keys.size());
  for (size_t at = 0; entries && at < keys.size(); ++at) {
    if (!IsValidUtf8(keys[at])) {
      return Report(Code::kInvalidUtf8, "a key of the context is not UTF-8");
    }
    const galley::Value name = heap.NewString(keys[at]);
    entries[at] = {name, galley::Value::None()};
    made.state_->names.push_back(name);
    made.state_->hashes.push_back(HashKey(keys[at]));
  }
  const galley::Value map = heap.NewMap(entries, keys.size());
  if (heap.exhausted() != Exhausted::kNo) return DoesNotFit(heap.exhausted());
  if (map.size() == keys.size()) return made;
  return Report(Code::kInvalidData, "a record has two keys that are equal");
}

RecordKeys::RecordKeys(RecordKeys&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)) {}
RecordKeys& RecordKeys::operator=(RecordKeys&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
RecordKeys::~RecordKeys() { delete state_; }

// ---------------------------------------------------------------------------
// Context

Context::Context(const Limits& limits) : state_(new State(limits)) {}
Context::Context(Context&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Context& Context::operator=(Context&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
Context::~Context() { delete state_; }

Context::State& Context::state() {
  if (!state_) state_ = new State(Limits());
  return *state_;
}

Result<Context> Context::FromJson(std::string_view text, const Limits& limits) {
  Context context(limits);
  TRY(context.ReadJson(text));
  return context;
}

Result<Context> Context::FromYaml(std::string_view text, const Limits& limits) {
  Context context(limits);
  const Source source("<context>", text, Nature::kData);
  TRY(context.state_->Assign(ReadYamlData(source, &context.state_->heap, limits), source));
  return context;
}

Result<Context> Context::FromFile(std::string_view name, std::string_view text,
                                  const Limits& limits) {
  Context context(limits);
  const Source source(std::string(name), text, Nature::kData);
  TRY(context.state_->Assign(workspace::ReadData(source, &context.state_->heap, limits), source));
  return context;
}

Result<void> Context::ReadJson(std::string_view text) {
  State& to = state();
  to.Clear();
  if (!to.reader) to.reader = std::make_unique<JsonDataReader>();
  const Source source("<context>", text, Nature::kData);
  return to.Assign(to.reader->Read(source, &to.heap, to.limits), source);
}

Context& Context::Set(std::string_view key, std::string_view text) { return Key(key).Text(text); }
Context& Context::Set(std::string_view key, double value) { return Key(key).Double(value); }
Context& Context::Set(std::string_view key, const Json& value) { return Key(key).Copy(value); }

Context& Context::Set(std::string_view key, std::initializer_list<std::string_view> texts) {
  Key(key).OpenList();
  for (const std::string_view text : texts) Text(text);
  return Close();
}

Context& Context::Set(std::string_view key, Context&& map) {
  State& to = state();
  const Result<galley::Value> values = ContextAccess::Values(map);
  if (!values) {
    if (!to.error) to.error = values.error();
    return *this;
  }
  Key(key);
  to.Add(*values);
  to.parts.push_back(std::move(map));
  return *this;
}

Context& Context::SetJson(std::string_view key, std::string_view json) {
  State& to = state();
  const Source source("<context>", json, Nature::kData);
  const Result<galley::Value> read = ReadJsonData(source, &to.heap, to.limits);
  if (!read && !to.error) to.error = read.error();
  Key(key);
  if (read) to.Add(*read);
  return *this;
}

Context& Context::Key(std::string_view key) {
  state().Key(key);
  return *this;
}
Context& Context::Null() {
  state().Add(galley::Value::None());
  return *this;
}
Context& Context::Bool(bool value) {
  state().Add(galley::Value::Bool(value));
  return *this;
}
Context& Context::Int(int64_t value) {
  state().Add(galley::Value::Int(value));
  return *this;
}
Context& Context::Unsigned(uint64_t value) {
  if (value <= INT64_MAX) return Int(static_cast<int64_t>(value));
  state().Fail(Report(Code::kNumberRange, "an integer of the context does not fit 64 bits"));
  return *this;
}
Context& Context::Double(double value) {
  state().Add(galley::Value::Double(value));
  return *this;
}
Context& Context::Text(std::string_view text) {
  state().AddText(text, false);
  return *this;
}
Context& Context::Borrowed(std::string_view text) {
  state().AddText(text, true);
  return *this;
}
Context& Context::Copy(const Json& value) {
  State& to = state();
  const galley::Value* from = JsonAccess::ValueOf(value);
  to.Add(from ? to.heap.Copy(*from) : galley::Value::None());
  return *this;
}
Context& Context::Markup(std::string_view text) {
  state().AddText(text, false, kSafe);
  return *this;
}
Context& Context::Function(std::string_view name, HostFunction function) {
  State& to = state();
  to.Add(to.functions.emplace_back(name, std::move(function)).value());
  return *this;
}
Context& Context::Object(std::string_view text, HostFunction call, HostFunction attribute) {
  State& to = state();
  to.Add(to.functions.emplace_back(text, std::move(call), std::move(attribute)).value());
  return *this;
}
Context& Context::OpenList() {
  state().Open(State::Shape::kList);
  return *this;
}
Context& Context::OpenTuple(std::span<const std::string_view> names) {
  state().Open(State::Shape::kTuple, names);
  return *this;
}
Context& Context::OpenMap() {
  state().Open(State::Shape::kMap);
  return *this;
}
Context& Context::NextIsKey() {
  State& to = state();
  if (to.open.empty() || !to.open.back().is_map()) to.Fail(OutOfOrder("a key outside of a map"));
  to.next_is_key = true;
  return *this;
}
Context& Context::Close() {
  state().Close();
  return *this;
}

Context& Context::Items(std::span<const Plain> values) {
  state().AddPlain(values);
  return *this;
}
Context& Context::Record(const RecordKeys& keys, std::span<const Plain> values) {
  state().AddRecord(keys.state_->names, keys.state_->hashes.data(), values);
  return *this;
}

void Context::Clear() noexcept {
  if (state_) state_->Clear();
}

const Error* Context::error() const noexcept {
  return state_ && state_->error ? &*state_->error : nullptr;
}

Json Context::values() const {
  if (state_ && !state_->is_prepared()) state_->Prepare();
  return JsonAccess::Of(ContextAccess::Ready(*this));
}

std::span<const RepeatedEntry> ContextAccess::RepeatedKeys(const Context& context) noexcept {
  const Context::State* state = context.state_;
  if (!state || !state->is_read || !state->reader) return {};
  return state->reader->repeated_keys();
}

Result<void> ContextAccess::ReadParams(const Source& source, Context* context) {
  Context::State& to = context->state();
  to.Clear();
  to.reader = std::make_unique<JsonDataReader>();
  const Value read = TRY(to.reader->Read(source, &to.heap, to.limits));
  if (!read.is_map()) return Report(Code::kInvalidParams, "`params` must be a map");
  return to.Assign(read, source);
}

Result<Value> ContextAccess::Values(const Context& context) {
  Context::State* state = context.state_;
  if (!state) return kEmpty;
  if (!state->is_prepared()) state->Prepare();
  if (state->is_prepared()) return state->map;
  std::optional<Error> problem = state->Problem();
  if (problem) return *std::move(problem);
  return Report(Code::kInternal, "out of memory");
}

}  // namespace galley
