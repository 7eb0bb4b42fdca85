// A table of all, or the fields of one.
#include "models_command.h"

#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "table.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

std::string ListTable(const Json& models) {
  std::vector<Row> rows = {{"NAME", "WINDOW", "RESERVE", "TOKENIZER", "EXACTNESS", "ORIGIN"}};
  for (Row& row :
       Rows(models, {"name", "context", "reserve", "tokenizer", "exactness", "origin"})) {
    rows.push_back(std::move(row));
  }
  return Table(rows);
}

// A line for each field that is there; what is a map or a list as JSON.
std::string ShowTable(const Json& model) {
  std::vector<Row> rows;
  for (size_t at = 0; at < model.size(); ++at) {
    rows.push_back({std::string(model.key(at)), Cell(model.item(at))});
  }
  return Table(rows);
}

std::string NamesIn(const Json& models) {
  std::string names;
  for (size_t at = 0; at < models.size(); ++at) {
    names.append(models.item(at).Find("name").as_string()).append("\n");
  }
  return names;
}

ExitCode RunModels(const Arguments& arguments, const Output& output) {
  if (arguments.action == "list") {
    const bool names_only = arguments.names_only;
    return CallAndPrint(arguments, "models.list", Context(), output,
                        [names_only](const Reply& reply) {
                          const Json models = reply.result().Find("models");
                          return names_only ? NamesIn(models) : ListTable(models);
                        });
  }
  if (arguments.name.empty()) return output.Fail(UsageProblem("`show` takes the name of a model"));
  Context params;
  params.Set("model", arguments.name);
  return CallAndPrint(arguments, "models.show", std::move(params), output,
                      [](const Reply& reply) { return ShowTable(reply.result()); });
}

}  // namespace

Command ModelsCommand(Arguments* arguments) {
  return {
      .name = "models",
      .about = "List the models that tokens can be counted for, or show one",
      .examples =
          "  galley models list\n"
          "  galley models show gpt-5\n"
          "  galley models show Qwen/Qwen3-8B --format json",
      .run = RunModels,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = "ACTION",
                         .about = "What to do",
                         .target = &arguments->action,
                         .choices = {"list", "show"},
                         .required = true},
                        {.names = "NAME",
                         .about = "show: the name of a model, as its provider writes it",
                         .target = &arguments->name,
                         .listing = kModelListing},
                        {.names = "--names",
                         .about = "list: print only names, one per line",
                         .target = &arguments->names_only}}}),
  };
}

}  // namespace galley::cli
