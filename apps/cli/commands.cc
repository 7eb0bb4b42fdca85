// One Run and one Command for each; a Run makes parameters, calls an operation and prints.
#include "commands.h"

#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "call_and_print.h"
#include "completions.h"
#include "galley/galley.h"
#include "system.h"
#include "table.h"

namespace galley::cli {
namespace {

// The texts under `key` in the list `list` that an operation gives, with blanks between.
std::string TextsIn(std::string_view method, std::string_view list, std::string_view key) {
  const Result<Reply> reply = CallWithoutFiles(method);
  if (!reply) return "";
  std::vector<std::string_view> texts;
  const Json items = reply->result().Find(list);
  for (size_t at = 0; at < items.size(); ++at) {
    texts.push_back(items.item(at).Find(key).as_string());
  }
  return JoinWords(texts);
}

std::string OperationNames() { return TextsIn("operations.list", "operations", "name"); }
std::string CodeNames() { return TextsIn("diagnostics.list", "codes", "code"); }

std::string OperationList() {
  std::string text = "Operations:\n";
  const Result<Reply> reply = CallWithoutFiles("operations.list");
  if (!reply) return text;
  const Json operations = reply->result().Find("operations");
  for (size_t at = 0; at < operations.size(); ++at) {
    std::string name(operations.item(at).Find("name").as_string());
    name.resize(std::max<size_t>(name.size() + 2, 20), ' ');
    text += "  " + name + std::string(operations.item(at).Find("about").as_string()) + '\n';
  }
  return text;
}

Result<std::string> ReadParams(const Arguments& arguments) {
  const std::string& params = arguments.params;
  if (params.empty()) return "{}";
  if (params == "-") return ReadInput(params, arguments.limits.request);
  if (params.front() == '@') return ReadInput(params.substr(1), arguments.limits.request);
  return params;
}

ExitCode RunCall(const Arguments& arguments, const Output& output) {
  const Result<std::string> params = ReadParams(arguments);
  if (!params) return output.FailForInput(params.error());
  return PrintReply(
      Call(arguments.method, *params, arguments.limits), output,
      [](const Reply& reply) { return reply.text() + '\n'; }, Text::kJson);
}

ExitCode RunCompletions(const Arguments& arguments, const Output& output) {
  Arguments unused;
  const Program program = DescribeProgram(&unused);
  std::string (*const print)(const Program&) = arguments.shell == "bash"   ? BashCompletions
                                               : arguments.shell == "zsh"  ? ZshCompletions
                                               : arguments.shell == "fish" ? FishCompletions
                                                                           : TcshCompletions;
  return output.Print(print(program), Text::kExact);
}

// What a code means, an example that fails with it, and how to mend that.
std::string ExplainCode(const Json& code) {
  const auto text = [&](std::string_view key) { return std::string(code.Find(key).as_string()); };
  std::string page = text("severity") + '[' + text("code") + "]: " + text("about") + '\n';
  if (!text("example").empty()) page += "\nexample:\n" + text("example");
  return page + "\nto mend it: " + text("mend") + '\n';
}

// How a line of help goes on where it is broken.
struct Continuation {
  size_t first;          // it is not broken before this column
  size_t indent;         // of what follows
  std::string_view end;  // of what is broken off
};

constexpr size_t kColumn = 26;  // where CLI11 puts the second one

bool HasColumns(std::string_view line) {
  const size_t word = std::min(line.find_first_not_of(' '), line.size());
  if (line.substr(word).starts_with("galley ")) return false;
  return word >= 2 && (word > 2 || line.find("  ", word) != line.npos);
}

Continuation ContinuationOf(std::string_view line) {
  const size_t word = std::min(line.find_first_not_of(' '), line.size());
  // A command stays one that can be copied.
  if (line.substr(word).starts_with("galley ")) return {word, word + 4, " \\"};
  return HasColumns(line) ? Continuation{kColumn, kColumn, ""} : Continuation{word, word, ""};
}

// `text` with what stands in a second column on lines of its own below the first.
std::string WithoutColumns(std::string_view text) {
  constexpr std::string_view kIndent = "      ";
  std::string lines;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (HasColumns(line)) {
      const size_t word = line.find_first_not_of(' ');
      const size_t gap = word < kColumn ? line.find("  ", word) : 0;
      const size_t second = std::min(line.find_first_not_of(' ', gap), line.size());
      if (gap != line.npos) {
        if (gap > 0) lines.append(line.substr(0, gap)).append("\n");
        lines.append(kIndent);
        line.remove_prefix(second);
      }
    }
    lines.append(line).append("\n");
  }
  return lines;
}

// Where a line ends, and where the next one begins.
struct Break {
  size_t end = std::string_view::npos;
  size_t next = 0;
};

// The last place up to `room` and behind `least`: a blank, which is dropped, else behind one of
// the signs between choices.
Break FindBreak(std::string_view line, size_t least, size_t room) {
  const size_t blank = line.rfind(' ', room);
  if (blank != line.npos && blank > least) return {blank, blank + 1};
  const size_t sign = line.rfind('|', room - 1);
  if (sign != line.npos && sign + 1 > least) return {sign + 1, sign + 1};
  return {};
}

// `text` with lines that are longer than `width` broken.
std::string WrapHelp(std::string_view text, size_t width) {
  constexpr size_t kTwoColumns = 60;  // narrower, little is left for the second one
  constexpr size_t kLeast = 30;       // narrower, breaking helps nobody
  const bool is_narrow = width >= kLeast && width < kTwoColumns;
  const std::string one_column = is_narrow ? WithoutColumns(text) : "";
  if (is_narrow) text = one_column;
  std::string wrapped;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    Continuation next = ContinuationOf(line);
    if (is_narrow && next.indent == kColumn) next.first = next.indent = line.find_first_not_of(' ');
    size_t least = next.first;
    size_t room = width >= kLeast ? width : line.size();
    while (line.size() > room) {
      const Break at = FindBreak(line, least, room - next.end.size());
      if (at.end == line.npos) break;
      wrapped.append(line.substr(0, at.end)).append(next.end).append("\n");
      wrapped.append(next.indent, ' ');
      line.remove_prefix(at.next);
      least = 0;
      room = width - next.indent;
    }
    wrapped.append(line).append("\n");
  }
  return wrapped;
}

