// Copies the text of a built-in template into the first root of the project; what is there
// already is never overwritten.
#include "new_command.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

std::string_view NextStep(std::string_view type) {
  return type == "chat"       ? "galley explain "
         : type == "sections" ? "galley schema "
         : type == "task"     ? "galley check "
                              : "galley inspect ";
}

// The built-in template called `name`, among `entries`.
Result<Json> FindBuiltin(const Json& entries, const std::string& name) {
  std::vector<std::string_view> names;
  for (size_t at = 0; at < entries.size(); ++at) {
    const Json entry = entries.item(at);
    const std::string_view found = entry.Find("logical_name").as_string();
    if (found == name || entry.Find("relative_path").as_string() == name) return entry;
    names.push_back(found);
  }
  Diagnostic problem = UsageProblem("no built-in template is called `" + name + '`', name, names);
  if (problem.hint.empty()) problem.hint = "`galley list --tier builtin` lists them";
  return problem;
}

// Where templates of the project are written to: its first root, there or not.
Result<std::string> FirstRoot(const Json& roots) {
  for (size_t at = 0; at < roots.size(); ++at) {
    const Json root = roots.item(at);
    if (root.Find("tier").as_string() == "project") {
      return std::string(root.Find("path").as_string());
    }
  }
  Diagnostic problem = NothingFoundProblem("the project has no directory for templates");
  problem.hint = "`galley init` makes one";
  return problem;
}

// A document that calls itself something is called like its file, so that no two share an `id`.
Result<std::string> WithId(const Arguments& arguments, const std::string& path,
                           const std::string& text) {
  const std::string& name = arguments.name;
  const size_t slash = name.rfind('/');
  Context params;
  params.Set("path", path).Set("text", text);
  params.Set("id", slash == name.npos ? name : name.substr(slash + 1));
  const Result<Reply> reply =
      CallWithoutFiles("template.rename", std::move(params), arguments.limits);
  if (!reply) return reply.error();
  return std::string(reply->result().Find("text").as_string());
}

// The new file, from the working directory or not; where it was made.
struct NewFile {
  std::string directory;
  std::string path;
  std::string text;
  std::string_view next;
};

Result<NewFile> Prepare(const Arguments& arguments) {
  Context params;
  params.Set("tier", "builtin").Set("roots", true);
  const Result<Reply> reply = CallOn(arguments, "catalog.list", std::move(params));
  if (!reply) return reply.error();
  const Result<Json> entry = FindBuiltin(reply->result().Find("entries"), arguments.from);
  if (!entry) return entry.error();
  const Result<std::string> root = FirstRoot(reply->result().Find("roots"));
  if (!root) return root.error();
  const Result<std::string> text =
      ReadInput(std::string(entry->Find("absolute_path").as_string()), arguments.limits.file);
  if (!text) return text.error();
  const std::string_view type = entry->Find("type").as_string();
  const bool is_document = type != "jinja" && type != "handlebars";
  const std::string path = arguments.name + std::string(entry->Find("extension").as_string());
  const Result<std::string> own = is_document ? WithId(arguments, path, *text) : text;
  if (!own) return own.error();
  return NewFile{*root, path, *own, NextStep(type)};
}

ExitCode RunNew(const Arguments& arguments, const Output& output) {
  const Result<NewFile> made = Prepare(arguments);
  if (!made) return output.Fail(made.error());
  const Result<bool> is_new = WriteNewFile(made->directory, made->path, made->text);
  if (!is_new) return output.Fail(is_new.error());
  const std::string file = made->directory + '/' + made->path;
  if (!*is_new) {
    Diagnostic taken = UsageProblem("`" + file + "` is there already");
    taken.hint = "choose another name; nothing is ever written over";
    return output.Fail(taken);
  }
  if (output.as_json()) {
    Context result;
    result.Set("created", file);
    return output.Print(result.values().ToText() + '\n');
  }
  return output.Print("created " + file + "\nnext: " + std::string(made->next) + arguments.name +
                      '\n');
}

}  // namespace

Command NewCommand(Arguments* arguments) {
  return {
      .name = "new",
      .about = "Start a template from a built-in one",
      .examples =
          "  galley list --tier builtin\n"
          "  galley new support/first-line --from support-agent",
      .run = RunNew,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = "NAME",
                         .about = "What to call it, as `galley render` will",
                         .target = &arguments->name,
                         .required = true},
                        {.names = "--from",
                         .about = "The built-in template",
                         .target = &arguments->from,
                         .value = "BUILTIN",
                         .required = true,
                         .listing = "list --tier builtin --names"}}}),
  };
}

}  // namespace galley::cli
