#include "galley/workspace.h"

#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "handles/template_state.h"

namespace galley {
namespace {

Workspace NewWorkspace() {
  Result<Workspace> made = Workspace::InMemory();
  if (!made) ADD_FAILURE() << made.error().diagnostics().front().message;
  return *std::move(made);
}

std::string Rendered(const Result<Template>& made, const Context& context) {
  if (!made) return FormatText(made.error().diagnostics().front(), Colour::kNever);
  const Result<std::string> text = made->Render(context);
  return text ? *text : std::string(text.error().code());
}

std::string CodeOf(const Result<void>& done) {
  return done ? "" : std::string(done.error().code());
}

Context Ann() {
  Context context;
  context.Set("name", "Ann").Set("topics", {"harbour", "weather"});
  return context;
}

TEST(WorkspaceHandleTest, SourcesAreCompiled) {
  const Workspace workspace = NewWorkspace();
  EXPECT_EQ(Rendered(workspace.Compile("Hello {{ name }}: {{ topics|join(', ') }}"), Ann()),
            "Hello Ann: harbour, weather");
  EXPECT_EQ(Rendered(workspace.Compile("Hello {{name}}:{{#each topics}} {{this}}{{/each}}",
                                       {.language = Language::kHandlebars}),
                     Ann()),
            "Hello Ann: harbour weather");
}

TEST(WorkspaceHandleTest, RenderToAddsToTheText) {
  const Result<Template> hello = NewWorkspace().Compile("Hello {{ name }}");
  ASSERT_TRUE(hello);
  std::string out = "> ";
  ASSERT_TRUE(hello->RenderTo(Ann(), &out));
  ASSERT_TRUE(hello->RenderTo(Ann(), &out, {}));
  EXPECT_EQ(out, "> Hello AnnHello Ann");
  EXPECT_FALSE(hello->RenderTo(Context(), &out));
  EXPECT_EQ(out, "> Hello AnnHello Ann");
}

TEST(WorkspaceHandleTest, AddedTemplatesNameEachOther) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("mail/hello.j2", "{% include 'greeting' %}, {{ name }}"));
  ASSERT_TRUE(workspace.AddTemplate("greeting", "Hello"));
  ASSERT_TRUE(workspace.AddTemplate("list.hbs", "{{#each topics}}{{> item}}{{/each}}"));
  ASSERT_TRUE(workspace.AddTemplate("item.hbs", "[{{this}}]"));
  EXPECT_EQ(Rendered(workspace.Load("hello"), Ann()), "Hello, Ann");
  EXPECT_EQ(Rendered(workspace.Load("mail/hello.j2"), Ann()), "Hello, Ann");
  EXPECT_EQ(Rendered(workspace.Load("list"), Ann()), "[harbour][weather]");
  EXPECT_EQ(Rendered(workspace.Compile("<{% include 'mail/hello' %}>"), Ann()), "<Hello, Ann>");
  EXPECT_EQ(workspace.Load("other").error().code(), "template-not-found");
  EXPECT_EQ(CodeOf(workspace.AddTemplate("../up.j2", "")), "file-outside-root");
}

TEST(WorkspaceHandleTest, WhatWasHandedOutStaysWhatItIs) {
  std::vector<Template> kept;
  {
    Workspace workspace = NewWorkspace();
    ASSERT_TRUE(workspace.AddTemplate("part.j2", "one"));
    ASSERT_TRUE(workspace.AddTemplate("whole.j2", "{% include 'part' %} {{ name }}"));
    kept.push_back(*workspace.Load("whole"));
    ASSERT_TRUE(workspace.AddTemplate("part.j2", "two"));
    kept.push_back(*workspace.Load("whole"));
  }
  EXPECT_EQ(*kept[0].Render(Ann()), "one Ann");
  EXPECT_EQ(*kept[1].Render(Ann()), "two Ann");
}

TEST(WorkspaceHandleTest, SectionsAndChatsAreTemplatesToo) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("notes.sections.yaml",
                                    "id: notes\nplaceholders:\n  WHO: {type: string, required: "
                                    "true}\nsections:\n  A: {text: 'Dear {{WHO}}'}\n"));
  Context context;
  context.Set("WHO", "Ann");
  const Result<Template> notes = workspace.Load("notes");
  EXPECT_NE(Rendered(notes, context).find("Dear Ann"), std::string::npos);
  EXPECT_EQ(notes->language(), Language::kSections);
  ASSERT_EQ(notes->inputs().list.size(), 1u);
  EXPECT_EQ(notes->inputs().list[0].name, "WHO");
  EXPECT_EQ(notes->inputs().list[0].type, "string");
  EXPECT_TRUE(notes->inputs().list[0].required);
  EXPECT_EQ(notes->inputs().list[0].places[0].position.line, 3u);
}

