// What the host brings, from compiling to rendering: filters, tests and functions of Jinja,
// helpers of Handlebars, and the way back into templates that their calls open.
#include "engine/library/host_callables.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "diag/report.h"
#include "engine/code/loader.h"
#include "engine/code/verify.h"
#include "engine/handlebars/compile.h"
#include "engine/jinja/compile.h"
#include "engine/vm/machine.h"
#include "value/map.h"

namespace galley {
namespace {

using Function = std::function<Value(HostCall&)>;

class Callables final : public HostCallables {
 public:
  Callables& Add(HostKind kind, std::string name, Function function, bool takes_block = false) {
    rows_[{kind, std::move(name)}] = {std::move(function), takes_block};
    return *this;
  }

  bool Has(HostKind kind, std::string_view name) const noexcept override {
    return rows_.count({kind, std::string(name)}) > 0;
  }
  std::vector<std::string_view> Names(HostKind kind) const override {
    std::vector<std::string_view> names;
    for (const auto& [key, row] : rows_) {
      if (key.first == kind) names.push_back(key.second);
    }
    return names;
  }
  bool TakesBlock(std::string_view name) const noexcept override {
    return rows_.at({HostKind::kHelper, std::string(name)}).takes_block;
  }
  Value Call(HostCall& call) const override {
    return rows_.at({call.kind(), std::string(call.name())}).function(call);
  }

 private:
  struct Row {
    Function function;
    bool takes_block;
  };
  std::map<std::pair<HostKind, std::string>, Row> rows_;
};

enum class Language { kJinja, kHandlebars };

class HostTest : public testing::Test, public Loader {
 protected:
  Result<Unit> CompileText(std::string_view name, std::string_view text) {
    const Source source{std::string(name), text};
    if (language_ == Language::kJinja) {
      jinja::SyntaxOptions options;
      options.host = &host_;
      options.i18n = true;
      return jinja::Compile(source, options, autoescape_, Limits());
    }
    handlebars::CompileOptions options;
    options.host = &host_;
    options.refuse_unknown_helpers = true;
    return handlebars::Compile(source, options, Limits());
  }

  Result<const Unit*> Load(std::string_view name) override {
    if (const auto known = units_.find(std::string(name)); known != units_.end()) {
      return &known->second;
    }
    if (IsMissing(name)) return Report(Code::kTemplateNotFound, "there is no such template");
    Result<Unit> unit = CompileText(name, templates_.at(std::string(name)));
    if (!unit) return std::move(unit).error();
    return &units_.emplace(name, *std::move(unit)).first->second;
  }
  bool IsMissing(std::string_view name) override {
    return templates_.count(std::string(name)) == 0;
  }

  Result<std::string> Run(std::string_view text) {
    Result<Unit> unit = CompileText("main", text);
    if (!unit) return std::move(unit).error();
    EXPECT_EQ(Verify(*unit), std::nullopt) << text;
    Value items[] = {Value::Int(1), Value::Int(2)};
    MapEntry* inner = data_.NewEntries(1);
    inner[0] = {Value::String("name"), data_.NewString("Bo")};
    MapEntry* entries = data_.NewEntries(3);
    entries[0] = {Value::String("name"), data_.NewString("Ann")};
    entries[1] = {Value::String("l"), data_.NewList(items)};
    entries[2] = {Value::String("inner"), data_.NewMap(inner, 1)};
    RenderRequest request;
    request.unit = &*unit;
    request.data = data_.NewMap(entries, 3);
    request.host = &host_;
    request.autoescape = autoescape_;
    request.limits = limits_;
    request.loader = this;
    Output out(limits_.output);
    Result<void> done = machine_.Render(request, &out);
    if (!done) return std::move(done).error();
    return std::string(out.view());
  }

  std::string Render(std::string_view text) {
    Result<std::string> got = Run(text);
    if (got) return *got;
    const Diagnostic& reason = got.error().diagnostics().front();
    return "error[" + std::string(reason.code) + "] " + reason.file + ":" +
           std::to_string(reason.range.start.line) + ": " + reason.message;
  }

