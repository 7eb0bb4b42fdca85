// Mustache and Python's format strings, tag by tag.
#include "import/mustache.h"

#include <algorithm>

#include "base/try.h"
#include "base/writer.h"
#include "diag/report.h"
#include "value/print.h"

namespace galley::importing {
namespace {

std::string_view Trim(std::string_view text) {
  const auto is_blank = [](char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
  };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// `a.b` as a path, each part in brackets where it must be.
std::string PathOf(std::string_view name) {
  if (name == ".") return "this";
  std::string path;
  bool is_first = true;
  while (!name.empty() || is_first) {
    const size_t dot = std::min(name.find('.'), name.size());
    const std::string_view part = name.substr(0, dot);
    const bool is_plain = !part.empty() && std::all_of(part.begin(), part.end(), [](char byte) {
      return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
             (byte >= '0' && byte <= '9');
    });
    if (is_first) {
      path += VariableName(Leaf::kHandlebars, part);
    } else {
      path += is_plain ? "." + std::string(part) : ".[" + std::string(part) + "]";
    }
    is_first = false;
    if (dot == name.size()) break;
    name.remove_prefix(dot + 1);
  }
  return path;
}

class Mustache {
 public:
  Mustache(Job* job, const Node& node) : job_(job), node_(node), text_(node.value.as_string()) {}

  Result<std::string> Run() {
    size_t at = 0;
    while (at < text_.size()) {
      const size_t open = std::min(text_.find("{{", at), text_.size());
      out_.Text(text_.substr(at, open - at));
      if (open == text_.size()) break;
      const bool is_triple = text_.substr(open).starts_with("{{{");
      const size_t close = text_.find(is_triple ? "}}}" : "}}", open + 2);
      if (close == text_.npos) return Refuse(open, open + 2, "a tag is not closed");
      at = close + (is_triple ? 3 : 2);
      TRY(Translate(
          Trim(text_.substr(open + (is_triple ? 3 : 2), close - open - (is_triple ? 3 : 2))), open,
          at, is_triple));
    }
    return out_.Take();
  }

 private:
  Error Refuse(size_t begin, size_t end, std::string why) {
    return job_->Refuse(Place(begin, end), std::move(why));
  }
  Span Place(size_t begin, size_t end) {
    return job_->PlaceIn(node_, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }

  Result<void> Translate(std::string_view tag, size_t begin, size_t end, bool is_triple) {
    if (tag.empty()) return Refuse(begin, end, "a tag is empty");
    const char sign = is_triple ? '{' : tag.front();
    const std::string_view name = Trim(tag.substr(1));
    switch (sign) {
      case '{':
        out_.Tag("{{{" + PathOf(tag) + "}}}");
        return {};
      case '&':
        out_.Tag("{{{" + PathOf(name) + "}}}");
        return {};
      case '!':
        out_.Tag("{{!-- " + std::string(name) + " --}}");
        return {};
      case '#':
      case '^':
        WarnOfScope(begin, end);
        out_.Tag("{{" + std::string(1, sign) + PathOf(name) + "}}");
        return {};
      case '/':
        out_.Tag("{{/" + PathOf(name) + "}}");
        return {};
      case '>':
        job_->LeaveAlone(Place(begin, end), "a partial");
        out_.Tag("{{> " + std::string(name) + "}}");
        return {};
      case '=':
        return Refuse(begin, end, "other delimiters cannot be imported");
      default:
        out_.Tag("{{" + PathOf(tag) + "}}");
        return {};
    }
  }

  void WarnOfScope(size_t begin, size_t end) {
    if (warned_of_scope_) return;
    warned_of_scope_ = true;
    job_->Lose(Place(begin, end), "inside of a section, names are looked up in its own value only",
               "write `../name` for a name outside of it");
  }

  Job* job_;
  const Node& node_;
  std::string_view text_;
  LeafWriter out_{Leaf::kHandlebars};
  bool warned_of_scope_ = false;
};

}  // namespace

Result<std::string> MustacheToHandlebars(Job* job, const Node& node) {
  return Mustache(job, node).Run();
}

Result<std::string> FormatStringToJinja(Job* job, const Tree& tree, const Node& node,
                                        NodeId constants) {
  const std::string_view text = node.value.as_string();
  const auto place = [&](size_t begin, size_t end) {
    return job->PlaceIn(node, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  };
  LeafWriter out(Leaf::kJinja);
  for (size_t at = 0; at < text.size();) {
    const char byte = text[at];
    if ((byte == '{' || byte == '}') && text.substr(at + 1).starts_with(byte)) {
      out.Text({&byte, 1});
      at += 2;
      continue;
    }
    if (byte == '}') return job->Refuse(place(at, at + 1), "a brace closes nothing");
    if (byte != '{') {
      out.Text({&byte, 1});
      ++at;
      continue;
    }
    const size_t close = text.find('}', at);
    if (close == text.npos) return job->Refuse(place(at, at + 1), "a brace is not closed");
    std::string_view field = text.substr(at + 1, close - at - 1);
    const size_t format = field.find_first_of("!:");
    if (format != field.npos) {
      job->Lose(place(at, close + 1), "a conversion or format of a value has no counterpart",
                "use a filter: `{{ x | round(2) }}`");
      field = field.substr(0, format);
    }
    field = Trim(field);
    if (field.empty()) return job->Refuse(place(at, close + 1), "a field has no name");
    const NodeId constant = constants == kNoNode ? kNoNode : tree.Find(constants, field);
    if (constant != kNoNode && !tree[constant].is_map()) {
      BufferWriter printed;
      PrintStr(tree.ToValue(constant, job->heap()), &printed, &job->heap()->meter());
      out.Text(printed.ToString());
    } else if (field.find_first_of(".[") != field.npos) {
      out.Tag("{{ " + std::string(field) + " }}");
    } else {
      out.Variable(field);
    }
    at = close + 1;
  }
  return out.Take();
}

}  // namespace galley::importing
