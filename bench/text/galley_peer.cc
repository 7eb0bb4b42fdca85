// Galley as a peer of the text benchmark, as any program uses it: through the public
// headers alone.
#include <galley/galley.h>

#include <optional>
#include <string>
#include <string_view>

#include "text/peer.h"

namespace galley::bench {
namespace {

class GalleyPeer final : public Peer {
 public:
  bool Load(const Workload& workload, std::string* reason) override {
    workload_ = workload;
    if (Result<void> read = context_.ReadJson(workload_.json); !read) {
      return Fail(read.error(), reason);
    }
    is_handlebars_ = workload_.templates.contains("main.hbs");
    Result<Workspace> workspace = NewWorkspace();
    if (!workspace) return Fail(workspace.error(), reason);
    for (const auto& [name, text] : workload_.templates) {
      if (Result<void> added = workspace->AddTemplate(name, text); !added) {
        return Fail(added.error(), reason);
      }
    }
    Result<Template> main = workspace->Load("main");
    if (!main) return Fail(main.error(), reason);
    main_ = *std::move(main);
    workspace_ = *std::move(workspace);
    return true;
  }

  bool Render(std::string* out, std::string* reason) override {
    const Result<void> done = RenderOnce();
    if (!done) return Fail(done.error(), reason);
    *out = out_;
    return true;
  }

  void TimeCompile(uint64_t rounds) override {
    CompileOptions options;
    options.language = is_handlebars_ ? Language::kHandlebars : Language::kJinja;
    for (uint64_t i = 0; i < rounds; ++i) {
      for (const auto& [name, text] : workload_.templates) {
        options.name = name;
        (void)workspace_->Compile(text, options);
      }
    }
  }

  void TimeParse(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) (void)parsed_.ReadJson(workload_.json);
  }

  void TimeRender(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) (void)RenderOnce();
  }

 private:
  static bool Fail(const Error& error, std::string* reason) {
    *reason = error.diagnostics().front().message;
    return false;
  }

  // The options are Jinja2's defaults, as the other peers have them.
  Result<Workspace> NewWorkspace() const {
    Context jinja;
    if (workload_.model_template) {
      jinja.Set("profile", "huggingface");
    } else {
      jinja.Set("trim_blocks", false).Set("lstrip_blocks", false);
    }
    jinja.Set("undefined", "default").Set("now", "2026-01-02T03:04:05");
    return Workspace::InMemory({.jinja = jinja.values()});
  }

  Result<void> RenderOnce() {
    out_.clear();
    return main_->RenderTo(context_, &out_);
  }

  Workload workload_;
  bool is_handlebars_ = false;
  Context context_;
  Context parsed_;
  std::optional<Workspace> workspace_;
  std::optional<Template> main_;
  std::string out_;
};

}  // namespace
}  // namespace galley::bench

int main() {
  galley::bench::GalleyPeer peer;
  return galley::bench::Serve(&peer);
}
