// Templates: loading, looking into and rendering them.
#include "galley/template.h"

#include <string>
#include <utility>

#include "base/try.h"
#include "c_abi/objects.h"
#include "c_abi/options.h"
#include "c_abi/render_options.h"
#include "c_abi/result.h"

namespace galley::c_abi {
namespace {

constexpr std::string_view kLanguages[] = {"jinja", "handlebars", "sections", "chat"};

Result<galley_status> Compile(const Workspace& workspace, std::string_view source,
                              const galley_compile_options* options, galley_template** made) {
  const galley_compile_options given = TRY(ReadStruct(options));
  Context kept;
  SetJsonOption("options", TextOf(given.options, given.options_size), &kept);
  CompileOptions read;
  read.language = TRY(ReadLanguage(given.language));
  if (given.name_size > 0) read.name = TextOf(given.name, given.name_size);
  read.options = TRY(ValuesOf(kept)).Find("options");
  *made = new galley_template(TRY(workspace.Compile(source, read)));
  return GALLEY_OK;
}

void AddInput(const Input& input, Context* to) {
  to->OpenMap().Set("name", input.name);
  if (!input.type.empty()) to->Set("type", input.type);
  to->Set("required", input.required).Key("places").OpenList();
  for (const Input::Place& place : input.places) {
    to->OpenMap().Set("file", place.file).Set("line", place.position.line);
    to->Set("column", place.position.column).Close();
  }
  to->Close().Close();
}

Context Describe(const Template& from) {
  const Inputs& inputs = from.inputs();
  Context description;
  description.Set("name", from.name());
  description.Set("language", kLanguages[static_cast<size_t>(from.language())]);
  description.Key("inputs").OpenList();
  for (const Input& input : inputs.list) AddInput(input, &description);
  description.Close().Set("complete", inputs.is_complete);
  return description;
}

}  // namespace
}  // namespace galley::c_abi

using galley::Result;
using galley::c_abi::Guard;
using galley::c_abi::LookInside;
using galley::c_abi::Need;
using galley::c_abi::TextOf;

galley_status galley_template_load(const galley_workspace* workspace, const char* name,
                                   size_t name_size, galley_template** made,
                                   galley_result** result) {
  *made = nullptr;
  return Guard(result, [&]() -> Result<galley_status> {
    const galley_workspace* from = TRY(Need(workspace, "workspace", "galley_template_load"));
    *made = new galley_template(TRY(from->held.Load(TextOf(name, name_size))));
    return GALLEY_OK;
  });
}

galley_status galley_template_compile(const galley_workspace* workspace, const char* source,
                                      size_t source_size, const galley_compile_options* options,
                                      galley_template** made, galley_result** result) {
  *made = nullptr;
  return Guard(result, [&]() -> Result<galley_status> {
    const galley_workspace* in = TRY(Need(workspace, "workspace", "galley_template_compile"));
    return galley::c_abi::Compile(in->held, TextOf(source, source_size), options, made);
  });
}

galley_status galley_template_inspect(const galley_template* from, galley_result** result) {
  return Guard(result, [&]() -> Result<galley_status> {
    const galley_template* live = TRY(Need(from, "template", "galley_template_inspect"));
    galley::c_abi::Give(galley::c_abi::Describe(live->held), live->held.warnings(), result);
    return GALLEY_OK;
  });
}

void galley_template_release(galley_template* released) {
  galley::c_abi::Release(released, __func__);
}

galley_status galley_template_render(const galley_template* from, const galley_context* context,
                                     const galley_render_options* options, char* buffer,
                                     size_t capacity, size_t* size, galley_result** result) {
  *size = 0;
  return Guard(result, [&]() -> Result<galley_status> {
    const auto [held, values] = TRY(LookInside(from, context, "galley_template_render"));
    const std::span<char> room(buffer, buffer ? capacity : 0);
    galley::Context kept;
    *size = TRY(options ? held->RenderInto(*values, room,
                                           TRY(galley::c_abi::ReadRenderOptions(options, &kept)))
                        : held->RenderInto(*values, room));
    return *size <= room.size() ? GALLEY_OK : GALLEY_BUFFER_TOO_SMALL;
  });
}

galley_status galley_template_render_text(const galley_template* from,
                                          const galley_context* context,
                                          const galley_render_options* options,
                                          galley_result** result) {
  return Guard(result, [&]() -> Result<galley_status> {
    const auto [held, values] = TRY(LookInside(from, context, "galley_template_render_text"));
    galley::Context kept;
    std::string text =
        TRY(held->Render(*values, TRY(galley::c_abi::ReadRenderOptions(options, &kept))));
    galley::c_abi::Give(std::move(text), {}, result);
    return GALLEY_OK;
  });
}

galley_status galley_template_render_chat(const galley_template* from,
                                          const galley_context* context,
                                          const galley_chat_options* options,
                                          galley_result** result) {
  return Guard(result, [&]() -> Result<galley_status> {
    const auto [held, values] = TRY(LookInside(from, context, "galley_template_render_chat"));
    galley::Context kept;
    galley::Conversation conversation =
        TRY(held->RenderChat(*values, TRY(galley::c_abi::ReadChatOptions(options, &kept))));
    std::vector<galley::Diagnostic> warnings = conversation.warnings();
    galley::c_abi::Give(std::move(conversation), std::move(warnings), result);
    return GALLEY_OK;
  });
}