// What a template reads, as `name:line` for each place.
std::string InputsOf(const Template& made) {
  std::string text;
  for (const Input& input : made.inputs().list) {
    text += (text.empty() ? "" : " ") + input.name;
    for (const Input::Place& place : input.places) {
      text += ':' + (place.file == "template" ? "" : place.file + "@") +
              std::to_string(place.position.line);
    }
  }
  return text + (made.inputs().is_complete ? "" : " ...");
}

constexpr std::string_view kChat =
    "id: t\nname: T\nversion: 1\ntask: turn_generation\nlayout:\n"
    "  - {kind: message, role: system, content: 'You are {{name}}.'}\n"
    "  - {kind: message, role: user, content: 'Talk of {{topic}}.'}\nslots: {}\n";

TEST(WorkspaceHandleTest, ChatsRenderToConversations) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("talk.chat.yaml", kChat));
  const Result<Template> talk = workspace.Load("talk");
  ASSERT_TRUE(talk) << talk.error().diagnostics().front().message;
  Context context;
  context.Set("name", "Ann").Set("topic", "rain");
  const Result<Conversation> done = talk->RenderChat(context, {.budget = 4000, .explain = true});
  ASSERT_TRUE(done) << done.error().diagnostics().front().message;
  ASSERT_EQ(done->messages().size(), 2u);
  EXPECT_EQ(done->messages()[0].role, "system");
  EXPECT_EQ(done->messages()[0].content, "You are Ann.");
  EXPECT_EQ(done->messages()[1].content, "Talk of rain.");
  EXPECT_EQ(done->tokens(), 7u);
  EXPECT_EQ(done->ledger().size(), 2u);
  const Result<Request> request = done->ToRequest("openai");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->ToText(), R"({"messages":[{"role":"system","content":"You are Ann."},)"
                               R"({"role":"user","content":"Talk of rain."}]})");
  EXPECT_EQ(done->ToRequest("opnai").error().code(), "invalid-params");
  std::string out;
  EXPECT_EQ(CodeOf(talk->RenderTo(context, &out)), "wrong-template-type");
  EXPECT_EQ(workspace.Compile("x")->RenderChat(context).error().code(), "wrong-template-type");
  EXPECT_EQ(InputsOf(*talk),
            "name:talk.chat.yaml@6 globals:talk.chat.yaml@6:talk.chat.yaml@7 "
            "topic:talk.chat.yaml@7");
  const Result<Template> inline_talk = workspace.Compile(kChat, {.language = Language::kChat});
  ASSERT_TRUE(inline_talk);
  EXPECT_EQ(inline_talk->RenderChat(context)->messages().size(), 2u);
}

// A profile may stand for several models; the rules of requests go by the name that was given.
TEST(WorkspaceHandleTest, RequestsGoByTheNameOfTheModel) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate(
      "t.chat.yaml",
      "id: t\nname: T\nversion: 1\ntask: turn_generation\nslots: {}\nlayout:\n"
      "  - {kind: message, role: user, content: Hi.}\n"
      "  - {kind: message, role: assistant, content: So, prefix: true}\n"));
  const Result<Template> chat = workspace.Load("t");
  ASSERT_TRUE(chat) << chat.error().diagnostics().front().message;
  const auto can_go_on = [&](std::string_view model) {
    const Result<Conversation> done = chat->RenderChat(Context(), {.model = model});
    return done && done->ToRequest("anthropic");
  };
  EXPECT_TRUE(can_go_on("claude-sonnet-4-5"));
  EXPECT_FALSE(can_go_on("claude-opus-4-6"));
}

TEST(WorkspaceHandleTest, OptionsOfARender) {
  const Result<Template> made = NewWorkspace().Compile("[{{ missing }}]{{ 'x' * 100 }}");
  ASSERT_TRUE(made);
  EXPECT_EQ(made->Render(Context()).error().code(), "undefined-variable");
  EXPECT_EQ(made->Render(Context(), {.undefined = Undefined::kLenient})->substr(0, 3), "[]x");
  Limits limits;
  limits.output = 50;
  EXPECT_EQ(
      made->Render(Context(), {.limits = limits, .undefined = Undefined::kLenient}).error().code(),
      "limit-output");
}

