// Every line is what an operation or another program said.  Settings are shown as
// `config.view` gives them, which leaves passwords out; nothing else of the environment is
// read but names.
#include "doctor_command.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.h"
#include "call_and_print.h"
#include "galley/galley.h"
#include "output.h"
#include "run_program.h"
#include "table.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

// One thing that was looked at.
struct Finding {
  enum class State : uint8_t { kOk, kNone, kProblem } state;
  std::string_view subject;
  std::string text;
  std::string hint = {};
};

using State = Finding::State;

std::string_view StateName(State state) {
  constexpr std::string_view kNames[] = {"ok", "-", "problem"};
  return kNames[static_cast<size_t>(state)];
}

class Doctor {
 public:
  explicit Doctor(const Arguments& arguments) : arguments_(arguments) {}

  const std::vector<Finding>& Run() {
    LookAtProgram();
    if (LookAtConfiguration()) {
      LookAtRoots();
      LookAtTemplates();
      LookAtStore();
    }
    LookAtTokenizers();
    // Nothing of the working directory is run.
    LookAtPackage("python",
                  {"python3", "-c",
                   "import sys; sys.path = [p for p in sys.path if p]; "
                   "from importlib.metadata import version; print(version('galley-prompts'))"},
                  "python3",
                  "`pip install` the wheel of `./dev package python` where it is needed");
    LookAtPackage("node",
                  {"node", "-p",
                   "JSON.parse(require('fs').readFileSync("
                   "'node_modules/galley-prompts/package.json')).version"},
                  "node", "`npm install` what `./dev package node` makes where it is needed");
    return findings_;
  }

 private:
  void Add(State state, std::string_view subject, std::string text, std::string hint = {}) {
    findings_.push_back({state, subject, std::move(text), std::move(hint)});
  }
  void AddError(std::string_view subject, const Error& error) {
    const Diagnostic& problem = error.diagnostics().front();
    std::string text = std::string(problem.code) + ": " + problem.message;
    if (!problem.file.empty()) text += " (" + problem.file + ')';
    Add(State::kProblem, subject, std::move(text), problem.hint);
  }

  void LookAtProgram() {
    std::array<char, 4096> path;
    const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
    const std::string where =
        size > 0 ? std::string(path.data(), static_cast<size_t>(size)) : std::string("?");
    Add(State::kOk, "galley", std::string(Version()) + " at " + where);
  }

  // False where nothing else can be looked at.
  bool LookAtConfiguration() {
    const Result<Reply> files = CallOn(arguments_, "config.path");
    if (!files) {
      AddError("configuration", files.error());
      return false;
    }
    const Json list = files->result().Find("files");
    for (size_t at = 0; at < list.size(); ++at) {
      const Json file = list.item(at);
      const bool exists = file.Find("exists").as_bool();
      Add(exists ? State::kOk : State::kNone, "configuration",
          Cell(file.Find("layer")) + ": " + Cell(file.Find("path")) + (exists ? "" : ", none"));
    }
    const Result<Reply> valid = CallOn(arguments_, "config.validate");
    if (!valid) AddError("configuration", valid.error());
    if (valid) AddWarnings("configuration", *valid);
    return true;
  }

  void AddWarnings(std::string_view subject, const Reply& reply) {
    for (const Diagnostic& warning : reply.warnings()) {
      Add(State::kProblem, subject, std::string(warning.code) + ": " + warning.message,
          warning.hint);
    }
  }

  void LookAtRoots() {
    Context params;
    params.Set("roots", true);
    const Result<Reply> reply = CallOn(arguments_, "catalog.list", std::move(params));
    if (!reply) return AddError("roots", reply.error());
    const Json roots = reply->result().Find("roots");
    const Json entries = reply->result().Find("entries");
    bool has_project = false;
    for (size_t at = 0; at < roots.size(); ++at) {
      const Json root = roots.item(at);
      const bool is_searched = root.Find("state").as_string() == "searched";
      has_project |= is_searched && root.Find("tier").as_string() == "project";
      Add(is_searched ? State::kOk : State::kNone, "roots",
          Cell(root.Find("tier")) + ": " + Cell(root.Find("path")) + ", " +
              Cell(root.Find("state")));
    }
    Add(entries.size() > 0 ? State::kOk : State::kProblem, "templates",
        std::to_string(entries.size()) + " found",
        entries.size() > 0 ? "" : "`galley init` writes some to start from");
    if (!has_project) {
      Add(State::kNone, "templates", "the project has no directory for templates",
          "`galley init` makes one");
    }
    AddWarnings("templates", *reply);
  }

