// A string that names a field reads it from the context or from `globals` in it; a source
// of the task reads what its kind says.  Sources that are code may read anything.
#include "handles/chat_inputs.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "compile/artifact.h"
#include "diag/position_index.h"
#include "format/written_text.h"
#include "handles/handlebars_inputs.h"
#include "handles/input_shape.h"
#include "handles/item_fields.h"
#include "handles/jinja_inputs.h"
#include "workspace/chat_inspect.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"

namespace galley::handles {
namespace {

constexpr std::string_view kGlobals = "globals";

class Search {
 public:
  Search(const workspace::CheckedTemplate& checked, const Limits& limits, InputList* inputs)
      : checked_(checked), artifact_(*checked.artifact), limits_(limits), inputs_(*inputs),
        positions_(artifact_.parts.text) {}

  void Run() {
    FindLines();
    for (uint32_t at = 0; at < artifact_.parts.leaves.size(); ++at) {
      reads_.push_back(workspace::ReadsOf(artifact_, at, limits_));
      AddLeaf(at);
    }
    for (const chat::DataRef& ref : artifact_.parts.refs) AddRef(ref);
    AddItemFields(artifact_, checked_.code ? nullptr : checked_.kind.get(), reads_,
                  &inputs_.fields());
    for (const chat::Input& declared : artifact_.inputs) AddType(declared);
  }

 private:
  // The line of the part that each string belongs to.
  void FindLines() {
    lines_.resize(artifact_.parts.leaves.size());
    const auto note = [&](uint32_t leaf, uint32_t place) {
      if (leaf == chat::kAbsent || place == chat::kAbsent) return;
      lines_[leaf] = artifact_.parts.places[place].line;
    };
    for (const chat::Block& block : artifact_.parts.blocks) {
      note(block.content, block.place);
      note(block.role_leaf, block.place);
      for (uint32_t at = block.parts.begin; at < block.parts.end; ++at) {
        const chat::PartTemplate& part = artifact_.parts.part_templates[at];
        if (part.kind != chat::PartTemplate::Kind::kFrom) note(part.index, block.place);
      }
    }
    if (artifact_.history) {
      const uint32_t place = artifact_.plan[artifact_.history->node].place;
      note(artifact_.history->media_text, place);
      note(artifact_.history->output_text, place);
    }
    for (const chat::Anchor& anchor : artifact_.parts.anchors) note(anchor.key, anchor.place);
    for (const chat::PlanNode& node : artifact_.plan) note(node.separator, node.place);
    for (const chat::Lane& lane : artifact_.lanes) note(lane.leaf, lane.place);
  }

  void AddLeaf(uint32_t at) {
    const chat::Leaf& leaf = artifact_.parts.leaves[at];
    if (!leaf.unit) return;
    const workspace::LeafReads& reads = reads_[at];
    const bool is_jinja = artifact_.language == chat::LeafLanguage::kJinja;
    const std::string_view separators = is_jinja ? kJinjaSeparators : kHandlebarsSeparators;
    const std::vector<Position> places = PlacesOf(at, reads.places);
    for (size_t each = 0; each < reads.variables.size(); ++each) {
      const std::string& name = reads.variables[each];
      Add(name, places[each], ShapeAt(leaf.text, reads.places[each].begin, name, separators));
    }
    AddFields(reads);
    if (!reads.variables.empty()) Add(kGlobals, LineOf(at), "map");
    if (reads.may_read_more) inputs_.MarkIncomplete();
    if (!leaf.unit->links.empty()) AddLinked(*leaf.unit);
  }

  Position LineOf(uint32_t leaf) const { return {lines_[leaf], lines_[leaf] > 0 ? 1u : 0u, 0}; }

  // Parts of a string in the document; the line of the string where that cannot be told.
  std::vector<Position> PlacesOf(uint32_t at, const std::vector<Span>& parts) const {
    const chat::Leaf& leaf = artifact_.parts.leaves[at];
    const std::string_view text = artifact_.parts.text;
    const std::string_view written =
        leaf.span.end <= text.size() ? text.substr(leaf.span.begin, leaf.span.end - leaf.span.begin)
                                     : std::string_view();
    std::vector<Position> places;
    for (const std::optional<Span>& part : FindWritten(written, leaf.text, parts)) {
      places.push_back(part ? positions_.Find(leaf.span.begin + part->begin) : LineOf(at));
    }
    return places;
  }

