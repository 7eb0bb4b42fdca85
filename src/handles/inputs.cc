#include "handles/inputs.h"

#include <utility>

#include "handles/chat_inputs.h"
#include "handles/handlebars_inputs.h"
#include "handles/input_list.h"
#include "handles/jinja_inputs.h"
#include "handles/snapshot.h"

namespace galley::handles {

Input& InputList::Add(std::string_view name, const Source& source, Span span) {
  return Add(name, source.name(), source.Locate(span).start);
}

Input& InputList::Add(std::string_view name, std::string_view file, Position position) {
  Input& input = *inputs_.Insert(std::string(name), {}).first;
  input.name = name;
  if (position.line > 0) input.places.push_back({std::string(file), position});
  return input;
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
        inputs->Add(placeholder.name, layer.source(), flat.NodeAt(placeholder.origin).span);
    input.type = PlaceholderTypeName(placeholder.type);
    input.required = placeholder.required.value_or(false);
  }
}

const TextOptions& TextsOf(const TemplateState& state) {
  return state.own_texts ? *state.own_texts : state.snapshot->core().texts;
}

}  // namespace

Inputs FindInputs(const TemplateState& state) {
  InputList inputs;
  switch (state.language) {
    case Language::kJinja:
      AddJinjaInputs(*state.request.unit, TextsOf(state).jinja.syntax,
                     state.snapshot->core().texts.jinja.syntax, state.request.limits,
                     state.request.loader, &inputs);
      break;
    case Language::kHandlebars:
      AddHandlebarsInputs(*state.request.unit, TextsOf(state).handlebars.compile,
                          state.request.limits, state.request.loader, &inputs);
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
