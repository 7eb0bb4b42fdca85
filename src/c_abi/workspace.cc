// Workspaces: opening them, what a program adds to them, and operations.
#include "galley/workspace.h"

#include <memory>
#include <string>
#include <utility>

#include "base/try.h"
#include "c_abi/objects.h"
#include "c_abi/options.h"
#include "c_abi/result.h"
#include "diag/report.h"
#include "galley/function_call.h"
#include "galley/version.h"

namespace galley::c_abi {
namespace {

// Data of the program's with what it goes with.
class OwnedData {
 public:
  OwnedData(void* data, galley_destructor destroy) noexcept : data_(data), destroy_(destroy) {}
  OwnedData(OwnedData&& other) noexcept
      : data_(other.data_), destroy_(std::exchange(other.destroy_, nullptr)) {}
  OwnedData& operator=(OwnedData&&) = delete;
  ~OwnedData() {
    if (destroy_) destroy_(data_);
  }

  void* get() const noexcept { return data_; }

 private:
  void* data_;
  galley_destructor destroy_;
};

struct ProgramFunction {
  void operator()(FunctionCall& call) const {
    function(reinterpret_cast<galley_call*>(&call), data.get());
  }

  galley_function function;
  OwnedData data;
};

struct ProgramTokenizer {
  static uint64_t Count(std::string_view text, void* self) {
    const auto* tokenizer = static_cast<const ProgramTokenizer*>(self);
    return tokenizer->function(text.data(), text.size(), tokenizer->data.get());
  }
  static void Destroy(void* self) { delete static_cast<ProgramTokenizer*>(self); }

  galley_tokenizer function;
  OwnedData data;
};

using OpenFunction = Result<Workspace> (*)(const WorkspaceOptions& options);

Result<galley_status> Open(OpenFunction open, const galley_workspace_options* options,
                           galley_workspace** workspace) {
  const galley_workspace_options given = TRY(ReadStruct(options));
  Context kept;
  WorkspaceOptions read;
  read.root = TextOf(given.root, given.root_size);
  read.project_root = TextOf(given.project_root, given.project_root_size);
  read.config = TextOf(given.config, given.config_size);
  read.store = TextOf(given.store, given.store_size);
  read.limits = TRY(ReadLimits(TextOf(given.limits, given.limits_size), Limits()));
  // All are set before any is read: values move while others are added.
  SetJsonOption("settings", TextOf(given.settings, given.settings_size), &kept);
  SetJsonOption("jinja", TextOf(given.jinja, given.jinja_size), &kept);
  SetJsonOption("handlebars", TextOf(given.handlebars, given.handlebars_size), &kept);
  const Json values = TRY(ValuesOf(kept));
  read.settings = values.Find("settings");
  read.jinja = values.Find("jinja");
  read.handlebars = values.Find("handlebars");
  *workspace = new galley_workspace(TRY(open(read)));
  return GALLEY_OK;
}

Result<void> AddCallable(Workspace* workspace, int32_t kind, std::string_view name,
                         HostFunction function) {
  switch (kind) {
    case GALLEY_FILTER:
      return workspace->AddFilter(name, std::move(function));
    case GALLEY_TEST:
      return workspace->AddTest(name, std::move(function));
    case GALLEY_GLOBAL:
      return workspace->AddGlobal(name, std::move(function));
    case GALLEY_HELPER:
      return workspace->AddHelper(name, std::move(function));
    case GALLEY_BLOCK_HELPER:
      return workspace->AddBlockHelper(name, std::move(function));
    case GALLEY_SOURCE:
      return workspace->AddSource(name, std::move(function));
    default:
      return Report(Code::kInvalidParams, "`kind` is none that there is");
  }
}

Result<galley_status> Call(const Workspace* workspace, std::string_view method,
                           std::string_view params, galley_result** result) {
  if (params.empty()) params = "{}";
  Reply reply = TRY(workspace ? workspace->Call(method, TRY(Context::FromJson(params)))
                              : galley::Call(method, params));
  std::vector<Diagnostic> warnings = reply.warnings();
  Give(std::move(reply), std::move(warnings), result);
  return GALLEY_OK;
}

}  // namespace
}  // namespace galley::c_abi

