// Escaping literal text for two template languages.
//
// Handlebars: a brace pair is printed by `{{lower "{{"}}`, since a string alone is a field
// there; one backslash before a tag is doubled, or it would make the tag literal.
// Jinja: `{{ '{{' }}`.  A brace right before a tag is written the same way, or the two
// would run together.
#include "import/leaf_writer.h"

#include <algorithm>
#include <array>

namespace galley::importing {
namespace {

bool IsIdentifier(std::string_view name) {
  const auto is_letter = [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
  };
  if (name.empty() || !is_letter(name.front())) return false;
  return std::all_of(name.begin(), name.end(),
                     [&](char byte) { return is_letter(byte) || (byte >= '0' && byte <= '9'); });
}

// Words that mean something of their own in place of a field.
bool IsHandlebarsWord(std::string_view name) {
  constexpr std::array<std::string_view, 14> kWords = {
      "if",   "unless",    "each", "with", "lookup", "log",  "else",
      "this", "undefined", "null", "true", "false",  "item", "blockHelperMissing"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

bool IsJinjaWord(std::string_view name) {
  constexpr std::array<std::string_view, 15> kWords = {"and",   "or",   "not",  "in",   "is",
                                                       "if",    "else", "true", "True", "false",
                                                       "False", "none", "None", "loop", "item"};
  return std::find(kWords.begin(), kWords.end(), name) != kWords.end();
}

}  // namespace

std::string_view LeafName(Leaf leaf) noexcept {
  return leaf == Leaf::kJinja ? "jinja" : "handlebars";
}

void LeafWriter::Text(std::string_view text) { literal_ += text; }

void LeafWriter::Tag(std::string_view tag) {
  Flush(true);
  out_ += tag;
}

void LeafWriter::Variable(std::string_view name) {
  const std::string expression = VariableName(leaf_, name);
  Tag(leaf_ == Leaf::kJinja ? "{{ " + expression + " }}" : "{{" + expression + "}}");
}

std::string LeafWriter::Take() {
  Flush(false);
  return std::move(out_);
}

void LeafWriter::Flush(bool tag_follows) {
  if (leaf_ == Leaf::kJinja) {
    FlushJinja(tag_follows);
  } else {
    FlushHandlebars(tag_follows);
  }
  literal_.clear();
}

void LeafWriter::FlushHandlebars(bool tag_follows) {
  const std::string_view text = literal_;
  size_t at = 0;
  if (text.starts_with('}') && out_.ends_with("}}")) {
    // Three closing braces are one token.
    out_ += "{{lower \"}\"}}";
    at = 1;
  }
  while (at < text.size()) {
    size_t backslashes = 0;
    while (at + backslashes < text.size() && text[at + backslashes] == '\\') ++backslashes;
    const std::string_view rest = text.substr(at + backslashes);
    const bool is_last_brace = tag_follows && rest == "{";
    if (rest.starts_with("{{") || is_last_brace) {
      // Backslashes go into the string too: before a tag they would not be text.
      const size_t braces = is_last_brace ? 1 : 2;
      out_ += "{{lower \"";
      out_ += text.substr(at, backslashes + braces);
      out_ += "\"}}";
      at += backslashes + braces;
    } else if (backslashes > 0) {
      out_ += text.substr(at, backslashes);
      at += backslashes;
      if (tag_follows && rest.empty()) out_ += '\\';
    } else {
      out_ += text[at++];
    }
  }
}

void LeafWriter::FlushJinja(bool tag_follows) {
  const std::string_view text = literal_;
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool opens_tag =
        rest.starts_with("{{") || rest.starts_with("{%") || rest.starts_with("{#");
    if (opens_tag || (tag_follows && rest == "{")) {
      const size_t size = opens_tag ? 2 : 1;
      out_ += "{{ '";
      out_ += rest.substr(0, size);
      out_ += "' }}";
      at += size;
    } else {
      out_ += text[at++];
    }
  }
}

namespace {

// Where the tag ends that begins at `at`, behind its closing; npos where it does not end.
size_t FindTagEnd(std::string_view text, size_t at) {
  const std::string_view closing = text[at + 1] == '#' ? "#}" : "%}";
  char quote = 0;
  for (size_t i = at + 2; i + 1 < text.size(); ++i) {
    const bool is_comment = closing.front() == '#';
    if (quote) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == quote)
        quote = 0;
    } else if (!is_comment && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
    } else if (text.substr(i, 2) == closing) {
      return i + 2;
    }
  }
  return text.npos;
}

bool IsMark(char byte) { return byte == '-' || byte == '+'; }

// Whether nothing but blanks stands before `at` in its line, and some do.
bool FollowsBlanks(std::string_view text, size_t at) {
  const size_t last = text.substr(0, at).find_last_not_of(" \t");
  const size_t begin = last == text.npos ? 0 : last + 1;
  return begin < at && (begin == 0 || text[begin - 1] == '\n');
}

}  // namespace

std::string KeepLineBreaks(std::string_view jinja) {
  std::string kept;
  size_t copied = 0;
  for (size_t at = jinja.find('{'); at != jinja.npos; at = jinja.find('{', at)) {
    const std::string_view rest = jinja.substr(at);
    if (!rest.starts_with("{%") && !rest.starts_with("{#")) {
      ++at;
      continue;
    }
    const size_t end = FindTagEnd(jinja, at);
    if (end == jinja.npos) break;
    const std::string_view inside = jinja.substr(at + 2, end - at - 4);
    kept += jinja.substr(copied, at + 2 - copied);
    if (FollowsBlanks(jinja, at) && (inside.empty() || !IsMark(inside.front()))) kept += '+';
    kept += inside;
    const bool ends_line = end < jinja.size() && (jinja[end] == '\n' || jinja[end] == '\r');
    if (ends_line && (inside.empty() || !IsMark(inside.back()))) kept += '+';
    kept += jinja.substr(end - 2, 2);
    copied = at = end;
    // What is raw is text up to its end.
    const size_t word = inside.find_first_not_of(" \t\r\n-+");
    if (word != inside.npos && inside.substr(word).starts_with("raw")) {
      at = std::min(jinja.find("endraw", end), jinja.size());
      at = std::min(jinja.rfind('{', at), jinja.size());
      if (at <= end) break;
    }
  }
  return kept.append(jinja.substr(copied));
}

std::string VariableName(Leaf leaf, std::string_view name) {
  if (leaf == Leaf::kJinja) {
    if (IsIdentifier(name) && !IsJinjaWord(name)) return std::string(name);
    std::string quoted;
    if (!QuoteText(name, &quoted)) return "ctx";
    return "ctx[" + quoted + "]";
  }
  if (IsIdentifier(name) && !IsHandlebarsWord(name)) return std::string(name);
  return "ctx.[" + std::string(name) + "]";
}

bool QuoteText(std::string_view text, std::string* out) {
  const bool has_double = text.find('"') != text.npos;
  if (text.find('\\') != text.npos || (has_double && text.find('\'') != text.npos)) return false;
  const char quote = has_double ? '\'' : '"';
  *out += quote;
  *out += text;
  *out += quote;
  return true;
}

}  // namespace galley::importing
