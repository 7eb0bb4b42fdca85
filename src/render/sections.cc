#include "render/sections.h"

#include <string>
#include <utility>
#include <vector>

#include "base/ordered_map.h"
#include "diag/report.h"
#include "resolve/placeholder_tags.h"
#include "value/map.h"
#include "value/print.h"

namespace galley {
namespace {

// More would help nobody.
constexpr size_t kMostProblems = 100;

// Collects what is wrong with values.
class ValueCheck {
 public:
  explicit ValueCheck(const Value& values) : values_(values) {}

  Result<void> Run(const FlatTemplate& flat) {
    OrderedMap<bool, std::string_view> names;
    for (const FlatPlaceholder& placeholder : flat.placeholders) {
      names.Insert(placeholder.name, true);
      CheckOne(placeholder);
    }
    for (const MapEntry& entry : EntriesOf(values_)) {
      if (names.Find(entry.key.as_string())) continue;
      Refuse(entry.key.as_string(), "is not a placeholder of the template",
             SuggestFor(entry.key.as_string(), flat));
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
    if (!placeholder.items || !value->is_list()) return;
    for (size_t at = 0; at < value->items().size(); ++at) {
      const Value& item = value->items()[at];
      if (Fits(item, *placeholder.items)) continue;
      RefuseType(std::string(placeholder.name) + "[" + std::to_string(at) + "]", *placeholder.items,
                 item);
    }
  }

  void RefuseType(std::string_view path, PlaceholderType type, const Value& value) {
    Refuse(path, "must be of type " + std::string(PlaceholderTypeName(type)) + ", not " +
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

  std::string SuggestFor(std::string_view name, const FlatTemplate& flat) const {
    if (problems_.size() >= kMostProblems) return {};
    std::vector<std::string_view> names;
    for (const FlatPlaceholder& placeholder : flat.placeholders) names.push_back(placeholder.name);
    return SuggestNearest(name, names);
  }

  const Value& values_;
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

Result<void> CheckSectionValues(const FlatTemplate& flat, const Value& values) {
  return ValueCheck(values).Run(flat);
}

void RenderSections(const FlatTemplate& flat, const Value& values, Heap* heap, Writer* out) {
  OrderedMap<Value, std::string_view> filled;
  for (const FlatPlaceholder& placeholder : flat.placeholders) {
    filled.Insert(placeholder.name, ValueFor(flat, placeholder, values, heap));
  }
  bool first = true;
  for (const FlatSection& section : flat.sections) {
    if (!first) out->Append("\n\n");
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
