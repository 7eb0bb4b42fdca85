// Everything from outside passes MarkupText or MarkupAttribute, or stands in the page as JSON
// that its script turns into text nodes.
#include "emit/explain_html.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "base/markup.h"
#include "base/ordered_map.h"
#include "base/sha256.h"
#include "base/writer.h"
#include "emit/explain_page.h"
#include "value/heap.h"
#include "value/print.h"
#include "value/record.h"

namespace galley::chat {
namespace {

int DigitOf(char hexadecimal) noexcept {
  return hexadecimal <= '9' ? hexadecimal - '0' : hexadecimal - 'a' + 10;
}

// How a policy names a script or style: its digest in base 64.
std::string PolicyName(std::string_view text) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::string digest = Sha256Of(text);
  std::string name = "'sha256-";
  uint32_t bits = 0;
  int held = 0;
  for (const char digit : digest) {
    bits = bits << 4 | static_cast<uint32_t>(DigitOf(digit));
    held += 4;
    if (held < 6) continue;
    held -= 6;
    name += kLetters[bits >> held & 63];
  }
  // 256 bits are 42 letters and 4 bits.
  name += kLetters[bits << (6 - held) & 63];
  return name + "='";
}

std::string IdentityOf(const ExplainedPart& part) {
  return part.where + '\n' + SourceLabel("", part.loop);
}

std::string Tokens(uint64_t count) {
  return InThousands(count) + (count == 1 ? " token" : " tokens");
}

std::string BudgetText(uint64_t budget) {
  return budget == UINT64_MAX ? "no budget" : Tokens(budget);
}

// What became of all of it, in one line.
std::string PageFacts(const Explanation& told) {
  std::string tokens = Tokens(told.tokens) + " without a budget";
  if (told.max_tokens != UINT64_MAX) {
    tokens = InThousands(told.tokens) + " of " + Tokens(told.max_tokens);
  }
  if (!told.counted.empty()) tokens += " (" + told.counted + ')';
  const size_t messages = told.messages.size();
  return InThousands(messages) + (messages == 1 ? " message, " : " messages, ") + tokens + ", " +
         InThousands(told.budgets.front().dropped) + " dropped";
}

std::string PlaceOf(const ExplainedPart& part) {
  std::string place = part.where;
  const std::string source = SourceLabel(part.source, part.loop);
  if (!source.empty()) place += "  \u00B7  " + source;
  if (part.line > 0) place += "  \u00B7  line " + std::to_string(part.line);
  return place + "  \u00B7  " + Tokens(part.tokens);
}

std::string RoleOf(const ExplainedMessage& message) {
  return std::string(RoleName(message.role)) + (message.prefix ? " (prefix)" : "");
}

bool IsFull(const BudgetUse& use) noexcept { return use.refused > 0; }

Value Number(uint64_t number) { return Value::Int(static_cast<int64_t>(number)); }
Value LimitValue(uint64_t limit) { return limit == UINT64_MAX ? Value::None() : Number(limit); }
std::string LimitText(uint64_t limit) {
  return limit == UINT64_MAX ? "\u2013" : InThousands(limit);
}

constexpr size_t kColours = 6;

std::string ColourClass(size_t at) { return "k" + std::to_string(at % kColours); }

// The colour of what a part was paid from: its slot, the layout, else that of the whole.
size_t ColourOf(const ExplainedPart& part, const Explanation& told) {
  for (size_t at = 0; at < told.budgets.size(); ++at) {
    const BudgetUse& use = told.budgets[at];
    const bool is_slot = use.kind == BudgetUse::Kind::kSlot && !part.slot.empty();
    if (is_slot && use.name == part.slot) return at % kColours;
    const bool is_layout = use.kind == BudgetUse::Kind::kLayout && part.slot.empty();
    if (is_layout && part.where.starts_with("layout")) return at % kColours;
  }
  return 0;
}

bool IsOverBudget(const Drop& drop) noexcept {
  return drop.record.reason == LedgerRecord::Reason::kOverBudget ||
         drop.record.reason == LedgerRecord::Reason::kOutOfBudget ||
         drop.record.reason == LedgerRecord::Reason::kEvicted;
}
bool IsFolded(const Drop& drop) noexcept {
  return drop.record.reason == LedgerRecord::Reason::kConditionFalse;
}

// What is missing for want of tokens first.
std::vector<const Drop*> SortedDrops(const Explanation& told) {
  std::vector<const Drop*> drops;
  for (const Drop& drop : told.drops) drops.push_back(&drop);
  std::stable_partition(drops.begin(), drops.end(),
                        [](const Drop* drop) { return IsOverBudget(*drop); });
  return drops;
}

// A share of the whole bar, in hundredths with two digits.
std::string Share(uint64_t part, uint64_t whole) {
  const uint64_t share =
      whole == 0
          ? 0
          : static_cast<uint64_t>(static_cast<double>(part) * 10000.0 / static_cast<double>(whole));
  const std::string digits = std::to_string(share % 100);
  return std::to_string(share / 100) + '.' + (digits.size() < 2 ? "0" : "") + digits;
}

// The states of the page as data for its script; texts stand once.
class PageData {
 public:
  std::string Print(const WhatIf& found) {
    const Value states = NewListOf(&heap_, found.points.size(),
                                   [&](size_t at) { return StateOf(found.points[at]); });
    const Value parts = NewListOf(&heap_, parts_.size(), [&](size_t at) {
      return PartOf(*parts_[at], found.points.front().told);
    });
    BufferWriter out(UINT32_MAX);
    JsonStyle style;
    style.html = true;
    PrintJson(NewRecord(&heap_, {{"parts", parts}, {"states", states}}), style, &out,
              &heap_.meter());
    return out.ToString();
  }

