// The server refuses to run as root, so root runs it, and makes its files, as the user `postgres`.
#include "tests/process/postgresql_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace galley::testing {
namespace {

namespace fs = std::filesystem;

// Where Debian puts the server, the newest version first; else what PATH leads to.
std::string FindPrograms() {
  std::string best;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/postgresql", ignored)) {
    const std::string programs = entry.path() / "bin";
    if (fs::exists(programs + "/initdb") && programs > best) best = programs;
  }
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; best.empty() && !rest.empty();) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const std::string directory(rest.substr(0, end));
    if (fs::exists(directory + "/initdb", ignored)) best = directory;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return best;
}

// A port that nobody uses right now.
std::string FreePort() {
  const int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool found = bind(probe, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                     getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(probe);
  return found ? std::to_string(ntohs(address.sin_port)) : "";
}

}  // namespace

std::vector<std::string> PostgresqlServer::Words(const std::string& program,
                                                 const std::vector<std::string>& words) const {
  std::vector<std::string> all;
  if (geteuid() == 0) {
    all = {"/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"};
  }
  all.push_back(programs_ + '/' + program);
  all.insert(all.end(), words.begin(), words.end());
  return all;
}

ProcessResult PostgresqlServer::RunProgram(const std::string& program,
                                           const std::vector<std::string>& words) const {
  return RunProcess(Words(program, words), {.directory = directory_.path()});
}

bool PostgresqlServer::Own(const std::string& directory) const {
  if (geteuid() != 0) return true;
  const passwd* user = getpwnam("postgres");
  return user && chown(directory.c_str(), user->pw_uid, user->pw_gid) == 0;
}

void PostgresqlServer::DropDatabases(const std::string& tablespace) {
  for (; databases_ > 0; --databases_) {
    Run("DROP DATABASE IF EXISTS test" + std::to_string(databases_) + " WITH (FORCE)");
  }
  Run("DROP TABLESPACE " + tablespace);
}

std::string PostgresqlServer::Initialise() {
  if (!Own(directory_.path())) return "there is no user `postgres` to run it as";
  const ProcessResult made = RunProgram("initdb", {"-D", data(), "-U", kUser, "-A", "trust", "-E",
                                                   "UTF8", "--no-locale", "--no-sync"});
  if (made.status != 0) return "initdb failed: " + made.error;
  std::ofstream(data() + "/pg_hba.conf") << "local all all trust\n"
                                            "host all all 127.0.0.1/32 scram-sha-256\n";
  // Somebody else may have taken the port meanwhile.
  for (int attempts = 3; !StartAgain(); port_ = FreePort()) {
    if (--attempts == 0) return "the server did not start";
  }
  Run(std::string("ALTER USER galley PASSWORD '") + kPassword + "'");
  return "";
}

std::unique_ptr<PostgresqlServer> PostgresqlServer::Start(std::string* why,
                                                          const std::string& settings) {
  std::unique_ptr<PostgresqlServer> server(new PostgresqlServer);
  server->programs_ = FindPrograms();
  server->port_ = FreePort();
  server->settings_ = settings;
  if (server->programs_.empty()) return nullptr;
  *why = server->Initialise();
  return why->empty() ? std::move(server) : nullptr;
}

PostgresqlServer::~PostgresqlServer() {
  if (is_up_) Stop("immediate");
}

bool PostgresqlServer::StartAgain() {
  const std::string options = "-k " + directory() + " -h 127.0.0.1 -p " + port_ +
                              " -c max_connections=250 -c shared_buffers=16MB " + settings_;
  // A server that was stopped at once needs a while to find its feet.
  const ProcessResult started = RunProgram(
      "pg_ctl",
      {"-D", data(), "-w", "-t", "60", "-l", directory() + "/log", "-o", options, "start"});
  is_up_ = started.status == 0;
  return is_up_;
}

bool PostgresqlServer::Stop(const std::string& mode) {
  is_up_ = false;
  return RunProgram("pg_ctl", {"-D", data(), "-w", "-m", mode, "stop"}).status == 0;
}

std::string PostgresqlServer::Run(const std::string& sql) {
  const ProcessResult result = RunProgram(
      "psql", {"-h", directory(), "-p", port_, "-U", kUser, "-d", "postgres", "-Atqc", sql});
  return result.status == 0 ? result.output : "failed: " + result.error;
}

std::string PostgresqlServer::NewDatabase() {
  const std::string name = "test" + std::to_string(++databases_);
  Run("CREATE DATABASE " + name);
  return "postgresql://galley@/" + name + "?host=" + directory() + "&port=" + port_;
}

}  // namespace galley::testing
