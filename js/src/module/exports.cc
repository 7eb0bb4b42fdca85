// What the module of WebAssembly exports: the public classes as functions on numbers.
//
// JavaScript writes what it hands over into the input (value_stream.h), calls, and reads
// the output right after.  A function of the program may call again while a render runs, so
// there is an input and an output for each depth of calls.  Handles are addresses of objects
// that JavaScript releases.  A function that can fail returns a negative number, and the
// output is then the JSON of the diagnostics.
#include <galley/galley.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "handlebars_tree.h"
#include "options.h"
#include "value_stream.h"

namespace galley::module {
namespace {

// What one call in progress works with.
struct Frame {
  std::string input;
  std::string output;
  Context values;  // of a render, kept for the next one
  Context options;
};

std::deque<Frame> frames(1);
size_t depth = 0;  // of the call that JavaScript makes next

// While a call runs that may call JavaScript.
class Call {
 public:
  Call() : frame_(frames[depth++]) {
    if (depth == frames.size()) frames.emplace_back();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() { --depth; }

  Frame& operator*() const { return frame_; }
  Frame* operator->() const { return &frame_; }

 private:
  Frame& frame_;
};

struct Output {
  const char* data;
  uint32_t size;
} output;

int32_t Give(std::string_view text) {
  output = {text.data(), static_cast<uint32_t>(text.size())};
  return static_cast<int32_t>(text.size());
}

std::string ListOf(const std::vector<Diagnostic>& diagnostics) {
  std::string list = "[";
  for (const Diagnostic& each : diagnostics) {
    if (list.size() > 1) list += ',';
    list += FormatJson(each);
  }
  return list += ']';
}

int32_t Fail(Frame& frame, const Error& error) {
  std::string text;
  for (const Diagnostic& each : error.diagnostics()) text += FormatText(each, Colour::kNever);
  frame.output =
      JsonObject().SetJson("diagnostics", ListOf(error.diagnostics())).Set("text", text).text();
  Give(frame.output);
  return -1;
}

int32_t Done(Frame& frame, const Result<void>& result) {
  return result ? 0 : Fail(frame, result.error());
}

// A new object that JavaScript holds, as its address.
template <class T>
int32_t Hold(Frame& frame, Result<T> result) {
  if (!result) return Fail(frame, result.error());
  return static_cast<int32_t>(reinterpret_cast<uintptr_t>(new T(std::move(*result))));
}

// The map that the input holds from `*at` on; `*at` moves behind it.
Context ReadMap(const char** at) {
  Context map;
  *at = ReadValues(*at, &map);
  return map;
}

// What a function of the program is called with.
extern "C" {
[[clang::import_module("galley"), clang::import_name("call")]] void host_call(uint32_t function,
                                                                              FunctionCall* call);
[[clang::import_module("galley"), clang::import_name("release")]] void host_release(
    uint32_t function);
[[clang::import_module("galley"), clang::import_name("count")]] uint32_t host_count(
    uint32_t function, const char* text, size_t size);
}

void CallHost(FunctionCall& call, void* data) {
  host_call(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)), &call);
}

void ReleaseHost(void* data) {
  host_release(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)));
}

uint64_t CountTokens(std::string_view text, void* data) {
  return host_count(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)), text.data(),
                    text.size());
}

enum class Kind : uint32_t {
  kFilter,
  kTest,
  kGlobal,
  kHelper,
  kBlockHelper,
  kSource,
  kJinjaLoader,
  kHandlebarsLoader,
  kTokenizer,
};

Result<void> AddFunction(Workspace& workspace, Kind kind, std::string_view name, uint32_t id) {
  void* data = reinterpret_cast<void*>(static_cast<uintptr_t>(id));
  HostFunction function(CallHost, data, ReleaseHost);
  switch (kind) {
    case Kind::kFilter:
      return workspace.AddFilter(name, std::move(function));
    case Kind::kTest:
      return workspace.AddTest(name, std::move(function));
    case Kind::kGlobal:
      return workspace.AddGlobal(name, std::move(function));
    case Kind::kHelper:
      return workspace.AddHelper(name, std::move(function));
    case Kind::kBlockHelper:
      return workspace.AddBlockHelper(name, std::move(function));
    case Kind::kSource:
      return workspace.AddSource(name, std::move(function));
    case Kind::kJinjaLoader:
      return workspace.AddLoader(Language::kJinja, std::move(function));
    case Kind::kHandlebarsLoader:
      return workspace.AddLoader(Language::kHandlebars, std::move(function));
    case Kind::kTokenizer:
      return workspace.AddTokenizer({name, CountTokens, data});
  }
  return {};
}

std::string PlacesOf(const Input& input) {
  std::string places = "[";
  for (const Input::Place& place : input.places) {
    if (places.size() > 1) places += ',';
    places += JsonObject()
                  .Set("file", place.file)
                  .SetJson("line", std::to_string(place.position.line))
                  .SetJson("column", std::to_string(place.position.column))
                  .text();
  }
  return places += ']';
}

