// Functions of the program in both languages, and what else it adds to a workspace.
#include "galley/function_call.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "galley/workspace.h"

namespace galley {
namespace {

Workspace NewWorkspace() { return *Workspace::InMemory(); }

std::string Rendered(const Workspace& workspace, std::string_view source, const Context& context,
                     Language language = Language::kJinja) {
  const Result<Template> made = workspace.Compile(source, {.language = language});
  if (!made) return std::string(made.error().code());
  const Result<std::string> text = made->Render(context);
  if (text) return *text;
  return std::string(text.error().code()) + ": " + text.error().diagnostics().front().message;
}

void Shout(FunctionCall& call) {
  if (!call.argument(0).is_string()) return call.Fail("`shout` needs a text");
  const Json mark = call.named("mark");
  call.Return(std::string(call.argument(0).as_string()) +
              std::string(mark.is_null() ? "!" : mark.as_string()));
}

TEST(FunctionCallTest, FiltersTestsAndGlobalsOfJinja) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddFilter("shout", Shout));
  ASSERT_TRUE(workspace.AddTest(
      "tall", [](FunctionCall& call) { call.Return(call.argument(0).as_int() > 200); }));
  const std::string greeting = "hi";
  ASSERT_TRUE(workspace.AddGlobal("greet", [greeting](FunctionCall& call) {
    call.Return(greeting + " " + std::string(call.argument(0).as_string()));
  }));
  Context context;
  context.Set("name", "Ann").Set("n", 201);
  EXPECT_EQ(Rendered(workspace, "{{ name|shout }} {{ name|shout(mark='?') }}", context),
            "Ann! Ann?");
  EXPECT_EQ(Rendered(workspace, "{{ n is tall }} {{ 3 is tall }}", context), "True False");
  EXPECT_EQ(Rendered(workspace, "{{ greet(name) }}{{ [name]|map('shout')|list }}", context),
            "hi Ann['Ann!']");
  EXPECT_EQ(Rendered(workspace, "{{ n|shout }}", context), "helper-failed: `shout` needs a text");
}

TEST(FunctionCallTest, HelpersOfHandlebars) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddHelper("shout", Shout));
  ASSERT_TRUE(workspace.AddBlockHelper("twice", [](FunctionCall& call) {
    if (!call.argument(0).as_bool()) return call.Return(call.RenderInverse(call.context()));
    std::string text(call.RenderBody(call.context()));
    text += call.RenderBody(call.context());
    call.Return(text);
  }));
  Context context;
  context.Set("name", "Ann").Set("yes", true).Set("no", false);
  const auto rendered = [&](std::string_view source) {
    return Rendered(workspace, source, context, Language::kHandlebars);
  };
  EXPECT_EQ(rendered("{{shout name mark='?'}}"), "Ann?");
  EXPECT_EQ(rendered("{{#twice yes}}<{{name}}>{{/twice}}"), "<Ann><Ann>");
  EXPECT_EQ(rendered("{{#twice no}}<{{name}}>{{else}}none{{/twice}}"), "none");
}

TEST(FunctionCallTest, ACallRendersAnotherTemplate) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("card.j2", "[{{ name }}]"));
  ASSERT_TRUE(workspace.AddGlobal("card", [](FunctionCall& call) {
    call.Return(call.RenderTemplate("card", call.argument(0)));
  }));
  EXPECT_EQ(Rendered(workspace, "{{ card({'name': 'Ann'}) }}", Context()), "[Ann]");
}

TEST(FunctionCallTest, FunctionsInContextsCallAndAreCalled) {
  Workspace workspace = NewWorkspace();
  Context context;
  const std::string greeting = "hi ";
  context.Key("greet").Function("greet", [greeting](FunctionCall& call) {
    call.Return(greeting + std::string(call.argument(0).as_string()));
  });
  context.Key("apply").Function("apply", [](FunctionCall& call) {
    const Json arguments[] = {call.argument(1)};
    call.Return(call.Call(call.argument(0), arguments));
  });
  EXPECT_EQ(Rendered(workspace,
                     "{% macro m(x) %}<{{ x }}>{% endmacro %}"
                     "{{ greet('Ann') }} {{ apply(m, 1) }} {{ apply(greet, 'Bo') }}",
                     context),
            "hi Ann <1> hi Bo");
}

