// Text, JUnit and values from the same records, in the order of the files.
#include "testing/test_report.h"

#include <string_view>

#include "base/line_diff.h"
#include "base/markup.h"
#include "check/findings.h"
#include "diag/display.h"
#include "diag/wording.h"
#include "value/record.h"

namespace galley::testing {
namespace {

bool HasDiff(const TestFailure& failure) { return failure.expected != failure.actual; }

// Each line behind its sign; what a terminal would act on is shown as an escape.
std::string PrintDiff(const TestFailure& failure, std::string_view before, Colour colour) {
  std::string text;
  // With a line break more a last one that is missing is an empty line that is missing.
  const std::string expected = failure.expected + '\n';
  const std::string actual = failure.actual + '\n';
  for (const DiffLine& line : DiffLines(expected, actual)) {
    const bool is_gap = line.kind == DiffLine::Kind::kGap;
    const bool is_removed = line.kind == DiffLine::Kind::kRemoved;
    const bool is_changed = is_removed || line.kind == DiffLine::Kind::kAdded;
    const std::string_view words = line.text.substr(0, line.text.find('\n'));
    std::string shown =
        is_gap ? "..." : static_cast<char>(line.kind) + std::string(" ") + ShowText(words);
    shown.erase(shown.find_last_not_of(' ') + 1);
    if (is_changed) shown = Colorize(shown, is_removed ? kRed : kGreen, colour);
    text += (shown.empty() ? "" : std::string(before) + shown) + '\n';
  }
  return text;
}

std::string PrintFailure(const TestFailure& failure, Colour colour) {
  std::string text;
  std::string_view rest = failure.message;
  std::string head = "  " + failure.part + ": ";
  while (true) {
    const size_t end = rest.find('\n');
    text += head + ShowText(rest.substr(0, end));
    if (end == rest.npos) break;
    text += '\n';
    head = "    ";
    rest.remove_prefix(end + 1);
  }
  if (!HasDiff(failure)) return text + '\n';
  return text + " (- expected, + got)\n" + PrintDiff(failure, "    ", colour);
}

std::string PrintFile(const FileReport& file, Colour colour) {
  size_t failed = 0;
  for (const CaseReport& each : file.cases) failed += !each.passed();
  const bool ok = failed == 0 && file.problems.empty();
  std::string text = Colorize(ok ? "ok    " : "FAIL  ", ok ? kGreen : kRed, colour) +
                     ShowText(file.name) + "  " + Pluralize(file.cases.size(), "case") +
                     (failed > 0 ? ", " + std::to_string(failed) + " failed" : "") +
                     (file.updated ? ", updated" : "") + '\n';
  for (const std::string& note : file.notes) text += "      note: " + ShowText(note) + '\n';
  for (const Diagnostic& problem : file.problems) text += FormatText(problem, colour);
  for (const CaseReport& each : file.cases) {
    if (each.passed()) continue;
    text += "\n  " + ShowText(each.name) + "  " + ShowText(file.path) + ':' +
            std::to_string(each.line) + '\n';
    for (const TestFailure& failure : each.failures) text += PrintFailure(failure, colour);
  }
  return failed > 0 ? text + '\n' : text;
}

std::string XmlCase(const FileReport& file, const CaseReport& each) {
  std::string text = "    <testcase classname=\"" + MarkupAttribute(file.name) + "\" name=\"" +
                     MarkupAttribute(each.name) + "\" file=\"" + MarkupAttribute(file.path) +
                     "\" line=\"" + std::to_string(each.line) + '"';
  if (each.passed()) return text + "/>\n";
  text += ">\n";
  for (const TestFailure& failure : each.failures) {
    text += "      <failure type=\"" + MarkupAttribute(failure.part) + "\" message=\"" +
            MarkupAttribute(failure.message) + "\">" +
            MarkupText(PrintDiff(failure, "", Colour::kNever)) + "</failure>\n";
  }
  return text + "    </testcase>\n";
}

std::string XmlSuite(const FileReport& file) {
  size_t failed = 0;
  for (const CaseReport& each : file.cases) failed += !each.passed();
  const size_t errors = file.problems.empty() ? 0 : 1;
  std::string text = "  <testsuite name=\"" + MarkupAttribute(file.name) + "\" tests=\"" +
                     std::to_string(file.cases.size() + errors) + "\" failures=\"" +
                     std::to_string(failed) + "\" errors=\"" + std::to_string(errors) + "\">\n";
  if (errors > 0) {
    std::string problems;
    for (const Diagnostic& problem : file.problems) problems += FormatText(problem, Colour::kNever);
    const Diagnostic& first = file.problems.front();
    text += "    <testcase classname=\"" + MarkupAttribute(file.name) +
            "\" name=\"the file itself\" file=\"" + MarkupAttribute(file.path) +
            "\">\n      <error type=\"" + MarkupAttribute(first.code) + "\" message=\"" +
            MarkupAttribute(first.message) + "\">" + MarkupText(problems) +
            "</error>\n    </testcase>\n";
  }
  for (const CaseReport& each : file.cases) text += XmlCase(file, each);
  return text + "  </testsuite>\n";
}

Value FailureRecord(const TestFailure& failure, Heap* heap) {
  const bool has_diff = HasDiff(failure);
  return NewRecord(heap, {{"part", heap->NewString(failure.part)},
                          {"message", heap->NewString(failure.message)},
                          {"expected", has_diff ? heap->NewString(failure.expected) : Value()},
                          {"actual", has_diff ? heap->NewString(failure.actual) : Value()}});
}

Value CaseRecord(const CaseReport& each, Heap* heap) {
  const Value failures =
      each.passed() ? Value() : NewListOf(heap, each.failures.size(), [&](size_t at) {
        return FailureRecord(each.failures[at], heap);
      });
  return NewRecord(heap, {{"name", heap->NewString(each.name)},
                          {"line", Value::Int(each.line)},
                          {"passed", Value::Bool(each.passed())},
                          {"failures", failures}});
}

Value FileRecord(const FileReport& file, Heap* heap) {
  const Value problems =
      file.problems.empty() ? Value() : NewListOf(heap, file.problems.size(), [&](size_t at) {
        return check::NewDiagnosticRecord(heap, file.problems[at]);
      });
  const Value cases = NewListOf(heap, file.cases.size(),
                                [&](size_t at) { return CaseRecord(file.cases[at], heap); });
  return NewRecord(
      heap,
      {{"name", heap->NewString(file.name)},
       {"path", heap->NewString(file.path)},
       {"template", file.template_name.empty() ? Value() : heap->NewString(file.template_name)},
       {"updated", Value::Bool(file.updated)},
       {"notes", file.notes.empty()
                     ? Value()
                     : NewListOf(heap, file.notes.size(),
                                 [&](size_t at) { return heap->NewString(file.notes[at]); })},
       {"text", file.text.empty() ? Value() : heap->NewString(file.text)},
       {"problems", problems},
       {"cases", cases}});
}

}  // namespace

std::string PrintTestText(const TestReport& report, Colour colour) {
  if (report.files.empty()) return "no tests found\n";
  std::string text;
  for (const FileReport& file : report.files) text += PrintFile(file, colour);
  const std::string sums =
      std::to_string(report.passed) + " passed, " + std::to_string(report.failed) + " failed";
  return text + Colorize(sums, report.failed > 0 ? kRed : kGreen, colour) + '\n';
}

std::string PrintTestXml(const TestReport& report) {
  size_t errors = 0;
  for (const FileReport& file : report.files) errors += !file.problems.empty();
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"" +
                     std::to_string(report.passed + report.failed) + "\" failures=\"" +
                     std::to_string(report.failed - errors) + "\" errors=\"" +
                     std::to_string(errors) + "\">\n";
  for (const FileReport& file : report.files) text += XmlSuite(file);
  return text + "</testsuites>\n";
}

Value NewTestRecord(Heap* heap, const TestReport& report, const Value& text) {
  const Value files = NewListOf(heap, report.files.size(),
                                [&](size_t at) { return FileRecord(report.files[at], heap); });
  return NewRecord(heap, {{"passed", Value::Int(static_cast<int64_t>(report.passed))},
                          {"failed", Value::Int(static_cast<int64_t>(report.failed))},
                          {"files", files},
                          {"text", text}});
}

}  // namespace galley::testing