 private:
  Value Text(std::string_view text) { return heap_.NewString(text); }

  uint32_t NumberOf(const ExplainedPart& part) {
    const auto added = numbers_.Insert(IdentityOf(part), static_cast<uint32_t>(parts_.size()));
    if (added.second) parts_.push_back(&part);
    return *added.first;
  }

  // The budgets are the same ones in every state.
  Value PartOf(const ExplainedPart& part, const Explanation& told) {
    return NewRecord(&heap_, {{"place", Text(PlaceOf(part))},
                              {"colour", Number(ColourOf(part, told))},
                              {"content", Text(part.content)}});
  }

  Value MessageOf(const ExplainedMessage& message, const Explanation& told) {
    const Value parts = NewListOf(&heap_, message.parts.size(), [&](size_t at) {
      return Value::Int(NumberOf(told.parts[message.parts.begin + at]));
    });
    return NewRecord(&heap_, {{"role", Value::String(RoleName(message.role))},
                              {"prefix", Value::Bool(message.prefix)},
                              {"tokens", Number(message.tokens)},
                              {"parts", parts}});
  }

  Value BudgetOf(const BudgetUse& use, const Explanation& told) {
    return NewRecord(&heap_, {{"label", Text(LabelOf(use))},
                              {"tokens", Number(use.tokens)},
                              {"limit", LimitValue(use.limit)},
                              {"scale", Number(ScaleOf(use, told))},
                              {"full", Value::Bool(IsFull(use))},
                              {"notes", Text(NotesOf(use))}});
  }

  Value DropOf(const Drop& drop) {
    return NewRecord(&heap_, {{"where", Text(drop.record.where)},
                              {"source", Text(LabelOf(drop))},
                              {"over", Value::Bool(IsOverBudget(drop))},
                              {"folded", Value::Bool(IsFolded(drop))},
                              {"why", Text(drop.why)}});
  }

  Value StateOf(const WhatIfPoint& point) {
    const Explanation& told = point.told;
    const auto list = [&](const auto& items, auto make) {
      return NewListOf(&heap_, items.size(), [&](size_t at) { return make(items[at]); });
    };
    return NewRecord(
        &heap_,
        {{"budget", LimitValue(told.max_tokens)},
         {"facts", Text(PageFacts(told))},
         {"messages", list(told.messages, [&](const auto& each) { return MessageOf(each, told); })},
         {"budgets", list(told.budgets, [&](const auto& each) { return BudgetOf(each, told); })},
         {"drops", list(SortedDrops(told), [&](const Drop* each) { return DropOf(*each); })},
         {"appeared",
          list(point.appeared, [&](const auto& each) { return Value::Int(NumberOf(each)); })}});
  }

  Heap heap_{Limits::Ceiling()};
  OrderedMap<uint32_t> numbers_;
  std::vector<const ExplainedPart*> parts_;
};

// The page itself, for one state.
class Page {
 public:
  Page(const WhatIf& found, size_t start) : found_(found), start_(start) {}

  std::string Print() {
    AddHead();
    AddTop();
    Add("<main>\n");
    AddBudgets();
    Add("<div class=\"columns\"><section>\n");
    AddMessages();
    Add("</section><aside>\n");
    AddDrops();
    Add("</aside></div>\n");
    AddChanges();
    Add("<footer>Made by <code>galley explain</code>.</footer>\n");
    Add("</main>\n");
    Add("<script type=\"application/json\" id=\"data\">", PageData().Print(found_), "</script>\n");
    Add("<script>", PageScript(), "</script>\n</body>\n</html>\n");
    return std::move(page_);
  }

