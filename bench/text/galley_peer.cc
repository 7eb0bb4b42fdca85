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

class GalleyPeer final : public Peer {
 public:
  bool Load(const Workload& workload, std::string* reason) override {
    workload_ = workload;
    data_heap_.Reset(limits_);
    const Source source("data.json", workload_.json, Nature::kData);
    Result<Value> data = reader_.Read(source, &data_heap_, limits_);
    if (!data) return Fail(data.error(), reason);
    data_ = *data;
    is_handlebars_ = workload_.templates.contains("main.hbs");
    set_ = NewSet();
    Result<const Unit*> unit = set_->Load(is_handlebars_ ? "main" : "main.j2");
    if (!unit) return Fail(unit.error(), reason);
    PrepareRequest(*unit);
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
        set->Add(NameOf(name), text);
        (void)set->Load(NameOf(name));
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

  // Partials are named without what their files end in.
  std::string_view NameOf(std::string_view file) const {
    return is_handlebars_ ? file.substr(0, file.rfind('.')) : file;
  }

  Compilation NewCompilation() const {
    if (is_handlebars_) {
      HandlebarsCompilation options;
      options.no_escape = true;
      return options;
    }
    jinja::SyntaxOptions options;
    if (workload_.model_template) {
      options.trim_blocks = options.lstrip_blocks = true;
      options.do_statement = options.loop_controls = options.generation = true;
    }
    return JinjaCompilation{std::move(options), false};
  }

  std::unique_ptr<TextSet> NewSet() const {
    auto set = std::make_unique<TextSet>(NewCompilation(), limits_);
    for (const auto& [name, text] : workload_.templates) set->Add(NameOf(name), text);
    return set;
  }

  void PrepareRequest(const Unit* unit) {
    request_ = RenderRequest();
    request_.unit = unit;
    request_.data = data_;
    request_.chat_template_globals = workload_.model_template;
    request_.policy.html_json = !workload_.model_template;
    request_.policy.now = "2026-01-02T03:04:05";
    request_.limits = limits_;
    request_.loader = set_.get();
  }

  Result<void> RenderOnce() {
    out_.Reset(limits_.output);
    return machine_.Render(request_, &out_);
  }

  Limits limits_;
  Workload workload_;
  bool is_handlebars_ = false;
  JsonDataReader reader_;
  Heap data_heap_{Limits()};
  Heap parse_heap_{Limits()};
  Value data_;
  std::unique_ptr<TextSet> set_;
  RenderRequest request_;
  Machine machine_;
  BufferWriter out_;
};

}  // namespace
}  // namespace galley::bench

int main() {
  galley::bench::GalleyPeer peer;
  return galley::bench::Serve(&peer);
}
