// Word differences are bounded: of texts that have too little in common both are shown whole.
#include "diff/report.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "diag/display.h"
#include "diag/report.h"
#include "diag/wording.h"

namespace galley::diff {
namespace {

using Kind = WordRun::Kind;

// Words that are compared one with another: their number squared is the most that is done.
constexpr size_t kMostWords = 1000;

bool IsBlank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

// Words and the blanks between them, which together are the text.
std::vector<std::string_view> SplitWords(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (end < text.size() && IsBlank(text[end]) == IsBlank(text[at])) ++end;
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

void AddRun(Kind kind, std::string_view text, std::vector<WordRun>* runs) {
  if (text.empty()) return;
  const bool joins = !runs->empty() && runs->back().kind == kind &&
                     runs->back().text.data() + runs->back().text.size() == text.data();
  if (joins) {
    runs->back().text = {runs->back().text.data(), runs->back().text.size() + text.size()};
  } else {
    runs->push_back({kind, text});
  }
}

// The longest common subsequence of two short lists of words.
void CompareMiddle(std::span<const std::string_view> a, std::span<const std::string_view> b,
                   std::vector<WordRun>* runs) {
  const size_t columns = b.size() + 1;
  std::vector<uint16_t> longest((a.size() + 1) * columns);
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      longest[i * columns + j] =
          a[i] == b[j] ? static_cast<uint16_t>(longest[(i + 1) * columns + j + 1] + 1)
                       : std::max(longest[(i + 1) * columns + j], longest[i * columns + j + 1]);
    }
  }
  size_t i = 0;
  size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() && a[i] == b[j]) {
      AddRun(Kind::kSame, b[j], runs);
      ++i;
      ++j;
    } else if (i < a.size() &&
               (j == b.size() || longest[(i + 1) * columns + j] >= longest[i * columns + j + 1])) {
      AddRun(Kind::kRemoved, a[i++], runs);
    } else {
      AddRun(Kind::kAdded, b[j++], runs);
    }
  }
}

std::string Money(double cost) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", cost);
  return text;
}

std::string PlaceOf(const Finding& finding) {
  std::string place = finding.place.empty() ? "(not printed by a template)" : finding.place;
  if (finding.line == 0) return place;
  const std::string file = finding.file.empty() ? "line " : ToValidUtf8(finding.file) + ':';
  return place + " (" + file + std::to_string(finding.line) + ')';
}

std::string_view PaintOf(Kind kind) {
  return kind == Kind::kRemoved ? kRed : kind == Kind::kAdded ? kGreen : std::string_view();
}

// Without colour what is removed and added is marked as in a word diff of git.
std::string PrintRuns(const std::vector<WordRun>& runs, Colour colour) {
  constexpr size_t kShown = 60;  // bytes of what is the same on either side of a change
  std::string text;
  for (size_t at = 0; at < runs.size(); ++at) {
    const WordRun& run = runs[at];
    std::string part = ToValidUtf8(run.text);
    if (run.kind == Kind::kSame && part.size() > 2 * kShown) {
      std::string shorter;
      if (at > 0) shorter += ToValidUtf8(part.substr(0, kShown));
      shorter += " ... ";
      if (at + 1 < runs.size()) shorter += ToValidUtf8(part.substr(part.size() - kShown));
      part = std::move(shorter);
    }
    if (run.kind == Kind::kSame) {
      text += part;
    } else if (colour == Colour::kAlways) {
      text += Colorize(part, PaintOf(run.kind), colour);
    } else {
      text += run.kind == Kind::kRemoved ? "[-" + part + "-]" : "{+" + part + "+}";
    }
  }
  return text;
}

std::string Indented(const std::string& text) {
  std::string lines = "    ";
  for (const char byte : text) {
    lines += byte;
    if (byte == '\n') lines += "    ";
  }
  return lines + '\n';
}

std::string Signed(int64_t number) { return (number >= 0 ? "+" : "") + std::to_string(number); }

std::string Escaped(std::string_view text) {
  std::string html;
  for (const char byte : ToValidUtf8(text)) {
    switch (byte) {
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '&':
        html += "&amp;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += byte;
    }
  }
  return html;
}

std::string EscapedForGitHub(std::string_view text) {
  std::string escaped;
  for (const char byte : ToValidUtf8(text)) {
    if (byte == '%')
      escaped += "%25";
    else if (byte == '\r')
      escaped += "%0D";
    else if (byte == '\n')
      escaped += "%0A";
    else
      escaped += byte;
  }
  return escaped;
}

// Behind how many tokens stay cached.
std::string WhyNone(const Survival& survival) {
  return survival.lacks_marks
             ? ": the provider keeps a prompt up to marks only, and there is none (`cache: auto`)"
             : "";
}

int Percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 100 : static_cast<int>(part * 100 / whole);
}

}  // namespace

std::vector<WordRun> CompareWords(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> a = SplitWords(before);
  const std::vector<std::string_view> b = SplitWords(after);
  size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  size_t tail = 0;
  while (tail + head < a.size() && tail + head < b.size() &&
         a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) {
    ++tail;
  }
  std::vector<WordRun> runs;
  for (size_t i = 0; i < head; ++i) AddRun(Kind::kSame, b[i], &runs);
  const auto middle_a = std::span(a).subspan(head, a.size() - head - tail);
  const auto middle_b = std::span(b).subspan(head, b.size() - head - tail);
  if (middle_a.size() <= kMostWords && middle_b.size() <= kMostWords) {
    CompareMiddle(middle_a, middle_b, &runs);
  } else {
    for (const std::string_view word : middle_a) AddRun(Kind::kRemoved, word, &runs);
    for (const std::string_view word : middle_b) AddRun(Kind::kAdded, word, &runs);
  }
  for (size_t i = b.size() - tail; i < b.size(); ++i) AddRun(Kind::kSame, b[i], &runs);
  return runs;
}