ExitCode RunErrors(const Arguments& arguments, const Output& output) {
  Context params;
  if (!arguments.code.empty()) params.Set("code", arguments.code);
  const bool is_one = !arguments.code.empty();
  return PrintReply(
      CallWithoutFiles("diagnostics.list", std::move(params)), output,
      [is_one](const Reply& reply) {
        if (is_one) return ExplainCode(reply.result().Find("codes").item(0));
        return Table(Rows(reply.result().Find("codes"), {"code", "severity", "about"}));
      });
}

ExitCode RunLimits(const Arguments& arguments, const Output& output) {
  return PrintReply(CallWithoutFiles("limits.list", {}, arguments.limits), output,
                    [](const Reply& reply) {
                      return Table(Rows(reply.result().Find("limits"), {"name", "value", "about"}));
                    });
}

// An operation as people read it.
std::string ShowOperation(const Json& operation) {
  const auto text = [&](std::string_view key) {
    return std::string(operation.Find(key).as_string());
  };
  std::string page = text("name") + ": " + text("about") + "\nscope: " + text("scope") + '\n';
  for (const std::string_view part : {"parameters", "result"}) {
    const Json fields = operation.Find(part);
    if (fields.size() == 0) continue;
    std::vector<Row> rows;
    for (size_t at = 0; at < fields.size(); ++at) {
      const Json field = fields.item(at);
      const std::string_view fallback = field.Find("default").as_string();
      std::string about(field.Find("about").as_string());
      if (!fallback.empty()) {
        about += (about.empty() ? "default " : "; default ") + std::string(fallback);
      }
      const std::string mark = field.Find("required").as_bool() ? "" : "?";
      rows.push_back({"  " + Cell(field.Find("name")) + mark, Cell(field.Find("type")), about});
    }
    page += std::string(part) + ":\n" + Table(rows);
  }
  return page + "example:\n  galley call " + text("name") + " '" + text("example") + "'\n";
}

ExitCode RunOperations(const Arguments& arguments, const Output& output) {
  Context params;
  const bool is_one = !arguments.method.empty();
  if (is_one) params.Set("name", arguments.method);
  return PrintReply(CallWithoutFiles("operations.list", std::move(params)), output,
                    [is_one](const Reply& reply) {
                      const Json operations = reply.result().Find("operations");
                      return is_one ? ShowOperation(operations.item(0))
                                    : Table(Rows(operations, {"name", "scope", "about"}));
                    });
}

// The directory and the name of a file, links resolved: the operation follows none
// out of the directory, and the user may have named one that does.
void SetFile(const std::string& file, Context* params) {
  const std::string resolved = ResolvedPath(file);
  const std::string& path = resolved.empty() ? file : resolved;
  const size_t slash = path.rfind('/');
  const std::string directory = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  params->Key("workspace").OpenMap().Key("dir").Text(directory).Close();
  params->Set("file", path.substr(slash + 1));
  params->Set("name", file);
}

ExitCode RunRead(const Arguments& arguments, const Output& output) {
  Context params;
  if (!arguments.file_format.empty()) params.Set("format", arguments.file_format);
  if (arguments.positions) params.Set("positions", true);
  if (arguments.file == "-") {
    const Result<std::string> text = ReadInput(arguments.file, arguments.limits.request);
    if (!text) return output.Fail(text.error());
    params.Set("text", *text).Set("name", "<standard input>");
  } else {
    SetFile(arguments.file, &params);
  }
  const Result<Reply> read = CallWithoutFiles("format.read", std::move(params), arguments.limits);
  const auto show = [](const Reply& reply) {
    const Json result = reply.result();
    // A value that stands alone is the document itself.
    return (result.size() == 1 ? result.item(0) : result).ToText(2) + '\n';
  };
  return PrintReply(read, output, show, Text::kJson);
}