TEST(FunctionCallTest, ObjectsHaveAttributes) {
  Workspace workspace = NewWorkspace();
  Context context;
  context.Key("user").Object(
      "a user", [](FunctionCall& call) { call.Return("called"); },
      [](FunctionCall& call) {
        if (call.argument(0).as_string() == "name") call.Return("Ann");
      });
  EXPECT_EQ(Rendered(workspace,
                     "{{ user }} {{ user.name }} {{ user['name'] }} {{ user() }}"
                     "{{ user.age is defined }} {{ [user]|map(attribute='name')|join }}",
                     context),
            "a user Ann Ann calledFalse Ann");
}

TEST(FunctionCallTest, CallsSeeNamesAndGlobals) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddGlobal("look", [](FunctionCall& call) {
    call.Return(call.variable(call.argument(0).as_string()));
  }));
  ASSERT_TRUE(workspace.AddTemplate("macros.j2", "{% macro m() %}{{ site }}{% endmacro %}"));
  Context context;
  context.Set("a", 1);
  Context globals;
  globals.Set("site", "here").Set("a", 2);
  const Result<Template> made = workspace.Compile(
      "{% set b = 2 %}{{ look('a') }}{{ look('b') }}{{ look('c') is defined }} "
      "{% from 'macros' import m %}{{ m() }}{{ a }}");
  ASSERT_TRUE(made);
  const Result<std::string> text = made->Render(context, {.globals = globals.values()});
  ASSERT_TRUE(text) << text.error().diagnostics().front().message;
  EXPECT_EQ(*text, "12False here1");
}

TEST(FunctionCallTest, NamedTuplesHaveAttributes) {
  Workspace workspace = NewWorkspace();
  Context context;
  const std::string_view names[] = {"x", "count"};
  context.Key("point").OpenTuple(names).Int(1).Text("two").Close();
  EXPECT_EQ(
      Rendered(workspace,
               "{{ point.x }} {{ point.count }} {{ point[0] }} {{ point|length }} {{ point }}",
               context),
      "1 two 1 2 (1, 'two')");
}

TEST(FunctionCallTest, CallsAreCharged) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddGlobal("nothing", [](FunctionCall&) {}));
  const Result<Template> made =
      workspace.Compile("{% for i in range(1000) %}{{ nothing() }}{% endfor %}");
  ASSERT_TRUE(made);
  Limits limits;
  limits.steps = 10'000;
  EXPECT_EQ(
      made->Render(Context(), {.limits = limits, .undefined = Undefined::kLenient}).error().code(),
      "limit-steps");
}

TEST(FunctionCallTest, WhatThrowsEndsTheRender) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddGlobal("boom", [](FunctionCall&) { throw 1; }));
  EXPECT_EQ(Rendered(workspace, "{{ boom() }}", Context()), "helper-failed: it threw an exception");
}

