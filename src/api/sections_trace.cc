// Follows the origins that merging left in a flat template; lines are found once for each file.
#include "api/sections_trace.h"

#include <string>
#include <string_view>
#include <vector>

#include "diag/display.h"
#include "diag/position_index.h"
#include "value/map.h"
#include "value/record.h"

namespace galley::api {
namespace {

std::string_view ActionName(MergeAction action) noexcept {
  constexpr std::string_view kNames[] = {"overridden", "removed", "ignored"};
  return kNames[static_cast<size_t>(action)];
}

// Finds the lines of many origins.
class Places {
 public:
  explicit Places(const FlatTemplate& flat) : flat_(flat) {
    for (const auto& layer : flat.layers) indexes_.emplace_back(layer->source().text());
  }

  const std::string& file(const Origin& origin) const {
    return flat_.layers[origin.layer]->source().name();
  }
  uint32_t line(const Origin& origin) const {
    return indexes_[origin.layer].Find(flat_.NodeAt(origin).key_span.begin).line;
  }

 private:
  const FlatTemplate& flat_;
  std::vector<PositionIndex> indexes_;
};

class TraceRecords {
 public:
  TraceRecords(const FlatTemplate& flat, Heap* heap) : flat_(flat), places_(flat), heap_(heap) {}

  Value Run() {
    return NewRecord(heap_, {{"files", Files()},
                             {"sections", Sections()},
                             {"placeholders", Placeholders()},
                             {"metadata", Fields(flat_.metadata)},
                             {"rendererRules", Fields(flat_.renderer_rules)},
                             {"events", Events()}});
  }

 private:
  Value Place(const Origin& origin) {
    return NewRecord(heap_, {{"file", heap_->NewString(places_.file(origin))},
                             {"line", Value::Int(places_.line(origin))}});
  }

  template <class Make>
  Value MapOf(size_t size, Make make) {
    MapEntry* entries = heap_->NewEntries(size);
    if (!entries) return Value::Map(nullptr, 0);
    for (size_t at = 0; at < size; ++at) entries[at] = make(at);
    return heap_->NewMap(entries, size);
  }

  Value Files() {
    return NewListOf(heap_, flat_.layers.size(), [&](size_t at) {
      return heap_->NewString(flat_.layers[at]->source().name());
    });
  }
  Value Sections() {
    return MapOf(flat_.sections.size(), [&](size_t at) {
      const FlatSection& section = flat_.sections[at];
      return MapEntry{heap_->NewString(section.name), Place(section.origin)};
    });
  }
  Value Fields(const std::vector<FlatField>& fields) {
    return MapOf(fields.size(), [&](size_t at) {
      return MapEntry{heap_->NewString(fields[at].key), Place(fields[at].origin)};
    });
  }
  Value Placeholders() {
    return MapOf(flat_.placeholders.size(), [&](size_t at) {
      const FlatPlaceholder& placeholder = flat_.placeholders[at];
      return MapEntry{
          heap_->NewString(placeholder.name),
          NewRecord(heap_, {{"file", heap_->NewString(places_.file(placeholder.origin))},
                            {"line", Value::Int(places_.line(placeholder.origin))},
                            {"fields", Fields(placeholder.fields)}})};
    });
  }
  Value Events() {
    return NewListOf(heap_, flat_.events.size(), [&](size_t at) {
      const MergeEvent& event = flat_.events[at];
      return NewRecord(heap_,
                       {{"action", Value::String(ActionName(event.action))},
                        {"where", Value::String(event.where)},
                        {"name", heap_->NewString(event.name)},
                        {"field", event.field.empty() ? Value() : heap_->NewString(event.field)},
                        {"by", Place(event.by)},
                        {"was", Place(event.was)}});
    });
  }

  const FlatTemplate& flat_;
  Places places_;
  Heap* heap_;
};

class TraceText {
 public:
  TraceText(const FlatTemplate& flat, std::string_view prefix)
      : flat_(flat), places_(flat), prefix_(prefix) {}

  std::string Run() {
    for (const FlatSection& section : flat_.sections) {
      Line("section " + ShowText(section.name) + ": " + Place(section.origin));
    }
    for (const FlatPlaceholder& placeholder : flat_.placeholders) AddPlaceholder(placeholder);
    for (const FlatField& field : flat_.metadata) {
      Line("metadata " + ShowText(field.key) + ": " + Place(field.origin));
    }
    for (const FlatField& field : flat_.renderer_rules) {
      Line("rendererRules " + ShowText(field.key) + ": " + Place(field.origin));
    }
    for (const MergeEvent& event : flat_.events) AddEvent(event);
    return std::move(text_);
  }

 private:
  std::string Place(const Origin& origin) const {
    return ShowText(places_.file(origin)) + ":" + std::to_string(places_.line(origin));
  }
  void Line(const std::string& line) { text_ += std::string(prefix_) + line + '\n'; }

  void AddPlaceholder(const FlatPlaceholder& placeholder) {
    Line("placeholder " + ShowText(placeholder.name) + ": " + Place(placeholder.origin));
    for (const FlatField& field : placeholder.fields) {
      Line("  " + ShowText(field.key) + ": " + Place(field.origin));
    }
  }

  void AddEvent(const MergeEvent& event) {
    std::string name = ShowText(event.name);
    if (!event.field.empty()) name += "." + ShowText(event.field);
    const std::string_view relation = event.action == MergeAction::kIgnored ? " for " : ", was ";
    Line(std::string(ActionName(event.action)) + " " + std::string(event.where) + " " + name +
         ": " + Place(event.by) + std::string(relation) + Place(event.was));
  }

  const FlatTemplate& flat_;
  Places places_;
  std::string_view prefix_;
  std::string text_;
};

}  // namespace

Value NewTrace(const FlatTemplate& flat, Heap* heap) { return TraceRecords(flat, heap).Run(); }

std::string ShowTrace(const FlatTemplate& flat, std::string_view prefix) {
  return TraceText(flat, prefix).Run();
}

}  // namespace galley::api
