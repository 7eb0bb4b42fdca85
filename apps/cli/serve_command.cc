// Checks what can be checked before the first socket is opened; the process works in the root
// that it serves.
#include "serve_command.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "apps/server/listener.h"
#include "apps/server/service.h"
#include "apps/server/tokens.h"
#include "arguments.h"
#include "call_and_print.h"
#include "open_browser.h"
#include "output.h"
#include "workspace_arguments.h"

namespace galley::cli {
namespace {

constexpr std::string_view kDefaultAddress = "127.0.0.1:8080";
constexpr std::string_view kFreeAddress = "127.0.0.1:0";
constexpr std::string_view kUnixPrefix = "unix:";

// The path as it is seen from everywhere; the service works in its root.
std::string Absolute(const std::string& path) {
  if (path.empty() || path.front() == '/') return path;
  char* here = getcwd(nullptr, 0);
  const std::string absolute = std::string(here ? here : ".") + '/' + path;
  std::free(here);
  return absolute;
}

server::LogLevel LevelOf(const std::string& word) {
  if (word == "off") return server::LogLevel::kOff;
  return word == "errors" ? server::LogLevel::kErrors : server::LogLevel::kAll;
}

void Say(const std::string& line) {
  // Whoever waits for it reads it or does not.
  if (write(STDERR_FILENO, line.data(), line.size()) < 0) return;
}

// Goes to the root, so that what is relative means the same as there.
Result<void> EnterRoot(WorkspaceArguments* workspace) {
  workspace->config = Absolute(workspace->config);
  if (workspace->project_root.empty()) return {};
  if (chdir(workspace->project_root.c_str()) != 0) {
    return UsageProblem("the project `" + workspace->project_root + "` is not a directory");
  }
  workspace->project_root = ".";
  return {};
}

// The studio serves whoever runs it: templates may take what they take on the command line,
// and long conversations are seen whole.
Limits StudioLimits() {
  Limits limits;
  limits.messages = 65'536;
  return limits;
}

// Listens and serves until it is told to stop.  With a token, one browser is let in by it.
ExitCode Serve(Arguments arguments, const std::string& studio_token, const Output& output) {
  ServeArguments& serve = arguments.serve;
  for (std::string& address : serve.listen) {
    if (!address.starts_with(kUnixPrefix)) continue;
    address = std::string(kUnixPrefix) + Absolute(address.substr(kUnixPrefix.size()));
  }
  const std::string token_file = Absolute(serve.token_file);
  const size_t threads = serve.threads.value_or(std::max(1u, std::thread::hardware_concurrency()));
  if (threads == 0 || threads > 1'024) return output.Fail(UsageProblem("`--threads` is 1 to 1024"));
  const Result<void> entered = EnterRoot(&arguments.workspace);
  if (!entered) return output.Fail(entered.error());
  const Result<Limits> limits =
      LimitsOf(arguments, studio_token.empty() ? Limits::Server() : StudioLimits());
  if (!limits) return output.Fail(limits.error());
  const Result<Workspace> workspace = OpenServedWorkspace(arguments, *limits);
  if (!workspace) return output.Fail(workspace.error());

  server::ServiceOptions options;
  options.limits = *limits;
  options.token_file = token_file;
  options.studio_token = studio_token;
  options.hosts = serve.hosts;
  options.rate = serve.rate.value_or(0);
  options.log = LevelOf(serve.log);
  options.threads = threads;
  options.read_only = serve.read_only;
  options.has_home = !serve.no_studio;
  options.has_store = !arguments.workspace.store.empty();
  options.is_traced = !arguments.workspace.trace_file.empty();
  const Result<std::unique_ptr<server::Service>> service =
      server::Service::Open(*workspace, options);
  if (!service) return output.Fail(service.error());

  server::ListenerOptions listening;
  listening.addresses = serve.listen;
  listening.threads = threads;
  listening.reuse_port = serve.reuse_port;
  listening.loopback_only = token_file.empty();
  const Result<std::unique_ptr<server::Listener>> listener =
      server::Listener::Open(listening, service->get());
  if (!listener) return output.Fail(listener.error());
  (*service)->CountConnections([&] { return (*listener)->connections(); });
  for (const std::string& place : (*listener)->places()) Say("listening on " + place + '\n');
  if (!studio_token.empty()) {
    const std::string address = (*listener)->places().front() + "/?token=" + studio_token;
    Say("open " + address + '\n');
    if (!serve.no_browser) OpenInBrowser(address);
  }
  (*listener)->Run([&] { (*service)->LookAgain(); }, [&] { (*service)->Stop(); },
                   [&] { (*service)->Tick(); });
  // Work for clients that left may go on for long; its answers lead nowhere.
  if (!(*service)->StopWorkers()) std::_Exit(static_cast<int>(ExitCode::kOk));
  return ExitCode::kOk;
}

ExitCode RunServe(const Arguments& given, const Output& output) {
  Arguments arguments = given;
  if (arguments.serve.listen.empty()) arguments.serve.listen.emplace_back(kDefaultAddress);
  return Serve(std::move(arguments), {}, output);
}

ExitCode RunStudio(const Arguments& given, const Output& output) {
  Arguments arguments = given;
  arguments.serve.listen = {std::string(kFreeAddress)};
  if (arguments.serve.log.empty()) arguments.serve.log = "off";
  const Result<server::NewToken> made =
      server::MakeToken("studio", server::kReadScope | server::kRenderScope | server::kWriteScope);
  if (!made) return output.Fail(made.error());
  return Serve(std::move(arguments), made->token, output);
}

ExitCode RunToken(const Arguments& arguments, const Output& output) {
  uint8_t scopes = 0;
  // A choice between a literal and a string is a string of its own.
  const std::string_view given = arguments.serve.scopes;
  std::string_view list = given.empty() ? std::string_view("read,render") : given;
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    const server::Scope scope = server::ScopeCalled(list.substr(0, comma));
    if (scope == server::kNoScope) {
      return output.Fail(
          UsageProblem("`--scopes` are some of `read`, `render`, `write`, with "
                       "commas between"));
    }
    scopes = static_cast<uint8_t>(scopes | scope);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  const Result<server::NewToken> made = server::MakeToken(arguments.name, scopes);
  if (!made) return output.Fail(made.error());
  if (output.as_json()) {
    return output.Print(
        JsonObject().Set("token", made->token).Set("line", made->line).text() + '\n', Text::kJson);
  }
  return output.Print("token: " + made->token + "\nline:  " + made->line + '\n');
}

}  // namespace

Command ServeCommand(Arguments* arguments) {
  ServeArguments* serve = &arguments->serve;
  return {
      .name = "serve",
      .about = "Serve templates and operations over HTTP",
      .examples =
          "  galley serve\n"
          "  galley serve --listen 127.0.0.1:0 --project-root ~/prompts\n"
          "  galley serve --listen unix:/run/galley.sock --read-only\n"
          "  galley serve --listen 0.0.0.0:8080 --token-file tokens --host prompts.example.org\n"
          "\n"
          "SIGTERM answers what was accepted and ends; SIGHUP looks at files and tokens again.\n"
          "docs/service.md tells of routes, tokens and limits.",
      .run = RunServe,
      .options = Join(
          {WorkspaceOptions(arguments),
           {{.names = "--listen",
             .about = "HOST:PORT or unix:PATH; port 0 takes a free one (default 127.0.0.1:8080)",
             .target = &serve->listen,
             .value = "ADDRESS"},
            {.names = "--token-file",
             .about = "Tokens and their rights; without it, serve only this machine",
             .target = &serve->token_file,
             .value = kFileName},
            {.names = "--host",
             .about = "A name that clients may call the service by",
             .target = &serve->hosts,
             .value = "NAME"},
            {.names = "--threads",
             .about = "Threads that serve, and as many that render (default: one for each core)",
             .target = &serve->threads,
             .value = "N"},
            {.names = "--rate",
             .about = "Requests per second that one client may send",
             .target = &serve->rate,
             .value = "N"},
            {.names = "--log",
             .about = "Which requests to log on standard error (default all)",
             .target = &serve->log,
             .choices = {"off", "errors", "all"}},
            {.names = "--read-only",
             .about = "Refuse everything that writes",
             .target = &serve->read_only},
            {.names = "--reuse-port",
             .about = "Let several processes listen on one address",
             .target = &serve->reuse_port},
            {.names = "--no-studio", .about = "Serve no page at /", .target = &serve->no_studio}},
           TraceOptions(arguments)}),
  };
}

Command StudioCommand(Arguments* arguments) {
  ServeArguments* serve = &arguments->serve;
  return {
      .name = "studio",
      .about = "Write and see prompts in a browser",
      .examples =
          "  galley studio\n"
          "  galley studio --project-root ~/prompts\n"
          "  galley studio --store sqlite:prompts.db\n"
          "  galley studio --read-only --no-browser\n"
          "\n"
          "A server on a free port of this machine, and an address that lets one browser in, "
          "once.\n"
          "Ctrl+C ends it.  docs/studio.md tells of the page.",
      .run = RunStudio,
      .options = Join({WorkspaceOptions(arguments),
                       {{.names = "--read-only",
                         .about = "Show and render, and save nothing",
                         .target = &serve->read_only},
                        {.names = "--no-browser",
                         .about = "Only print the address",
                         .target = &serve->no_browser},
                        {.names = "--log",
                         .about = "Which requests to log on standard error (default off)",
                         .target = &serve->log,
                         .choices = {"off", "errors", "all"}}}}),
  };
}

Command TokenCommand(Arguments* arguments) {
  return {
      .name = "token",
      .about = "Make a token for galley serve",
      .examples =
          "  galley token new ci\n"
          "  galley token new editor --scopes read,render,write\n"
          "\n"
          "The token is for the client; the line, which does not tell it, is for --token-file.",
      .run = RunToken,
      .options = {{.names = "ACTION",
                   .about = "What to do",
                   .target = &arguments->serve.action,
                   .choices = {"new"},
                   .required = true},
                  {.names = "NAME",
                   .about = "Its name in logs",
                   .target = &arguments->name,
                   .required = true},
                  {.names = "--scopes",
                   .about = "What it may do: some of read, render, write (default read,render)",
                   .target = &arguments->serve.scopes,
                   .value = "LIST"}},
  };
}

}  // namespace galley::cli