std::string Describe(const Finding& finding) {
  const std::string path = finding.path.empty() ? "" : Quoted(finding.path);
  switch (finding.cause) {
    case Cause::kValue:
      return path.empty() ? "another text" : "another value of " + path;
    case Cause::kOrder:
      return "another order" + (path.empty() ? "" : " of " + path);
    case Cause::kEvicted:
      return "left out for want of tokens" + (path.empty() ? "" : ", from " + path);
    case Cause::kInserted:
      return "on one side only" + (path.empty() ? "" : ", by " + path);
    case Cause::kElided:
      return "shortened on one side only";
    case Cause::kWhitespace:
      return "other blanks" + (path.empty() ? "" : " in " + path);
    case Cause::kToolChanged:
      return "another tool definition";
    case Cause::kTemplateChanged:
      return "the template has changed here";
  }
  return "";
}

std::string PrintText(const ChatDiff& diff, const Survival* survival, Colour colour) {
  if (diff.same) {
    return "the requests are the same: " + Pluralize(diff.bytes, "byte") + ", " +
           Pluralize(diff.of, "token") + '\n';
  }
  const Finding& first = diff.first;
  std::string text =
      Colorize("first difference", kBold, colour) + " at byte " + std::to_string(diff.bytes);
  if (first.message) text += ", message " + std::to_string(*first.message);
  text += "\n  place  " + PlaceOf(first) + "\n  cause  " + std::string(CauseName(first.cause)) +
          ": " + Describe(first) + '\n';
  text +=
      Colorize("prefix", kBold, colour) + "  " + std::to_string(diff.tokens) + " of " +
      Pluralize(diff.of, "token") + " (" + std::to_string(Percent(diff.tokens, diff.of)) + " %)" +
      (survival
           ? ", " + std::to_string(survival->tokens) + " stay cached" + WhyNone(*survival) + '\n'
           : "\n");
  if (survival) {
    text += Colorize("cost", kBold, colour) + "    " + Money(survival->cost) + " against " +
            Money(survival->full_hit_cost) + " for a full hit, in tokens that are not cached\n";
  }
  if (!diff.changes.empty()) text += Colorize("changes", kBold, colour) + '\n';
  for (const Change& change : diff.changes) {
    text += "  ";
    if (change.finding.message) {
      text += std::string(change.finding.is_in_b ? "b" : "a") + '[' +
              std::to_string(*change.finding.message) + "] ";
    }
    text += PlaceOf(change.finding) + ", " + std::string(CauseName(change.finding.cause)) + ": " +
            Describe(change.finding) + ", " + Signed(change.tokens) + " tokens\n";
    text += Indented(PrintRuns(CompareWords(change.before, change.after), colour));
  }
  return text;
}

std::string PrintForGitHub(const ChatDiff& diff) {
  if (diff.same) return "";
  std::string text = "::warning title=prompt prefix";
  const Finding& first = diff.first;
  if (!first.file.empty()) {
    text += ",file=" + EscapedForGitHub(first.file);
    if (first.line > 0) text += ",line=" + std::to_string(first.line);
  }
  return text + "::" +
         EscapedForGitHub("the requests part at byte " + std::to_string(diff.bytes) + ": " +
                          Describe(first) + "; " + std::to_string(diff.tokens) + " of " +
                          Pluralize(diff.of, "token") + " stay the same") +
         '\n';
}

std::string PrintHtml(const ChatDiff& diff, const Survival* survival) {
  std::string page =
      "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'\">\n"
      "<title>Prompt difference</title>\n<style>body{font:15px/1.5 sans-serif;max-width:60em;"
      "margin:2em auto;padding:0 1em}pre{white-space:pre-wrap;background:#f6f6f6;padding:.6em}"
      "del{background:#fdd;text-decoration:none}ins{background:#dfd;text-decoration:none}"
      "dt{font-weight:bold}</style>\n<h1>Prompt difference</h1>\n";
  if (diff.same) return page + "<p>The requests are the same.</p>\n</html>\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    page += "<dt>" + std::string(name) + "</dt><dd>" + Escaped(value) + "</dd>\n";
  };
  page += "<dl>\n";
  row("First difference", "byte " + std::to_string(diff.bytes));
  row("Place", PlaceOf(diff.first));
  row("Cause", std::string(CauseName(diff.first.cause)) + ": " + Describe(diff.first));
  row("Prefix", std::to_string(diff.tokens) + " of " + Pluralize(diff.of, "token") + " (" +
                    std::to_string(Percent(diff.tokens, diff.of)) + " %)");
  if (survival) {
    row("Stays cached", Pluralize(survival->tokens, "token") + WhyNone(*survival));
    row("Cost",
        Money(survival->cost) + " against " + Money(survival->full_hit_cost) + " for a full hit");
  }
  page += "</dl>\n<h2>Changes</h2>\n";
  for (const Change& change : diff.changes) {
    page += "<h3>" + Escaped(PlaceOf(change.finding)) + "</h3>\n<p>" +
            Escaped(std::string(CauseName(change.finding.cause)) + ": " + Describe(change.finding) +
                    ", " + Signed(change.tokens) + " tokens") +
            "</p>\n<pre>";
    for (const WordRun& run : CompareWords(change.before, change.after)) {
      const std::string part = Escaped(run.text);
      if (run.kind == Kind::kSame) page += part;
      if (run.kind == Kind::kRemoved) page += "<del>" + part + "</del>";
      if (run.kind == Kind::kAdded) page += "<ins>" + part + "</ins>";
    }
    page += "</pre>\n";
  }
  return page + "</html>\n";
}

}  // namespace galley::diff
