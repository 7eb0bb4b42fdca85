// What every importer needs: reporting losses, reading fields, printing the result.
#include "import/job.h"

#include <algorithm>
#include <utility>

#include "base/writer.h"
#include "diag/report.h"
#include "format/json.h"
#include "format/written_text.h"
#include "format/yaml.h"
#include "format/yaml_print.h"

namespace galley::importing {
namespace {

// Finding the line of each takes time linear in the text.
constexpr size_t kMostWarnings = 100;

bool IsNameByte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '-';
}

}  // namespace

std::string Job::NameOr(std::string_view said, std::string_view otherwise) const {
  const std::string_view chosen = !name_.empty() ? name_ : said;
  std::string name;
  for (const char byte : chosen) {
    if (name.size() == 200) break;
    // No segment is empty.
    const bool begins = name.empty() || name.back() == '/';
    if (IsNameByte(byte)) {
      name += byte;
    } else if (!begins) {
      if (byte == '/') {
        name += byte;
      } else if (name.back() != '_') {
        name += '_';
      }
    }
  }
  while (!name.empty() && (name.back() == '_' || name.back() == '/')) name.pop_back();
  return name.empty() ? std::string(otherwise) : name;
}

void Job::Warn(Diagnostic diagnostic) {
  ++warned_;
  if (warned_ < kMostWarnings) {
    warnings_->push_back(std::move(diagnostic));
  } else if (warned_ == kMostWarnings) {
    warnings_->push_back(Report(Code::kImportLost, "more is lost than is listed here"));
  }
}

void Job::Lose(Span place, std::string what, std::string hint) {
  if (warned_ > kMostWarnings) return;
  Warn(Report(Code::kImportLost, source_, place, std::move(what), std::move(hint)));
}

void Job::LeaveAlone(Span place, std::string_view what) {
  if (warned_ > kMostWarnings) return;
  Warn(Report(Code::kImportNotFollowed, source_, place, std::string(what) + " is not followed",
              "put what it stands for into the template, or give it as data"));
}

Span Job::PlaceIn(const Node& node, Span part) const {
  // Nobody is told of it, and looking for it in the text as well takes time linear in that.
  if (warned_ >= kMostWarnings) return node.span;
  const std::string_view written =
      source_.text().substr(node.span.begin, node.span.end - node.span.begin);
  const auto found = FindWritten(written, node.value.as_string(), part);
  if (!found) return node.span;
  return {node.span.begin + found->begin, node.span.begin + found->end};
}

Error Job::Refuse(Span place, std::string why) const {
  return Report(Code::kImportInvalid, source_, place, std::move(why));
}

bool RefersOutside(std::string_view text) noexcept {
  constexpr std::string_view kStarts[] = {"file://", "http://", "https://", "python:", "exec:"};
  for (const std::string_view start : kStarts) {
    if (text.starts_with(start)) return true;
  }
  return text.find("${env:") != text.npos || text.find("${file:") != text.npos;
}

std::string_view TextUnder(const Tree& tree, NodeId map, std::string_view key) noexcept {
  const NodeId id = tree.Find(map, key);
  return id != kNoNode && tree[id].is_string() ? tree[id].value.as_string() : std::string_view();
}

void LoseOtherFields(Job* job, const Tree& tree, NodeId map,
                     std::span<const std::string_view> known, std::string_view where) {
  if (!tree[map].is_map()) return;
  for (const NodeId field : tree.Children(map)) {
    const std::string_view key = tree[field].key;
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const Node& node = tree[field];
    const bool is_empty = node.value.is_none() || (node.is_string() && node.value.size() == 0) ||
                          ((node.is_map() || node.is_list()) && tree.CountChildren(field) == 0);
    if (is_empty) continue;
    job->Lose(node.key_span, Quoted(std::string(where) + std::string(key)) + " has no counterpart");
  }
}

Result<Tree> ReadJsonOrYaml(Job* job) {
  const std::string_view text = job->source().text();
  const size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != text.npos && (text[first] == '{' || text[first] == '[');
  return is_json ? ReadJson(job->source(), job->limits()) : ReadYaml(job->source(), job->limits());
}

Result<std::string> PrintDocument(Job* job, const Value& document) {
  BufferWriter out(job->limits().output);
  PrintYaml(document, &out, &job->heap()->meter());
  if (job->heap()->exhausted() != Exhausted::kNo || out.overflowed()) {
    return Report(Code::kLimitOutput, "the imported document does not fit the limits");
  }
  return out.ToString();
}

}  // namespace galley::importing
