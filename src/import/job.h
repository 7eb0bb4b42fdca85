// Job: one import under way.
//
// An importer reads the text of the job and nothing else: what the text refers to (files,
// addresses, variables of the environment, code) is never opened, followed or run.
// Whatever a document of ours cannot say goes through Lose, so no loss is silent.
#ifndef GALLEY_IMPORT_JOB_H_
#define GALLEY_IMPORT_JOB_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source.h"
#include "format/tree.h"
#include "galley/diagnostic.h"
#include "galley/limits.h"
#include "galley/result.h"
#include "value/heap.h"

namespace galley::importing {

// A file that an import gives beside the template itself.
struct ExtraFile {
  std::string name;  // as it should be called, beside the template
  std::string text;
};

// What an import gives.
struct Imported {
  std::string text;
  // `chat`, `jinja`, `handlebars`, `instructions` or `injections`: what the text is.
  std::string_view type;
  std::vector<ExtraFile> files;
  // What the files beside it call it, where they do.
  std::string name = {};
};

class Job {
 public:
  // Everything outlives the job.  `name` is what the template is to be called; empty:
  // what the text says, else a name of the format.
  Job(const Source& source, std::string_view name, const Limits& limits, Heap* heap,
      std::vector<Diagnostic>* warnings) noexcept
      : source_(source), name_(name), limits_(limits), heap_(heap), warnings_(warnings) {}

  const Source& source() const noexcept { return source_; }
  const Limits& limits() const noexcept { return limits_; }
  Heap* heap() const noexcept { return heap_; }
  // The name asked for, else `said`, else `otherwise`, as a name of the catalog may be.
  std::string NameOr(std::string_view said, std::string_view otherwise) const;

  // A document of ours has no place for what stands here.
  void Lose(Span place, std::string what, std::string hint = {});
  // The text refers to something outside of it.
  void LeaveAlone(Span place, std::string_view what);
  // Where `part` of the string `node` stands in the text.
  Span PlaceIn(const Node& node, Span part) const;
  // The text is not what it is imported as.
  Error Refuse(Span place, std::string why) const;

 private:
  void Warn(Diagnostic diagnostic);

  const Source& source_;
  std::string_view name_;
  const Limits& limits_;
  Heap* heap_;
  std::vector<Diagnostic>* warnings_;
  size_t warned_ = 0;
};

// Whether `text` refers to something outside: `file://...`, an address of the web,
// `${env:NAME}` or `${file:NAME}`.
bool RefersOutside(std::string_view text) noexcept;

// The string under `key`, or nothing.
std::string_view TextUnder(const Tree& tree, NodeId map, std::string_view key) noexcept;
// Loses every field of `map` that holds something and is not among `known`, by its path
// behind `where`.
void LoseOtherFields(Job* job, const Tree& tree, NodeId map,
                     std::span<const std::string_view> known, std::string_view where);

// The text as JSON where it begins like a map or list of that, else as YAML.
Result<Tree> ReadJsonOrYaml(Job* job);

// `document` as YAML.  Fails where it does not fit the limits.
Result<std::string> PrintDocument(Job* job, const Value& document);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_JOB_H_
