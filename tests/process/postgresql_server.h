// A PostgreSQL server of a test's own, in a temporary directory, gone at the end.
//
// It listens on a socket in that directory, where everybody is trusted, and on a free
// port of 127.0.0.1, where a password is asked for.
#ifndef GALLEY_TESTS_PROCESS_POSTGRESQL_SERVER_H_
#define GALLEY_TESTS_PROCESS_POSTGRESQL_SERVER_H_

#include <memory>
#include <string>
#include <vector>

#include "tests/process/process.h"

namespace galley::testing {

class PostgresqlServer {
 public:
  // With `settings` as options of the server, `-c NAME=VALUE`.  Null where PostgreSQL is
  // not installed (`*why` is empty then), or does not start.
  static std::unique_ptr<PostgresqlServer> Start(std::string* why,
                                                 const std::string& settings = "");
  ~PostgresqlServer();
  PostgresqlServer(const PostgresqlServer&) = delete;
  PostgresqlServer& operator=(const PostgresqlServer&) = delete;

  // The URL of a new and empty database, by way of the socket.
  std::string NewDatabase();
  // Runs SQL in the database that Start made, and gives what it printed.
  std::string Run(const std::string& sql);
  // Hands a directory over to the user that the server runs as.
  bool Own(const std::string& directory) const;
  // Drops all databases that NewDatabase made, and a tablespace they used.
  void DropDatabases(const std::string& tablespace);
  // `fast`, `immediate`; the server can be brought up again.
  bool Stop(const std::string& mode);
  bool StartAgain();

  const std::string& directory() const noexcept { return directory_.path(); }
  const std::string& port() const noexcept { return port_; }

  static constexpr char kUser[] = "galley";
  static constexpr char kPassword[] = "s3cret&w/ord";

 private:
  PostgresqlServer() = default;

  // The words that run a program of PostgreSQL, which refuses to be run by root.
  std::vector<std::string> Words(const std::string& program,
                                 const std::vector<std::string>& words) const;
  ProcessResult RunProgram(const std::string& program, const std::vector<std::string>& words) const;
  std::string Initialise();
  std::string data() const { return directory_.path() + "/data"; }

  TemporaryDirectory directory_;
  std::string programs_;  // the directory of initdb and the like
  std::string port_;
  std::string settings_;
  bool is_up_ = false;
  int databases_ = 0;
};

}  // namespace galley::testing

#endif  // GALLEY_TESTS_PROCESS_POSTGRESQL_SERVER_H_
