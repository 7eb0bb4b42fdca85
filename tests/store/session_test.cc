// Stores behind the operations: what a long session keeps and forgets, and what it does
// while the database is gone.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>

#include "api/rpc.h"
#include "base/sha256.h"
#include "galley/galley.h"
#include "tests/store/each_store.h"

namespace galley {
namespace {

bool Holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

class StoreSessionTest : public EachStoreTest {
 protected:
  // A request of the session, about the store.
  std::string Ask(std::string_view method, JsonObject params) {
    params.SetJson("workspace", Workspace());
    const JsonObject request =
        JsonObject().Set("method", method).SetJson("params", params.text()).SetJson("id", "1");
    return std::string(session_.Answer(request.text()));
  }
  // The same from somebody else.
  std::string AskApart(std::string_view method, JsonObject params) const {
    params.SetJson("workspace", Workspace());
    const Result<Reply> reply = Call(method, params.text());
    return reply ? reply->text() : std::string(reply.error().code());
  }
  std::string Workspace() const {
    return JsonObject().SetJson("files", "{}").Set("store", url_).text();
  }

  static JsonObject Text(std::string_view text) {
    return JsonObject().Set("name", "a").Set("text", text).Set("type", "jinja");
  }
  static JsonObject Name(std::string_view name) { return JsonObject().Set("name", name); }
  std::string Render(std::string_view name) { return Ask("catalog.render", Name(name)); }
  // Renders until the answer holds `part`: notices take a moment.
  bool RendersSoon(std::string_view name, std::string_view part) {
    for (int round = 0; round < 1'000; ++round) {
      if (Holds(Render(name), part)) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  api::RpcSession session_{Limits()};
};
GALLEY_ON_EACH_STORE(StoreSessionTest);

TEST_P(StoreSessionTest, SeesWhatItStoresItself) {
  EXPECT_TRUE(Holds(Ask("store.push", Text("one")), R"("version":1)"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  EXPECT_TRUE(Holds(Ask("store.push", Text("two")), R"("version":2)"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"two")"));
  EXPECT_TRUE(Holds(Render("store:a@1"), R"("text":"one")"));
}

TEST_P(StoreSessionTest, SeesWhatOthersStore) {
  Ask("store.push", Text("one"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  EXPECT_TRUE(Holds(AskApart("store.push", Text("two")), R"("version":2)"));
  EXPECT_TRUE(RendersSoon("store:a", R"("text":"two")"));
  AskApart("store.label", Name("a@1").Set("label", "production"));
  EXPECT_TRUE(RendersSoon("store:a@production", R"("text":"one")"));
  AskApart("store.label", Name("a@2").Set("label", "production"));
  EXPECT_TRUE(RendersSoon("store:a@production", R"("text":"two")"));
}

// A request that begins 10 ms after a push was answered renders what was pushed.
TEST_P(StoreSessionTest, IsNeverBehindForLong) {
  Ask("store.push", Text("none"));
  for (int round = 0; round < 50; ++round) {
    const std::string text = "text " + std::to_string(round);
    AskApart("store.push", Text(text));
    std::this_thread::sleep_for(kUntilSeen);
    const std::string answer = Render("store:a");
    ASSERT_TRUE(Holds(answer, R"("text":")" + text + '"')) << answer;
  }
}

// One whose server neither answers nor goes away.
TEST_P(StoreSessionTest, LeavesAConnectionThatHangs) {
  if (!server_) return;  // a file is always there
  Ask("store.push", Text("one"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  const std::string backend = server_->Run(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'galley'"
      " ORDER BY backend_start DESC LIMIT 1");
  const pid_t pid = std::atoi(backend.c_str());
  ASSERT_GT(pid, 0) << backend;
  ASSERT_EQ(kill(pid, SIGSTOP), 0);
  std::this_thread::sleep_for(kUntilSeen);
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  AskApart("store.push", Text("two"));
  EXPECT_TRUE(RendersSoon("store:a", R"("text":"two")"));
  kill(pid, SIGCONT);
}

TEST_P(StoreSessionTest, WritesToNoFileThatWasDeleted) {
  const std::string_view scheme = "sqlite:";
  if (!url_.starts_with(scheme)) GTEST_SKIP() << "a server keeps its files";
  Ask("store.push", Text("one"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  for (const char* end : {"", "-wal", "-shm"}) unlink((url_.substr(scheme.size()) + end).c_str());
  EXPECT_TRUE(Holds(AskApart("store.push", Text("new")), R"("version":1)"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"new")"));
  EXPECT_TRUE(Holds(Ask("store.push", Text("newer")), R"("version":2)"));
  EXPECT_TRUE(Holds(AskApart("catalog.render", Name("store:a")), R"("text":"newer")"));
}

// A row edited by hand to something invalid is a diagnostic that names it.
TEST_P(StoreSessionTest, AnEditedRowIsRefusedEverywhere) {
  Ask("store.push", Text("one"));
  const auto store = Open();
  for (const char* text : {"{% if", "{{ x", "plain", "", "\x01"}) {
    ASSERT_TRUE(store->database().RunScript(std::string("UPDATE galley_version SET text = '") +
                                            text + "'"));
    for (const char* method : {"catalog.render", "catalog.show", "catalog.inspect",
                               "catalog.resolve", "catalog.which", "store.pull"}) {
      const Result<Reply> reply =
          Call(method, Name("store:a").SetJson("workspace", Workspace()).text());
      ASSERT_FALSE(reply) << method;
      EXPECT_EQ(reply.error().code(), "store-damaged") << method;
      EXPECT_TRUE(Holds(reply.error().diagnostics().front().message, "version 1 of `a`"));
    }
    EXPECT_TRUE(Holds(AskApart("store.verify", {}), "store-damaged"));
  }
}

// Even where the digest was edited as well.
TEST_P(StoreSessionTest, AnEditedRowIsCheckedAsAFileIs) {
  Ask("store.push", Text("one"));
  const auto store = Open();
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_version SET text = '{% if', digest = '" +
                                          Sha256Of("{% if") + "'"));
  const Result<Reply> reply =
      Call("catalog.render", Name("store:a").SetJson("workspace", Workspace()).text());
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code(), "template-syntax");
  EXPECT_EQ(reply.error().diagnostics().front().file, "store:a@1.j2");
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_version SET extension = '/../x'"));
  EXPECT_EQ(AskApart("catalog.render", Name("store:a")), "store-damaged");
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_document SET type = 'nonsense'"));
  EXPECT_EQ(AskApart("catalog.render", Name("store:a")), "store-damaged");
}

TEST_P(StoreSessionTest, VerifyFindsWhatWasEdited) {
  Ask("store.push", Text("one"));
  const auto store = Open();
  const auto verify = [&](const std::string& edit) {
    EXPECT_TRUE(store->database().RunScript(edit));
    return AskApart("store.verify", {});
  };
  EXPECT_TRUE(Holds(AskApart("store.verify", {}), R"("errors":0)"));
  std::string found = verify("UPDATE galley_document SET type = 'nonsense'");
  EXPECT_TRUE(Holds(found, "version 1 of `a`")) << found;
  EXPECT_TRUE(Holds(found, R"("errors":1)")) << found;
  found = verify(
      "UPDATE galley_document SET type = 'jinja';"
      "UPDATE galley_version SET extension = '/../x'");
  EXPECT_TRUE(Holds(found, "version 1 of `a`")) << found;
  found = verify(
      "UPDATE galley_version SET extension = '.j2';"
      "INSERT INTO galley_label VALUES ('a', '/', 1)");
  EXPECT_TRUE(Holds(found, "version 1 of `a`")) << found;
  found = verify(
      "DELETE FROM galley_label;"
      "UPDATE galley_document SET newest = 7");
  EXPECT_TRUE(Holds(found, "the newest version of `a` is said to be 7")) << found;
  EXPECT_EQ(AskApart("catalog.render", Name("store:a")), "store-damaged");
  EXPECT_EQ(AskApart("store.push", Text("two")), "store-damaged");
  found = verify("UPDATE galley_document SET newest = 1; DROP TABLE galley_label");
  // SQLite's file is not so much as read where it has other tables.
  if (GetParam() == StoreUrl::Kind::kSqlite) {
    EXPECT_EQ(found, "store-damaged");
    return;
  }
  EXPECT_TRUE(Holds(found, "the labels cannot be read")) << found;
  EXPECT_TRUE(Holds(found, R"("errors":1)")) << found;
}

// A place outside of the project is not so much as looked at.
TEST_P(StoreSessionTest, PullMakesNothingForAnEditedExtension) {
  Ask("store.push", Text("one"));
  ASSERT_TRUE(
      Open()->database().RunScript("UPDATE galley_version SET extension = '/../../../outside/x'"));
  const std::string project = directory_.path() + "/project";
  ASSERT_TRUE(std::filesystem::create_directory(project));
  const std::string workspace = JsonObject().Set("dir", project).Set("store", url_).text();
  const Result<Reply> reply =
      Call("store.pull", Name("a").Set("write", true).SetJson("workspace", workspace).text());
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code(), "store-damaged");
  EXPECT_FALSE(std::filesystem::exists(directory_.path() + "/outside"));
  EXPECT_TRUE(std::filesystem::is_empty(project));
}

// A text that no push would have stored, and a digest that fits it.
TEST_P(StoreSessionTest, ARollbackIsCheckedAsAPushIs) {
  Ask("store.push", Text("one"));
  Ask("store.push", Text("two"));
  ASSERT_TRUE(Open()->database().RunScript("UPDATE galley_version SET text = '{% if', digest = '" +
                                           Sha256Of("{% if") + "' WHERE version = 1"));
  EXPECT_EQ(AskApart("store.rollback", Name("a@1")), "template-syntax");
  EXPECT_TRUE(Holds(AskApart("store.history", Name("a")), R"("version":2)"));
  EXPECT_FALSE(Holds(AskApart("store.history", Name("a")), R"("version":3)"));
}

TEST_P(StoreSessionTest, OptionsAndLimitsAreNotMixedUpByTheCache) {
  Ask("store.push", Text("{{ x }}<<x>>\n"));
  const auto render = [&](JsonObject params) {
    return Ask("catalog.render", params.Set("name", "store:a").SetJson("data", R"({"x": "<"})"));
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(Holds(render({}), R"("text":"<<<x>>")"));
    EXPECT_TRUE(Holds(render(JsonObject().SetJson("options", R"({"autoescape": true})")),
                      R"("text":"&lt;<<x>>")"));
    EXPECT_TRUE(Holds(render(JsonObject().SetJson("options", R"({"variable_start_string": "<<",
                                         "variable_end_string": ">>"})")),
                      R"("text":"{{ x }}<")"));
    EXPECT_TRUE(Holds(render(JsonObject().SetJson("limits", R"({"file": 5})")), "limit-size"));
  }
}

TEST_P(StoreSessionTest, AWorkspaceWithoutAStoreSaysSo) {
  const Result<Reply> reply =
      Call("catalog.render", R"({"workspace": {"files": {}}, "name": "store:a"})");
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code(), "store-not-found");
}

TEST_P(StoreSessionTest, GoesOnRenderingWhileTheServerIsGone) {
  if (!server_) return;  // a file is always there
  Ask("store.push", Text("one"));
  EXPECT_TRUE(Holds(Render("store:a"), R"("text":"one")"));
  ASSERT_TRUE(server_->Stop("immediate"));
  for (int round = 0; round < 3; ++round) {
    const std::string answer = Render("store:a");
    EXPECT_TRUE(Holds(answer, R"("text":"one")")) << answer;
    EXPECT_TRUE(Holds(answer, "store-offline")) << answer;
  }
  EXPECT_TRUE(Holds(Render("store:b"), "store-unreachable"));
  ASSERT_TRUE(server_->StartAgain());
  EXPECT_TRUE(Holds(AskApart("store.push", Text("two")), R"("version":2)"));
  EXPECT_TRUE(RendersSoon("store:a", R"("text":"two")"));
  EXPECT_FALSE(Holds(Render("store:a"), "store-offline"));
}

}  // namespace
}  // namespace galley