TEST(WorkspaceHandleTest, OptionsOfTexts) {
  Context options;
  options.Set("trim_blocks", false).Set("lstrip_blocks", false).Set("undefined", "default");
  const Result<Workspace> plain = Workspace::InMemory({.jinja = options.values()});
  ASSERT_TRUE(plain);
  EXPECT_EQ(Rendered(plain->Compile("{% if true %}\n{{ x }}{% endif %}"), Context()), "\n");
  Context now;
  now.Set("profile", "huggingface").Set("now", "2026-01-02T03:04:05");
  EXPECT_EQ(
      Rendered(plain->Compile("{{ strftime_now('%Y') }}", {.options = now.values()}), Context()),
      "2026");
  Context html;
  html.Set("html_json", true);
  EXPECT_EQ(Rendered(plain->Compile("{{ '<'|tojson }}"), Context()), R"("<")");
  EXPECT_EQ(Rendered(plain->Compile("{{ '<'|tojson }}", {.options = html.values()}), Context()),
            R"("\u003c")");
  Context wrong;
  wrong.Set("trim_bloks", true);
  EXPECT_EQ(Workspace::InMemory({.jinja = wrong.values()}).error().code(), "invalid-params");
}

TEST(WorkspaceHandleTest, WhatIsWrongWithAContextIsReported) {
  const Result<Template> made = NewWorkspace().Compile("x");
  Context context;
  context.Set("a", "\xFF");
  std::string out;
  EXPECT_EQ(CodeOf(made->RenderTo(context, &out)), "invalid-utf8");
}

std::string InputsOf(const Workspace& workspace, std::string_view source) {
  const Result<Template> made = workspace.Compile(source);
  return made ? InputsOf(*made) : std::string(made.error().code());
}

TEST(InputsTest, WhatJinjaSetsIsNoInput) {
  const Workspace workspace = NewWorkspace();
  EXPECT_EQ(InputsOf(workspace, "{{ a }}\n{{ b.c }}{{ a|upper }}{{ range(3) }}"), "a:1:2 b:2");
  EXPECT_EQ(InputsOf(workspace, "{% for x in rows %}{{ x }}{{ loop.index }}{% endfor %}"),
            "rows:1");
  EXPECT_EQ(InputsOf(workspace, "{% set y = z %}{{ y }}{% block b %}{{ y }}{% endblock %}"), "z:1");
  EXPECT_EQ(InputsOf(workspace, "{% macro m(p) %}{{ p }}{{ q }}{% endmacro %}{{ m(1) }}"), "q:1");
  EXPECT_EQ(InputsOf(workspace, "{% if c %}{% set x = 1 %}{% endif %}{{ x }}"), "c:1 x:1");
}

TEST(InputsTest, WhatIsNamedIsReadToo) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("item.j2", "{{ item.name }}{{ unit }}"));
  ASSERT_TRUE(
      workspace.AddTemplate("page.j2", "{{ title }}{{ heading }}{% block b %}{% endblock %}"));
  ASSERT_TRUE(
      workspace.AddTemplate("parts.j2", "{% macro m(p) %}{{ p }}{{ hidden }}{% endmacro %}"));
  EXPECT_EQ(InputsOf(workspace,
                     "{% extends 'page' %}{% set heading = 1 %}{% from 'parts' import m %}"
                     "{% block b %}{% for item in rows %}{% include 'item' %}{{ m(x) }}{% endfor %}"
                     "{% endblock %}"),
            "rows:1 x:1 title:page.j2@1 unit:item.j2@1");
  EXPECT_EQ(InputsOf(workspace, "{% include 'item' %}{% set item = 1 %}{% include 'item' %}"),
            "item:item.j2@1 unit:item.j2@1");
  EXPECT_EQ(InputsOf(workspace, "{% if c %}{% endif %}{% set item = 1 %}{% include 'item' %}"),
            "c:1 unit:item.j2@1");
  EXPECT_EQ(InputsOf(workspace, "{% if c %}{% set item = 1 %}{% endif %}{% include 'item' %}"),
            "c:1 item:item.j2@1 unit:item.j2@1");
  EXPECT_EQ(InputsOf(workspace, "{{ unit }}{% include 'item' %}"),
            "unit:1:item.j2@1 item:item.j2@1");
  EXPECT_EQ(InputsOf(workspace, "{% include which %}"), "which:1 ...");
  EXPECT_EQ(InputsOf(workspace, "{% include 'gone' ignore missing %}"), "");
}

