// `catalog.render` and `prompt.render`: templates of a workspace as text.
#include <optional>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "api/text_usage.h"
#include "base/try.h"
#include "diag/report.h"
#include "files/disk_files.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/render_entry.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// One of the two instructions that a prompt may have.
struct Instruction {
  ConfigKey named;    // the key of its template's name
  ConfigKey literal;  // the key of its text
};

constexpr Instruction kSystem = {ConfigKey::kSystemInstructionTemplate,
                                 ConfigKey::kSystemInstruction};
constexpr Instruction kUser = {ConfigKey::kUserInstructionTemplate, ConfigKey::kUserInstruction};

std::string Stripped(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

// A text of the configuration, and what messages call it.
struct Literal {
  std::string name;
  std::string text;
};

// The text of a literal, which may lie in a file: `@:path`.
Result<Literal> ReadLiteral(const workspace::Project& project, ConfigKey key,
                            const Limits& limits) {
  constexpr std::string_view kFromFile = "@:";
  const std::string name(AllConfigKeys()[static_cast<size_t>(key)].name);
  const std::string& text = project.configuration.Text(key);
  if (!text.starts_with(kFromFile)) return Literal{name, text};
  std::string path = text.substr(kFromFile.size());
  Result<std::string> read =
      ReadRegularFile(project.host.Absolute(path, project.host.directory), limits.file);
  if (read) return Literal{std::move(path), *std::move(read)};
  read.error().diagnostics().front().notes.push_back("named by " + Quoted(name));
  return std::move(read).error();
}

// Renders one instruction; a name wins over a text, and without either it is
// nothing.
Result<std::string> RenderInstruction(Instruction instruction, std::optional<std::string_view> name,
                                      workspace::Workspace* workspace, const Params& params,
                                      const Invocation& call) {
  const workspace::Project* project = TRY(workspace->project());
  if (project && !name && !project->configuration.Text(instruction.named).empty()) {
    name = project->configuration.Text(instruction.named);
  }
  if (name) {
    workspace->LinkTo(*name);
    const Catalog& catalog = *TRY(workspace->catalog());
    return Stripped(
        TRY(workspace::RenderEntry(workspace, *TRY(catalog.Find(*name)), params, call)));
  }
  if (!project) return "";
  const Literal literal = TRY(ReadLiteral(*project, instruction.literal, call.limits));
  return Stripped(TRY(workspace::RenderLiteral(literal.name, literal.text, params, call)));
}

// Both instructions as one text.
std::string Wrapped(const std::string& system, const std::string& user) {
  if (system.empty()) return user;
  return "<system_instruction>\n" + system + "\n</system_instruction>\n<user_instruction>\n" +
         user + "\n</user_instruction>";
}

}  // namespace

// {workspace?, name, data?, options?, role?} -> {text, message? {role, content}}
Result<Value> RenderNamed(const Invocation& call) {
  const Params params = Params::Of(call);
  const std::string_view name = TRY(params.String("name"));
  const std::string_view role = TRY(params.String("role", ""));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Value text = call.heap->NewString(
      TRY(workspace::RenderEntry(&workspace, *TRY(catalog.Find(name)), params, call)));
  return NewTextOrMessage(call.heap, text, role);
}

// {workspace?, name?, part = both, data?, set?, options?} -> {text, system?, user?}; `name`
// stands for the configured template of the user instruction
Result<Value> RenderPrompt(const Invocation& call) {
  const Params params = Params::Of(call);
  enum Part : size_t { kBoth, kUserPart, kSystemPart };
  const size_t part =
      params.has("part") ? TRY(params.Choice("part", {"both", "user", "system"})) : size_t{kBoth};
  std::optional<std::string_view> name;
  if (params.has("name")) name = TRY(params.String("name"));
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  Heap* heap = call.heap;
  std::string system;
  std::string user;
  if (part != kUserPart)
    system = TRY(RenderInstruction(kSystem, std::nullopt, &workspace, params, call));
  if (part != kSystemPart) user = TRY(RenderInstruction(kUser, name, &workspace, params, call));
  const std::string text = part == kSystemPart ? system : Wrapped(system, user);
  const Value result =
      NewRecord(heap, {{"text", heap->NewString(text)},
                       {"system", part != kUserPart ? heap->NewString(system) : Value()},
                       {"user", part != kSystemPart ? heap->NewString(user) : Value()}});
  return WithTextUsage(result, text, params, &workspace, call);
}

}  // namespace galley::api
