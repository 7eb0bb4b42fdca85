// What each command calls and how it prints the result; options are in workspace_arguments.cc.
#include "workspace_commands.h"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call_and_print.h"
#include "counting_note.h"
#include "data_arguments.h"
#include "galley/galley.h"
#include "system.h"
#include "table.h"

namespace galley::cli {
namespace {

std::string TextOf(const Reply& reply) {
  return std::string(reply.result().Find("text").as_string());
}

void SetList(std::string_view key, const std::vector<std::string>& texts, Context* params) {
  params->Key(key).OpenList();
  for (const std::string& text : texts) params->Text(text);
  params->Close();
}

Context NamedParams(const Arguments& arguments) {
  Context params;
  params.Set("name", arguments.name);
  return params;
}

std::string MatchTable(const Json& matches) {
  std::vector<Row> rows = {{"STATUS", "TIER", "LOGICAL NAME", "WHY", "PATH"}};
  for (size_t at = 0; at < matches.size(); ++at) {
    const Json match = matches.item(at);
    const Json entry = match.Find("entry");
    rows.push_back({Cell(match.Find("status")), Cell(entry.Find("tier")),
                    Cell(entry.Find("logical_name")), Cell(match.Find("why")),
                    Cell(entry.Find("absolute_path"))});
  }
  return Table(rows);
}

ExitCode RunWhichAll(const Arguments& arguments, const Output& output) {
  const Result<Reply> reply = CallOn(arguments, "catalog.which", NamedParams(arguments));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const Json result = reply->result();
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n' : MatchTable(result.Find("matches")));
  if (printed != ExitCode::kOk) return printed;
  return result.Find("winner").is_null() ? ExitCode::kAmbiguous : ExitCode::kOk;
}

std::string JoinedNames(const Json& list) {
  std::string text;
  for (size_t at = 0; at < list.size(); ++at) {
    text += (at > 0 ? ", " : "") + Cell(list.item(at));
  }
  return text.empty() ? "-" : text;
}

std::string Ceiling(const Json& max_tokens) {
  return max_tokens.is_null() ? "" : ", at most " + max_tokens.ToText();
}

// What a chat template has besides.
void AddChatRows(const Json& chat, std::vector<Row>* rows) {
  rows->push_back({"task", Cell(chat.Find("task"))});
  rows->push_back({"version", Cell(chat.Find("version"))});
  const Json slots = chat.Find("slots");
  for (size_t at = 0; at < slots.size(); ++at) {
    const Json slot = slots.item(at);
    rows->push_back({"slot", Cell(slot.Find("name")) + ", priority " + Cell(slot.Find("priority")) +
                                 Ceiling(slot.Find("maxTokens"))});
  }
  const Json lanes = chat.Find("lanes");
  for (size_t at = 0; at < lanes.size(); ++at) {
    const Json lane = lanes.item(at);
    const Json reserve = lane.Find("reserve");
    rows->push_back({"lane", Cell(lane.Find("id")) +
                                 (reserve.is_null() ? "" : ", reserves " + reserve.ToText()) +
                                 Ceiling(lane.Find("maxTokens"))});
  }
  rows->push_back({"sources", JoinedNames(chat.Find("sources"))});
  rows->push_back({"anchors", JoinedNames(chat.Find("anchors"))});
}

// What it reads, with the first place of each.
void AddInputRows(const Json& found, std::vector<Row>* rows) {
  const Json inputs = found.Find("inputs");
  for (size_t at = 0; at < inputs.size(); ++at) {
    const Json input = inputs.item(at);
    std::string text = Cell(input.Find("name"));
    if (!input.Find("type").is_null()) text += ": " + Cell(input.Find("type"));
    text += input.Find("required").as_bool() ? ", required" : ", optional";
    const Json places = input.Find("places");
    if (places.size() > 0) {
      const Json place = places.item(0);
      text += ", " + Cell(place.Find("file")) + ':' + Cell(place.Find("line")) + ':' +
              Cell(place.Find("column"));
    }
    if (places.size() > 1) text += " and " + std::to_string(places.size() - 1) + " more";
    rows->push_back({"reads", text});
  }
  if (!found.Find("complete").as_bool()) rows->push_back({"", "and perhaps more"});
}

std::string InspectTable(const Json& found) {
  const Json entry = found.Find("entry");
  std::vector<Row> rows = {{"name", Cell(entry.Find("logical_name"))},
                           {"tier", Cell(entry.Find("tier"))},
                           {"path", Cell(entry.Find("absolute_path"))},
                           {"type", Cell(entry.Find("type"))}};
  const Json chat = found.Find("chat");
  if (!chat.is_null()) {
    AddChatRows(chat, &rows);
    AddInputRows(found, &rows);
    return Table(rows);
  }
  for (const std::string_view each : {"extends", "includes", "imports", "blocks", "macros"}) {
    rows.push_back({std::string(each), JoinedNames(found.Find(each))});
  }
  if (found.Find("dynamic").as_bool()) rows.push_back({"", "and templates by computed names"});
  const Json interface = found.Find("interface");
  for (const std::string_view each : {"inputs", "controls", "mechanisms", "other", "outputs"}) {
    rows.push_back({std::string(each), JoinedNames(interface.Find(each))});
  }
  AddInputRows(found, &rows);
  return Table(rows);
}

// A request for a provider, a message of a role, or a text.
std::string RenderedText(const Reply& reply, const Output& output, bool is_for_terminal) {
  const Json result = reply.result();
  if (!result.Find("request").is_null()) return result.Find("request").ToText(2) + '\n';
  const Json message = result.Find("message");
  if (!message.is_null()) return message.ToText() + '\n';
  return is_for_terminal ? output.Ended(TextOf(reply)) : TextOf(reply);
}

// Prints what a template comes to, or writes it to the file that was asked for.
ExitCode RenderAndPrint(const Arguments& arguments, std::string_view method, Context params,
                        const Output& output) {
  Result<Reply> reply = CallOn(arguments, method, std::move(params));
  const bool has_no_name = method == "prompt.render" && arguments.part.empty();
  if (!reply && has_no_name && reply.error().code() == "undefined-variable") {
    // Whoever gave no name may not know of the configured instructions.
    reply.error().diagnostics().front().hint =
        "without NAME this renders the configured instructions; `galley list` shows what there "
        "is to name, and `galley init` writes some";
  }
  if (reply) NoteEstimatedBudget(arguments, *reply);
  if (arguments.output_file.empty() || arguments.output_file == "-" || !reply) {
    return PrintReply(
        reply, output, [&](const Reply& found) { return RenderedText(found, output, true); },
        Text::kExact);
  }
  output.WarnAlways(*reply);
  const Result<void> written =
      WriteOutput(arguments.output_file,
                  output.as_json() ? reply->text() + '\n' : RenderedText(*reply, output, false));
  return written ? ExitCode::kOk : output.Fail(written.error());
}

// Asks for a text in the format of the command; JSON is what there is anyway.
void SetFormat(const Arguments& arguments, const Output& output, Context* params) {
  if (output.as_json()) return;
  params->Set("format", arguments.format.empty() ? "text" : arguments.format);
}

Text KindOf(const Arguments& arguments) {
  return arguments.format == "sarif" ? Text::kJson : Text::kForPeople;
}

std::string SettingTable(const Json& settings) {
  std::vector<Row> rows = {{"KEY", "VALUE", "LAYER", "ORIGIN"}};
  for (size_t at = 0; at < settings.size(); ++at) {
    const Json setting = settings.item(at);
    const Json origin = setting.Find("origin");
    // A text as JSON, so that one of many lines stays on one.
    rows.push_back({Cell(setting.Find("key")), setting.Find("value").ToText(),
                    Cell(setting.Find("layer")), origin.is_null() ? "" : Cell(origin)});
  }
  return Table(rows);
}

std::string FileTable(const Json& files) {
  std::vector<Row> rows;
  for (size_t at = 0; at < files.size(); ++at) {
    const Json file = files.item(at);
    rows.push_back({Cell(file.Find("layer")), Cell(file.Find("path")),
                    file.Find("exists").as_bool() ? "" : "missing"});
  }
  return Table(rows);
}

ExitCode ValidateFile(const Arguments& arguments, const Output& output) {
  const std::string& path = arguments.file;
  const Result<std::string> text = ReadInput(path, arguments.limits.file);
  if (!text) return output.Fail(text.error());
  Context params;
  params.Set("text", *text).Set("name", path);
  return PrintReply(CallWithoutFiles("config.validate", std::move(params), arguments.limits),
                    output, [](const Reply&) { return "valid\n"; });
}

}  // namespace

Context ListParams(const Arguments& arguments) {
  Context params;
  if (!arguments.tier.empty()) params.Set("tier", arguments.tier);
  if (!arguments.type.empty()) params.Set("type", arguments.type);
  if (!arguments.name.empty()) params.Set("filter", arguments.name);
  return params;
}

std::string NamesIn(const Json& entries) {
  std::string text;
  for (size_t at = 0; at < entries.size(); ++at) {
    const Json name = entries.item(at).Find("reachable_as");
    if (!name.is_null()) text += Cell(name) + '\n';
  }
  return text;
}

bool HasSeveralRoots(const Json& entries) {
  for (size_t at = 0; at < entries.size(); ++at) {
    if (entries.item(at).Find("root_index").as_int() > 0) return true;
  }
  return false;
}

// A path as it can be opened from where the command runs.
std::string SeenFromHere(const std::string& path) {
  const std::string directory = ResolvedPath(".") + '/';
  return path.starts_with(directory) ? path.substr(directory.size()) : path;
}

ExitCode RunList(const Arguments& arguments, const Output& output) {
  Context params = ListParams(arguments);
  if (arguments.verbose) params.Set("roots", true);
  const Result<Reply> reply = CallOn(arguments, "catalog.list", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.WarnAlways(*reply);
  const Json entries = reply->result().Find("entries");
  if (output.as_json()) return output.Print(entries.ToText(2) + '\n');
  if (arguments.names_only) return output.Print(NamesIn(entries));
  if (arguments.verbose) output.Tell(RootLines(reply->result().Find("roots")));
  if (entries.size() == 0) {
    return output.Print("no templates found; `galley init` writes some to start from\n");
  }
  // Where a tier has several roots, a path below one of them says too little.
  const bool has_several = HasSeveralRoots(entries);
  std::vector<Row> rows =
      Rows(entries, {"tier", "logical_name", has_several ? "absolute_path" : "relative_path"});
  if (has_several) {
    for (Row& row : rows) row[2] = SeenFromHere(row[2]);
  }
  rows.insert(rows.begin(), {"TIER", "LOGICAL NAME", has_several ? "PATH" : "RELATIVE PATH"});
  return output.Print(Table(rows));
}

ExitCode RunWhich(const Arguments& arguments, const Output& output) {
  if (arguments.all) return RunWhichAll(arguments, output);
  return CallAndPrint(
      arguments, "catalog.resolve", NamedParams(arguments), output,
      [](const Reply& reply) { return Cell(reply.result().Find("absolute_path")) + '\n'; });
}

ExitCode RunShow(const Arguments& arguments, const Output& output) {
  Context params = NamedParams(arguments);
  if (!arguments.resolved) {
    return CallAndPrint(arguments, "catalog.show", std::move(params), output, TextOf, Text::kExact);
  }
  params.Set("resolved", true);
  const auto show = [](const Reply& reply) {
    const Json shown = reply.result();
    std::string text = "==> " + Cell(shown.Find("path")) + " <==\n" + TextOf(reply);
    const Json linked = shown.Find("linked");
    for (size_t at = 0; at < linked.size(); ++at) {
      if (!text.ends_with('\n')) text += '\n';
      text += "\n==> " + Cell(linked.item(at).Find("path")) + " <==\n" +
              std::string(linked.item(at).Find("text").as_string());
    }
    return text;
  };
  return CallAndPrint(arguments, "catalog.show", std::move(params), output, show, Text::kExact);
}

// What changes how often, in the order in which it stands.
std::string CacheTable(const Json& rungs) {
  std::vector<Row> rows = {{"NODE", "LINE", "CLASS", "UP TO HERE", "BY", "TOKENS", "MARK"}};
  for (size_t at = 0; at < rungs.size(); ++at) {
    const Json rung = rungs.item(at);
    Row row;
    for (const std::string_view key :
         {"where", "line", "class", "running", "by", "tokens", "mark"}) {
      row.push_back(rung.Find(key).is_null() ? "" : Cell(rung.Find(key)));
    }
    rows.push_back(std::move(row));
  }
  return Table(rows);
}

ExitCode RunInspect(const Arguments& arguments, const Output& output) {
  if (arguments.example) {
    Context params = NamedParams(arguments);
    params.Set("example", true);
    return CallAndPrint(
        arguments, "template.schema", std::move(params), output,
        [](const Reply& reply) { return reply.result().Find("example").ToText(2) + '\n'; },
        Text::kJson);
  }
  if (arguments.cache) {
    Context params = NamedParams(arguments);
    params.Set("cache", true);
    if (!arguments.as.empty()) params.Set("as", arguments.as);
    if (!arguments.model.empty()) params.Set("model", arguments.model);
    if (const auto failed = SetData(arguments, "data", output, &params)) return *failed;
    SetNames(arguments, &params);
    return CallAndPrint(
        arguments, "catalog.inspect", std::move(params), output,
        [](const Reply& reply) { return CacheTable(reply.result().Find("cache")); });
  }
  return CallAndPrint(arguments, "catalog.inspect", NamedParams(arguments), output,
                      [](const Reply& reply) { return InspectTable(reply.result()); });
}

// Writes the messages of a chat template to a file, for `galley diff`.
std::optional<ExitCode> SaveMessages(const Arguments& arguments, const Output& output) {
  Context params;
  if (const auto failed = SetData(arguments, "data", output, &params)) return failed;
  SetNames(arguments, &params);
  if (const auto failed = SetChatOptions(arguments, output, &params)) return failed;
  if (!arguments.budget.empty()) params.Set("maxTokens", arguments.budget);
  params.Set("name", arguments.name).Set("as", "messages");
  const Result<Reply> reply = CallOn(arguments, "template.render", std::move(params));
  if (!reply) return output.Fail(reply.error());
  const Result<void> written =
      WriteOutput(arguments.save, reply->result().Find("request").ToText(2) + '\n');
  if (!written) return output.Fail(written.error());
  return std::nullopt;
}

ExitCode RunRender(const Arguments& arguments, const Output& output) {
  if (!arguments.save.empty()) {
    if (const auto failed = SaveMessages(arguments, output)) return *failed;
  }
  Context params;
  if (const auto failed = SetData(arguments, "data", output, &params)) return *failed;
  SetNames(arguments, &params);
  if (const auto failed = SetChatOptions(arguments, output, &params)) return *failed;
  if (!arguments.budget.empty()) params.Set("maxTokens", arguments.budget);
  if (!arguments.as.empty()) params.Set("as", arguments.as);
  if (arguments.has_name) params.Set("name", arguments.name);
  const bool is_prompt = !arguments.has_name || !arguments.part.empty();
  if (is_prompt) params.Set("part", arguments.part.empty() ? "both" : arguments.part);
  if (!arguments.role.empty()) params.Set("role", arguments.role);
  if (arguments.check_input && !is_prompt) params.Set("checkInput", true);
  return RenderAndPrint(arguments, is_prompt ? "prompt.render" : "template.render",
                        std::move(params), output);
}

// A prompt definition, with values over its own.
ExitCode RunPrompt(const Arguments& arguments, const Output& output) {
  Context params;
  if (const auto failed = SetData(arguments, "values", output, &params)) return *failed;
  SetNames(arguments, &params);
  SetCounting(arguments, &params);
  params.Set("definition", arguments.name);
  if (!arguments.role.empty()) params.Set("role", arguments.role);
  return RenderAndPrint(arguments, "sections.prompt", std::move(params), output);
}

ExitCode RunCheck(const Arguments& arguments, const Output& output) {
  Context params;
  if (!arguments.names.empty()) SetList("names", arguments.names, &params);
  SetFormat(arguments, output, &params);
  params.Set("colour", output.has_colour());
  const Result<Reply> reply = CallOn(arguments, "catalog.check", std::move(params));
  if (!reply) return output.Fail(reply.error());
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n' : TextOf(*reply), KindOf(arguments));
  if (printed != ExitCode::kOk) return printed;
  const Json result = reply->result();
  const int64_t findings =
      result.Find("errors").as_int() + (arguments.strict ? result.Find("warnings").as_int() : 0);
  return findings > 0 ? ExitCode::kFindings : ExitCode::kOk;
}

ExitCode RunTest(const Arguments& arguments, const Output& output) {
  Context params;
  if (!arguments.names.empty()) SetList("names", arguments.names, &params);
  if (!arguments.cases.empty()) SetList("cases", arguments.cases, &params);
  if (arguments.update) params.Set("update", true);
  SetCounting(arguments, &params);
  SetFormat(arguments, output, &params);
  params.Set("colour", output.has_colour());
  const Result<Reply> reply = CallOn(arguments, "tests.run", std::move(params));
  if (!reply) return output.Fail(reply.error());
  output.Warn(*reply);
  const ExitCode printed =
      output.Print(output.as_json() ? reply->text() + '\n' : TextOf(*reply), KindOf(arguments));
  if (printed != ExitCode::kOk) return printed;
  return reply->result().Find("failed").as_int() > 0 ? ExitCode::kFindings : ExitCode::kOk;
}

ExitCode RunGraph(const Arguments& arguments, const Output& output) {
  Context params;
  if (!arguments.names.empty()) SetList("names", arguments.names, &params);
  SetFormat(arguments, output, &params);
  return CallAndPrint(arguments, "catalog.graph", std::move(params), output, TextOf);
}

ExitCode RunDump(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("stage", arguments.stage);
  if (!arguments.name.empty()) params.Set("name", arguments.name);
  return CallAndPrint(arguments, "catalog.dump", std::move(params), output, TextOf, Text::kJson);
}

ExitCode RunConfig(const Arguments& arguments, const Output& output) {
  if (!arguments.file.empty()) {
    if (arguments.action == "validate") return ValidateFile(arguments, output);
    return output.Fail(UsageProblem("`--file` goes with `validate` only"));
  }
  if (arguments.action == "view") {
    return CallAndPrint(arguments, "config.view", {}, output, [](const Reply& reply) {
      return SettingTable(reply.result().Find("settings"));
    });
  }
  if (arguments.action == "path") {
    return CallAndPrint(arguments, "config.path", {}, output,
                        [](const Reply& reply) { return FileTable(reply.result().Find("files")); });
  }
  return CallAndPrint(arguments, "config.validate", {}, output,
                      [](const Reply&) { return "valid\n"; });
}

ExitCode RunInit(const Arguments& arguments, const Output& output) {
  Context params;
  params.Set("agent", arguments.agent);
  const Result<Reply> reply = CallWithoutFiles("project.files", std::move(params));
  if (!reply) return output.Fail(reply.error());
  const std::string directory = arguments.directory.empty() ? "." : arguments.directory;
  std::vector<std::string> created;
  std::vector<std::string> kept;
  const Json files = reply->result().Find("files");
  for (size_t at = 0; at < files.size(); ++at) {
    const std::string_view path = files.item(at).Find("path").as_string();
    const Result<bool> is_new =
        WriteNewFile(directory, path, files.item(at).Find("text").as_string());
    if (!is_new) return output.Fail(is_new.error());
    (*is_new ? created : kept).emplace_back(path);
  }
  if (output.as_json()) {
    Context result;
    SetList("created", created, &result);
    SetList("kept", kept, &result);
    return output.Print(result.values().ToText() + '\n');
  }
  std::vector<Row> rows;
  rows.reserve(created.size() + kept.size());
  for (const std::string& path : created) rows.push_back({"created", path});
  for (const std::string& path : kept) rows.push_back({"kept", path});
  return output.Print(Table(rows));
}

}  // namespace galley::cli
