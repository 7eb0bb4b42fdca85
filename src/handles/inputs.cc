// Collects reads of the template and of all that it names, each name once, with every place.
#include "handles/inputs.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "base/try.h"
#include "compile/catalog_set.h"
#include "compile/text_set.h"
#include "handles/chat_inputs.h"
#include "handles/handlebars_inputs.h"
#include "handles/input_list.h"
#include "handles/input_shape.h"
#include "handles/jinja_inputs.h"
#include "handles/snapshot.h"
#include "load/template_loader.h"
#include "resolve/findings.h"
#include "resolve/inherit.h"
#include "resolve/section_template.h"
#include "workspace/handlebars_options.h"
#include "workspace/jinja_options.h"
#include "workspace/render_text.h"

namespace galley::handles {

Input& InputList::Add(std::string_view name, const Source& source, Span span,
                      std::string_view separators) {
  Input& input = Add(name, source.name(), PositionsOf(source.text()).Find(span.begin));
  if (input.used_as.empty()) {
    input.used_as = ShapeAt(source.text(), span.begin, name, separators);
  }
  std::vector<std::string> path = FieldsAt(source.text(), span.begin, name, separators);
  path.insert(path.begin(), std::string(name));
  if (path.size() > 1) fields_.AddPath(path);
  return input;
}

Input& InputList::Add(std::string_view name, std::string_view file, Position position) {
  Input& input = *inputs_.Insert(std::string(name), {}).first;
  input.name = name;
  if (position.line > 0) input.places.push_back({std::string(file), position});
  return input;
}

// Most places are in the text of the one before.
const PositionIndex& InputList::PositionsOf(std::string_view text) {
  const auto found = std::find_if(indexed_.rbegin(), indexed_.rend(), [&](const Indexed& each) {
    return each.text.data() == text.data() && each.text.size() == text.size();
  });
  if (found != indexed_.rend()) return found->positions;
  return indexed_.emplace_back(Indexed{text, PositionIndex(text)}).positions;
}

Inputs InputList::Take() {
  Inputs taken;
  taken.is_complete = is_complete_;
  for (auto& [name, input] : inputs_) taken.list.push_back(std::move(input));
  return taken;
}

namespace {

// The placeholders, whose types the template declares.
void AddSectionInputs(const FlatTemplate& flat, InputList* inputs) {
  for (const FlatPlaceholder& placeholder : flat.placeholders) {
    const SectionTemplate& layer = *flat.layers[placeholder.origin.layer];
    Input& input =
        inputs->Add(placeholder.name, layer.source(), flat.NodeAt(placeholder.origin).span, "");
    input.type = JsonTypeName(placeholder.type);
    input.used_as.clear();
    input.required = placeholder.required.value_or(false) && !placeholder.is_injected;
  }
}

const TextOptions& TextsOf(const TemplateState& state) {
  return state.own_texts ? *state.own_texts : state.snapshot->core().texts;
}

Result<void> AddJinjaInputs(const Catalog& catalog, const Entry& entry,
                            const workspace::Invocation& call, InputList* inputs) {
  const workspace::JinjaOptions options = workspace::JinjaOptions::OfWorkspace();
  CatalogSet set(catalog, entry.type,
                 TextSet(JinjaCompilation{options.syntax, options.autoescape}, call.limits),
                 call.limits);
  const Unit& unit = *TRY(set.Load(entry));
  AddJinjaInputs(unit, options.syntax, options.syntax, call.limits, &set, inputs);
  ReadTree reads;
  reads.nodes.resize(1);
  AddJinjaReads(unit, options.syntax, options.syntax, call.limits, &set, &reads);
  inputs->fields().Add(reads);
  return {};
}

Result<void> AddHandlebarsInputs(const Catalog& catalog, const Entry& entry,
                                 const workspace::Invocation& call, InputList* inputs) {
  const workspace::HandlebarsOptions options = workspace::HandlebarsOptions::OfWorkspace();
  CatalogSet set(catalog, entry.type,
                 TextSet(workspace::CompilationFor(options, call), call.limits), call.limits);
  AddHandlebarsInputs(*TRY(set.Load(entry)), options.compile, call.limits, &set, inputs);
  return {};
}

Result<void> AddSectionInputs(const Catalog& catalog, const Entry& entry,
                              const workspace::Invocation& call, InputList* inputs) {
  const TemplateLoader loader(catalog, call.limits);
  std::vector<Diagnostic> ignored;  // for those who check the template
  const Result<FlatTemplate> flat = ResolveSectionsAt(loader, loader.PlaceOf(entry), false,
                                                      call.limits, &call.heap->meter(), &ignored);
  if (flat) {
    AddSectionInputs(*flat, inputs);
  } else {
    // What it declares itself is known even where what it extends is not.
    Findings findings(&ignored);
    const std::unique_ptr<SectionTemplate> own = TRY(
        SectionTemplate::Parse(catalog.ShownPath(entry), TRY(loader.Read(loader.PlaceOf(entry))),
                               false, call.limits, &findings));
    for (const PlaceholderDeclaration& each : own->placeholders()) {
      const Node& node = own->node(each.id);
      Input& input = inputs->Add(node.key, own->source(), node.span, "");
      input.used_as.clear();
      if (each.type) input.type = JsonTypeName(*each.type);
      input.required = each.required.value_or(false);
    }
    inputs->MarkIncomplete();
  }
  return {};
}

Result<void> AddInputs(const Catalog& catalog, const Entry& entry,
                       const workspace::Invocation& call, InputList* inputs) {
  switch (entry.type) {
    case TemplateType::kJinja:
      return AddJinjaInputs(catalog, entry, call, inputs);
    case TemplateType::kHandlebars:
      return AddHandlebarsInputs(catalog, entry, call, inputs);
    case TemplateType::kSections:
      return AddSectionInputs(catalog, entry, call, inputs);
    case TemplateType::kChat:
    case TemplateType::kTask:
    case TemplateType::kModel:
      break;
  }
  return {};
}

}  // namespace

Result<Inputs> FindInputs(const Catalog& catalog, const Entry& entry,
                          const workspace::Invocation& call) {
  InputList inputs;
  TRY(AddInputs(catalog, entry, call, &inputs));
  return inputs.Take();
}

Result<FieldTree> FindFields(const Catalog& catalog, const Entry& entry,
                             const workspace::Invocation& call) {
  InputList inputs;
  TRY(AddInputs(catalog, entry, call, &inputs));
  return std::move(inputs.fields());
}

FieldTree FindFields(const workspace::CheckedTemplate& checked, const Limits& limits) {
  InputList inputs;
  AddChatInputs(checked, limits, &inputs);
  return std::move(inputs.fields());
}

Inputs FindInputs(const workspace::CheckedTemplate& checked, const Limits& limits) {
  InputList inputs;
  AddChatInputs(checked, limits, &inputs);
  return inputs.Take();
}

Inputs FindInputs(const TemplateState& state) {
  InputList inputs;
  switch (state.language) {
    case Language::kJinja:
      AddJinjaInputs(*state.unit, TextsOf(state).jinja.syntax,
                     state.snapshot->core().texts.jinja.syntax, state.snapshot->core().limits,
                     state.loader, &inputs);
      break;
    case Language::kHandlebars:
      AddHandlebarsInputs(*state.unit, TextsOf(state).handlebars.compile,
                          state.snapshot->core().limits, state.loader, &inputs);
      break;
    case Language::kSections:
      AddSectionInputs(*state.flat, &inputs);
      break;
    case Language::kChat:
      AddChatInputs(state.chat, state.snapshot->core().limits, &inputs);
      break;
  }
  return inputs.Take();
}

}  // namespace galley::handles
