// A path that is not there is left out where a name may stand for it, and an error elsewhere.
#include "workspace/given_templates.h"

#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "diag/source.h"
#include "files/disk_files.h"
#include "files/relative_path.h"
#include "format/yaml.h"
#include "load/section_document.h"
#include "workspace/host.h"
#include "workspace/parameter_types.h"

namespace galley::workspace {
namespace {

std::string WithoutExtension(std::string_view path, const Extensions& extensions) {
  if (path.ends_with(kTestExtension)) path.remove_suffix(kTestExtension.size());
  return std::string(path.substr(0, path.size() - extensions.Match(path)));
}

// A file on disk; nothing where it is not there.
Result<GivenFile> ReadGiven(const std::string& path, const Limits& limits) {
  const Host host = Host::OfProcess();
  const std::string absolute = host.Absolute(path, host.directory);
  Result<std::string> text = ReadRegularFile(absolute, limits.file);
  if (!text) {
    const std::string_view code = text.error().code();
    if (code == Describe(Code::kFileNotFound).code) {
      return Report(Code::kTemplateNotFound, "there is no file " + Quoted(path));
    }
    if (code != Describe(Code::kFileNotRegular).code) return std::move(text).error();
    return Report(Code::kFileNotRegular, Quoted(path) + " is no regular file, and no template",
                  "name a file, or set `project-template-paths` to the directory");
  }
  GivenFile file;
  file.path = path;
  file.text = *std::move(text);
  file.directory = TRY(ResolvePath(std::string(DirectoryOf(absolute)) + '/'));
  file.beside = std::make_shared<DiskFiles>(TRY(DiskFiles::Open(file.directory)));
  return file;
}

class Reader {
 public:
  Reader(const Extensions& extensions, const Limits& limits)
      : extensions_(extensions), limits_(limits) {}

  Result<void> Read(const Params& given) {
    const std::string path(TRY(given.String("path")));
    GivenFile file;
    if (given.has("text")) {
      file.path = path;
      file.text = TRY(given.String("text"));
    } else {
      file = TRY(ReadGiven(path, limits_));
    }
    file.after_names = TRY(given.Bool("fallback", false));
    if (path.ends_with(kTestExtension)) {
      AddTemplateOf(file);
      found_.tests.push_back(std::move(file));
      return {};
    }
    file.type = TypeOfFile(path, file.text, extensions_, limits_);
    if (given.has("type")) {
      file.type = static_cast<TemplateType>(
          TRY(given.Choice("type", {"jinja", "handlebars", "sections", "chat", "task"})));
    }
    if (file.beside) AddTestOf(file);
    found_.templates.push_back(std::move(file));
    return {};
  }

  GivenTemplates Take() { return std::move(found_); }

 private:
  void AddTestOf(const GivenFile& file) {
    Result<GivenFile> test = ReadGiven(TestBeside(file.path, extensions_), limits_);
    if (test) found_.tests.push_back(*std::move(test));
  }

  void AddTemplateOf(const GivenFile& test) {
    const std::string name = WithoutExtension(test.path, extensions_);
    for (const std::string& extension : extensions_.all()) {
      Result<GivenFile> file = ReadGiven(name + extension, limits_);
      if (!file) continue;
      file->type = extensions_.TypeOf(extension);
      found_.templates.push_back(*std::move(file));
    }
  }

  const Extensions& extensions_;
  const Limits& limits_;
  GivenTemplates found_;
};

}  // namespace

TemplateType TypeOfFile(std::string_view path, std::string_view text, const Extensions& extensions,
                        const Limits& limits) {
  if (const size_t size = extensions.Match(path)) {
    return extensions.TypeOf(path.substr(path.size() - size));
  }
  const bool is_document =
      path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json");
  if (!is_document) return TemplateType::kJinja;
  const Result<Tree> tree = ReadYaml(Source(std::string(path), text), limits);
  return tree && IsSectionDocument(*tree) ? TemplateType::kSections : TemplateType::kChat;
}

std::string TestBeside(std::string_view path, const Extensions& extensions) {
  return WithoutExtension(path, extensions) + std::string(kTestExtension);
}

Result<GivenTemplates> ReadGivenTemplates(const Params& workspace, const Extensions& extensions,
                                          const Limits& limits) {
  Reader reader(extensions, limits);
  if (!workspace.has("given")) return reader.Take();
  for (const Value& each : TRY(workspace.List("given"))) {
    TRY(reader.Read(TRY(Params::In(each, workspace.PathOf("given"), kGivenFields))));
  }
  return reader.Take();
}

}  // namespace galley::workspace