  // What is read of the variables of a string.
  void AddFields(const workspace::LeafReads& reads) {
    OrderedMap<bool, std::string_view> variables;
    for (const std::string& name : reads.variables) variables.Insert(name, true);
    for (const auto& [name, from] : reads.fields.nodes.front().fields) {
      if (!variables.Find(name)) continue;
      const uint32_t at = inputs_.fields().AddField(0, name);
      if (at != 0) inputs_.fields().AddBelow(at, reads.fields, from);
    }
  }

  // What the templates that a string names read, at their places; its own are added already.
  void AddLinked(const Unit& leaf) {
    InputList found;
    Loader* loader = artifact_.loader.get();
    if (artifact_.language == chat::LeafLanguage::kJinja) {
      const workspace::JinjaOptions options = workspace::JinjaOptions::OfWorkspace();
      AddJinjaInputs(leaf, options.syntax, options.syntax, limits_, loader, &found);
    } else {
      const workspace::HandlebarsOptions options = workspace::HandlebarsOptions::OfWorkspace();
      AddHandlebarsInputs(leaf, options.compile, limits_, loader, &found);
    }
    inputs_.fields().Add(found.fields());
    const Inputs linked = found.Take();
    if (!linked.is_complete) inputs_.MarkIncomplete();
    for (const Input& input : linked.list) {
      if (workspace::IsReserved(input.name)) continue;
      for (const Input::Place& place : input.places) {
        if (place.file == leaf.name) continue;
        Input& added = inputs_.Add(input.name, place.file, place.position);
        if (added.used_as.empty()) added.used_as = input.used_as;
      }
    }
  }

  void AddRef(const chat::DataRef& ref) {
    switch (ref.kind) {
      case chat::SourceKind::kContext:
        return AddPath(ref.path, "", PlaceOf(ref));
      case chat::SourceKind::kGlobals:
        return Add(kGlobals, PlaceOf(ref), "map");
      case chat::SourceKind::kRegistry: {
        const chat::TaskSource* source =
            checked_.kind && !checked_.code ? checked_.kind->Find(ref.name) : nullptr;
        if (!source) return inputs_.MarkIncomplete();
        for (const chat::ValuePath& path : source->reads) {
          AddPath(path, source->is_no_list ? "" : "list", PlaceOf(ref));
        }
        return;
      }
      default:
        return;
    }
  }

  Position PlaceOf(const chat::DataRef& ref) const {
    const bool is_known = ref.span.end > 0 && ref.span.end <= artifact_.parts.text.size();
    return is_known ? positions_.Find(ref.span.begin) : Position();
  }

  // Nothing of a path is all of the context.  At its end is a value of that shape.
  void AddPath(const chat::ValuePath& path, std::string_view shape, Position position) {
    if (path.broken) return;
    if (path.steps.empty()) return inputs_.MarkIncomplete();
    Add(path.steps.front(), position, path.steps.size() > 1 ? "map" : shape);
    inputs_.fields().AddPath(path.steps);
  }

  // What the document says of a field that is read.
  void AddType(const chat::Input& declared) {
    if (!declared.type || declared.path.steps.empty()) return;
    const uint32_t field = inputs_.fields().AddPath(declared.path.steps);
    if (field != 0) inputs_.fields().nodes[field].type = declared.type;
    Input* input = inputs_.Find(declared.path.steps.front());
    if (!input || declared.path.steps.size() > 1) return;
    input->type = JsonTypeName(*declared.type);
    input->used_as.clear();
  }

  void Add(std::string_view name, Position position, std::string_view shape) {
    Input& input = inputs_.Add(name, checked_.file, position);
    if (input.used_as.empty()) input.used_as = shape;
  }

  const workspace::CheckedTemplate& checked_;
  const chat::Artifact& artifact_;
  const Limits& limits_;
  InputList& inputs_;
  const PositionIndex positions_;  // of the document
  std::vector<uint32_t> lines_;    // by leaf
  std::vector<workspace::LeafReads> reads_;
};

}  // namespace

void AddChatInputs(const workspace::CheckedTemplate& checked, const Limits& limits,
                   InputList* inputs) {
  Search(checked, limits, inputs).Run();
}

}  // namespace galley::handles
