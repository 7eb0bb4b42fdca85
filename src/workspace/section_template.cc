#include "workspace/section_template.h"

#include <string_view>
#include <utility>
#include <vector>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "load/template_loader.h"
#include "render/sections.h"
#include "resolve/inherit.h"
#include "resolve/section_template.h"

namespace galley::workspace {

Result<FlatTemplate> ResolveTemplate(const Invocation& call, const Params& params,
                                     Workspace* workspace) {
  const std::string_view reference = TRY(params.String("template"));
  const bool strict = TRY(params.Bool("strict", false));
  const TemplateLoader loader = TRY(workspace->loader());
  return ResolveSections(loader, reference, strict, call.limits, &call.heap->meter(),
                         call.warnings);
}

Result<void> CheckSetNames(const Params& params) {
  if (!params.has("set")) return {};
  std::vector<Diagnostic> problems;
  for (const Value& name : TRY(params.List("set"))) {
    if (!name.is_string()) {
      return Report(Code::kInvalidParams, Quoted(params.PathOf("set")) + " holds names only");
    }
    if (IsScreaming(name.as_string())) continue;
    problems.push_back(
        Report(Code::kInputInvalid,
               "value " + Quoted(name.as_string()) +
                   " cannot be set by itself: its name is not in SCREAMING_SNAKE_CASE",
               "give it in a file"));
  }
  if (!problems.empty()) return Error(std::move(problems));
  return {};
}

Result<std::string> RenderFlat(const FlatTemplate& flat, const Value& values,
                               const Invocation& call) {
  TRY(CheckSectionValues(flat, values));
  BufferWriter out(call.limits.output);
  RenderSections(flat, values, call.heap, &out);
  if (out.overflowed()) {
    return Report(Code::kLimitOutput, "the text is longer than the limit of " +
                                          std::to_string(call.limits.output) + " bytes");
  }
  return out.ToString();
}

}  // namespace galley::workspace
