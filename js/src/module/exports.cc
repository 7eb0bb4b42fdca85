// Calls may nest: each has a frame of its own with input, output and values, which the next call at
// that depth uses again.
#include "exports.h"

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
  const char* input = nullptr;
  std::string room;  // of the input, where JavaScript has none
  std::string output;
  Context values;  // of a render, kept for the next one
  Context options;
};

struct State {
  std::deque<Frame> frames = std::deque<Frame>(1);
  size_t depth = 0;  // of the call that JavaScript makes next
  Output output = {};

  Frame& next() { return frames[depth]; }
};

GALLEY_OF_THREAD State state;

// While a call runs that may call JavaScript.
class Call {
 public:
  Call() : frame_(state.next()) {
    if (++state.depth == state.frames.size()) state.frames.emplace_back();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() { --state.depth; }

  Frame& operator*() const { return frame_; }
  Frame* operator->() const { return &frame_; }

 private:
  Frame& frame_;
};

Number Give(std::string_view text) {
  state.output = {text.data(), text.size()};
  return static_cast<Number>(text.size());
}

std::string ListOf(const std::vector<Diagnostic>& diagnostics) {
  std::string list = "[";
  for (const Diagnostic& each : diagnostics) {
    if (list.size() > 1) list += ',';
    list += FormatJson(each);
  }
  return list += ']';
}

Number Fail(Frame& frame, const Error& error) {
  std::string text;
  for (const Diagnostic& each : error.diagnostics()) text += FormatText(each, Colour::kNever);
  frame.output =
      JsonObject().SetJson("diagnostics", ListOf(error.diagnostics())).Set("text", text).text();
  Give(frame.output);
  return -1;
}

Number Done(Frame& frame, const Result<void>& result) {
  return result ? 0 : Fail(frame, result.error());
}

// A new object that JavaScript holds, as its address.
template <class T>
Number Hold(Frame& frame, Result<T> result) {
  if (!result) return Fail(frame, result.error());
  return reinterpret_cast<Number>(new T(std::move(*result)));
}

// The map that the input holds from `*at` on; `*at` moves behind it.
Context ReadMap(const char** at) {
  Context map;
  *at = ReadValues(*at, &map);
  return map;
}

void CallHost(FunctionCall& call, void* data) {
  HostCall(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)), &call);
}

void ReleaseHost(void* data) {
  HostRelease(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)));
}

uint64_t CountTokens(std::string_view text, void* data) {
  return HostCount(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(data)), text.data(),
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
  const std::pair<const char*, Json> others[] = {{"responseFormat", conversation.response_format()},
                                                 {"tools", conversation.tools()},
                                                 {"toolChoice", conversation.tool_choice()}};
  for (const auto& [name, value] : others) {
    if (!value.is_null()) object.SetJson(name, value.ToText());
  }
  return object.text();
}

}  // namespace

Output* LastOutput() { return &state.output; }

char* InputRoom(uint32_t size) {
  Frame& frame = state.next();
  if (frame.room.size() < size) frame.room.resize(size);
  frame.input = frame.room.data();
  return frame.room.data();
}

void SetInput(const char* input) { state.next().input = input; }

Number NewWorkspace(uint32_t has_files) {
  const Call call;
  const char* at = call->input;
  const Context options = ReadMap(&at);
  if (options.error()) return Fail(*call, *options.error());
  const WorkspaceOptions read = ReadWorkspaceOptions(options.values());
  return Hold(*call, has_files ? Workspace::Open(read) : Workspace::InMemory(read));
}

void FreeWorkspace(Workspace* workspace) { delete workspace; }

Number AddText(Workspace* workspace, uint32_t name_size, uint32_t source_size) {
  const Call call;
  const std::string_view input(call->input, name_size + source_size);
  return Done(*call, workspace->AddTemplate(input.substr(0, name_size), input.substr(name_size)));
}

Number RefreshWorkspace(Workspace* workspace) {
  const Call call;
  return Done(*call, workspace->Refresh());
}