 private:
  // Markup of our own; whatever is not goes through Escaped.
  template <class... Texts>
  void Add(const Texts&... texts) {
    (page_.append(std::string_view(texts)), ...);
  }

  const WhatIfPoint& point() const { return found_.points[start_]; }
  const Explanation& told() const { return point().told; }

  void AddHead() {
    const std::string policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " +
        PolicyName(PageStyle()) + "; script-src " + PolicyName(PageScript());
    Add("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
        "<meta http-equiv=\"Content-Security-Policy\" content=\"", policy, "\">\n",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
        MarkupText(told().name), " \u2013 explained</title>\n<style>", PageStyle(),
        "</style>\n</head>\n<body>\n");
  }

  void AddTop() {
    Add("<div class=\"top\"><div>\n<h1>", MarkupText(told().name), "</h1>\n");
    Add("<p class=\"facts\" id=\"facts\" role=\"status\">", MarkupText(PageFacts(told())),
        "</p>\n");
    AddWhole();
    AddSlider();
    Add("<nav><a href=\"#spent\">Tokens</a><a href=\"#seen\">Messages</a><a "
        "href=\"#missing\">Left out</a><a href=\"#others\">Other budgets</a></nav>\n"
        "</div></div>\n");
    Add("<div class=\"tools\" id=\"tools\" hidden><label for=\"filter\">Filter</label> <input "
        "type=\"search\" id=\"filter\"> <button type=\"button\" id=\"fold\">Collapse "
        "all</button></div>\n");
  }

  // It goes from the smallest budget to the largest; none at all lies a little behind that.
  void AddSlider() {
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    bool has_none = false;
    for (const WhatIfPoint& each : found_.points) {
      if (each.told.max_tokens == UINT64_MAX) {
        has_none = true;
        continue;
      }
      least = std::min(least, each.told.max_tokens);
      most = std::max(most, each.told.max_tokens);
    }
    if (least == UINT64_MAX) least = 0;
    const std::string largest = has_none ? "no budget" : InThousands(most);
    if (has_none) most += most / 20 + 1;
    const uint64_t value = std::min(told().max_tokens, most);
    Add("<div class=\"control\" id=\"control\" hidden><label for=\"budget\">Budget</label>\n",
        "<div class=\"slide\"><input type=\"range\" id=\"budget\" step=\"1\" min=\"",
        std::to_string(least), "\" max=\"", std::to_string(most), "\" value=\"",
        std::to_string(value), "\" data-start=\"", std::to_string(start_), "\" aria-valuetext=\"",
        BudgetText(told().max_tokens),
        "\"><svg class=\"ticks\" id=\"ticks\" viewBox=\"0 0 1000 6\" "
        "preserveAspectRatio=\"none\" aria-hidden=\"true\"></svg><div class=\"ends\"><span>",
        InThousands(least), "</span><span>", largest,
        "</span></div></div>\n<output id=\"value\" for=\"budget\">", BudgetText(told().max_tokens),
        "</output></div>\n");
  }