  // One that has the body of its block, or a template, rendered for each argument.
  void AddBlockHelper(std::string name, Function function) {
    language_ = Language::kHandlebars;
    host_.Add(HostKind::kHelper, std::move(name), std::move(function), true);
  }

  Callables host_;
  Language language_ = Language::kJinja;
  bool autoescape_ = false;
  Limits limits_;
  std::map<std::string, std::string> templates_;
  std::map<std::string, Unit> units_;
  Heap data_{Limits()};
  Machine machine_;
};

Value Shout(HostCall& call) {
  const Value& text = call.arguments[0];
  if (!text.is_string()) return call.cx().Fail(Code::kHelperFailed, "`shout` needs a text");
  const Value* mark = call.named.is_map() ? FindItem(call.named, "mark") : nullptr;
  std::string made(text.as_string());
  for (const Value& more : call.arguments.subspan(1)) made += more.as_string();
  made += mark ? mark->as_string() : "!";
  return call.cx().heap().NewString(made);
}

Value CountArguments(HostCall& call) {
  return Value::Int(static_cast<int64_t>(call.arguments.size()));
}

TEST_F(HostTest, FiltersGetTheirOperandAndArguments) {
  host_.Add(HostKind::kFilter, "shout", Shout);
  EXPECT_EQ(Render("{{ name|shout }}"), "Ann!");
  EXPECT_EQ(Render("{{ name|shout('?', mark='.')|upper }}"), "ANN?.");
  EXPECT_EQ(Render("{{ name|shout(*['a', 'b'], **{'mark': '-'}) }}"), "Annab-");
  EXPECT_EQ(Render("{% filter shout %}x{% endfilter %}{% set y | shout %}y{% endset %}{{ y }}"),
            "x!y!");
}

TEST_F(HostTest, FiltersWinOverOurs) {
  host_.Add(HostKind::kFilter, "upper", Shout);
  EXPECT_EQ(Render("{{ name|upper }}"), "Ann!");
}

TEST_F(HostTest, FiltersAndTestsAreNamedByOurs) {
  host_.Add(HostKind::kFilter, "shout", Shout);
  host_.Add(HostKind::kTest, "two",
            [](HostCall& call) { return Value::Int(call.arguments[0].as_int() == 2 ? 7 : 0); });
  EXPECT_EQ(Render("{{ ['a', 'b']|map('shout', mark='?')|join }}"), "a?b?");
  EXPECT_EQ(Render("{{ l|select('two')|list }}{{ l|reject('two')|list }}"), "[2][1]");
  EXPECT_EQ(Render("{{ 'shout' is filter }}{{ 'two' is test }}{{ 'two' is filter }}"),
            "TrueTrueFalse");
}

TEST_F(HostTest, TestsGiveTheirTruth) {
  host_.Add(HostKind::kTest, "two",
            [](HostCall& call) { return Value::Int(call.arguments[0].as_int() == 2 ? 7 : 0); });
  EXPECT_EQ(Render("{{ 2 is two }}{{ 1 is two }}{{ 1 is not two }}"), "TrueFalseTrue");
  EXPECT_EQ(Render("{% for i in l if i is two %}{{ i }}{% endfor %}"), "2");
}

TEST_F(HostTest, GlobalsAreFunctions) {
  host_.Add(HostKind::kGlobal, "count", CountArguments);
  host_.Add(HostKind::kGlobal, "range", CountArguments);
  EXPECT_EQ(Render("{{ count() }}{{ count(1, 2) }}{{ range(5) }}"), "021");
  EXPECT_EQ(Render("{% set f = count %}{{ f(1) }}{{ count is callable }}"), "1True");
  EXPECT_EQ(Render("{% macro m() %}{{ count(1) }}{% endmacro %}{{ m() }}"), "1");
}

TEST_F(HostTest, DataWinsOverGlobals) {
  host_.Add(HostKind::kGlobal, "name", CountArguments);
  EXPECT_EQ(Render("{{ name }}"), "Ann");
}

TEST_F(HostTest, UnknownNamesAreStillRefusedWithAHint) {
  host_.Add(HostKind::kFilter, "shout", Shout);
  const Result<std::string> got = Run("{{ name|shuot }}");
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().diagnostics().front().code, "unknown-filter");
  EXPECT_NE(got.error().diagnostics().front().hint.find("shout"), std::string::npos);
}

TEST_F(HostTest, FailuresHaveThePlaceOfTheCall) {
  host_.Add(HostKind::kFilter, "shout", Shout);
  host_.Add(HostKind::kGlobal, "shout", Shout);
  EXPECT_EQ(Render("a\n{{ 1|shout }}"), "error[helper-failed] main:2: `shout` needs a text");
  EXPECT_EQ(Render("a\n\n{{ shout(1) }}"), "error[helper-failed] main:3: `shout` needs a text");
  EXPECT_EQ(Render("{{ 1|shout(**{'a': 1, 'b': 2}) }}"),
            "error[helper-failed] main:1: `shout` needs a text");
}

TEST_F(HostTest, CallsPayStepsAndHeap) {
  host_.Add(HostKind::kGlobal, "nothing", [](HostCall&) { return Value(); });
  host_.Add(HostKind::kGlobal, "work", [](HostCall& call) {
    call.cx().meter().Step(1'000'000'000);
    return Value();
  });
  limits_.steps = 1'000;
  EXPECT_EQ(Render("{% for i in range(40) %}{{ nothing() }}{% endfor %}"), "");
  EXPECT_EQ(Render("{% for i in range(60) %}{{ nothing() }}{% endfor %}").substr(0, 19),
            "error[limit-steps] ");
  EXPECT_EQ(Render("{{ work() }}").substr(0, 19), "error[limit-steps] ");
}

TEST_F(HostTest, AFunctionMayCallTheBodyOfItsCallBlock) {
  host_.Add(HostKind::kGlobal, "twice", [](HostCall& call) {
    const Value* caller = FindItem(call.named, "caller");
    const Value arguments[] = {Value::Int(3)};
    std::string text(call.Call(*caller, arguments).as_string());
    text += call.Call(*caller, arguments).as_string();
    return call.cx().heap().NewString(text);
  });
  EXPECT_EQ(Render("a{% call(n) twice() %}[{{ n }}{{ name }}]{% endcall %}b"), "a[3Ann][3Ann]b");
}

TEST_F(HostTest, AFunctionMayRenderAnotherTemplate) {
  host_.Add(HostKind::kGlobal, "show", [](HostCall& call) {
    return call.RenderTemplate(call.arguments[0].as_string(), call.arguments[1]);
  });
  templates_ = {{"base", "<{% block b %}{% endblock %}>{{ x }}"},
                {"child", "{% extends 'base' %}{% block b %}{{ x }}{{ name }}{% endblock %}"},
                {"bad", "\n{{ 1 / 0 }}"}};
  EXPECT_EQ(Render("{% set x = 9 %}{{ show('child', {'x': 1}) }}{{ x }}"), "<1>19");
  const Result<std::string> got = Run("{{ show('bad', {}) }}");
  ASSERT_FALSE(got);
  const Diagnostic& reason = got.error().diagnostics().front();
  EXPECT_EQ(reason.file, "bad");
  EXPECT_EQ(reason.range.start.line, 2u);
  ASSERT_EQ(reason.notes.size(), 1u);
  EXPECT_EQ(reason.notes[0], "in template `bad`, used at main:1:4");
  EXPECT_EQ(Render("{{ show('none', {}) }}").substr(0, 26), "error[template-not-found] ");
}

TEST_F(HostTest, WhatIsRenderedInsideIsPartOfTheRender) {
  host_.Add(HostKind::kGlobal, "show", [](HostCall& call) {
    return call.RenderTemplate(call.arguments[0].as_string(), Value::Map(nullptr, 0));
  });
  templates_ = {{"long", "{% for i in range(100000) %}{% endfor %}"},
                {"wide", "{% for i in range(1000) %}xxxxxxxxxxxxxxxx{% endfor %}"},
                {"self", "{{ show('self') }}"}};
  limits_.steps = 50'000;
  EXPECT_EQ(Render("{{ show('long') }}").substr(0, 19), "error[limit-steps] ");
  limits_.output = 1'000;
  EXPECT_EQ(Render("{{ show('wide') }}{{ 1 }}").substr(0, 20), "error[limit-output] ");
  EXPECT_EQ(Render("{{ show('self') }}").substr(0, 19), "error[limit-depth] ");
}

TEST_F(HostTest, NoWayLeadsBackFromInsideAFilterOfOurs) {
  host_.Add(HostKind::kFilter, "show",
            [](HostCall& call) { return call.RenderTemplate("x", Value::Map(nullptr, 0)); });
  EXPECT_EQ(Render("{{ ['x']|map('show')|list }}").substr(0, 21), "error[template-type] ");
}

TEST_F(HostTest, WhatAMacroWritesIsMarkupWhereOutputIsEscaped) {
  autoescape_ = true;
  host_.Add(HostKind::kGlobal, "run",
            [](HostCall& call) { return call.Call(*FindItem(call.named, "caller"), {}); });
  host_.Add(HostKind::kFilter, "same", [](HostCall& call) { return call.arguments[0]; });
  EXPECT_EQ(Render("{% call run() %}<{{ '<' }}>{% endcall %}{{ '<'|same }}"), "<&lt;>&lt;");
}

TEST_F(HostTest, ACatalogTranslatesMessages) {
  host_.Add(HostKind::kGlobal, "gettext", [](HostCall& call) {
    const std::string text(call.arguments[0].as_string());
    return call.cx().heap().NewString("[" + text + "]");
  });
  EXPECT_EQ(Render("{% trans %}Hello {{ name }}!{% endtrans %}{{ _('x') }}{{ gettext('y') }}"),
            "[Hello Ann!][x][y]");
  EXPECT_EQ(Render("{% trans n=l|length %}one{% pluralize %}{{ n }} of them{% endtrans %}"),
            "[2 of them]");
  host_.Add(HostKind::kGlobal, "ngettext", CountArguments);
  EXPECT_EQ(Render("{% trans n=1 %}one{% pluralize %}many{% endtrans %}").substr(0, 5), "error");
  host_.Add(HostKind::kGlobal, "pgettext", [](HostCall& call) { return call.arguments[0]; });
  EXPECT_EQ(Render("{% trans 'menu' %}Open{% endtrans %}"), "menu");
}

// ---------------------------------------------------------------------------
// Handlebars

Value Body(HostCall& call) { return call.RenderBody({call.context, {}, Value()}); }

TEST_F(HostTest, BlockHelpersRenderTheirBody) {
  AddBlockHelper("bold", [](HostCall& call) {
    const std::string text = "<b>" + std::string(Body(call).as_string()) + "</b>";
    return call.cx().heap().NewString(text);
  });
  EXPECT_EQ(Render("a{{#bold}}{{name}}{{/bold}}z"), "a<b>Ann</b>z");
  EXPECT_EQ(Render("{{#bold}}{{#bold}}x{{/bold}}{{/bold}}"), "<b><b>x</b></b>");
  EXPECT_EQ(Render("{{#bold}}{{/bold}}{{^bold}}x{{/bold}}"), "<b></b><b></b>");
}

TEST_F(HostTest, BlockHelpersChooseBetweenBodyAndInverse) {
  AddBlockHelper("when", [](HostCall& call) {
    const bool holds = call.arguments[0].is_string();
    return holds ? Body(call) : call.RenderInverse({call.context, {}, Value()});
  });
  EXPECT_EQ(Render("{{#when name}}y{{else}}n{{/when}}{{#when 1}}y{{else}}{{name}}{{/when}}"),
            "yAnn");
  EXPECT_EQ(Render("{{#when 1}}y{{else when name}}z{{else}}n{{/when}}"), "z");
  EXPECT_EQ(Render("{{#when 1}}y{{/when}}"), "");
}

TEST_F(HostTest, BlockHelpersGiveContextsParamsAndData) {
  AddBlockHelper("times", [](HostCall& call) {
    std::string text;
    EXPECT_EQ(call.body_params, 2u);
    for (int64_t at = 0; at < call.arguments[0].as_int(); ++at) {
      MapEntry* entry = call.cx().heap().NewEntries(1);
      entry[0] = {Value::String("turn"), Value::Int(at)};
      const Value params[] = {Value::Int(at * 10)};
      const Value data = call.cx().heap().NewMap(entry, 1);
      text += call.RenderBody({*FindItem(call.context, "inner"), params, data}).as_string();
    }
    return call.cx().heap().NewString(text);
  });
  EXPECT_EQ(Render("{{#times 2 as |a b|}}{{@turn}}:{{a}}[{{b}}]{{name}}<{{../name}};{{/times}}"),
            "0:0[]Bo<Ann;1:10[]Bo<Ann;");
  // The loop inside has its own variables, and still sees those around it.
  EXPECT_EQ(Render("{{#times 1 as |a b|}}{{#each ../l}}{{@index}}{{@turn}}{{a}}{{@root.name}}"
                   "{{/each}}{{/times}}{{@turn}}"),
            "000Ann100Ann");
  EXPECT_EQ(Render("{{#each l}}{{#with @root}}{{#times 1 as |a b|}}{{@index}}{{@../index}}"
                   "{{/times}}{{/with}}{{/each}}"),
            "0011");
}

TEST_F(HostTest, BlockHelpersAreHelpersWithoutABlockToo) {
  AddBlockHelper("when", [](HostCall& call) {
    return call.has_body ? Body(call) : call.cx().heap().NewString("<none>");
  });
  EXPECT_EQ(Render("{{when 1}}{{{when 1}}}{{#if (when 1)}}y{{/if}}"), "&lt;none&gt;<none>y");
}

TEST_F(HostTest, BlocksSeePartialsAndParametersAroundThem) {
  AddBlockHelper("run", Body);
  templates_ = {{"p", "({{#run}}{{name}}{{> @partial-block}}{{/run}})"}};
  EXPECT_EQ(Render("{{#*inline \"i\"}}i{{name}}{{/inline}}{{#run}}{{> i}}{{/run}}"), "iAnn");
  EXPECT_EQ(Render("{{#> p}}b{{#run}}{{name}}{{/run}}{{/p}}"), "(AnnbAnn)");
  EXPECT_EQ(Render("{{#each l as |x|}}{{#run}}{{#run}}{{x}}{{/run}}{{/run}}{{/each}}"), "12");
  EXPECT_EQ(Render("{{#run}}{{#*inline \"i\"}}j{{/inline}}{{> i}}{{/run}}"), "j");
}

TEST_F(HostTest, HelpersOverSectionsAndTemplates) {
  language_ = Language::kHandlebars;
  host_.Add(HostKind::kHelper, "list", [](HostCall& call) { return *FindItem(call.context, "l"); });
  host_.Add(HostKind::kHelper, "show",
            [](HostCall& call) { return call.RenderTemplate("t", call.arguments[0]); });
  templates_ = {{"t", "<{{name}}{{@root.name}}{{../name}}>"}};
  EXPECT_EQ(Render("{{#list}}{{this}}{{/list}}{{show inner}}{{name}}"), "12<BoBo>Ann");
}

TEST_F(HostTest, FailuresInBlocksTellTheirPlace) {
  AddBlockHelper("run", Body);
  const Result<std::string> got = Run("a\n{{#run}}\n{{lookup}}{{/run}}");
  ASSERT_FALSE(got);
  const Diagnostic& reason = got.error().diagnostics().front();
  EXPECT_EQ(reason.range.start.line, 3u);
  ASSERT_EQ(reason.notes.size(), 1u);
  EXPECT_EQ(reason.notes[0], "in a block, rendered at main:2:4");
}

TEST_F(HostTest, AMachineIsAsNewAfterAFailureInside) {
  AddBlockHelper("run", Body);
  EXPECT_EQ(Render("{{#run}}{{#each l}}{{lookup}}{{/each}}{{/run}}").substr(0, 5), "error");
  EXPECT_EQ(Render("{{#run}}{{name}}{{/run}}"), "Ann");
}

}  // namespace
}  // namespace galley
