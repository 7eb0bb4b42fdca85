// How fast a store is, beside files.
//
//   store [ROUNDS [RENDERS]]
//
// On SQLite and on a PostgreSQL server of its own (left out where that is not
// installed): pushes of new texts, renders by a session that has just been opened, and
// renders by one that has rendered the template before.  The same template is rendered
// from files by the same kind of session, turn by turn; medians are compared.  The ratio
// of cached renders to those from files is to stay below 1.10.
#include "store/store.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/rpc.h"
#include "galley/galley.h"
#include "tests/process/postgresql_server.h"
#include "tests/process/process.h"

namespace {

using Clock = std::chrono::steady_clock;
using galley::Access;
using galley::JsonObject;
using galley::Limits;
using galley::PushRequest;
using galley::Result;
using galley::RpcSession;
using galley::Store;
using galley::StoreUrl;

constexpr std::string_view kBase =
    "You are {{ role | default('a helpful assistant') }}.\n\n{% block task %}{% endblock %}\n"
    "{% include 'footer' %}\n";
constexpr std::string_view kPage =
    "{% extends 'base' %}\n{% block task %}\nGreet {{ name }}, and mention:\n"
    "{% for topic in topics %}\n- {{ topic | upper }} ({{ loop.index }})\n{% endfor %}\n"
    "{% endblock %}\n";
constexpr std::string_view kFooter = "Answer in {{ language }}.";
constexpr std::string_view kData =
    R"({"name": "Ann", "language": "English", "topics": ["harbour", "weather", "bread"]})";

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double MicrosecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}

PushRequest Request(std::string_view name, std::string text) {
  PushRequest request;
  request.name = name;
  request.type = "jinja";
  request.extension = ".j2";
  request.text = std::move(text);
  request.author = "bench";
  return request;
}

std::string RenderRequest(const std::string& directory, const std::string& url,
                          std::string_view name) {
  const JsonObject workspace = JsonObject().Set("dir", directory).Set("store", url);
  const JsonObject params =
      JsonObject().SetJson("workspace", workspace.text()).Set("name", name).SetJson("data", kData);
  return JsonObject()
      .Set("method", "catalog.render")
      .SetJson("params", params.text())
      .SetJson("id", "1")
      .text();
}

void Render(RpcSession* session, const std::string& request) {
  const std::string_view answer = session->Answer(request);
  if (answer.find("BREAD (3)") != answer.npos) return;
  std::fprintf(stderr, "%.*s\n", static_cast<int>(answer.size()), answer.data());
  std::exit(1);
}

// One store beside files.
class Comparison {
 public:
  Comparison(std::string url, std::string directory)
      : url_(std::move(url)), directory_(std::move(directory)) {}

  void Run(const char* name, size_t rounds, size_t renders) {
    Fill();
    std::printf("%s\n", name);
    std::printf("  pushes             %9.0f /s\n", PushesPerSecond());
    const std::string from_store = RenderRequest(directory_, url_, "store:page");
    const std::string from_files = RenderRequest(directory_, url_, "page");
    std::vector<double> cold;
    std::vector<double> cached;
    std::vector<double> files;
    RpcSession session{Limits()};
    for (size_t round = 0; round < rounds; ++round) {
      cold.push_back(Time(renders / 10 + 1, [&] {
        RpcSession fresh{Limits()};
        Render(&fresh, from_store);
      }));
      files.push_back(Time(renders, [&] { Render(&session, from_files); }));
      cached.push_back(Time(renders, [&] { Render(&session, from_store); }));
    }
    std::printf("  renders, cold      %9.0f /s  %8.1f us\n", 1e6 / Median(cold), Median(cold));
    std::printf("  renders, cached    %9.0f /s  %8.1f us\n", 1e6 / Median(cached), Median(cached));
    std::printf("  renders from files %9.0f /s  %8.1f us\n", 1e6 / Median(files), Median(files));
    std::printf("  cached / files     %9.2f\n", Median(cached) / Median(files));
  }

 private:
  std::unique_ptr<Store> Open() const {
    Result<std::unique_ptr<Store>> store = Store::Open(*StoreUrl::Parse(url_), "", Access::kCreate);
    if (store) return *std::move(store);
    std::fprintf(stderr, "%s\n", store.error().diagnostics().front().message.c_str());
    std::exit(1);
  }

  void Fill() const {
    const std::unique_ptr<Store> store = Open();
    const std::pair<std::string_view, std::string_view> documents[] = {
        {"base", kBase}, {"page", kPage}, {"footer", kFooter}};
    for (const auto& [name, text] : documents) {
      if (!store->Push(Request(name, std::string(text)))) std::exit(1);
    }
  }

  double PushesPerSecond() const {
    constexpr int kPushes = 300;
    const std::unique_ptr<Store> store = Open();
    const Clock::time_point begin = Clock::now();
    for (int at = 0; at < kPushes; ++at) {
      const std::string text = std::to_string(at) + std::string(2'000, 'x');
      if (!store->Push(Request("pushed", text))) std::exit(1);
    }
    return kPushes * 1e6 / MicrosecondsSince(begin);
  }

  // Microseconds for one of `count`.
  template <class Body>
  static double Time(size_t count, Body body) {
    const Clock::time_point begin = Clock::now();
    for (size_t at = 0; at < count; ++at) body();
    return MicrosecondsSince(begin) / static_cast<double>(count);
  }

  std::string url_;
  std::string directory_;
};

}  // namespace

int main(int argc, char** argv) {
  const size_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 11;
  const size_t renders = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 300;
  const galley::testing::TemporaryDirectory directory;
  const std::string templates = directory.path() + "/.galley/templates";
  std::filesystem::create_directories(templates);
  std::ofstream(templates + "/base.j2") << kBase;
  std::ofstream(templates + "/page.j2") << kPage;
  std::ofstream(templates + "/footer.j2") << kFooter;

  std::printf("%zu rounds of %zu renders, medians\n", rounds, renders);
  Comparison("sqlite:" + directory.path() + "/store.db", directory.path())
      .Run("SQLite", rounds, renders);
  std::string why;
  const auto server = galley::testing::PostgresqlServer::Start(&why);
  if (!server) {
    std::printf("PostgreSQL left out: %s\n", why.empty() ? "not installed" : why.c_str());
    return 0;
  }
  Comparison(server->NewDatabase(), directory.path()).Run("PostgreSQL", rounds, renders);
  return 0;
}
