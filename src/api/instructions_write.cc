// instructions.init and export: the operations that write files.
#include <string>
#include <string_view>

#include "api/operation.h"
#include "base/try.h"
#include "diag/report.h"
#include "emit/instruction_export.h"
#include "store/stored_name.h"
#include "value/record.h"
#include "workspace/instruction_place.h"
#include "workspace/params.h"

namespace galley::api {
namespace {

struct ExampleFile {
  std::string_view name;
  std::string_view text;
};

// The manifest comes last: without it the others mean nothing, so a run that is cut
// short leaves no half of a set.
constexpr ExampleFile kExample[] = {
    {"context.iai",
     R"(kind: context
scope: global
---
# Project

What this project is, in two or three sentences, for somebody who has never seen it.

## Layout

Where things are, and what must not be touched.
)"},
    {"guardrails.iai",
     R"(kind: guardrails
enforcement: hard
severity: critical
---
# Guardrails

- Never commit secrets.
- Ask before deleting anything that cannot be made again.
)"},
    {"team.iai",
     R"(kind: context
---
## Style

How this team writes code and messages.
)"},
    {"local.iai",
     R"(kind: context
---
## Style

What is laid over the section of the same name in team.iai.
)"},
    {"manifest.iai",
     R"(# An instruction set: what it holds is what is enabled here, and nothing else.
# `galley instructions explain` shows what it comes to.
kind: manifest
version: "v0"
name: example

# The kinds in use, in this order.  The instructions of a kind are in KIND.iai beside
# this file, if there is one.  Known kinds: context, guardrails, contract, tasks,
# references, research, tracking, prompt.
enabled: [context, guardrails]
# What is disabled is off, whatever stands above.
disabled: []

# What more there is to say of a kind.  Paths are relative to this file.
context:
  include:
    # These follow context.iai, in this order.
    merge: [team.iai]
    # The first of these that exists counts.
    override: [local.iai]
  override:
    # replace_all: the override is all there is.  overlay: its sections take the place
    # of those with the same headings.
    mode: overlay
---
What stands here is for people; it belongs to no kind.
)"},
};

std::string PathBeside(std::string_view manifest, std::string_view name) {
  const size_t slash = manifest.rfind('/');
  return std::string(slash == manifest.npos ? "" : manifest.substr(0, slash + 1)) +
         std::string(name);
}

Diagnostic Exists(std::string_view path, std::string_view what, const Params& params) {
  return Report(Code::kFileExists, Quoted(path) + " " + std::string(what),
                "with " + Quoted(params.PathOf("force")) + " it is overwritten");
}

// The other files of the example lie beside the manifest, so it has none of their names.
Result<void> CheckManifestName(std::string_view manifest) {
  bool is_name = manifest.ends_with(".iai");
  for (const ExampleFile& file : kExample) {
    const bool is_other = &file != std::end(kExample) - 1;
    if (is_other && PathBeside(manifest, file.name) == manifest) is_name = false;
  }
  if (is_name) return {};
  return Report(Code::kNotIaiFile, "a manifest cannot be called " + Quoted(manifest),
                "name the file to write, such as `.iaip/manifest.iai`");
}

Value NewFile(Heap* heap, std::string_view path, std::string_view state) {
  return NewRecord(heap, {{"path", heap->NewString(path)}, {"state", Value::String(state)}});
}

// What stands at `path` now; empty, and `*there` false, where nothing does.  A file that
// is too long to read is none of ours; with `force` that does not matter.
Result<std::string> ReadOld(const Files& files, std::string_view path, bool force,
                            const Limits& limits, bool* there) {
  Result<std::string> old = files.Read(path, limits.file);
  *there = old || old.error().code() != Describe(Code::kFileNotFound).code;
  const bool is_long = !old && old.error().code() == Describe(Code::kLimitSize).code;
  if (!*there || (is_long && force)) return std::string();
  return old;
}

}  // namespace

// {workspace, manifest = .iaip/manifest.iai or path, force = false} ->
//   {files [{path, state}]}
Result<Value> InitInstructionSet(const Invocation& call) {
  const Params params = Params::Of(call);
  const bool force = TRY(params.Bool("force", false));
  for (const std::string_view name : {"manifest", "path"}) {
    if (!TRY(params.String(name, "")).starts_with(kStorePrefix)) continue;
    return Report(Code::kInvalidParams, "an example is written to files, not to a store",
                  "push each file of it: `galley store push FILE`");
  }
  workspace::InstructionPlace place =
      TRY(workspace::InstructionPlace::Open(params, ".iaip/manifest.iai", call));
  const std::string& manifest = place.manifest();
  TRY(CheckManifestName(manifest));
  Files& files = place.files();
  std::vector<std::string> paths;
  for (const ExampleFile& file : kExample) {
    const bool last = &file == std::end(kExample) - 1;
    paths.push_back(last ? manifest : PathBeside(manifest, file.name));
    if (!force && files.Stat(paths.back())) return Exists(paths.back(), "is there already", params);
  }
  const Overwrite overwrite = force ? Overwrite::kReplace : Overwrite::kRefuse;
  for (size_t at = 0; at < paths.size(); ++at) {
    TRY(files.Write(paths[at], kExample[at].text, overwrite));
  }
  return NewRecord(call.heap, {{"files", NewListOf(call.heap, paths.size(), [&](size_t at) {
                                  return NewFile(call.heap, paths[at], "written");
                                })}});
}

// {workspace, manifest or path, root?, strict, lenient, to, check = false, force = false} ->
//   {files [{path, state}], text}; `state` is written or unchanged
Result<Value> ExportInstructionSet(const Invocation& call) {
  const Params params = Params::Of(call);
  const auto target = static_cast<ExportTarget>(
      TRY(params.Choice("to", {"agents", "claude", "copilot", "cursor"})));
  const bool check = TRY(params.Bool("check", false));
  const bool force = TRY(params.Bool("force", false));
  workspace::InstructionPlace place = TRY(workspace::InstructionPlace::Open(params, {}, call));
  const InstructionSet set = TRY(place.Resolve(workspace::Thoroughness::kFirstProblem));
  const std::string text = ExportInstructions(set, target, &call.heap->meter());

  Files& files = place.files();
  const std::string_view path = ExportPath(target);
  bool there = false;
  const std::string old = TRY(ReadOld(files, path, force, call.limits, &there));
  const bool same = there && old == text;
  if (check && !same) {
    return Report(
        Code::kExportDiffers,
        Quoted(path) + (there ? " is not what the instruction set gives now" : " does not exist"),
        "export it again");
  }
  if (!same && there && !force && !IsExported(old, target)) {
    return Exists(path, "was not written by galley, or was changed since", params);
  }
  if (!same) TRY(files.Write(path, text, there ? Overwrite::kReplace : Overwrite::kRefuse));
  const Value file = NewFile(call.heap, path, same ? "unchanged" : "written");
  return NewRecord(
      call.heap, {{"files", call.heap->NewList({&file, 1})}, {"text", call.heap->NewString(text)}});
}

}  // namespace galley::api
