// Reads one file, has the operation translate it, and prints or writes what came out.
#include "import_command.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "read_folder.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

// The directory that `path` lies in, with its slash.
std::string DirectoryOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? std::string() : std::string(path.substr(0, slash + 1));
}

// `FOLDER/NAME.j2` or `FOLDER/NAME.chat.yaml` -> `FOLDER/NAME`.
std::string WithoutExtension(const std::string& path) {
  constexpr std::string_view kChat = ".chat";
  const size_t folder = DirectoryOf(path).size();
  const size_t dot = path.rfind('.');
  if (dot == path.npos || dot <= folder) return path;
  std::string name = path.substr(0, dot);
  if (name.ends_with(kChat)) name.resize(name.size() - kChat.size());
  return name;
}

struct File {
  std::string path;
  std::string_view text;
};

// What belongs to the template, beside it; its own tests are called as it is.
std::vector<File> FilesBeside(const Json& result, const std::string& path) {
  const std::string tests = std::string(result.Find("name").as_string()) + ".test.yaml";
  std::vector<File> beside;
  const Json files = result.Find("files");
  for (size_t at = 0; at < files.size(); ++at) {
    const std::string name(files.item(at).Find("name").as_string());
    beside.push_back(
        {name == tests ? WithoutExtension(path) + ".test.yaml" : DirectoryOf(path) + name,
         files.item(at).Find("text").as_string()});
  }
  return beside;
}

// The document names these files, so nothing that has such a name already is written over.
Result<void> CheckFree(const std::vector<File>& files, const std::string& path,
                       const Limits& limits) {
  for (const File& file : files) {
    if (!IsThere(file.path) && file.path != path) continue;
    if (IsRegularFile(file.path) && file.path != path) {
      const Result<std::string> found = ReadInput(file.path, limits.request);
      if (found && *found == file.text) continue;
    }
    Diagnostic taken = UsageProblem("`" + file.path + "` is there already");
    taken.hint = "the document names it; write to another folder, or move it away";
    return taken;
  }
  return {};
}

// The template goes where it is told to, over what is there, and what belongs to it beside it.
ExitCode WriteAll(const Arguments& arguments, const Reply& reply, const Output& output) {
  const std::string& path = arguments.import.to;
  const std::vector<File> beside = FilesBeside(reply.result(), path);
  const Result<void> free = CheckFree(beside, path, arguments.limits);
  if (!free) return output.Fail(free.error());
  MakeFoldersOf(path);
  const Result<void> written = WriteOutput(path, reply.result().Find("text").as_string());
  if (!written) return output.Fail(written.error());
  std::string lines = "written " + path + '\n';
  for (const File& file : beside) {
    MakeFoldersOf(file.path);
    const Result<void> more = WriteOutput(file.path, file.text);
    if (!more) return output.Fail(more.error());
    lines += "written " + file.path + '\n';
  }
  return output.Print(lines);
}

// Without a place to write to, files beside the template follow it under their names.
std::string Show(const Json& result) {
  std::string text(result.Find("text").as_string());
  const Json files = result.Find("files");
  for (size_t at = 0; at < files.size(); ++at) {
    if (!text.empty() && text.back() != '\n') text += '\n';
    text += "--- " + std::string(files.item(at).Find("name").as_string()) + '\n';
    text += files.item(at).Find("text").as_string();
  }
  return text;
}

Result<void> SetText(const std::string& file, const Limits& limits, Context* params) {
  const Result<std::string> text = ReadInput(file, limits.request);
  if (!text) return text.error();
  params->Set("text", *text);
  if (file != "-") params->Set("file", file);
  return {};
}

Result<void> SetFolder(const std::string& folder, const Limits& limits, Context* params) {
  const Result<std::vector<FolderFile>> files = ReadFolder(folder, limits);
  if (!files) return files.error();
  params->Key("files").OpenMap();
  for (const FolderFile& file : *files) params->Key(file.path).Text(file.text);
  params->Close();
  return {};
}

ExitCode RunImport(const Arguments& arguments, const Output& output) {
  const ImportArguments& given = arguments.import;
  Context params;
  const Result<void> read = IsFolder(given.file) ? SetFolder(given.file, arguments.limits, &params)
                                                 : SetText(given.file, arguments.limits, &params);
  if (!read) return output.FailForInput(read.error());
  if (!given.name.empty()) params.Set("name", given.name);
  const std::string& format = arguments.output_format;
  if (!format.empty() && format != "text" && format != "json") params.Set("format", format);
  const Result<Reply> reply =
      CallWithoutFiles("import.template", std::move(params), arguments.limits);
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  if (!given.to.empty()) return WriteAll(arguments, *reply, output);
  if (output.as_json()) return output.Print(reply->text() + '\n');
  return output.Print(output.Ended(Show(reply->result())), Text::kExact);
}

}  // namespace

Command ImportCommand(Arguments* arguments) {
  return {
      .name = "import",
      .about = "Turn a prompt of another tool into a template",
      .examples =
          "  galley import support.prompt -o templates/support.chat.yaml\n"
          "  galley import prompt.json --format langfuse --name support\n"
          "  galley import .ruler -o .iaip/context.iai",
      .run = RunImport,
      .options = {{.names = kFileName,
                   .about = "The document, or a folder of rules; by default - for standard input",
                   .target = &arguments->import.file},
                  {.names = "--format",
                   .about = "What wrote it, where its name and text do not tell; or json",
                   .target = &arguments->output_format,
                   .choices = {"storyforge", "dotprompt", "prompty", "langfuse", "langchain",
                               "promptfoo", "sillytavern", "instructions", "text", "json"}},
                  {.names = "--name",
                   .about = "What to call the template",
                   .target = &arguments->import.name},
                  {.names = "-o,--output",
                   .about = "Write it there, and what belongs to it beside it",
                   .target = &arguments->import.to}},
  };
}

}  // namespace galley::cli