std::string InputsOf(const Template& made) {
  const Inputs& inputs = made.inputs();
  std::string list = "[";
  for (const Input& input : inputs.list) {
    if (list.size() > 1) list += ',';
    list += JsonObject()
                .Set("name", input.name)
                .Set("type", input.type)
                .Set("required", input.required)
                .SetJson("places", PlacesOf(input))
                .text();
  }
  return JsonObject().SetJson("list", list + ']').Set("isComplete", inputs.is_complete).text();
}

std::string_view NameOf(Language language) {
  switch (language) {
    case Language::kJinja:
      return "jinja";
    case Language::kHandlebars:
      return "handlebars";
    case Language::kSections:
      return "sections";
    case Language::kChat:
      return "chat";
  }
  return "";
}

// A conversation with its messages in the canonical form.
Result<std::string> Describe(const Conversation& conversation) {
  const Result<Request> messages = conversation.ToRequest("messages");
  if (!messages) return messages.error();
  JsonObject object;
  const Json body = messages->body();
  object.SetJson("messages", (body.is_map() ? body.Find("messages") : body).ToText())
      .SetJson("tokens", std::to_string(conversation.tokens()))
      .Set("estimator", conversation.estimator())
      .SetJson("warnings", ListOf(conversation.warnings()));
  if (!conversation.ledger().is_null()) object.SetJson("ledger", conversation.ledger().ToText());
  if (!conversation.response_format().is_null()) {
    object.SetJson("responseFormat", conversation.response_format().ToText());
  }
  return object.text();
}

}  // namespace

#define EXPORT(name) extern "C" __attribute__((export_name(#name))) auto galley_##name

// Where the output of the last call is: an address and a size.
EXPORT(output)()->Output* { return &output; }
// Room for the input of the next call.  What was written into it is kept.
EXPORT(input)(uint32_t size)->char* {
  std::string& input = frames[depth].input;
  if (input.size() < size) input.resize(size);
  return input.data();
}

EXPORT(version)()->int32_t { return Give(Version()); }

// Input: a map of options.
EXPORT(workspace_new)(uint32_t has_files)->int32_t {
  const Call call;
  const char* at = call->input.data();
  const Context options = ReadMap(&at);
  if (options.error()) return Fail(*call, *options.error());
  const WorkspaceOptions read = ReadWorkspaceOptions(options.values());
  return Hold(*call, has_files ? Workspace::Open(read) : Workspace::InMemory(read));
}

EXPORT(workspace_free)(Workspace* workspace)->void { delete workspace; }

// Input: the bytes of name and source.
EXPORT(workspace_add)(Workspace* workspace, uint32_t name_size, uint32_t source_size)->int32_t {
  const Call call;
  const std::string_view input(call->input.data(), name_size + source_size);
  return Done(*call, workspace->AddTemplate(input.substr(0, name_size), input.substr(name_size)));
}

EXPORT(workspace_refresh)(Workspace* workspace)->int32_t {
  const Call call;
  return Done(*call, workspace->Refresh());
}

// Input: the name.
EXPORT(workspace_function)
(Workspace* workspace, uint32_t kind, uint32_t id, uint32_t name_size)->int32_t {
  const Call call;
  const std::string_view name(call->input.data(), name_size);
  return Done(*call, AddFunction(*workspace, static_cast<Kind>(kind), name, id));
}

// Input: the name.
EXPORT(workspace_load)(Workspace* workspace, uint32_t name_size)->int32_t {
  const Call call;
  return Hold(*call, workspace->Load({call->input.data(), name_size}));
}

// Input: a map of options, one of them `source`.
EXPORT(workspace_compile)(Workspace* workspace)->int32_t {
  const Call call;
  const char* at = call->input.data();
  const Context options = ReadMap(&at);
  if (options.error()) return Fail(*call, *options.error());
  const Json read = options.values();
  return Hold(*call, workspace->Compile(read.Find("source").as_string(), ReadCompileOptions(read)));
}

// Input: the method, then a map of parameters.  Output: the result as JSON.
EXPORT(workspace_call)(Workspace* workspace, uint32_t method_size)->int32_t {
  const Call call;
  const std::string method(call->input.data(), method_size);
  const char* at = call->input.data() + method_size;
  const Result<Reply> reply = workspace->Call(method, ReadMap(&at));
  if (!reply) return Fail(*call, reply.error());
  call->output = reply->text();
  return Give(call->output);
}

// Input: the method, then the parameters as JSON.  Output: the result as JSON.
EXPORT(call_json)(uint32_t method_size, uint32_t params_size)->int32_t {
  const Call call;
  const std::string_view input(call->input.data(), method_size + params_size);
  const Result<Reply> reply = galley::Call(input.substr(0, method_size), input.substr(method_size));
  if (!reply) return Fail(*call, reply.error());
  call->output = reply->text();
  return Give(call->output);
}