TEST(InputsTest, HandlebarsReadsWhereTheContextIsItsOwn) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("card.hbs", "{{name}} {{title}} {{@root.site}}"));
  const auto inputs = [&](std::string_view source) {
    return InputsOf(*workspace.Compile(source, {.language = Language::kHandlebars}));
  };
  EXPECT_EQ(inputs("{{a}}\n{{#each rows}}{{x}}{{../b}}{{/each}}"), "a:1 rows:2 b:2");
  EXPECT_EQ(inputs("{{> card}}"), "name:card.hbs@1 title:card.hbs@1 site:card.hbs@1");
  EXPECT_EQ(inputs("{{> card title=t}}"), "t:1 name:card.hbs@1 site:card.hbs@1");
  EXPECT_EQ(inputs("{{> card user}}"), "user:1 site:card.hbs@1");
  EXPECT_EQ(inputs("{{#each users}}{{> card}}{{/each}}"), "users:1 site:card.hbs@1");
  EXPECT_EQ(inputs("{{json this}}"), " ...");
  EXPECT_EQ(inputs("{{> (lookup . 'which')}}"), " ...");
}

TEST(WorkspaceHandleTest, CompilesOnlyWhatChanged) {
  Workspace workspace = NewWorkspace();
  const auto echo = [](FunctionCall& call) { call.Return(call.argument(0)); };
  ASSERT_TRUE(workspace.AddFilter("echo", echo));
  ASSERT_TRUE(workspace.AddTemplate("a.j2", "{{ 'a' | echo }}"));
  ASSERT_TRUE(workspace.AddTemplate("b.j2", "b"));
  const auto unit_of = [&](std::string_view name) {
    return TemplateAccess::StateOf(*workspace.Load(name)).unit;
  };
  const Unit* a = unit_of("a");
  const Unit* b = unit_of("b");
  ASSERT_TRUE(workspace.AddTemplate("b.j2", "changed"));
  EXPECT_EQ(unit_of("a"), a);
  EXPECT_NE(unit_of("b"), b);
  ASSERT_TRUE(workspace.Refresh());
  EXPECT_EQ(unit_of("a"), a);
  EXPECT_EQ(*workspace.Load("a")->Render(Context()), "a");
}

TEST(WorkspaceHandleTest, RendersIntoABuffer) {
  Workspace workspace = NewWorkspace();
  const Result<Template> hello = workspace.Compile("Hi {{ name }}");
  Context context;
  context.Set("name", "Ann");
  char buffer[6] = {};
  EXPECT_EQ(*hello->RenderInto(context, buffer), 6u);
  EXPECT_EQ(std::string_view(buffer, 6), "Hi Ann");
  context.Set("name", "Anna");
  EXPECT_EQ(*hello->RenderInto(context, buffer), 7u);
  EXPECT_EQ(std::string_view(buffer, 6), "Hi Ann");
  EXPECT_EQ(*hello->RenderInto(context, {}, {.undefined = Undefined::kLenient}), 7u);
  EXPECT_EQ(hello->RenderInto(Context(), buffer).error().code(), "undefined-variable");
}

TEST(WorkspaceHandleTest, OptionsOfOneRenderChangeItOnly) {
  Workspace workspace = NewWorkspace();
  const Result<Template> made = workspace.Compile("{{ name }}{{ more }}");
  Context context;
  context.Set("name", "I am {{char}}");
  Context options;
  options.Key("macros").OpenMap().Set("char", "Ann").Close();
  RenderOptions given{.undefined = Undefined::kLenient};
  EXPECT_EQ(*made->Render(context, given), "I am {{char}}");
  given.macros = options.values().Find("macros");
  EXPECT_EQ(*made->Render(context, given), "I am Ann");
  given.strict = true;
  EXPECT_EQ(made->Render(context, given).error().code(), "undefined-variable");
  given = {.undefined = Undefined::kLenient, .macros = options.values()};
  EXPECT_EQ(made->Render(context, given).error().code(), "invalid-params");
  const Result<Template> handlebars =
      workspace.Compile("{{name}}", {.language = Language::kHandlebars});
  EXPECT_EQ(handlebars->Render(context, {.strict = true}).error().code(), "invalid-params");
}

