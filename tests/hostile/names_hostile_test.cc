// Names that try to leave the root, at every door: whatever a name looks like, it
// selects a template of the catalog or is refused; no file outside is ever read.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "galley/galley.h"
#include "tests/process/process.h"

namespace galley::testing {
namespace {

constexpr std::string_view kSecret = "canary-5821";

// Over 500 ways to write a path to the secret, or to somewhere else.
std::set<std::string> HostileNames(const std::string& top) {
  std::set<std::string> names;
  const std::vector<std::string> ways = {"../",
                                         "../../",
                                         "./../",
                                         "a/../../",
                                         "..\\",
                                         "/",
                                         "//",
                                         "/./",
                                         "\\",
                                         "\\\\",
                                         "./",
                                         ".//",
                                         "....//",
                                         "..;/",
                                         "%2e%2e/",
                                         "%2e%2e%2f",
                                         "..%2f",
                                         "..%c0%af",
                                         "\xEF\xBC\x8E./",
                                         "~/",
                                         "~root/",
                                         "file://",
                                         "file:",
                                         "@:",
                                         "@:../",
                                         "C:\\",
                                         "C:/",
                                         "\\\\?\\",
                                         "//server/share/",
                                         "a/./",
                                         "a/..",
                                         "ok/../../",
                                         "ok/..//../",
                                         " ../",
                                         "../ ",
                                         "\t../",
                                         "\n../",
                                         "..\n/",
                                         "\x7F../",
                                         "$HOME/",
                                         "`pwd`/",
                                         top + "/",
                                         top + "/inside/../",
                                         "/proc/self/root" + top + "/",
                                         "/proc/self/cwd/"};
  const std::vector<std::string> ends = {"secret",
                                         "secret.j2",
                                         "secret.j2.md",
                                         "outside/secret",
                                         "outside/secret.j2",
                                         "",
                                         ".",
                                         "..",
                                         "secret/",
                                         "secret.j2/.",
                                         "inside/ok.j2/../../secret.j2",
                                         std::string(300, 'x'),
                                         "etc/passwd"};
  for (const std::string& way : ways) {
    for (const std::string& end : ends) names.insert(way + end);
  }
  return names;
}

class HostileNamesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string top = directory_.path();
    std::filesystem::create_directories(top + "/inside/a");
    std::filesystem::create_directories(top + "/outside");
    for (const char* path : {"/secret.j2", "/secret", "/outside/secret.j2", "/secret.j2.md"}) {
      std::ofstream(top + path) << kSecret;
    }
    std::ofstream(top + "/inside/ok.j2") << "{% include name %}";
    std::ofstream(top + "/inside/extends.j2") << "{% extends name %}";
    std::ofstream(top + "/inside/import.j2") << "{% import name as m %}{{ m }}";
    std::ofstream(top + "/inside/ignore.j2") << "{% include [name, name] ignore missing %}";
    workspace_ = JsonObject().Set("base", top).SetJson("roots", R"({"project":["inside"]})").text();
  }

  // The code of the failure, or "" for a result; neither shows the secret.
  std::string CodeOf(std::string_view method, const JsonObject& params) const {
    const Result<Reply> reply = Call(method, params.text());
    if (reply) {
      EXPECT_EQ(reply->text().find(kSecret), std::string::npos) << method;
      return "";
    }
    for (const Diagnostic& diagnostic : reply.error().diagnostics()) {
      EXPECT_EQ(FormatText(diagnostic, Colour::kNever).find(kSecret), std::string::npos) << method;
    }
    return std::string(reply.error().code());
  }

  JsonObject Params() const { return JsonObject().SetJson("workspace", workspace_); }

  TemporaryDirectory directory_;
  std::string workspace_;
};

bool IsRefusal(const std::string& code) {
  return code == "invalid-template-name" || code == "template-not-found";
}

TEST_F(HostileNamesTest, NoneLeavesTheRootAtAnyDoor) {
  const std::set<std::string> names = HostileNames(directory_.path());
  EXPECT_GT(names.size(), 500u);
  for (const std::string& name : names) {
    for (const char* method : {"catalog.resolve", "catalog.render", "catalog.which", "catalog.show",
                               "catalog.inspect"}) {
      EXPECT_TRUE(IsRefusal(CodeOf(method, Params().Set("name", name)))) << method << " " << name;
    }
    const std::string data = JsonObject().Set("name", name).text();
    for (const char* door : {"ok", "extends", "import"}) {
      const std::string code =
          CodeOf("catalog.render", Params().Set("name", door).SetJson("data", data));
      EXPECT_TRUE(IsRefusal(code)) << door << " " << name;
    }
    const std::string code =
        CodeOf("catalog.render", Params().Set("name", "ignore").SetJson("data", data));
    EXPECT_TRUE(code.empty() || code == "invalid-template-name") << name;
  }
}

}  // namespace
}  // namespace galley::testing
