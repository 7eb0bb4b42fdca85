// One kind at a time through the steps of the specification; what belongs to the whole set is
// checked before.
#include "resolve/instructions.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "files/relative_path.h"
#include "resolve/field_layers.h"
#include "resolve/findings.h"
#include "resolve/include_loader.h"
#include "resolve/instruction_fields.h"
#include "resolve/instruction_file.h"
#include "resolve/instruction_rendering.h"
#include "resolve/manifest.h"
#include "resolve/section_overlay.h"

namespace galley {
namespace {

constexpr std::string_view kControlKeys[] = {"include", "merge", "override"};
// The manifest would be its own kind, and a block would be one of its keys.
constexpr std::string_view kReservedNames[] = {"manifest", "kind",    "name",
                                               "version",  "enabled", "disabled"};
constexpr std::string_view kAlgorithm = "markdown_sections";

template <size_t N>
bool Holds(const std::string_view (&names)[N], std::string_view name) noexcept {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

// [a-z][a-z0-9_-]*, since it becomes the name of a file.
bool IsKindName(std::string_view name) noexcept {
  if (name.empty() || name[0] < 'a' || name[0] > 'z' || Holds(kReservedNames, name)) return false;
  return name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == name.npos;
}

// What is a warning elsewhere stops a strict resolution.
Diagnostic AsError(Diagnostic diagnostic) {
  diagnostic.severity = Severity::kError;
  return diagnostic;
}

// What belongs to all kinds of one set.
struct SetContext {
  const InstructionOptions& options;
  const Manifest& manifest;
  std::string manifest_path;
  IncludeLoader loader;
  Heap* heap;
  Findings findings;

  const Source& source() const noexcept { return manifest.file().source(); }
  const Node& node(NodeId id) const noexcept { return manifest.node(id); }
  NamedAt At(NodeId id) const noexcept { return {source(), node(id).span}; }
};

// Takes one kind through the steps of section 5 of the specification.
class KindResolver {
 public:
  KindResolver(const ActiveKind& kind, SetContext* set) : kind_(kind), set_(*set) {
    result_.kind = kind.name;
  }

  Result<KindInstructions> Run() {
    TRY(Collect(LoadBase()));                                           // step 2
    const KindBlock block = TRY(set_.manifest.ReadBlock(kind_.name));   // step 3
    TRY(Collect(ApplyMetadata(block)));                                 // steps 3.1 and 3.2
    for (const NodeId id : block.merges) TRY(Collect(ApplyMerge(id)));  // step 3.3
    bool is_overridden = false;
    TRY(Collect(LoadOverride(block, &is_overridden)));
    if (!problems_.empty()) return Error(std::move(problems_));
    if (is_overridden) {
      TRY(ApplyOverride(block));
    } else {
      FieldLayers layers;
      TRY(LayFields(&layers));
    }
    for (const InstructionInput& input : result_.inputs) AppendText(input.text);
    return std::move(result_);
  }

 private:
  // The first problem stops a kind, but for a check, which wants to know them all.
  Result<void> Collect(Result<void> step) {
    if (step || !set_.options.keep_going) return step;
    // One file too many is told once, however many follow.
    const bool is_last = step.error().code() == Describe(Code::kLimitUnits).code;
    for (Diagnostic& problem : step.error().diagnostics()) problems_.push_back(std::move(problem));
    if (is_last) return Error(std::move(problems_));
    return {};
  }

  // Adds a file as an input, after looking at its header.
  Result<void> Accept(InputSource source, const std::string& path,
                      std::unique_ptr<LoadedInstructions> file) {
    TRY(file->ExpectKind(kind_.name, set_.options.lenient));
    if (const Tree* header = file->header()) {
      WarnOfControlKeys(*file);
      CheckFields(*header, Tree::root(), file->source(), kind_.name, UnknownFields::kPass,
                  &set_.findings);
    }
    result_.inputs.push_back({source, RelativePath(path, DirectoryOf(set_.manifest_path)), path,
                              file->format(), file->Fields(set_.heap), std::string(file->text())});
    files_.push_back(std::move(file));
    return {};
  }

  void WarnOfControlKeys(const LoadedInstructions& file) {
    for (const std::string_view key : kControlKeys) {
      const NodeId id = file.Find(key);
      if (id == kNoNode) continue;
      set_.findings.Add(Code::kControlKeyIgnored, file.source(), (*file.header())[id].key_span,
                        Quoted(key) + " has no effect here", "it belongs into the manifest");
    }
  }

  Result<void> LoadBase() {
    const NamedAt at = set_.At(kind_.entry);
    const std::string path = TRY(set_.loader.Locate(kind_.name + ".iai", at));
    auto file = TRY(set_.loader.Load(path, at));
    if (!file) return {};
    return Accept(InputSource::kBase, path, std::move(file));
  }

  Result<void> ApplyMetadata(const KindBlock& block) {
    if (block.metadata == kNoNode) return {};
    const Tree& tree = set_.manifest.tree();
    if (block.include != kNoNode) {
      set_.findings.Add(Code::kMetadataIgnored, set_.source(), tree[block.metadata].key_span,
                        "`metadata` has no effect beside `include`",
                        "put the fields into a file that is merged");
      return {};
    }
    TRY(CheckMetadata(block.metadata));
    CheckFields(tree, block.metadata, set_.source(), kind_.name, UnknownFields::kWarn,
                &set_.findings);
    result_.inputs.push_back({InputSource::kMetadata, std::string(FileNameOf(set_.manifest_path)),
                              set_.manifest_path, std::nullopt,
                              tree.ToValue(block.metadata, set_.heap), ""});
    files_.push_back(nullptr);
    return {};
  }

  Result<void> CheckMetadata(NodeId metadata) const {
    const Tree& tree = set_.manifest.tree();
    for (NodeId id : tree.Children(metadata)) {
      if (!Holds(kControlKeys, tree[id].key)) continue;
      return Report(Code::kMetadataControlKey, set_.source(), tree[id].key_span,
                    Quoted(tree[id].key) + " cannot stand inside `metadata`",
                    "it stands beside `metadata`");
    }
    const NodeId id = tree.Find(metadata, "kind");
    if (id == kNoNode) return {};
    if (tree[id].is_string() && tree[id].value.as_string() == kind_.name) return {};
    return Report(Code::kKindMismatch, set_.source(), tree[id].span,
                  "the metadata is of another kind; here it must be " + Quoted(kind_.name));
  }

  Result<void> ApplyMerge(NodeId id) {
    const NamedAt at = set_.At(id);
    const std::string path = TRY(set_.loader.LocateInclude(set_.node(id).value.as_string(), at));
    auto file = TRY(set_.loader.Load(path, at));
    if (!file) {
      return Report(Code::kIncludeNotFound, at.manifest, at.span,
                    Quoted(path) + " does not exist, or is no file");
    }
    return Accept(InputSource::kMerge, path, std::move(file));
  }

  // Takes the first override that can be opened; one that is wrong stops all.
  Result<void> LoadOverride(const KindBlock& block, bool* is_overridden) {
    for (NodeId id : block.overrides) {
      const NamedAt at = set_.At(id);
      const std::string path = TRY(set_.loader.LocateInclude(set_.node(id).value.as_string(), at));
      Result<std::unique_ptr<LoadedInstructions>> file = set_.loader.Load(path, at);
      if (!file && file.error().code() != Describe(Code::kFileUnreadable).code) {
        return std::move(file).error();
      }
      if (file && *file) {
        *is_overridden = true;
        return Accept(InputSource::kOverride, path, std::move(*file));
      }
      set_.findings.Add(Code::kOverrideNotFound, at.manifest, at.span,
                        Quoted(path) + " does not exist, or cannot be opened");
    }
    return {};
  }

  // The override is the last of the inputs.
  Result<void> ApplyOverride(const KindBlock& block) {
    result_.override_mode = TRY(ReadMode(block));
    if (result_.override_mode == OverrideMode::kOverlay) {
      TRY(CheckAlgorithm(block));
      return ApplyOverlay();
    }
    InstructionInput override = std::move(result_.inputs.back());
    result_.inputs.pop_back();
    result_.discarded = std::exchange(result_.inputs, {});
    result_.inputs.push_back(std::move(override));
    return {};
  }

  Result<OverrideMode> ReadMode(const KindBlock& block) const {
    if (block.mode == kNoNode) return OverrideMode::kReplaceAll;
    const Node& node = set_.node(block.mode);
    const std::string_view mode = node.is_string() ? node.value.as_string() : "";
    if (mode == "replace_all") return OverrideMode::kReplaceAll;
    if (mode == "overlay") return OverrideMode::kOverlay;
    constexpr std::string_view kModes[] = {"replace_all", "overlay"};
    return Report(Code::kInvalidOverrideMode, set_.source(), node.span,
                  "the mode must be `replace_all` or `overlay`", SuggestNearest(mode, kModes));
  }

  Result<void> CheckAlgorithm(const KindBlock& block) const {
    if (block.algorithm == kNoNode) return {};
    const Node& node = set_.node(block.algorithm);
    if (node.is_string() && node.value.as_string() == kAlgorithm) return {};
    return Report(Code::kUnsupportedAlgorithm, set_.source(), node.span,
                  "the only algorithm is " + Quoted(kAlgorithm) +
                      "; with another, conflicts cannot be determined");
  }

  Result<void> ApplyOverlay() {
    FieldLayers layers;
    TRY(LayFields(&layers));
    WarnOfFormats();
    std::vector<SourceText> texts;
    for (const auto& file : files_) texts.push_back({&file->source(), file->text_span()});
    const SourceText over = texts.back();
    texts.pop_back();
    OverlaidSections laid = TRY(OverlaySections(texts, over, &set_.findings));
    for (size_t at = 0; at < texts.size(); ++at) result_.inputs[at].text = laid.texts[at];
    result_.inputs.back().text = std::move(laid.rest);
    result_.changes = std::move(laid.changes);

    if (const Tree* header = files_.back()->header()) {
      layers.Add(*header, Tree::root(), &set_.heap->meter());
    }
    result_.effective_fields = layers.ToValue(set_.heap);
    return {};
  }

  void WarnOfFormats() {
    for (const auto& file : files_) {
      const std::optional<std::string> format = file->format();
      if (!format || *format == "md" || *format == "markdown") continue;
      set_.findings.Add(Code::kFormatMismatch, file->source(), file->format_span(),
                        "the text declares the format " + Quoted(*format) +
                            ", and is split at Markdown headings all the same");
    }
  }

  // Lays the fields of base and merges over each other, and tells where they differ.
  Result<void> LayFields(FieldLayers* layers) {
    std::vector<const LoadedInstructions*> laid;
    for (size_t at = 0; at < files_.size(); ++at) {
      const InputSource source = result_.inputs[at].source;
      const LoadedInstructions* file = files_[at].get();
      if (source != InputSource::kBase && source != InputSource::kMerge) continue;
      if (!file->header()) continue;
      const auto conflicts = layers->Add(*file->header(), Tree::root(), &set_.heap->meter());
      laid.push_back(file);
      for (const FieldLayers::Conflict& conflict : conflicts) {
        TRY(ReportConflict(*file, conflict, *laid[conflict.earlier]));
      }
    }
    return {};
  }

  Result<void> ReportConflict(const LoadedInstructions& file, const FieldLayers::Conflict& conflict,
                              const LoadedInstructions& earlier) {
    if (!set_.options.strict && !set_.findings.HasRoom(Code::kFieldConflict)) return {};
    const Span span = (*file.header())[conflict.field].key_span;
    std::string message =
        Quoted(conflict.path) + " has another value in " + Quoted(earlier.source().name());
    if (set_.options.strict) {
      return AsError(Report(Code::kFieldConflict, file.source(), span, std::move(message)));
    }
    set_.findings.Add(Code::kFieldConflict, file.source(), span, std::move(message));
    return {};
  }

  // I-35: a newline is supplied where one is missing, and nothing else.
  void AppendText(const std::string& text) {
    result_.text += text;
    std::string end = text;
    EndLine(&end);
    result_.text += std::string_view(end).substr(text.size());
  }

  const ActiveKind& kind_;
  SetContext& set_;
  KindInstructions result_;
  std::vector<Diagnostic> problems_;
  // The files behind the inputs; null for metadata, which no overlay meets.
  std::vector<std::unique_ptr<LoadedInstructions>> files_;
};

// Before any file is opened.
Result<void> CheckKindNames(SetContext* set) {
  std::vector<Diagnostic> problems;
  for (const ActiveKind& kind : set->manifest.active()) {
    const Span span = set->node(kind.entry).span;
    if (!IsKindName(kind.name)) {
      problems.push_back(Report(Code::kInvalidKindName, set->source(), span,
                                Quoted(kind.name) + " cannot be the name of a kind",
                                "a name has the letters a to z, digits, `_` and `-`, and is no key "
                                "of a manifest"));
    } else if (!IsKnownKind(kind.name)) {
      std::string message = Quoted(kind.name) + " is none of the known kinds";
      std::string hint = SuggestNearest(kind.name, KnownKinds());
      if (set->options.strict) {
        problems.push_back(AsError(
            Report(Code::kUnknownKind, set->source(), span, std::move(message), std::move(hint))));
      } else {
        set->findings.Add(Code::kUnknownKind, set->source(), span, std::move(message),
                          std::move(hint));
      }
    }
    if (!problems.empty() && !set->options.keep_going) break;
  }
  if (!problems.empty()) return Error(std::move(problems));
  return {};
}

Result<std::vector<KindInstructions>> ResolveKinds(SetContext* set) {
  std::vector<KindInstructions> kinds;
  std::vector<Diagnostic> problems;
  for (const ActiveKind& kind : set->manifest.active()) {
    set->findings.set_note("kind " + Quoted(kind.name));
    Result<KindInstructions> resolved = KindResolver(kind, set).Run();
    if (resolved) {
      RenderKind(&*resolved, &set->heap->meter());
      kinds.push_back(std::move(*resolved));
      continue;
    }
    for (Diagnostic& problem : resolved.error().diagnostics()) {
      problem.notes.push_back(set->findings.note());
      problems.push_back(std::move(problem));
    }
    if (!set->options.keep_going) break;
  }
  if (!problems.empty()) return Error(std::move(problems));
  return kinds;
}

// A path that a caller gave, from the top of the files.
Result<std::string> CheckGivenPath(std::string_view what, const std::string& given) {
  std::string_view why = given.empty() ? "" : WhyNotRelative(given);
  std::optional<std::string> path = JoinPath("", given);
  if (!path) why = "leads out of the workspace";
  if (why.empty()) return std::move(*path);
  return Report(Code::kUnsafePath,
                "the " + std::string(what) + " " + Quoted(given) + " " + std::string(why),
                "name it from the top of the workspace");
}

Result<Manifest> ReadManifest(const Files& files, const std::string& path, const Limits& limits) {
  Result<std::string> bytes = files.Read(path, limits.file);
  if (!bytes) {
    const std::string_view code = bytes.error().code();
    const bool absent =
        code == Describe(Code::kFileNotFound).code || code == Describe(Code::kFileNotRegular).code;
    if (!absent) return std::move(bytes).error();
    return Report(Code::kManifestNotFound, Quoted(path) + " does not exist, or is no file",
                  "name the file of the manifest, such as `.iaip/manifest.iai`");
  }
  return Manifest::Read(TRY(LoadedInstructions::Parse(path, std::move(*bytes), limits)), limits);
}

}  // namespace

std::string_view InputSourceName(InputSource source) noexcept {
  constexpr std::string_view kNames[] = {"base", "metadata", "merge", "override"};
  return kNames[static_cast<size_t>(source)];
}

Result<InstructionSet> ResolveInstructions(const Files& files, const InstructionOptions& options,
                                           const Limits& limits, Heap* heap,
                                           std::vector<Diagnostic>* warnings) {
  const std::string path = TRY(CheckGivenPath("manifest", options.manifest));
  const Manifest manifest = TRY(ReadManifest(files, path, limits));
  std::string directory(DirectoryOf(path));
  std::string root =
      options.root ? TRY(CheckGivenPath("containment root", *options.root)) : directory;
  IncludeLoader loader = TRY(
      IncludeLoader::Open(files, std::move(directory), std::move(root), limits, &heap->meter()));
  SetContext set{options, manifest, path, std::move(loader), heap, Findings(warnings)};
  TRY(CheckKindNames(&set));
  std::vector<KindInstructions> kinds = TRY(ResolveKinds(&set));
  return InstructionSet{"v0", path, std::string(manifest.file().text()), std::move(kinds)};
}

}  // namespace galley
