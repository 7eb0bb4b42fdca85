// Galley as a peer of the text benchmark: compile, parse and render apart.
#include <memory>
#include <optional>
#include <utility>

#include "base/writer.h"
#include "compile/text_set.h"
#include "diag/source.h"
#include "engine/vm/machine.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "text/peer.h"
#include "value/heap.h"

namespace galley::bench {
namespace {

constexpr std::string_view kMain = "main.j2";

class GalleyPeer final : public Peer {
 public:
  bool Load(const Workload& workload, std::string* reason) override {
    workload_ = workload;
    data_heap_.Reset(limits_);
    const Source source("data.json", workload_.json, Nature::kData);
    Result<Value> data = reader_.Read(source, &data_heap_, limits_);
    if (!data) return Fail(data.error(), reason);
    data_ = *data;
    set_ = NewSet();
    Result<const Unit*> unit = set_->Load(kMain);
    if (!unit) return Fail(unit.error(), reason);
    unit_ = *unit;
    return true;
  }

  bool Render(std::string* out, std::string* reason) override {
    const Result<void> done = RenderOnce();
    if (!done) return Fail(done.error(), reason);
    *out = out_.ToString();
    return true;
  }

  // The set is warm, as that of a program that compiles more than once is.  A
  // template that is added again is compiled again.
  void TimeCompile(uint64_t rounds) override {
    const std::unique_ptr<TextSet> set = NewSet();
    for (uint64_t i = 0; i < rounds; ++i) {
      for (const auto& [name, text] : workload_.templates) {
        if (!name.ends_with(".j2")) continue;
        set->Add(name, text);
        (void)set->Load(name);
      }
    }
  }

  void TimeParse(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) {
      parse_heap_.Reset(limits_);
      const Source source("data.json", workload_.json, Nature::kData);
      (void)reader_.Read(source, &parse_heap_, limits_);
    }
  }

  void TimeRender(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) (void)RenderOnce();
  }

 private:
  static bool Fail(const Error& error, std::string* reason) {
    *reason = error.diagnostics().front().message;
    return false;
  }

  std::unique_ptr<TextSet> NewSet() const {
    jinja::SyntaxOptions options;
    if (workload_.model_template) {
      options.trim_blocks = options.lstrip_blocks = true;
      options.do_statement = options.loop_controls = options.generation = true;
    }
    auto set = std::make_unique<TextSet>(JinjaCompilation{std::move(options), false}, limits_);
    for (const auto& [name, text] : workload_.templates) {
      if (name.ends_with(".j2")) set->Add(name, text);
    }
    return set;
  }

  Result<void> RenderOnce() {
    RenderRequest request;
    request.unit = unit_;
    request.data = data_;
    request.chat_template_globals = workload_.model_template;
    request.policy.html_json = !workload_.model_template;
    request.policy.now = "2026-01-02T03:04:05";
    request.limits = limits_;
    request.loader = set_.get();
    out_.Reset(limits_.output);
    return machine_.Render(request, &out_);
  }

  Limits limits_;
  Workload workload_;
  JsonDataReader reader_;
  Heap data_heap_{Limits()};
  Heap parse_heap_{Limits()};
  Value data_;
  std::unique_ptr<TextSet> set_;
  const Unit* unit_ = nullptr;
  Machine machine_;
  BufferWriter out_;
};

}  // namespace
}  // namespace galley::bench

int main() {
  galley::bench::GalleyPeer peer;
  return galley::bench::Serve(&peer);
}