Number BindFunction(Workspace* workspace, uint32_t kind, uint32_t id, uint32_t name_size) {
  const Call call;
  const std::string_view name(call->input, name_size);
  return Done(*call, AddFunction(*workspace, static_cast<Kind>(kind), name, id));
}

Number LoadTemplate(Workspace* workspace, uint32_t name_size) {
  const Call call;
  return Hold(*call, workspace->Load({call->input, name_size}));
}

Number CompileTemplate(Workspace* workspace) {
  const Call call;
  const char* at = call->input;
  const Context options = ReadMap(&at);
  if (options.error()) return Fail(*call, *options.error());
  const Json read = options.values();
  return Hold(*call, workspace->Compile(read.Find("source").as_string(), ReadCompileOptions(read)));
}

Number CallOnWorkspace(Workspace* workspace, uint32_t method_size) {
  const Call call;
  const std::string method(call->input, method_size);
  const char* at = call->input + method_size;
  const Result<Reply> reply = workspace->Call(method, ReadMap(&at));
  if (!reply) return Fail(*call, reply.error());
  call->output = reply->text();
  return Give(call->output);
}

Number CallJson(uint32_t method_size, uint32_t params_size) {
  const Call call;
  const std::string_view input(call->input, method_size + params_size);
  const Result<Reply> reply = galley::Call(input.substr(0, method_size), input.substr(method_size));
  if (!reply) return Fail(*call, reply.error());
  call->output = reply->text();
  return Give(call->output);
}

Number ParseHandlebars(uint32_t size, uint32_t controls, uint32_t ignore_standalone) {
  const Call call;
  Result<std::string> tree =
      DescribeHandlebars({call->input, size}, controls != 0, ignore_standalone != 0);
  if (!tree) return Fail(*call, tree.error());
  call->output = std::move(*tree);
  return Give(call->output);
}

void FreeTemplate(Template* made) { delete made; }

Number DescribeTemplate(Template* made) {
  const Call call;
  call->output = JsonObject()
                     .Set("name", made->name())
                     .Set("language", NameOf(made->language()))
                     .SetJson("warnings", ListOf(made->warnings()))
                     .text();
  return Give(call->output);
}

Number DescribeInputs(Template* made) {
  const Call call;
  call->output = InputsOf(*made);
  return Give(call->output);
}

Number Render(Template* made, uint32_t has_options) {
  const Call call;
  Frame& frame = *call;
  frame.values.Clear();
  frame.output.clear();
  const char* at = ReadValues(frame.input, &frame.values);
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

Number RenderChat(Template* made) {
  const Call call;
  const char* at = call->input;
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

Number DescribeCall(FunctionCall* call) {
  std::string arguments = "[";
  for (size_t at = 0; at < call->size(); ++at) {
    if (at > 0) arguments += ',';
    arguments += call->argument(at).ToText();
  }
  Frame& frame = state.next();
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

void ReturnValue(FunctionCall* call) {
  Context map;
  ReadValues(state.next().input, &map);
  if (map.error()) {
    call->Fail(map.error()->diagnostics().front().message);
  } else {
    call->Return(map.values().Find(""));
  }
}

void ReturnMarkup(FunctionCall* call, uint32_t size) {
  call->ReturnMarkup({state.next().input, size});
}

void FailCall(FunctionCall* call, uint32_t size) { call->Fail({state.next().input, size}); }

Number RenderBody(FunctionCall* function, uint32_t is_inverse) {
  const Call call;
  const char* at = call->input;
  const Context map = ReadMap(&at);
  const Json values = map.values();
  if (is_inverse) return Give(function->RenderInverse(values.Find("context")));
  std::vector<Json> params;
  for (size_t i = 0; i < values.Find("params").size(); ++i) {
    params.push_back(values.Find("params").item(i));
  }
  return Give(function->RenderBody(values.Find("context"), params, values.Find("data")));
}

Number RenderTemplate(FunctionCall* function) {
  const Call call;
  const char* at = call->input;
  const Context map = ReadMap(&at);
  return Give(function->RenderTemplate(map.values().Find("name").as_string(),
                                       map.values().Find("context")));
}

}  // namespace galley::module
