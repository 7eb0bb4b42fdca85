// Actions are rows of a table: how many words each takes, which options, what runs.
#include "store_command.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "table.h"
#include "workspace_arguments.h"
#include "workspace_commands.h"

namespace galley::cli {
namespace {

constexpr char kExamples[] =
    "  galley store push hello --message \"greet by name\"\n"
    "  galley store push drafts/reply.j2 --name email/reply\n"
    "  galley store push hello email/reply\n"
    "  galley store status\n"
    "  galley store list\n"
    "  galley store history hello\n"
    "  galley store diff hello\n"
    "  galley store diff hello@1 hello@2\n"
    "  galley store label hello@2 production\n"
    "  galley render store:hello@production -d data.json\n"
    "  galley store pull hello@1 --output -\n"
    "  galley store rollback hello@1\n"
    "  galley store verify\n"
    "  galley store export backup --store postgresql://db.example/prompts\n"
    "  galley store import backup --store sqlite:copy.db\n"
    "\n"
    "The store is --store URL, or the configuration's key `store` ($GALLEY_STORE), or\n"
    ".galley/store.db of the project.  URL is sqlite:PATH or postgresql://...; a password is\n"
    "best left to $PGPASSWORD or ~/.pgpass.";

// How many words an action takes after its name, and the options that it uses.
struct Action {
  std::string_view name;
  size_t least;
  size_t most;
  std::string_view options;
  ExitCode (*run)(const Arguments& arguments, const Output& output);
};

const std::string& Word(const Arguments& arguments, size_t at = 0) {
  return arguments.store.words[at];
}

void SetIfGiven(std::string_view key, const std::string& value, Context* params) {
  if (!value.empty()) params->Set(key, value);
}

Context NamedParams(const Arguments& arguments) {
  Context params;
  params.Set("name", Word(arguments));
  return params;
}

std::string Reference(const Json& result) {
  return Cell(result.Find("name")) + '@' + Cell(result.Find("version"));
}

std::string ShowPushed(const Reply& reply) {
  const Json result = reply.result();
  return Reference(result) +
         (result.Find("created").as_bool() ? " stored\n" : " is the newest already, unchanged\n");
}

// Calls store.push with what `word` means and what the options say.
Result<Reply> CallPush(const Arguments& arguments, Context params) {
  const StoreArguments& given = arguments.store;
  SetIfGiven("message", given.message, &params);
  SetIfGiven("author", given.author, &params);
  if (!given.base.empty()) params.SetJson("base", given.base);
  return CallOn(arguments, "store.push", std::move(params));
}

Result<Reply> PushFile(const Arguments& arguments, const std::string& file) {
  const Result<std::string> text = ReadInput(file, arguments.limits.file);
  if (!text) return text.error();
  Context params;
  params.Set("text", *text);
  if (file != "-") params.Set("path", file);
  SetIfGiven("name", arguments.store.name, &params);
  SetIfGiven("type", arguments.store.type, &params);
  return CallPush(arguments, std::move(params));
}

// A word that begins like a path is one; any other is a name first, then a path.
Result<Reply> PushWord(const Arguments& arguments, const std::string& word) {
  const StoreArguments& given = arguments.store;
  const bool is_for_file = !given.name.empty() || !given.type.empty();
  if (word == "-" || IsPath(word) || (is_for_file && IsRegularFile(word))) {
    return PushFile(arguments, word);
  }
  if (is_for_file) {
    return UsageProblem("`--name` and `--type` are for a file, and there is no `" + word + '`');
  }
  Context params;
  params.Set("name", word);
  Result<Reply> pushed = CallPush(arguments, std::move(params));
  const bool is_no_name = !pushed && (pushed.error().code() == "template-not-found" ||
                                      pushed.error().code() == "invalid-template-name");
  return is_no_name && IsRegularFile(word) ? PushFile(arguments, word) : std::move(pushed);
}

ExitCode RunPush(const Arguments& arguments, const Output& output) {
  const StoreArguments& given = arguments.store;
  if (given.words.size() > 1 && (!given.name.empty() || !given.base.empty())) {
    return output.Fail(UsageProblem("`--name` and `--base` are for one document"));
  }
  for (const std::string& word : given.words) {
    const ExitCode pushed = PrintReply(PushWord(arguments, word), output, ShowPushed);
    if (pushed != ExitCode::kOk) return pushed;
  }
  return ExitCode::kOk;
}

ExitCode RunStatus(const Arguments& arguments, const Output& output) {
  return CallAndPrint(arguments, "store.status", {}, output, [](const Reply& reply) {
    const Json documents = reply.result().Find("documents");
    std::vector<Row> rows;
    for (size_t at = 0; at < documents.size(); ++at) {
      const Json each = documents.item(at);
      const Json version = each.Find("version");
      const Json path = each.Find("path");
      rows.push_back({Cell(each.Find("state")),
                      Cell(each.Find("name")) + (version.is_null() ? "" : '@' + Cell(version)),
                      path.is_null() ? "" : Cell(path)});
    }
    return rows.empty() ? std::string("nothing is stored\n") : Table(rows);
  });
}

ExitCode RunPull(const Arguments& arguments, const Output& output) {
  Context params = NamedParams(arguments);
  const bool to_output = arguments.store.output == "-";
  if (!to_output) params.Set("write", true);
  if (!to_output) SetIfGiven("path", arguments.store.output, &params);
  if (arguments.store.force) params.Set("force", true);
  const auto show = [&](const Reply& reply) {
    const Json result = reply.result();
    if (to_output) return std::string(result.Find("text").as_string());
    return Cell(result.Find("name")) + '@' + Cell(result.Find("version").Find("version")) + ' ' +
           Cell(result.Find("written")) + ' ' + Cell(result.Find("path")) + '\n';
  };
  return CallAndPrint(arguments, "store.pull", std::move(params), output, show,
                      to_output ? Text::kExact : Text::kForPeople);
}

std::string JoinedLabels(const Json& labels) {
  std::string text;
  for (size_t at = 0; at < labels.size(); ++at) {
    text += (at > 0 ? ", " : "") +
            (labels.is_map() ? std::string(labels.key(at)) + '@' : std::string()) +
            Cell(labels.item(at));
  }
  return text;
}

// A time without what is below a second.
std::string Seconds(const Json& time) {
  std::string text = Cell(time);
  const size_t dot = text.find('.');
  return dot == text.npos ? text : text.substr(0, dot) + 'Z';
}

// The first line of a message, cut between two characters where it is long.
std::string Headline(const Json& version) {
  const std::string_view message = version.Find("message").as_string();
  const std::string text = Cell(version.Find("message"));
  size_t size = std::min({message.find('\n'), text.size(), size_t{60}});
  const auto is_inside = [&] { return (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80; };
  while (size > 0 && size < text.size() && is_inside()) --size;
  return text.substr(0, size);
}

// `name` and `name@label`, a line each.
std::string StoredNames(const Json& documents) {
  std::string text;
  for (size_t at = 0; at < documents.size(); ++at) {
    const std::string name = Cell(documents.item(at).Find("name"));
    text += name + '\n';
    const Json labels = documents.item(at).Find("labels");
    for (size_t label = 0; label < labels.size(); ++label) {
      text += name + '@' + std::string(labels.key(label)) + '\n';
    }
  }
  return text;
}

ExitCode RunStoreList(const Arguments& arguments, const Output& output) {
  Context params;
  SetIfGiven("filter", arguments.store.filter, &params);
  SetIfGiven("type", arguments.store.type, &params);
  const bool names_only = arguments.store.names_only;
  return CallAndPrint(arguments, "store.list", std::move(params), output, [=](const Reply& reply) {
    const Json documents = reply.result().Find("documents");
    if (names_only) return StoredNames(documents);
    if (documents.size() == 0) return std::string("nothing is stored\n");
    std::vector<Row> rows = {{"NAME", "TYPE", "VERSION", "LABELS", "AUTHOR", "TIME", "MESSAGE"}};
    for (size_t at = 0; at < documents.size(); ++at) {
      const Json document = documents.item(at);
      const Json newest = document.Find("newest");
      rows.push_back({Cell(document.Find("name")), Cell(document.Find("type")),
                      Cell(newest.Find("version")), JoinedLabels(document.Find("labels")),
                      Cell(newest.Find("author")), Seconds(newest.Find("time")), Headline(newest)});
    }
    return Table(rows);
  });
}

ExitCode RunHistory(const Arguments& arguments, const Output& output) {
  return CallAndPrint(
      arguments, "store.history", NamedParams(arguments), output, [](const Reply& reply) {
        std::vector<Row> rows = {{"VERSION", "LABELS", "DIGEST", "AUTHOR", "TIME", "MESSAGE"}};
        const Json versions = reply.result().Find("versions");
        for (size_t at = 0; at < versions.size(); ++at) {
          const Json version = versions.item(at);
          rows.push_back({Cell(version.Find("version")), JoinedLabels(version.Find("labels")),
                          Cell(version.Find("digest")).substr(0, 12), Cell(version.Find("author")),
                          Seconds(version.Find("time")), Headline(version)});
        }
        return Table(rows);
      });
}

// A unified diff, what goes in red and what comes in green.
std::string ColouredDiff(std::string_view text) {
  std::string coloured;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::string_view colour = line.starts_with('+')    ? "\x1b[32m"
                                    : line.starts_with('-')  ? "\x1b[31m"
                                    : line.starts_with("@@") ? "\x1b[36m"
                                                             : "";
    coloured.append(colour).append(line).append(colour.empty() ? "" : "\x1b[0m");
    if (end < text.size()) coloured += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return coloured;
}

ExitCode RunDiff(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("from", Word(arguments));
  if (arguments.store.words.size() > 1) params.Set("to", Word(arguments, 1));
  const auto show = [&](const Reply& reply) {
    const std::string text(reply.result().Find("text").as_string());
    return output.has_colour() ? ColouredDiff(text) : text;
  };
  return CallAndPrint(arguments, "store.diff", std::move(params), output, show,
                      output.has_colour() ? Text::kForPeople : Text::kExact);
}

ExitCode RunLabel(const Arguments& arguments, const Output& output) {
  Context params = NamedParams(arguments);
  params.Set("label", Word(arguments, 1));
  if (arguments.store.remove) params.Set("remove", true);
  return CallAndPrint(arguments, "store.label", std::move(params), output, [](const Reply& reply) {
    const Json result = reply.result();
    const Json version = result.Find("version");
    const Json previous = result.Find("previous");
    const std::string label = Cell(result.Find("name")) + '@' + Cell(result.Find("label"));
    const std::string was = previous.is_null() ? "" : ", was version " + Cell(previous);
    return label + (version.is_null() ? " is gone" : " is version " + Cell(version)) + was + '\n';
  });
}

ExitCode RunRollback(const Arguments& arguments, const Output& output) {
  Context params = NamedParams(arguments);
  SetIfGiven("message", arguments.store.message, &params);
  SetIfGiven("author", arguments.store.author, &params);
  return CallAndPrint(arguments, "store.rollback", std::move(params), output, ShowPushed);
}

ExitCode RunVerify(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("colour", output.has_colour());
  const Result<Reply> reply = CallOn(arguments, "store.verify", std::move(params));
  if (!reply) return output.Fail(reply.error());
  const Json result = reply->result();
  const ExitCode printed = output.Print(
      output.as_json() ? reply->text() + '\n' : std::string(result.Find("text").as_string()));
  if (printed != ExitCode::kOk) return printed;
  return result.Find("errors").as_int() > 0 ? ExitCode::kFindings : ExitCode::kOk;
}

// `1 word`, `2 words`.
std::string Pluralize(int64_t count, const std::string& word) {
  return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

std::string ShowTransferred(const Reply& reply) {
  const Json result = reply.result();
  const Json added = result.Find("new_versions");
  return Pluralize(result.Find("documents").as_int(), "document") + ", " +
         Pluralize(result.Find("versions").as_int(), "version") +
         (added.is_null() ? "" : ", " + Cell(added) + " new") + '\n';
}

ExitCode RunExport(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("directory", Word(arguments));
  return CallAndPrint(arguments, "store.export", std::move(params), output, ShowTransferred);
}

ExitCode RunImport(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("directory", Word(arguments));
  return CallAndPrint(arguments, "store.import", std::move(params), output, ShowTransferred);
}

constexpr Action kActions[] = {
    {"push", 1, SIZE_MAX, "--message --author --base --name --type", RunPush},
    {"status", 0, 0, "", RunStatus},
    {"pull", 1, 1, "--output --force", RunPull},
    {"list", 0, 0, "--type --filter --names", RunStoreList},
    {"history", 1, 1, "", RunHistory},
    {"diff", 1, 2, "", RunDiff},
    {"label", 2, 2, "--remove", RunLabel},
    {"rollback", 1, 1, "--message --author", RunRollback},
    {"verify", 0, 0, "", RunVerify},
    {"export", 1, 1, "", RunExport},
    {"import", 1, 1, "", RunImport},
};

// One as JSON has it.
bool IsNumber(const std::string& text) {
  if (text.size() > 1 && text.front() == '0') return false;
  return text.size() < 19 && std::all_of(text.begin(), text.end(),
                                         [](char byte) { return byte >= '0' && byte <= '9'; });
}

// An option that was given and that the action does not use; empty: there is none.
std::string FindUnused(const Action& action, const StoreArguments& given) {
  const std::pair<std::string, bool> options[] = {
      {"--message", !given.message.empty()}, {"--author", !given.author.empty()},
      {"--base", !given.base.empty()},       {"--name", !given.name.empty()},
      {"--type", !given.type.empty()},       {"--filter", !given.filter.empty()},
      {"--output", !given.output.empty()},   {"--force", given.force},
      {"--names", given.names_only},         {"--remove", given.remove},
  };
  for (const auto& [name, is_given] : options) {
    if (is_given && action.options.find(name) == action.options.npos) return name;
  }
  return {};
}

ExitCode RunStore(const Arguments& arguments, const Output& output) {
  const StoreArguments& given = arguments.store;
  const auto* action = std::find_if(std::begin(kActions), std::end(kActions),
                                    [&](const Action& each) { return each.name == given.action; });
  if (action == std::end(kActions)) return ExitCode::kInternal;
  const std::string name = "`galley store " + given.action + '`';
  if (given.words.size() < action->least) {
    return output.Fail(
        UsageProblem(name + " takes " + Pluralize(static_cast<int64_t>(action->least), "word")));
  }
  if (given.words.size() > action->most) {
    return output.Fail(
        UsageProblem('`' + given.words.back() + "` is one word too many for " + name));
  }
  const std::string unused = FindUnused(*action, given);
  if (!unused.empty()) {
    return output.Fail(UsageProblem('`' + unused + "` means nothing to " + name));
  }
  if (!IsNumber(given.base)) return output.Fail(UsageProblem("`--base` takes a version"));
  return action->run(arguments, output);
}

std::vector<Option> OwnOptions(StoreArguments* arguments) {
  return {{.names = "ACTION",
           .about = "What to do",
           .target = &arguments->action,
           .choices = {"push", "status", "pull", "list", "history", "diff", "label", "rollback",
                       "verify", "export", "import"},
           .required = true},
          {.names = "WORD",
           .about = "push: names or files; pull, history, rollback, diff, label: "
                    "NAME, NAME@VERSION or NAME@LABEL; label: also the label; export, import: "
                    "a directory",
           .target = &arguments->words,
           .listing = "store list --names"},
          {.names = "-m,--message",
           .about = "push, rollback: why",
           .target = &arguments->message,
           .value = "TEXT"},
          {.names = "--author",
           .about = "push, rollback: who; by default the user",
           .target = &arguments->author,
           .value = "NAME"},
          {.names = "--base",
           .about = "push: the version that the text was made from",
           .target = &arguments->base,
           .value = "N"},
          {.names = "--name",
           .about = "push: the name of a file in the store",
           .target = &arguments->name,
           .value = "NAME"},
          {.names = "--type",
           .about = "push, list: the type of a document",
           .target = &arguments->type,
           .choices = {"jinja", "handlebars", "sections", "chat", "task", "instructions"}},
          {.names = "--filter",
           .about = "list: only names that contain this text",
           .target = &arguments->filter,
           .value = "TEXT"},
          {.names = "--names",
           .about = "list: print only names and NAME@LABEL, one per line",
           .target = &arguments->names_only},
          {.names = "-o,--output",
           .about = "pull: the file to write, or -; by default where the project has the template",
           .target = &arguments->output,
           .value = kFileName},
          {.names = "--force",
           .about = "pull: overwrite changes that are not in the store",
           .target = &arguments->force},
          {.names = "--remove", .about = "label: remove the label", .target = &arguments->remove}};
}

}  // namespace

Command StoreCommand(Arguments* arguments) {
  return {
      .name = "store",
      .about = "Keep templates in a database, with their history",
      .examples = kExamples,
      .run = RunStore,
      .options = Join({WorkspaceOptions(arguments), OwnOptions(&arguments->store)}),
  };
}

}  // namespace galley::cli