using galley::Result;
using galley::c_abi::Guard;
using galley::c_abi::IsNull;
using galley::c_abi::Need;
using galley::c_abi::OwnedData;
using galley::c_abi::TextOf;

const char* galley_version(size_t* size) { return galley::c_abi::Hand(galley::Version(), size); }
uint32_t galley_abi(void) { return GALLEY_ABI; }

galley_status galley_workspace_open(const galley_workspace_options* options,
                                    galley_workspace** workspace, galley_result** result) {
  *workspace = nullptr;
  return Guard(result,
               [&] { return galley::c_abi::Open(galley::Workspace::Open, options, workspace); });
}

galley_status galley_workspace_in_memory(const galley_workspace_options* options,
                                         galley_workspace** workspace, galley_result** result) {
  *workspace = nullptr;
  return Guard(
      result, [&] { return galley::c_abi::Open(galley::Workspace::InMemory, options, workspace); });
}

void galley_workspace_release(galley_workspace* workspace) {
  galley::c_abi::Release(workspace, __func__);
}

galley_status galley_workspace_add_template(galley_workspace* workspace, const char* name,
                                            size_t name_size, const char* source,
                                            size_t source_size, galley_result** result) {
  return Guard(result, [&]() -> Result<galley_status> {
    galley_workspace* to = TRY(Need(workspace, "workspace", "galley_workspace_add_template"));
    TRY(to->held.AddTemplate(TextOf(name, name_size), TextOf(source, source_size)));
    return GALLEY_OK;
  });
}

galley_status galley_workspace_refresh(galley_workspace* workspace, galley_result** result) {
  return Guard(result, [&]() -> Result<galley_status> {
    TRY(TRY(Need(workspace, "workspace", "galley_workspace_refresh"))->held.Refresh());
    return GALLEY_OK;
  });
}

galley_status galley_workspace_add_callable(galley_workspace* workspace, int32_t kind,
                                            const char* name, size_t name_size,
                                            galley_function function, void* data,
                                            galley_destructor destroy, galley_result** result) {
  OwnedData owned(data, destroy);
  return Guard(result, [&]() -> Result<galley_status> {
    galley_workspace* to = TRY(Need(workspace, "workspace", "galley_workspace_add_callable"));
    if (!function) return IsNull("function");
    TRY(galley::c_abi::AddCallable(&to->held, kind, TextOf(name, name_size),
                                   galley::c_abi::ProgramFunction{function, std::move(owned)}));
    return GALLEY_OK;
  });
}

galley_status galley_workspace_add_tokenizer(galley_workspace* workspace, const char* name,
                                             size_t name_size, galley_tokenizer function,
                                             void* data, galley_destructor destroy,
                                             galley_result** result) {
  using galley::c_abi::ProgramTokenizer;
  OwnedData owned(data, destroy);
  return Guard(result, [&]() -> Result<galley_status> {
    galley_workspace* to = TRY(Need(workspace, "workspace", "galley_workspace_add_tokenizer"));
    if (!function) return IsNull("function");
    auto* tokenizer = new ProgramTokenizer{function, std::move(owned)};
    TRY(to->held.AddTokenizer({TextOf(name, name_size), ProgramTokenizer::Count, tokenizer},
                              ProgramTokenizer::Destroy));
    return GALLEY_OK;
  });
}

galley_status galley_workspace_add_loader(galley_workspace* workspace, int32_t language,
                                          galley_function function, void* data,
                                          galley_destructor destroy, galley_result** result) {
  OwnedData owned(data, destroy);
  return Guard(result, [&]() -> Result<galley_status> {
    galley_workspace* to = TRY(Need(workspace, "workspace", "galley_workspace_add_loader"));
    if (!function) return IsNull("function");
    TRY(to->held.AddLoader(TRY(galley::c_abi::ReadLanguage(language)),
                           galley::c_abi::ProgramFunction{function, std::move(owned)}));
    return GALLEY_OK;
  });
}

galley_status galley_workspace_call(const galley_workspace* workspace, const char* method,
                                    size_t method_size, const char* params, size_t params_size,
                                    galley_result** result) {
  const galley::Workspace* with =
      workspace ? &galley::c_abi::Live(workspace, __func__).held : nullptr;
  return Guard(result, [&] {
    return galley::c_abi::Call(with, TextOf(method, method_size), TextOf(params, params_size),
                               result);
  });
}