TEST(WorkspaceHandleTest, ChatRendersAreStrictWithMacrosWhereAsked) {
  Workspace workspace = NewWorkspace();
  constexpr char kTalk[] =
      "{id: t, name: T, version: 1, task: turn_generation, slots: {}, layout: ["
      "{kind: message, role: user, content: \"{{name}}\"}]}";
  ASSERT_TRUE(workspace.AddTemplate("talk.chat.yaml", kTalk));
  const Result<Template> talk = workspace.Load("talk");
  Context context;
  EXPECT_TRUE(talk->RenderChat(context));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(talk->RenderChat(context, {.strict = true}).error().code(), "leaf-failed");
  }
  Context options;
  options.Key("macros").OpenMap().Set("char", "Ann").Close();
  context.Set("name", "I am {{char}}");
  const Result<Conversation> done =
      talk->RenderChat(context, {.strict = true, .macros = options.values().Find("macros")});
  EXPECT_EQ(done->messages()[0].content, "I am Ann");
  EXPECT_EQ(done->values().Find("messages").item(0).Find("content").as_string(), "I am Ann");
}

TEST(WorkspaceHandleTest, ConversationsOfAgentsHaveParts) {
  Workspace workspace = NewWorkspace();
  constexpr char kAgent[] =
      "{id: a, name: A, version: 1, task: agent, tools: {source: tools}, toolChoice: auto, layout: "
      "["
      "{kind: slot, name: h}], slots: {h: {priority: 0, plan: ["
      "{kind: history, source: {source: messages}}]}}}";
  ASSERT_TRUE(workspace.AddTemplate("agent.chat.yaml", kAgent));
  const Result<Template> agent = workspace.Load("agent");
  ASSERT_TRUE(agent);
  std::optional<Conversation> kept;
  {
    const Result<Context> context = Context::FromJson(
        R"({"tools": [{"name": "run", "parameters": {"type": "object"}}], "messages": [)"
        R"({"role": "user", "content": "go", "name": "ann"},)"
        R"({"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "run"}}]},)"
        R"({"role": "tool", "tool_call_id": "c1", "content": "done"}]})");
    Result<Conversation> done = agent->RenderChat(*context);
    ASSERT_TRUE(done) << done.error().diagnostics().front().message;
    kept.emplace(std::move(*done));
  }
  // It outlives the context it was made from.
  const std::span<const Message> messages = kept->messages();
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[0].content, "go");
  EXPECT_EQ(messages[0].name, "ann");
  EXPECT_TRUE(messages[0].parts.is_null());
  EXPECT_EQ(messages[1].parts.item(0).Find("name").as_string(), "run");
  EXPECT_EQ(messages[2].role, "tool");
  EXPECT_EQ(messages[2].parts.item(0).Find("content").as_string(), "done");
  EXPECT_EQ(kept->tools().item(0).Find("name").as_string(), "run");
  EXPECT_EQ(kept->tool_choice().as_string(), "auto");
  const Result<Request> request = kept->ToRequest("openai");
  ASSERT_TRUE(request) << request.error().diagnostics().front().message;
  EXPECT_EQ(request->ToText(),
            R"({"tools":[{"type":"function","function":{"name":"run","parameters":)"
            R"({"type":"object"}}}],"tool_choice":"auto","messages":[)"
            R"({"role":"user","name":"ann","content":"go"},)"
            R"({"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":)"
            R"({"name":"run","arguments":"{}"}}]},)"
            R"({"role":"tool","tool_call_id":"c1","content":"done"}]})");
}

TEST(WorkspaceHandleTest, DestroysTheDataOfTokenizers) {
  static int destroyed = 0;
  const auto destroy = [](void*) { ++destroyed; };
  const auto count = [](std::string_view, void*) { return uint64_t{1}; };
  {
    Workspace workspace = NewWorkspace();
    EXPECT_TRUE(workspace.AddTokenizer({"one", count}, destroy));
    EXPECT_FALSE(workspace.AddTokenizer({"one", count}, destroy));
    EXPECT_EQ(destroyed, 1);
  }
  EXPECT_EQ(destroyed, 2);
}

TEST(WorkspaceHandleTest, ManyThreadsLoadAndRender) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("whole.j2", "{% include 'part' ~ n %} {{ name }}"));
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(workspace.AddTemplate("part" + std::to_string(i) + ".j2", std::to_string(i)));
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&workspace, i] {
      Context context;
      context.Set("name", "Ann").Set("n", i);
      for (int round = 0; round < 50; ++round) {
        const Result<Template> whole = workspace.Load("whole");
        ASSERT_TRUE(whole);
        EXPECT_EQ(*whole->Render(context), std::to_string(i) + " Ann");
        if (round == 25 && i == 0) {
          EXPECT_TRUE(workspace.Refresh());
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace galley
