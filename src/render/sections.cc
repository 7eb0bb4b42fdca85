// Values are checked all at once before a byte is written.
#include "render/sections.h"

#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "pattern/pattern.h"
#include "resolve/placeholder_tags.h"
#include "value/compare.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

// More would help nobody.
constexpr size_t kMostProblems = 100;

// Collects what is wrong with values.
class ValueCheck {
 public:
  ValueCheck(const FlatTemplate& flat, const Value& values, const Limits& limits, Heap* heap)
      : flat_(flat), values_(values), limits_(limits), heap_(heap), steps_(limits.steps) {}

  Result<void> Run() {
    OrderedMap<bool, std::string_view> names;
    for (const FlatPlaceholder& placeholder : flat_.placeholders) {
      names.Insert(placeholder.name, true);
      CheckOne(placeholder);
    }
    for (const MapEntry& entry : EntriesOf(values_)) {
      if (names.Find(entry.key.as_string())) continue;
      Refuse(entry.key.as_string(), "is not a placeholder of the template",
             SuggestFor(entry.key.as_string()));
    }
    if (problems_.empty()) return {};
    if (left_out_ > 0) {
      problems_.back().notes.push_back(std::to_string(left_out_) + " more are not listed");
    }
    return Error(std::move(problems_));
  }

 private:
  void CheckOne(const FlatPlaceholder& placeholder) {
    const Value* value = FindItem(values_, placeholder.name);
    if (!value || value->is_none()) {
      const bool must_be_given = placeholder.required.value_or(false) && !placeholder.is_injected;
      if (must_be_given) Refuse(placeholder.name, "is required and was not given");
      return;
    }
    if (!Fits(*value, placeholder.type)) {
      return RefuseType(placeholder.name, placeholder.type, *value);
    }
    for (const Constraint& constraint : placeholder.constraints) {
      CheckConstraint(placeholder.name, constraint, *value);
    }
    if (!placeholder.items || !value->is_list()) return;
    for (size_t at = 0; at < value->items().size(); ++at) {
      const Value& item = value->items()[at];
      if (Fits(item, *placeholder.items)) continue;
      RefuseType(std::string(placeholder.name) + "[" + std::to_string(at) + "]", *placeholder.items,
                 item);
    }
  }

  // As JSON Schema has it: a constraint is silent about values of another type.
  void CheckConstraint(std::string_view name, const Constraint& constraint, const Value& value) {
    const std::string_view key = constraint.key;
    const Value& limit = flat_.NodeAt(constraint.origin).value;
    if (key == "enum") return CheckOneOf(name, constraint, value);
    if (key == "pattern") return CheckPattern(name, constraint, value);
    const bool is_number = value.is_int() || value.is_double();
    if (key == "minimum" || key == "maximum") {
      if (is_number) CheckBound(name, key == "minimum", limit, value);
    } else if (key == "minLength" || key == "maxLength") {
      if (!value.is_string()) return;
      CheckSize(name, key == "minLength", limit, CountCodePoints(value.as_string()), "characters");
    } else if (value.is_list()) {
      CheckSize(name, key == "minItems", limit, value.items().size(), "items");
    }
  }

  void CheckOneOf(std::string_view name, const Constraint& constraint, const Value& value) {
    const Value allowed = flat_.ValueAt(constraint.origin, heap_);
    if (!allowed.is_list()) return;
    for (const Value& each : allowed.items()) {
      // To Python, but not to JSON, true is 1.
      if (each.is_bool() == value.is_bool() && Equals(each, value, &heap_->meter())) return;
    }
    Refuse(name,
           "is none of the " + std::to_string(allowed.items().size()) + " values that it may have");
  }

  void CheckPattern(std::string_view name, const Constraint& constraint, const Value& value) {
    if (!value.is_string()) return;
    switch (SearchPattern(*constraint.pattern, value.as_string(), limits_, &steps_)) {
      case Found::kYes:
        return;
      case Found::kNo:
        return Refuse(name, "does not match the pattern of its placeholder");
      case Found::kLimit:
        return Refuse(name, "takes more steps than the limit to compare with its pattern");
    }
  }