// What one request frees, the next one takes again.  Memory that goes back to the
// system in between comes as fresh pages, which for a large template takes as long
// as compiling it.  Elsewhere than in the GNU C library nothing can be said about it.
void KeepMemory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
#endif
}

ExitCode RunRpc(const Arguments&, const Output& output) {
  KeepMemory();
  const Result<void> served = ServeRpc(STDIN_FILENO, STDOUT_FILENO);
  return served ? ExitCode::kOk : output.Fail(served.error());
}

}  // namespace

Command CallCommand(Arguments* arguments) {
  return {
      .name = "call",
      .about = "Call an operation and print its result as JSON",
      .examples =
          "  galley call version\n"
          "  galley call format.read '{\"format\": \"yaml\", \"text\": \"a: 1\"}'\n"
          "  galley call format.read @params.json\n"
          "  echo '{\"limits\": {\"steps\": 1000}}' | galley call limits.list -",
      .run = RunCall,
      .options = {{.names = "METHOD",
                   .about = "The operation",
                   .target = &arguments->method,
                   .suggestions = OperationNames,
                   .required = true},
                  {.names = "PARAMS",
                   .about = "Its parameters: JSON, @FILE, or - for standard input",
                   .target = &arguments->params}},
      .list = OperationList,
  };
}

Command CompletionsCommand(Arguments* arguments) {
  return {
      .name = "completions",
      .about = "Print completions for a shell",
      .examples =
          "  source <(galley completions bash)\n"
          "  galley completions zsh > ~/.zfunc/_galley\n"
          "  galley completions fish | source\n"
          "  galley completions tcsh > ~/.galley.tcsh; source ~/.galley.tcsh",
      .run = RunCompletions,
      .options = {{.names = "SHELL",
                   .about = "The shell",
                   .target = &arguments->shell,
                   .choices = {"bash", "zsh", "fish", "tcsh"},
                   .required = true}},
  };
}

Command ErrorsCommand(Arguments* arguments) {
  return {
      .name = "errors",
      .about = "Explain a diagnostic code, or list them all",
      .examples =
          "  galley errors\n"
          "  galley errors duplicate-key\n"
          "  galley errors --format json",
      .run = RunErrors,
      .options = {{.names = "CODE",
                   .about = "The code, as in error[CODE]",
                   .target = &arguments->code,
                   .suggestions = CodeNames}},
  };
}

Command LimitsCommand(Arguments*) {
  return {
      .name = "limits",
      .about = "List the limits and their values",
      .examples =
          "  galley limits\n"
          "  galley limits --format json",
      .run = RunLimits,
  };
}

Command OperationsCommand(Arguments* arguments) {
  return {
      .name = "operations",
      .about = "Show an operation's parameters and result, or list all operations",
      .examples =
          "  galley operations\n"
          "  galley operations text.render\n"
          "  galley operations --format json",
      .run = RunOperations,
      .options = {{.names = "NAME",
                   .about = "The operation, as for galley call",
                   .target = &arguments->method,
                   .suggestions = OperationNames}},
  };
}

Command ReadCommand(Arguments* arguments) {
  return {
      .name = "read",
      .about = "Read a document and print it as JSON",
      .examples =
          "  galley read prompts.yaml\n"
          "  galley read --as front-matter page.md\n"
          "  galley read --positions config.toml\n"
          "  curl -s https://example.com/a.json | galley read --as json -",
      .run = RunRead,
      .options = {{.names = kFileName,
                   .about = "The document, or - for standard input",
                   .target = &arguments->file,
                   .required = true},
                  {.names = "--as",
                   .about = "Its format; by default, that of the extension of FILE",
                   .target = &arguments->file_format,
                   .choices = {"json", "yaml", "toml", "front-matter", "markdown"}},
                  {.names = "--positions",
                   .about = "Also print the position of each key and value",
                   .target = &arguments->positions}},
  };
}

Command RpcCommand(Arguments*) {
  return {
      .name = "rpc",
      .about = "Answer JSON-RPC 2.0 requests on standard input, one per line",
      .examples = "  echo '{\"id\": 1, \"method\": \"version\"}' | galley rpc",
      .run = RunRpc,
  };
}

// Help, with what is longer than the terminal is wide broken below where it began.
ExitCode RunText(const Arguments& arguments, const Output& output) {
  return output.Print(WrapHelp(arguments.text, output.width()), Text::kExact);
}

ExitCode RunVersion(const Arguments&, const Output& output) {
  return PrintReply(CallWithoutFiles("version"), output, [](const Reply& reply) {
    return "galley " + std::string(reply.result().Find("version").as_string()) + '\n';
  });
}

}  // namespace galley::cli
