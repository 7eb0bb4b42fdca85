#include "call_and_print.h"

namespace galley::cli {

Result<Reply> CallOn(const Arguments& arguments, std::string_view method, Context params) {
  const WorkspaceArguments& given = arguments.workspace;
  Context settings;
  for (const auto& [key, value] : given.settings) settings.Set(key, value);
  WorkspaceOptions options;
  options.project_root = given.project_root;
  options.config = given.config;
  options.store = given.store;
  if (!given.settings.empty()) options.settings = settings.values();
  const Result<Workspace> workspace = Workspace::Open(options);
  if (!workspace) return workspace.error();
  return workspace->Call(method, std::move(params));
}

Result<Reply> CallWithoutFiles(std::string_view method, Context params) {
  const Result<Workspace> workspace = Workspace::InMemory();
  if (!workspace) return workspace.error();
  return workspace->Call(method, std::move(params));
}

}  // namespace galley::cli
