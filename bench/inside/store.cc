// How fast a store is, beside files.
//
// On SQLite and on a PostgreSQL server of its own (left out where that is not
// installed): pushes of new texts, renders by a session that has just been opened, and
// renders by one that has rendered the template before.  The same template is rendered
// from files by the same kind of session.  The ratio of cached renders to those from
// files is to stay below 1.10.
#include "store/store.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include <benchmark/benchmark.h>

#include "api/rpc.h"
#include "bench/inside/peak_memory.h"
#include "galley/galley.h"
#include "tests/process/postgresql_server.h"
#include "tests/process/process.h"

namespace {

using galley::Access;
using galley::JsonObject;
using galley::Limits;
using galley::PushRequest;
using galley::Result;
using galley::Store;
using galley::StoreUrl;
using galley::api::RpcSession;

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

void Render(galley::api::RpcSession* session, const std::string& request) {
  const std::string_view answer = session->Answer(request);
  if (answer.find("BREAD (3)") != answer.npos) return;
  std::fprintf(stderr, "%.*s\n", static_cast<int>(answer.size()), answer.data());
  std::exit(1);
}

std::unique_ptr<Store> Open(const std::string& url) {
  Result<std::unique_ptr<Store>> store = Store::Open(*StoreUrl::Parse(url), "", Access::kCreate);
  if (store) return *std::move(store);
  std::fprintf(stderr, "%s\n", store.error().diagnostics().front().message.c_str());
  std::exit(1);
}

void Fill(const std::string& url) {
  const std::unique_ptr<Store> store = Open(url);
  const std::pair<std::string_view, std::string_view> documents[] = {
      {"base", kBase}, {"page", kPage}, {"footer", kFooter}};
  for (const auto& [name, text] : documents) {
    if (!store->Push(Request(name, std::string(text)))) std::exit(1);
  }
}

void Push(benchmark::State& state, const std::string& url) {
  const std::unique_ptr<Store> store = Open(url);
  const std::string filling(2'000, 'x');
  for (auto _ : state) {
    static int64_t pushed = 0;
    if (!store->Push(Request("pushed", std::to_string(++pushed) + filling))) std::exit(1);
  }
  state.SetItemsProcessed(state.iterations());
  CountPeakMemory(&state);
}

void RenderCold(benchmark::State& state, const std::string& request) {
  for (auto _ : state) {
    galley::api::RpcSession session{Limits()};
    Render(&session, request);
  }
  state.SetItemsProcessed(state.iterations());
  CountPeakMemory(&state);
}

void RenderAgain(benchmark::State& state, const std::string& request) {
  galley::api::RpcSession session{Limits()};
  Render(&session, request);
  for (auto _ : state) Render(&session, request);
  state.SetItemsProcessed(state.iterations());
  CountPeakMemory(&state);
}

void WriteFiles(const std::string& directory) {
  const std::string templates = directory + "/.galley/templates";
  std::filesystem::create_directories(templates);
  std::ofstream(templates + "/base.j2") << kBase;
  std::ofstream(templates + "/page.j2") << kPage;
  std::ofstream(templates + "/footer.j2") << kFooter;
}

void Register(const char* database, const std::string& url, const std::string& directory) {
  Fill(url);
  const auto add = [&](const char* name, auto body, const std::string& of) {
    const std::string whole = std::string(name) + "/" + database;
    benchmark::RegisterBenchmark(whole.c_str(), [body, of](benchmark::State& state) {
      body(state, of);
    })->UseRealTime();
  };
  const std::string from_store = RenderRequest(directory, url, "store:page");
  add("from files", RenderAgain, RenderRequest(directory, url, "page"));
  add("cached", RenderAgain, from_store);
  add("cold", RenderCold, from_store);
  add("push", Push, url);
}

}  // namespace

int main(int argc, char** argv) {
  const galley::testing::TemporaryDirectory directory;
  WriteFiles(directory.path());
  Register("SQLite", "sqlite:" + directory.path() + "/store.db", directory.path());
  std::string why;
  const auto server = galley::testing::PostgresqlServer::Start(&why);
  if (server) {
    Register("PostgreSQL", server->NewDatabase(), directory.path());
  } else {
    std::fprintf(stderr, "PostgreSQL left out: %s\n", why.empty() ? "not installed" : why.c_str());
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
