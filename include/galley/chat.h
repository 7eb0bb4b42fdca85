// What a program may bring along to `chat.render`: data sources and task kinds of its
// own.
//
//   class Weather : public galley::SourceRegistry {
//     void Resolve(galley::SourceCall& call) override {
//       if (call.source() == "forecast") call.ReturnJson(R"(["rain", "sun"])");
//     }
//   };
//   Weather weather;
//   const galley::ChatTask tasks[] = {{"weather_report", &weather}};
//   galley::CallOptions options;
//   options.tasks = tasks;      // templates may now say `task: weather_report`
//   galley::CallWith("chat.render", params, options);
#ifndef GALLEY_CHAT_H_
#define GALLEY_CHAT_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "galley/export.h"
#include "galley/json.h"

namespace galley {

// One question to a registry, and its answer.  It is valid until Resolve returns.
class GALLEY_EXPORT SourceCall {
 public:
  SourceCall(const SourceCall&) = delete;
  SourceCall& operator=(const SourceCall&) = delete;

  // What the template wrote: {source, args?}.  Without `args` they are null.
  std::string_view source() const noexcept;
  Json args() const noexcept;
  // The context of the render, a map.
  Json context() const noexcept;

  // What the source gives; the last one counts.  Who returns nothing has no data, and
  // the template goes on without.  Texts are copied, count against limits.heap, and
  // must be UTF-8.
  void Return(std::string_view text) noexcept;
  void Return(const char* text) noexcept { Return(std::string_view(text)); }
  void Return(bool value) noexcept;
  void Return(int64_t value) noexcept;
  void Return(double value) noexcept;
  // A part of the context or of the arguments.
  void Return(const Json& value) noexcept;
  // The value in a JSON text.
  void ReturnJson(std::string_view json) noexcept;

  // The source could not be read.  It counts as missing, and the ledger says so.
  void Fail() noexcept;

 private:
  struct State;
  friend struct SourceCaller;
  explicit SourceCall(State* state) noexcept : state_(state) {}

  State* state_;
};

// Where the data of a chat template comes from.  Called on the thread that renders, at
// most once in a render for each reference of the template, so it must be pure: the same
// question has the same answer.  What it throws is as good as Fail.
class GALLEY_EXPORT SourceRegistry {
 public:
  virtual ~SourceRegistry();

  virtual void Resolve(SourceCall& call) = 0;

  // The sources there are, for checking templates; empty: any may be named.  What is
  // returned lives as long as the registry.
  virtual std::span<const std::string_view> names() const noexcept;
};

// A task kind as code.  It counts before one of that name in a workspace, and before a
// built-in one.
struct ChatTask {
  std::string_view name;
  SourceRegistry* sources;
  std::string_view lanes = "[]";  // its default lanes, a JSON list
};

}  // namespace galley

#endif  // GALLEY_CHAT_H_
