// Templates that a caller names by their paths: the member `given` of a workspace,
//   [{path, text?, type?, fallback = false}]
// A path is seen from where the program runs and may lead anywhere; with `text` nothing is
// read there.  With `fallback` a template of the catalog that is called like the path is
// meant instead.
#ifndef GALLEY_WORKSPACE_GIVEN_TEMPLATES_H_
#define GALLEY_WORKSPACE_GIVEN_TEMPLATES_H_

#include <string>
#include <string_view>
#include <vector>

#include "discover/extensions.h"
#include "discover/given_files.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "workspace/params.h"

namespace galley::workspace {

inline constexpr std::string_view kTestExtension = ".test.yaml";

struct GivenTemplates {
  std::vector<GivenFile> templates;
  std::vector<GivenFile> tests;
};

// What `workspace` names by paths, and for each template the test beside it, for each test
// the template.  Fails with invalid-params, template-not-found and as reading a file does.
Result<GivenTemplates> ReadGivenTemplates(const Params& workspace, const Extensions& extensions,
                                          const Limits& limits);

// The type of a file by what it is called, and where that says nothing by what it holds.
TemplateType TypeOfFile(std::string_view path, std::string_view text, const Extensions& extensions,
                        const Limits& limits);

// What the test of a template at `path` is called, or a template without its extension.
std::string TestBeside(std::string_view path, const Extensions& extensions);

}  // namespace galley::workspace

#endif  // GALLEY_WORKSPACE_GIVEN_TEMPLATES_H_
