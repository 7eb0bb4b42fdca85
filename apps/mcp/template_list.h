// TemplateList: the templates of a workspace as prompts and resources show them: each with
// its title, its description and what it reads.
//
// Every call looks at the files anew, so what it tells is what there is.
#ifndef GALLEY_APPS_MCP_TEMPLATE_LIST_H_
#define GALLEY_APPS_MCP_TEMPLATE_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "galley/result.h"
#include "galley/workspace.h"

namespace galley::mcp {

// A template by a name that leads to it.
struct Listed {
  std::string name;
  std::string type;  // jinja, handlebars, sections, chat
  std::string path;  // of its file; empty: in the store
};

struct Argument {
  std::string name;
  std::string type;  // as JSON Schema calls it; empty: nobody says
  std::string description;
  bool required = false;
  std::vector<std::string> choices;  // if any: the values that it takes
  std::string used_as;               // list, map: without a type, what a text may stand for
};

struct Described {
  std::string name;
  std::string title;        // may be empty
  std::string description;  // never empty
  std::vector<Argument> arguments;
  bool is_complete = true;  // false: it may read more than its arguments

  const Argument* Find(std::string_view argument) const;
};

class TemplateList {
 public:
  // With `with_store` what the store of the workspace holds is listed as `store:NAME`.
  TemplateList(Workspace workspace, bool with_store)
      : workspace_(std::move(workspace)), with_store_(with_store) {}

  const Workspace& workspace() const { return workspace_; }

  // All templates that render, sorted by name.
  Result<std::vector<Listed>> List() const;
  // The one of that name; fails with template-not-found and the like.
  Result<Listed> Find(std::string_view name) const;
  // What is known of one.  A template that does not compile has a description that says so,
  // and no arguments.
  Described Describe(const Listed& listed) const;

 private:
  void DescribeDocument(const Listed& listed, Described* described) const;
  // The text of a template that a name leads to, as data.
  Result<Context> ShowDocument(std::string_view name) const;
  // Values that a task kind of the workspace offers for what its sources read.
  void ReadTask(std::string_view task, Described* described) const;

  Workspace workspace_;
  bool with_store_;
};

}  // namespace galley::mcp

#endif  // GALLEY_APPS_MCP_TEMPLATE_LIST_H_