  void LookAtTemplates() {
    const Result<Reply> reply = CallOn(arguments_, "catalog.check");
    if (!reply) return AddError("check", reply.error());
    const int64_t errors = reply->result().Find("errors").as_int();
    const int64_t warnings = reply->result().Find("warnings").as_int();
    Add(errors > 0 ? State::kProblem : State::kOk, "check",
        std::to_string(errors) + " errors, " + std::to_string(warnings) + " warnings",
        errors + warnings > 0 ? "`galley check` shows them" : "");
  }

  void LookAtStore() {
    const Result<Reply> view = CallOn(arguments_, "config.view");
    if (!view) return AddError("store", view.error());
    const Json settings = view->result().Find("settings");
    bool is_set = !arguments_.workspace.store.empty();
    for (size_t at = 0; at < settings.size(); ++at) {
      const Json setting = settings.item(at);
      is_set |= setting.Find("key").as_string() == "store" && !setting.Find("value").is_null() &&
                setting.Find("layer").as_string() != "default";
    }
    const Result<Reply> reply = CallOn(arguments_, "store.list");
    if (reply) {
      return Add(State::kOk, "store",
                 Cell(reply->result().Find("store")) + ", " +
                     std::to_string(reply->result().Find("documents").size()) + " documents");
    }
    if (!is_set && reply.error().code() == "store-not-found") {
      return Add(State::kNone, "store", "none; templates are files");
    }
    AddError("store", reply.error());
  }

  void LookAtTokenizers() {
    const Result<Reply> reply = CallWithoutFiles("tokens.list");
    if (!reply) return AddError("tokenizers", reply.error());
    const Json list = reply->result().Find("tokenizers");
    Add(list.size() > 0 ? State::kOk : State::kProblem, "tokenizers",
        std::to_string(list.size()) + " built in");
  }

  // A package for another language, which should be of the same version.
  void LookAtPackage(std::string_view subject, std::vector<std::string> words,
                     const std::string& program, std::string how) {
    const Outcome outcome = RunProgram(std::move(words));
    if (outcome.status == 127) return Add(State::kNone, subject, "no " + program);
    if (outcome.status != 0) {
      return Add(State::kNone, subject, program + ", without the package", std::move(how));
    }
    std::string version = outcome.output;
    while (version.ends_with('\n')) version.pop_back();
    version = EscapedOnOneLine(version);
    const bool is_same = version == Version();
    Add(is_same ? State::kOk : State::kProblem, subject, "package " + version,
        is_same ? "" : "this is galley " + std::string(Version()) + "; install the same version");
  }

  const Arguments& arguments_;
  std::vector<Finding> findings_;
};

std::string Shown(const std::vector<Finding>& findings) {
  std::vector<Row> rows;
  for (const Finding& each : findings) {
    rows.push_back({std::string(StateName(each.state)), std::string(each.subject),
                    each.hint.empty() ? each.text : each.text + "; " + each.hint});
  }
  return Table(rows);
}

Context AsJson(const std::vector<Finding>& findings) {
  Context result;
  result.Key("findings").OpenList();
  for (const Finding& each : findings) {
    result.OpenMap().Key("state").Text(StateName(each.state));
    result.Key("subject").Text(each.subject).Key("text").Text(each.text);
    if (!each.hint.empty()) result.Key("hint").Text(each.hint);
    result.Close();
  }
  result.Close();
  return result;
}

ExitCode RunDoctor(const Arguments& arguments, const Output& output) {
  Doctor doctor(arguments);
  const std::vector<Finding>& findings = doctor.Run();
  const ExitCode printed =
      output.Print(output.as_json() ? AsJson(findings).values().ToText() + '\n' : Shown(findings));
  if (printed != ExitCode::kOk) return printed;
  for (const Finding& each : findings) {
    if (each.state == State::kProblem) return ExitCode::kFindings;
  }
  return ExitCode::kOk;
}

}  // namespace

Command DoctorCommand(Arguments* arguments) {
  return {
      .name = "doctor",
      .about = "Show what is found where, what is wrong, and how to fix it",
      .examples =
          "  galley doctor\n"
          "  galley doctor --format json\n"
          "\n"
          "It prints no passwords.  Exit status 1 where something is wrong.",
      .run = RunDoctor,
      .options = WorkspaceOptions(arguments),
  };
}

}  // namespace galley::cli