  void CheckBound(std::string_view name, bool is_least, const Value& limit, const Value& value) {
    Order order = Order::kUnordered;
    Kind ignored;
    if (!Compare(value, limit, &heap_->meter(), &order, &ignored, &ignored)) return;
    if (order == (is_least ? Order::kLess : Order::kGreater)) {
      Refuse(name, is_least ? "is smaller than its minimum" : "is larger than its maximum");
    }
  }

  void CheckSize(std::string_view name, bool is_least, const Value& limit, size_t size,
                 std::string_view unit) {
    const auto bound = static_cast<uint64_t>(limit.as_int());
    if (is_least ? size >= bound : size <= bound) return;
    Refuse(name, "has " + std::to_string(size) + " " +
                     std::string(size == 1 ? unit.substr(0, unit.size() - 1) : unit) +
                     (is_least ? "; at least " + std::to_string(bound) + " are needed"
                               : "; at most " + std::to_string(bound) + " are allowed"));
  }

  void RefuseType(std::string_view path, PlaceholderType type, const Value& value) {
    Refuse(path, "must be of type " + std::string(JsonTypeName(type)) + ", not " +
                     std::string(KindName(value.kind())));
  }

  void Refuse(std::string_view path, const std::string& why, std::string hint = {}) {
    if (problems_.size() >= kMostProblems) {
      ++left_out_;
      return;
    }
    problems_.push_back(
        Report(Code::kInputInvalid, "value " + Quoted(path) + " " + why, std::move(hint)));
  }

  std::string SuggestFor(std::string_view name) const {
    if (problems_.size() >= kMostProblems) return {};
    std::vector<std::string_view> names;
    for (const FlatPlaceholder& placeholder : flat_.placeholders) names.push_back(placeholder.name);
    return SuggestNearest(name, names);
  }

  const FlatTemplate& flat_;
  const Value& values_;
  const Limits& limits_;
  Heap* heap_;
  uint64_t steps_;  // that all patterns together may still take
  std::vector<Diagnostic> problems_;
  size_t left_out_ = 0;
};

void PrintScalar(const Value& value, Writer* out, Meter* meter) {
  if (value.is_string()) {
    meter->StepBytes(value.size());
    return out->Append(value.as_string());
  }
  PrintJson(value, JsonStyle(), out, meter);
}

// Lists are numbered from 1, a line each.
void PrintValue(const Value& value, Writer* out, Meter* meter) {
  if (value.is_undefined() || value.is_none()) return;
  if (!value.is_list()) return PrintScalar(value, out, meter);
  for (size_t at = 0; at < value.items().size(); ++at) {
    if (!meter->Step() || out->overflowed()) return;
    if (at > 0) out->Append('\n');
    PrintInt(static_cast<int64_t>(at + 1), out);
    out->Append(". ");
    PrintScalar(value.items()[at], out, meter);
  }
}

// What stands for a placeholder: the value, else the default of an optional one.
Value ValueFor(const FlatTemplate& flat, const FlatPlaceholder& placeholder, const Value& values,
               Heap* heap) {
  const Value* given = FindItem(values, placeholder.name);
  if (given && !given->is_none()) return *given;
  if (placeholder.is_injected || placeholder.default_value.id == kNoNode) return Value();
  return flat.ValueAt(placeholder.default_value, heap);
}

}  // namespace

Result<void> CheckSectionValues(const FlatTemplate& flat, const Value& values, const Limits& limits,
                                Heap* heap) {
  return ValueCheck(flat, values, limits, heap).Run();
}

void RenderSections(const FlatTemplate& flat, const Value& values, Heap* heap, Writer* out) {
  OrderedMap<Value, std::string_view> filled;
  for (const FlatPlaceholder& placeholder : flat.placeholders) {
    filled.Insert(placeholder.name, ValueFor(flat, placeholder, values, heap));
  }
  bool first = true;
  for (const uint32_t printed : flat.printed) {
    const FlatSection& section = flat.sections[printed];
    if (!first) out->Append(flat.separator);
    first = false;
    size_t written = 0;
    TagScanner tags(section.text);
    for (PlaceholderTag tag; tags.Next(&tag);) {
      if (tag.name.empty() || out->overflowed()) continue;
      out->Append(section.text.substr(written, tag.begin - written));
      PrintValue(*filled.Find(tag.name), out, &heap->meter());
      written = tag.end;
    }
    out->Append(section.text.substr(written));
  }
}

}  // namespace galley
