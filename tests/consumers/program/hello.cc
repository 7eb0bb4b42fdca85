// The program of docs/cpp.md.
#include <galley/galley.h>

#include <cstdio>
#include <string>

namespace {

int Report(const galley::Error& error) {
  for (const galley::Diagnostic& diagnostic : error.diagnostics()) {
    std::fputs(FormatText(diagnostic, galley::Colour::kNever).c_str(), stderr);
  }
  return 1;
}

}  // namespace

int main() {
  // Or galley::Workspace::Open({.root = "."}) for the templates of a directory.
  galley::Result<galley::Workspace> workspace = galley::Workspace::InMemory();
  if (!workspace) return Report(workspace.error());
  if (auto added = workspace->AddTemplate("hello.j2", "Hello {{ name }}: {{ topics|join(', ') }}");
      !added) {
    return Report(added.error());
  }

  galley::Result<galley::Template> hello = workspace->Load("hello");
  if (!hello) return Report(hello.error());
  galley::Context context;
  context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
  std::string out;
  if (auto done = hello->RenderTo(context, &out); !done) return Report(done.error());
  std::puts(out.c_str());

  constexpr char kChat[] = R"(
id: talk
name: Talk
version: 1
task: turn_generation
layout:
  - {kind: message, role: system, content: "You talk about {{topic}}."}
  - {kind: message, role: user, content: "Begin, {{name}}."}
slots: {}
)";
  galley::Result<galley::Template> talk =
      workspace->Compile(kChat, {.language = galley::Language::kChat, .name = "talk"});
  if (!talk) return Report(talk.error());
  context.Set("topic", "the harbour");
  galley::Result<galley::Conversation> conversation = talk->RenderChat(context, {.budget = 4000});
  if (!conversation) return Report(conversation.error());
  for (const galley::Message& message : conversation->messages()) {
    std::printf("%s: %s\n", std::string(message.role).c_str(),
                std::string(message.content).c_str());
  }
  galley::Result<galley::Request> request = conversation->ToRequest("openai");
  if (!request) return Report(request.error());
  std::printf("%s\n", request->ToText().c_str());
}
