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
  return std::to_string(count) + (count == 1 ? " token" : " tokens");
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
  return limit == UINT64_MAX ? "\u2013" : std::to_string(limit);
}

constexpr size_t kColours = 6;

std::string ColourClass(size_t at) { return "k" + std::to_string(at % kColours); }

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
    const Value parts =
        NewListOf(&heap_, parts_.size(), [&](size_t at) { return PartOf(*parts_[at]); });
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

  Value PartOf(const ExplainedPart& part) {
    return NewRecord(&heap_, {{"place", Text(PlaceOf(part))}, {"content", Text(part.content)}});
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
                              {"source", Text(SourceLabel(drop.source, drop.record.loop))},
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
         {"facts", Text(FactsOf(told))},
         {"messages", list(told.messages, [&](const auto& each) { return MessageOf(each, told); })},
         {"budgets", list(told.budgets, [&](const auto& each) { return BudgetOf(each, told); })},
         {"drops", list(told.drops, [&](const auto& each) { return DropOf(each); })},
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
    AddMessages();
    AddDrops();
    AddChanges();
    Add("<footer>Made by <code>galley explain</code>. Tokens are estimates: a quarter of the "
        "length.</footer>\n");
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
    Add("<p class=\"facts\" id=\"facts\" role=\"status\">", FactsOf(told()), "</p>\n");
    AddWhole();
    const std::string value =
        told().max_tokens == UINT64_MAX ? "no budget" : Tokens(told().max_tokens);
    Add("<div class=\"control\" id=\"control\" hidden><label for=\"budget\">Budget</label>\n",
        "<input type=\"range\" id=\"budget\" min=\"0\" step=\"1\" max=\"",
        std::to_string(found_.points.size() - 1), "\" value=\"", std::to_string(start_),
        "\" aria-valuetext=\"", value, "\">\n<output id=\"value\" for=\"budget\">", value,
        "</output></div>\n</div></div>\n");
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
    Add("<h2>Where the tokens go</h2>\n<div class=\"scroll\"><table><thead><tr><th>Budget</th>"
        "<th class=\"number\">Used</th><th "
        "class=\"number\">Of</th><th></th><th></th></tr></thead>\n"
        "<tbody id=\"budgets\">\n");
    for (size_t at = 0; at < told().budgets.size(); ++at) AddBudget(told().budgets[at], at);
    Add("</tbody></table></div>\n");
  }

  void AddBudget(const BudgetUse& use, size_t at) {
    const std::string label = MarkupText(LabelOf(use));
    Add("<tr><td class=\"name\"><span class=\"dot ", ColourClass(at), "\"></span>", label,
        "</td><td class=\"number\">", std::to_string(use.tokens), "</td><td class=\"number\">",
        LimitText(use.limit), "</td><td class=\"bar\"><progress class=\"b",
        std::to_string(at % kColours), IsFull(use) ? " full" : "", "\" max=\"",
        std::to_string(std::max<uint64_t>(ScaleOf(use, told()), 1)), "\" value=\"",
        std::to_string(use.tokens), "\" aria-label=\"", label, "\"></progress></td><td>",
        NotesOf(use), "</td></tr>\n");
  }

  void AddMessages() {
    Add("<h2>What the model sees</h2>\n<ol class=\"messages\" id=\"messages\">\n");
    for (size_t at = 0; at < told().messages.size(); ++at) {
      const ExplainedMessage& message = told().messages[at];
      const std::string_view role = RoleName(message.role);
      Add("<li class=\"message ", role, "\"><header><span class=\"role\">", RoleOf(message),
          "</span><span class=\"none\">#", std::to_string(at), "</span><span class=\"tokens\">",
          Tokens(message.tokens), "</span></header>");
      for (uint32_t part = message.parts.begin; part < message.parts.end; ++part) {
        // A line break right behind the tag would be lost.
        Add("<div class=\"part\"><div class=\"place\">", MarkupText(PlaceOf(told().parts[part])),
            "</div><pre tabindex=\"0\">\n", MarkupText(told().parts[part].content), "</pre></div>");
      }
      Add("</li>\n");
    }
    Add("</ol>\n");
  }

  void AddDrops() {
    Add("<h2>What was left out, and why</h2>\n<div class=\"scroll\"><table "
        "class=\"stack\"><thead><tr><th>Place</th>"
        "<th>Data</th><th>Reason</th></tr></thead>\n<tbody id=\"drops\">\n");
    if (told().drops.empty()) {
      Add("<tr><td class=\"none\" colspan=\"3\">Nothing was left out.</td></tr>\n");
    }
    for (const Drop& drop : told().drops) {
      Add("<tr><td><code>", MarkupText(drop.record.where), "</code></td><td>",
          MarkupText(SourceLabel(drop.source, drop.record.loop)), "</td><td class=\"why\">",
          MarkupText(drop.why), "</td></tr>\n");
    }
    Add("</tbody></table></div>\n");
  }

  void AddChanges() {
    Add("<h2>What another budget would change</h2>\n<div class=\"scroll\"><table><thead><tr>"
        "<th class=\"number\">Budget</th><th class=\"number\">Tokens</th>"
        "<th class=\"number\">Messages</th><th>Appears</th><th>Vanishes</th></tr></thead>\n"
        "<tbody id=\"changes\">\n");
    for (size_t at = 0; at < found_.points.size(); ++at) {
      const WhatIfPoint& each = found_.points[at];
      Add(at == start_ ? "<tr class=\"here\">" : "<tr>", "<td class=\"number\">",
          LimitText(each.told.max_tokens), "</td><td class=\"number\">",
          std::to_string(each.told.tokens), "</td><td class=\"number\">",
          std::to_string(each.told.messages.size()), "</td><td class=\"plus\">",
          ListOf(each.appeared), "</td><td class=\"minus\">", ListOf(each.vanished),
          "</td></tr>\n");
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
