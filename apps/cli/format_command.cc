// Reads each file, has the library lay it out, and writes what is not the same.
#include "format_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/format.h"
#include "galley/galley.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr char kStandardInput[] = "-";

bool IsThere(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

// A template, and the tests beside it.
void AddWithTests(const Json& entry, std::vector<std::string>* files) {
  const std::string path(entry.Find("absolute_path").as_string());
  files->push_back(path);
  const size_t bare = path.size() - entry.Find("extension").as_string().size();
  for (const std::string& tests : {path.substr(0, bare) + ".test.yaml", path + ".test.yaml"}) {
    if (IsThere(tests)) files->push_back(tests);
  }
}

std::string WorkingDirectory() {
  char* found = getcwd(nullptr, 0);
  const std::string directory = found ? found : "";
  std::free(found);
  return directory;
}

// `path` from the working directory, where it lies in it.
std::string Shown(std::string path, const std::string& here) {
  return path.starts_with(here) ? path.substr(here.size()) : path;
}

// The templates and tests of the project.
Result<std::vector<std::string>> ProjectFiles(const Arguments& arguments) {
  Context params;
  params.Set("tier", "project");
  const Result<Reply> reply = CallOn(arguments, "catalog.list", std::move(params));
  if (!reply) return reply.error();
  std::vector<std::string> files;
  const Json entries = reply->result().Find("entries");
  for (size_t at = 0; at < entries.size(); ++at) AddWithTests(entries.item(at), &files);
  const std::string here = WorkingDirectory() + '/';
  for (std::string& file : files) file = Shown(std::move(file), here);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

class Formatting {
 public:
  Formatting(const Arguments& arguments, const Output& output)
      : arguments_(arguments), output_(output) {}

  ExitCode Run() {
    const bool is_all = arguments_.format_files.files.empty();
    std::vector<std::string> files = arguments_.format_files.files;
    if (is_all) {
      Result<std::vector<std::string>> found = ProjectFiles(arguments_);
      if (!found) return output_.Fail(found.error());
      files = *std::move(found);
    }
    for (const std::string& file : files) {
      const Result<void> done = Format(file, is_all);
      if (!done) Fail(done.error());
    }
    return Finish(files.size());
  }

 private:
  // As JSON all problems are one answer, which comes at the end.
  void Fail(const Error& error) {
    const std::vector<Diagnostic>& problems = error.diagnostics();
    problems_.insert(problems_.end(), problems.begin(), problems.end());
    if (!output_.as_json()) output_.Fail(error);
    if (failure_ == ExitCode::kOk) failure_ = ExitCodeFor(error);
  }

  Result<void> Format(const std::string& file, bool may_be_unknown) {
    if (may_be_unknown && !CanFormat(file)) return {};
    const Result<std::string> text = ReadInput(file, arguments_.limits.file);
    if (!text) return text.error();
    const Result<std::string> laid = FormatFile(NameOf(file), *text);
    if (!laid) return laid.error();
    if (file == kStandardInput && !arguments_.format_files.check) {
      const ExitCode printed = output_.Print(*laid, Text::kExact);
      if (printed != ExitCode::kOk) failure_ = printed;
      return {};
    }
    if (*laid == *text) return {};
    changed_.push_back(file);
    return arguments_.format_files.check ? Result<void>() : WriteOutput(file, *laid);
  }

  // What messages call a file, and what tells its syntax.
  std::string NameOf(const std::string& file) const {
    if (file != kStandardInput) return file;
    const std::string& type = arguments_.type;
    return "standard input" + std::string(type.empty() || type == "jinja" ? ".j2"
                                          : type == "handlebars"          ? ".hbs"
                                                                          : ".yaml");
  }

  ExitCode Finish(size_t checked) {
    const bool is_check = arguments_.format_files.check;
    if (output_.as_json() && !problems_.empty()) {
      output_.Fail(Error(problems_));
    } else if (output_.as_json()) {
      Context result;
      result.Set("checked", static_cast<int64_t>(checked)).Key("changed").OpenList();
      for (const std::string& file : changed_) result.Text(file);
      result.Close();
      output_.Print(result.values().ToText() + '\n');
    } else {
      std::string text;
      for (const std::string& file : changed_) {
        text += (is_check ? "not tidy: " : "tidied ") + file + '\n';
      }
      output_.Print(text);
    }
    if (failure_ != ExitCode::kOk) return failure_;
    return is_check && !changed_.empty() ? ExitCode::kFindings : ExitCode::kOk;
  }

  const Arguments& arguments_;
  const Output& output_;
  std::vector<std::string> changed_;
  std::vector<Diagnostic> problems_;
  ExitCode failure_ = ExitCode::kOk;
};

ExitCode RunFormat(const Arguments& arguments, const Output& output) {
  return Formatting(arguments, output).Run();
}

}  // namespace

Command FormatCommand(Arguments* arguments) {
  return {
      .name = "fmt",
      .about = "Format templates, documents and tests",
      .examples =
          "  galley fmt\n"
          "  galley fmt --check\n"
          "  galley fmt prompts/hello.j2 prompts/hello.test.yaml\n"
          "  galley fmt --type jinja - < hello.txt\n"
          "\n"
          "What is rendered stays the same: only blanks inside of tags and between the parts\n"
          "of documents change.  Comments and lines stay.",
      .run = RunFormat,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = kFileName,
                         .about = "Files, or - for standard input; without any, the templates "
                                  "and tests of the project",
                         .target = &arguments->format_files.files},
                        TypeOption(arguments),
                        {.names = "--check",
                         .about = "Change nothing; exit with 1 if a file is not formatted",
                         .target = &arguments->format_files.check}}}),
  };
}

}  // namespace galley::cli