  void AddWhole() {
    const uint64_t scale = ScaleOf(told().budgets.front(), told());
    Add("<svg class=\"whole\" id=\"whole\" viewBox=\"0 0 100 4\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">");
    uint64_t before = 0;
    for (size_t at = 1; at < told().budgets.size(); ++at) {
      const uint64_t tokens = told().budgets[at].tokens;
      Add("<rect x=\"", Share(before, scale), "\" width=\"", Share(tokens, scale),
          "\" height=\"4\" class=\"", ColourClass(at), "\"/>");
      before += tokens;
    }
    Add("</svg>\n");
  }

  void AddBudgets() {
    Add("<h2 id=\"spent\">Where the tokens go</h2>\n<div><table "
        "class=\"stack\"><thead><tr><th>Budget</th>"
        "<th class=\"number\">Used</th><th "
        "class=\"number\">Of</th><th></th><th></th></tr></thead>\n"
        "<tbody id=\"budgets\">\n");
    for (size_t at = 0; at < told().budgets.size(); ++at) AddBudget(told().budgets[at], at);
    Add("</tbody></table></div>\n");
  }

  void AddBudget(const BudgetUse& use, size_t at) {
    const std::string label = MarkupText(LabelOf(use));
    Add("<tr><td class=\"name\"><span class=\"dot ", ColourClass(at), "\"></span>", label,
        "</td><td class=\"number\">", InThousands(use.tokens), "</td><td class=\"number",
        use.limit == UINT64_MAX ? " none" : "", "\">", LimitText(use.limit),
        "</td><td class=\"bar\"><progress class=\"b", std::to_string(at % kColours),
        IsFull(use) ? " full" : "", "\" max=\"",
        std::to_string(std::max<uint64_t>(ScaleOf(use, told()), 1)), "\" value=\"",
        std::to_string(use.tokens), "\" aria-label=\"", label, "\"></progress></td><td>",
        NotesOf(use), "</td></tr>\n");
  }

  void AddMessages() {
    Add("<h2 id=\"seen\">What the model sees</h2>\n<p class=\"legend\"><span "
        "class=\"swatch\"></span>appears at this budget</p>\n"
        "<ol class=\"messages\" id=\"messages\">\n");
    if (told().messages.empty()) {
      Add("<li class=\"none\">Nothing fits into ", BudgetText(told().max_tokens), ".</li>\n");
    }
    for (size_t at = 0; at < told().messages.size(); ++at) {
      const ExplainedMessage& message = told().messages[at];
      Add("<li class=\"message\"><details open><summary><span class=\"role\">", RoleOf(message),
          "</span> <span class=\"tokens\">#", std::to_string(at), ", ", Tokens(message.tokens),
          "</span></summary>");
      for (uint32_t part = message.parts.begin; part < message.parts.end; ++part) {
        AddPart(told().parts[part]);
      }
      Add("</details></li>\n");
    }
    Add("</ol>\n");
  }

  void AddPart(const ExplainedPart& part) {
    // A line break right behind the tag would be lost.
    Add("<div class=\"part b", std::to_string(ColourOf(part, told())), "\"><div class=\"place\">",
        MarkupText(PlaceOf(part)), "</div><pre tabindex=\"0\">\n", MarkupText(part.content),
        "</pre></div>");
  }

  void AddDrops() {
    Add("<h2 id=\"missing\">What was left out, and why</h2>\n<ul class=\"drops\" id=\"drops\">\n");
    size_t folded = 0;
    size_t shown = 0;
    for (const Drop* drop : SortedDrops(told())) {
      ++(IsFolded(*drop) ? folded : shown);
      if (!IsFolded(*drop)) AddDrop(*drop);
    }
    if (shown == 0) Add("<li class=\"none\">Nothing was left out.</li>\n");
    Add("</ul>\n<details id=\"conditions\"", folded == 0 ? " hidden" : "",
        "><summary id=\"count\">", std::to_string(folded),
        folded == 1 ? " condition does not hold" : " conditions do not hold",
        "</summary><ul class=\"drops\" id=\"folded\">\n");
    for (const Drop* drop : SortedDrops(told())) {
      if (IsFolded(*drop)) AddDrop(*drop);
    }
    Add("</ul></details>\n");
  }

  void AddDrop(const Drop& drop) {
    Add(IsOverBudget(drop) ? "<li class=\"drop over\">" : "<li class=\"drop\">",
        "<span class=\"why\">", MarkupText(drop.why), "</span><code>",
        MarkupText(drop.record.where), "</code> <span class=\"none\">", MarkupText(LabelOf(drop)),
        "</span></li>\n");
  }

  void AddChanges() {
    Add("<h2 id=\"others\">What another budget would change</h2>\n<div><table "
        "class=\"stack changes\"><thead><tr>"
        "<th class=\"number\">Budget</th><th class=\"number\">Tokens</th>"
        "<th class=\"number\">Messages</th><th>Appears</th><th>Vanishes</th></tr></thead>\n"
        "<tbody id=\"changes\">\n");
    for (size_t at = 0; at < found_.points.size(); ++at) {
      const WhatIfPoint& each = found_.points[at];
      Add(at == start_ ? "<tr class=\"here\">" : "<tr>", "<td class=\"number\">",
          LimitText(each.told.max_tokens), "</td><td class=\"number\">",
          InThousands(each.told.tokens), "</td><td class=\"number\">",
          InThousands(each.told.messages.size()), "</td><td>", ListOf(each.appeared), "</td><td>",
          ListOf(each.vanished), "</td></tr>\n");
    }
    Add("</tbody></table></div>\n");
  }

  // The first few, and how many more.
  static std::string ListOf(const std::vector<ExplainedPart>& parts) {
    constexpr size_t kMost = 6;
    std::string list;
    for (size_t at = 0; at < std::min(parts.size(), kMost); ++at) {
      const ExplainedPart& part = parts[at];
      const std::string label =
          part.source.empty() ? part.where : SourceLabel(part.source, part.loop);
      list += (list.empty() ? "" : ", ") + MarkupText(label);
    }
    if (parts.size() > kMost) list += " and " + std::to_string(parts.size() - kMost) + " more";
    return list;
  }

  const WhatIf& found_;
  size_t start_;
  std::string page_;
};

}  // namespace

std::string ExplainAsHtml(const WhatIf& found, size_t start) { return Page(found, start).Print(); }

}  // namespace galley::chat