TEST(FunctionCallTest, NothingIsAddedAfterTheFirstLoad) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddFilter("shout", Shout));
  EXPECT_EQ(workspace.AddFilter("shout", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddFilter("no name", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddHelper("if", Shout).error().code(), "invalid-params");
  ASSERT_TRUE(workspace.Compile("x"));
  EXPECT_EQ(workspace.AddFilter("other", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddTest("other", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddGlobal("other", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddHelper("other", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddSource("other", Shout).error().code(), "invalid-params");
  EXPECT_EQ(workspace.AddLoader(Language::kJinja, Shout).error().code(), "invalid-params");
}

TEST(FunctionCallTest, WhatAFunctionNeedsLivesAsLongAsItsTemplates) {
  auto counter = std::make_shared<int>(0);
  {
    std::unique_ptr<Template> kept;
    {
      Workspace workspace = NewWorkspace();
      ASSERT_TRUE(workspace.AddGlobal(
          "count", [counter](FunctionCall& call) { call.Return(int64_t{++*counter}); }));
      kept = std::make_unique<Template>(*workspace.Compile("{{ count() }}"));
    }
    EXPECT_EQ(*kept->Render(Context()), "1");
    EXPECT_EQ(counter.use_count(), 2);
  }
  EXPECT_EQ(counter.use_count(), 1);
}

TEST(FunctionCallTest, LoadersAreAskedLast) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("here.j2", "here"));
  ASSERT_TRUE(workspace.AddLoader(Language::kJinja, [](FunctionCall& call) {
    if (call.argument(0).as_string() == "far") call.Return("far {{ name }}");
    if (call.argument(0).as_string() == "here") call.Return("never");
  }));
  Context context;
  context.Set("name", "Ann");
  EXPECT_EQ(Rendered(workspace, "{% include 'here' %} {% include 'far' %}", context),
            "here far Ann");
  EXPECT_EQ(*workspace.Load("far")->Render(context), "far Ann");
  EXPECT_EQ(workspace.Load("nowhere").error().code(), "template-not-found");
}

TEST(FunctionCallTest, SourcesTasksAndTokenizersOfChats) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddSource("forecast", [](FunctionCall& call) {
    call.Return("rain in " + std::string(call.argument(0).Find("city").as_string()) + " for " +
                std::string(call.argument(1).Find("name").as_string()));
  }));
  ASSERT_TRUE(
      workspace.AddTokenizer({"one each", [](std::string_view, void*) { return uint64_t{1}; }}));
  const Result<Template> made = workspace.Compile(
      "id: t\nname: T\nversion: 1\ntask: turn_generation\nlayout:\n"
      "  - {kind: message, role: user, from: {source: forecast, args: {city: Oslo}}}\nslots: {}\n",
      {.language = Language::kChat});
  ASSERT_TRUE(made) << made.error().diagnostics().front().message;
  Context context;
  context.Set("name", "Ann");
  const Result<Conversation> done = made->RenderChat(context, {.estimator = "one each"});
  ASSERT_TRUE(done) << done.error().diagnostics().front().message;
  ASSERT_EQ(done->messages().size(), 1u);
  EXPECT_EQ(done->messages()[0].content, "rain in Oslo for Ann");
  EXPECT_EQ(done->tokens(), 1u);
  EXPECT_EQ(done->estimator(), "one each");
}

// A tokenizer that was added counts for operations as it does for RenderChat.
TEST(WorkspaceCallTest, OperationsCountWithAddedTokenizers) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(
      workspace.AddTokenizer({"seven each", [](std::string_view, void*) { return uint64_t{7}; }}));
  ASSERT_TRUE(
      workspace.AddTemplate("talk.chat.yaml",
                            "id: talk\nname: Talk\nversion: 1\ntask: turn_generation\nlayout:\n"
                            "  - {kind: message, role: user, content: Hello}\nslots: {}\n"));
  Context params;
  params.Set("name", "talk").Set("tokenizer", "seven each");
  const Result<Reply> reply = workspace.Call("template.render", std::move(params));
  ASSERT_TRUE(reply) << reply.error().diagnostics().front().message;
  EXPECT_EQ(reply->result().Find("usage").Find("tokens").as_int(), 7);
}

TEST(WorkspaceCallTest, OperationsTakeAndGiveValues) {
  Workspace workspace = NewWorkspace();
  ASSERT_TRUE(workspace.AddTemplate("hello.j2", "Hello {{ data.name }}"));
  Context params;
  params.Set("name", "hello");
  params.Key("data").OpenMap().Key("data").OpenMap().Key("name").Text("Ann").Close().Close();
  const Result<Reply> reply = workspace.Call("catalog.render", std::move(params));
  ASSERT_TRUE(reply) << reply.error().diagnostics().front().message;
  EXPECT_EQ(reply->result().Find("text").as_string(), "Hello Ann");
  EXPECT_EQ(reply->text(), R"({"text":"Hello Ann"})");
  EXPECT_EQ(workspace.Call("no.such").error().code(), "unknown-method");
  Context wrong;
  wrong.Set("nme", "hello");
  EXPECT_EQ(workspace.Call("catalog.render", std::move(wrong)).error().code(), "invalid-params");
}

}  // namespace
}  // namespace galley
