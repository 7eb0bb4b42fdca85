// The order is that of the templates; what did not change is counted and not shown.
#include "diff/workspace_report.h"

#include <algorithm>

#include "diag/display.h"
#include "diag/wording.h"
#include "diff/report.h"

namespace galley::diff {
namespace {

// A word diff as git writes it, without the parts that are the same and long.
std::string ShownWords(const CaseDiff& each) {
  constexpr size_t kShown = 40;
  std::string text;
  for (const WordRun& run : CompareWords(each.before, each.after)) {
    std::string part = ToValidUtf8(run.text);
    if (run.kind == WordRun::Kind::kRemoved) part = "[-" + part + "-]";
    if (run.kind == WordRun::Kind::kAdded) part = "{+" + part + "+}";
    if (run.kind == WordRun::Kind::kSame && part.size() > 2 * kShown) {
      part = ToValidUtf8(part.substr(0, kShown)) + " ... " +
             ToValidUtf8(part.substr(part.size() - kShown));
    }
    text += part;
  }
  return text;
}

std::string Summary(const CaseDiff& each) {
  std::string text(ChangeName(each.change()));
  if (!each.error_after.empty()) return text + ": " + each.error_after;
  if (each.tokens_before != each.tokens_after) {
    text +=
        ", " + std::to_string(each.tokens_before) + " to " + Pluralize(each.tokens_after, "token");
  }
  if (each.before != each.after) {
    text += ", the first " + Pluralize(each.prefix, "token") + " stay the same";
  }
  for (const std::string& code : each.new_warnings) text += ", new warning " + code;
  return text;
}

// What a check says of the template that it did not say before.
std::string NewFindings(const TemplateDiff& each) {
  std::string text;
  for (const std::string& code : each.new_warnings) {
    text += (text.empty() ? "new warning " : ", new warning ") + code;
  }
  return text;
}

std::string EscapedXml(std::string_view text) {
  std::string xml;
  for (const char byte : ToValidUtf8(text)) {
    const auto number = static_cast<unsigned char>(byte);
    if (byte == '<') {
      xml += "&lt;";
    } else if (byte == '>') {
      xml += "&gt;";
    } else if (byte == '&') {
      xml += "&amp;";
    } else if (byte == '"') {
      xml += "&quot;";
    } else if (number < 0x20 && byte != '\n' && byte != '\t') {
      xml += '?';
    } else {
      xml += byte;
    }
  }
  return xml;
}

// A fence that is longer than any in the text.
std::string FenceFor(std::string_view text) {
  size_t longest = 2;
  size_t run = 0;
  for (const char byte : text) {
    run = byte == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

std::string InTable(std::string_view text) {
  std::string cell;
  for (const char byte : ToValidUtf8(text)) {
    if (byte == '|' || byte == '`' || byte == '<') cell += '\\';
    cell += byte == '\n' ? ' ' : byte;
  }
  return cell;
}

}  // namespace

std::string_view ChangeName(WorkspaceChange change) noexcept {
  constexpr std::string_view kNames[] = {"unchanged", "warnings", "text",
                                         "tokens",    "prefix",   "error"};
  return kNames[static_cast<size_t>(change)];
}

WorkspaceChange CaseDiff::change() const noexcept {
  if (error_before != error_after) return WorkspaceChange::kError;
  const bool shrinks = prefix < std::min(tokens_before, tokens_after);
  if (before != after && shrinks) return WorkspaceChange::kPrefix;
  if (tokens_before != tokens_after) return WorkspaceChange::kTokens;
  if (before != after) return WorkspaceChange::kText;
  return new_warnings.empty() ? WorkspaceChange::kNone : WorkspaceChange::kWarnings;
}

WorkspaceChange TemplateDiff::change() const noexcept {
  WorkspaceChange largest =
      new_warnings.empty() ? WorkspaceChange::kNone : WorkspaceChange::kWarnings;
  for (const CaseDiff& each : cases) largest = std::max(largest, each.change());
  return largest;
}

size_t WorkspaceDiff::changed() const noexcept {
  return static_cast<size_t>(std::count_if(
      templates.begin(), templates.end(),
      [](const TemplateDiff& each) { return each.change() != WorkspaceChange::kNone; }));
}

std::string PrintText(const WorkspaceDiff& diff) {
  std::string text;
  for (const TemplateDiff& each : diff.templates) {
    text += each.name + ": " + std::string(ChangeName(each.change())) + '\n';
    if (!each.new_warnings.empty()) text += "  check: " + NewFindings(each) + '\n';
    for (const CaseDiff& test : each.cases) {
      if (test.change() == WorkspaceChange::kNone) continue;
      text += "  " + ToValidUtf8(test.name) + ": " + Summary(test) + '\n';
      if (test.before == test.after) continue;
      std::string lines = "    ";
      for (const char byte : ShownWords(test)) {
        lines += byte;
        if (byte == '\n') lines += "    ";
      }
      text += lines + '\n';
    }
  }
  return text + std::to_string(diff.changed()) + " of " +
         Pluralize(diff.templates.size(), "template") + " changed\n";
}

std::string PrintMarkdown(const WorkspaceDiff& diff) {
  std::string text = "### Prompts: " + std::to_string(diff.changed()) + " of " +
                     Pluralize(diff.templates.size(), "template") + " changed\n\n";
  if (diff.changed() == 0) return text;
  text += "| template | case | change | tokens |\n|---|---|---|---|\n";
  for (const TemplateDiff& each : diff.templates) {
    if (!each.new_warnings.empty()) {
      text += "| " + InTable(each.name) + " | | check: " + InTable(NewFindings(each)) + " | |\n";
    }
    for (const CaseDiff& test : each.cases) {
      if (test.change() == WorkspaceChange::kNone) continue;
      text += "| " + InTable(each.name) + " | " + InTable(test.name) + " | " +
              InTable(Summary(test)) + " | " + std::to_string(test.tokens_before) + " → " +
              std::to_string(test.tokens_after) + " |\n";
    }
  }
  for (const TemplateDiff& each : diff.templates) {
    for (const CaseDiff& test : each.cases) {
      if (test.before == test.after) continue;
      const std::string words = ShownWords(test);
      const std::string fence = FenceFor(words);
      text += "\n<details><summary>" + EscapedXml(each.name + ": " + test.name) + "</summary>\n\n" +
              fence + '\n' + words + '\n' + fence + "\n\n</details>\n";
    }
  }
  return text;
}

std::string PrintXml(const WorkspaceDiff& diff) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (const TemplateDiff& each : diff.templates) {
    const std::string found = NewFindings(each);
    const size_t checks = found.empty() ? 0 : 1;
    const auto failures =
        static_cast<size_t>(
            std::count_if(each.cases.begin(), each.cases.end(),
                          [](const CaseDiff& c) { return c.change() != WorkspaceChange::kNone; })) +
        checks;
    xml += "  <testsuite name=\"" + EscapedXml(each.name) + "\" tests=\"" +
           std::to_string(each.cases.size() + checks) + "\" failures=\"" +
           std::to_string(failures) + "\">\n";
    if (checks > 0) {
      xml += "    <testcase classname=\"" + EscapedXml(each.name) +
             "\" name=\"check\">\n      <failure type=\"warnings\" message=\"" + EscapedXml(found) +
             "\"/>\n    </testcase>\n";
    }
    for (const CaseDiff& test : each.cases) {
      xml += "    <testcase classname=\"" + EscapedXml(each.name) + "\" name=\"" +
             EscapedXml(test.name) + "\"";
      if (test.change() == WorkspaceChange::kNone) {
        xml += "/>\n";
        continue;
      }
      xml += ">\n      <failure type=\"" + std::string(ChangeName(test.change())) +
             "\" message=\"" + EscapedXml(Summary(test)) + "\">" + EscapedXml(ShownWords(test)) +
             "</failure>\n    </testcase>\n";
    }
    xml += "  </testsuite>\n";
  }
  return xml + "</testsuites>\n";
}

}  // namespace galley::diff
