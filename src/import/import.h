// Importing: a document of another tool as one of ours.
//
// Document to document: the result is a text that people keep and change.  Nothing is
// lost in silence; each importer says in a warning what it could not carry over.
#ifndef GALLEY_IMPORT_IMPORT_H_
#define GALLEY_IMPORT_IMPORT_H_

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "import/job.h"

namespace galley::importing {

struct Format {
  std::string_view name;
  // What it is, for people, in one line.
  std::string_view about;
  Result<Imported> (*run)(Job* job);
};

// In the order in which messages list them.
std::span<const Format> AllFormats() noexcept;

// The format of that name, or null.
const Format* FindFormat(std::string_view name) noexcept;
// The format that the text and the name of its file tell, or null where they do not.
const Format* DetectFormat(const Source& source, const Limits& limits);

// Reads `source` as `format`, or as what it is detected to be where that is null.  Fails
// with import-unknown-format, with import-invalid, and as the readers of JSON and YAML do.
Result<Imported> Import(const Format* format, Job* job);

// A file of a folder; what it views outlives the import.
struct GivenFile {
  std::string_view path;  // from the top of the folder
  std::string_view text;
};

// The rules in a folder of Ruler, Rulesync or Cursor as an instruction set.  Fails with
// import-invalid where there are none.
Result<Imported> ImportInstructionFolder(std::vector<GivenFile> files, const Limits& limits,
                                         Heap* heap, std::vector<Diagnostic>* warnings);

// The importers.
Result<Imported> ImportStoryForge(Job* job);
Result<Imported> ImportDotprompt(Job* job);
Result<Imported> ImportPrompty(Job* job);
Result<Imported> ImportLangfuse(Job* job);
Result<Imported> ImportLangChain(Job* job);
Result<Imported> ImportPromptfoo(Job* job);
Result<Imported> ImportSillyTavern(Job* job);
Result<Imported> ImportInstructions(Job* job);

}  // namespace galley::importing

#endif  // GALLEY_IMPORT_IMPORT_H_