// Input: a Handlebars template.  Output: its tree as JSON.
EXPORT(handlebars_parse)(uint32_t size, uint32_t controls, uint32_t ignore_standalone)->int32_t {
  const Call call;
  Result<std::string> tree =
      DescribeHandlebars({call->input.data(), size}, controls != 0, ignore_standalone != 0);
  if (!tree) return Fail(*call, tree.error());
  call->output = std::move(*tree);
  return Give(call->output);
}

EXPORT(template_free)(Template* made)->void { delete made; }

EXPORT(template_describe)(Template* made)->int32_t {
  const Call call;
  call->output = JsonObject()
                     .Set("name", made->name())
                     .Set("language", NameOf(made->language()))
                     .SetJson("warnings", ListOf(made->warnings()))
                     .text();
  return Give(call->output);
}

EXPORT(template_inputs)(Template* made)->int32_t {
  const Call call;
  call->output = InputsOf(*made);
  return Give(call->output);
}

// Input: the values, and behind them the options where there are some.  Output: the text.
EXPORT(template_render)(Template* made, uint32_t has_options)->int32_t {
  const Call call;
  Frame& frame = *call;
  frame.values.Clear();
  frame.output.clear();
  const char* at = ReadValues(frame.input.data(), &frame.values);
  Result<void> done;
  if (has_options) {
    frame.options.Clear();
    ReadValues(at, &frame.options);
    if (frame.options.error()) return Fail(frame, *frame.options.error());
    done = made->RenderTo(frame.values, &frame.output, ReadRenderOptions(frame.options.values()));
  } else {
    done = made->RenderTo(frame.values, &frame.output);
  }
  return done ? Give(frame.output) : Fail(frame, done.error());
}

// The same for a chat template.  Output: JSON.
EXPORT(template_chat)(Template* made)->int32_t {
  const Call call;
  const char* at = call->input.data();
  const Context values = ReadMap(&at);
  const Context options = ReadMap(&at);
  if (options.error()) return Fail(*call, *options.error());
  const Result<Conversation> conversation =
      made->RenderChat(values, ReadChatOptions(options.values()));
  if (!conversation) return Fail(*call, conversation.error());
  Result<std::string> text = Describe(*conversation);
  if (!text) return Fail(*call, text.error());
  call->output = std::move(*text);
  return Give(call->output);
}

// ---------------------------------------------------------------------------
// For a function of the program, while it runs.

// Output: {name, arguments, named, context, hasBody, hasInverse} as JSON.
EXPORT(call_describe)(FunctionCall* call)->int32_t {
  std::string arguments = "[";
  for (size_t at = 0; at < call->size(); ++at) {
    if (at > 0) arguments += ',';
    arguments += call->argument(at).ToText();
  }
  Frame& frame = frames[depth];
  frame.output = JsonObject()
                     .Set("name", call->name())
                     .SetJson("arguments", arguments + ']')
                     .SetJson("named", call->all_named().ToText())
                     .SetJson("context", call->context().ToText())
                     .Set("hasBody", call->has_body())
                     .Set("hasInverse", call->has_inverse())
                     .text();
  return Give(frame.output);
}

// Input: a map with the value under the empty key.
EXPORT(call_return)(FunctionCall* call)->void {
  Context map;
  ReadValues(frames[depth].input.data(), &map);
  if (map.error()) {
    call->Fail(map.error()->diagnostics().front().message);
  } else {
    call->Return(map.values().Find(""));
  }
}

EXPORT(call_return_markup)(FunctionCall* call, uint32_t size)->void {
  call->ReturnMarkup({frames[depth].input.data(), size});
}

EXPORT(call_fail)(FunctionCall* call, uint32_t size)->void {
  call->Fail({frames[depth].input.data(), size});
}

// Input: {context, params, data}.  Output: what the block prints.
EXPORT(call_body)(FunctionCall* function, uint32_t is_inverse)->int32_t {
  const Call call;
  const char* at = call->input.data();
  const Context map = ReadMap(&at);
  const Json values = map.values();
  if (is_inverse) return Give(function->RenderInverse(values.Find("context")));
  std::vector<Json> params;
  for (size_t i = 0; i < values.Find("params").size(); ++i) {
    params.push_back(values.Find("params").item(i));
  }
  return Give(function->RenderBody(values.Find("context"), params, values.Find("data")));
}

// Input: {name, context}.  Output: what the template prints.
EXPORT(call_template)(FunctionCall* function)->int32_t {
  const Call call;
  const char* at = call->input.data();
  const Context map = ReadMap(&at);
  return Give(function->RenderTemplate(map.values().Find("name").as_string(),
                                       map.values().Find("context")));
}

}  // namespace galley::module
