#include "apps/server/parameter_guard.h"

#include <string>

#include <gtest/gtest.h>

#include "galley/context.h"

namespace galley::server {
namespace {

bool IsForeign(std::string_view params, std::string_view operation = "template.render") {
  Context context;
  EXPECT_TRUE(context.ReadJson(params)) << params;
  return FindForeign(operation, context.values()).has_value();
}

TEST(ParameterGuard, RefusesWhatLeadsElsewhere) {
  for (const char* params : {
           R"({"workspace": {"dir": "/"}})",
           R"({"workspace": {"base": "x"}})",
           R"({"workspace": {}})",
           R"({"workspace": {"files": {}, "store": "sqlite:x"}})",
           R"({"workspace": {"files": {}, "config": "x"}})",
           R"({"template": {"workspace": {"dir": "."}, "name": "x"}})",
           R"({"template": {"name": "/etc/x.chat.yaml"}})",
           R"({"path": "/etc/passwd"})",
           R"({"path": "a/../../b"})",
           R"({"path": "~/x"})",
           R"({"file": "../x"})",
           R"({"name": "../x.chat.yaml"})",
           R"({"names": ["a", "/b"]})",
           R"({"template": "/x"})",
           R"({"store": "sqlite:x"})",
           R"({"manifest": ".."})",
           R"({"definition": "/x.json"})",
           R"({"workspace": {"unsaved": {}, "dir": "/"}})",
           R"({"workspace": {"unsaved": {"a.j2": ""}}, "name": "../x"})",
           R"({"template": {"workspace": {"unsaved": {}}, "name": "/x.chat.yaml"}})",
           R"({"before": {"dir": "/etc"}})",
           R"({"a": {"workspace": {"dir": "/etc"}, "name": "x"}, "b": {"messages": []}})",
           R"({"a": {"messages": []}, "b": {"name": "/etc/x.j2"}})",
           R"({"a": {"template": {"workspace": {"dir": "/"}, "name": "x"}}})",
       }) {
    EXPECT_TRUE(IsForeign(params)) << params;
  }
  EXPECT_TRUE(IsForeign(R"({"file": "x.json"})", "tokens.import"));
  EXPECT_TRUE(IsForeign(R"({"directory": "x"})", "store.export"));
}

TEST(ParameterGuard, LetsTheRestThrough) {
  for (const char* params : {
           R"({})",
           R"({"name": "a/b"})",
           R"({"name": "store:x@1", "data": {"path": "/x", "store": 1}})",
           R"({"workspace": {"files": {"a.j2": "x"}}, "name": "a"})",
           R"({"path": "sub/x.yaml"})",
           R"({"workspace": {"files": {}, "roots": {"project": ["p"]}}, "name": "../x"})",
           R"({"template": {"id": "x", "layout": []}})",
           R"({"name": "..x"})",
           R"({"workspace": {"unsaved": {"/project/a.j2": "x"}}, "name": "a"})",
           R"({"template": {"workspace": {"unsaved": {"a.chat.yaml": "x"}}, "name": "a"}})",
           R"({"before": {"files": {}}})",
           R"({"a": {"template": {"name": "x"}}, "b": {"name": "x"}})",
       }) {
    EXPECT_FALSE(IsForeign(params)) << params;
  }
}

}  // namespace
}  // namespace galley::server
