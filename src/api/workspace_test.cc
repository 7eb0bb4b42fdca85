#include "api/workspace.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/try.h"
#include "format/json_data.h"

namespace galley {
namespace {

Result<std::string> ReadFrom(std::string_view json, std::string_view path) {
  const Limits limits;
  Heap heap(limits);
  std::vector<Diagnostic> warnings;
  const Value read = TRY(ReadJsonData(Source("<params>", json, Nature::kData), &heap, limits));
  const Invocation call{read, limits, &heap, &warnings};
  const Workspace workspace = TRY(Workspace::Open(TRY(Params::Of(call, {"workspace"})), call));
  return workspace.files().Read(path, limits.file);
}

std::string MessageOf(std::string_view json) {
  const auto read = ReadFrom(json, "a");
  return read ? "" : read.error().diagnostics().front().message;
}

TEST(OpenWorkspace, HoldsTheFilesOfTheRequest) {
  constexpr std::string_view kParams = R"({"workspace":{"files":{"a":"1","dir/b":"2"}}})";
  EXPECT_EQ(*ReadFrom(kParams, "a"), "1");
  EXPECT_EQ(*ReadFrom(kParams, "dir/b"), "2");
  EXPECT_EQ(ReadFrom(kParams, "c").error().code(), "file-not-found");
}

TEST(OpenWorkspace, IsADirectoryOnDisk) {
  EXPECT_TRUE(ReadFrom(R"({"workspace":{"dir":"/proc/self"}})", "status"));
  EXPECT_EQ(ReadFrom(R"({"workspace":{"dir":"/no/such/directory"}})", "a").error().code(),
            "file-not-found");
  EXPECT_EQ(ReadFrom(R"({"workspace":{"dir":"/proc/self/status"}})", "a").error().code(),
            "file-not-directory");
}

TEST(OpenWorkspace, IsTheWorkingDirectoryByDefault) {
  EXPECT_EQ(ReadFrom("{}", "no such file").error().code(), "file-not-found");
}

TEST(OpenWorkspace, RefusesTheWrongShapes) {
  EXPECT_EQ(MessageOf(R"({"workspace":[]})"), "`params.workspace` must be of type map, not list");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"a":1}}})"),
            "`params.workspace.files`: a text must be a string");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"/a":""}}})"),
            "`params.workspace.files`: `/a` leads out of its root: a path is relative");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{"a":"","a/b":""}}})"),
            "`params.workspace.files`: `a/b` lies under `a`, which is a file");
  EXPECT_EQ(MessageOf(R"({"workspace":{"files":{},"dir":"."}})"),
            "`params.workspace.dir`: does not go with `files`");
}

}  // namespace
}  // namespace galley
