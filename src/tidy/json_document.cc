// JSON: two blanks a level, an item a line, a blank behind each colon.  Strings and numbers
// are copied as they are written.
#include <string>
#include <string_view>

#include "base/try.h"
#include "format/json.h"
#include "tidy/tidy.h"

namespace galley::tidy {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";

class JsonLayout {
 public:
  explicit JsonLayout(std::string_view text) : text_(text) {}

  // The text is JSON.
  std::string Run() {
    while (Skip()) Step();
    out_ += '\n';
    return std::move(out_);
  }

 private:
  bool Skip() {
    at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
    return at_ < text_.size();
  }

  void Step() {
    const char byte = text_[at_];
    if (byte == '"') return Copy(StringEnd());
    if (byte == '{' || byte == '[') return Open(byte);
    if (byte == '}' || byte == ']') {
      --depth_;
      return NewLine(1);
    }
    Copy(byte == ',' || byte == ':' ? at_ + 1 : WordEnd());
    if (byte == ':') out_ += ' ';
    if (byte == ',') NewLine(0);
  }

  void Open(char byte) {
    Copy(at_ + 1);
    Skip();
    if (text_[at_] == (byte == '{' ? '}' : ']')) return Copy(at_ + 1);
    ++depth_;
    NewLine(0);
  }

  // Begins a line, and puts `size` bytes of the text there.
  void NewLine(size_t size) {
    out_ += '\n';
    out_.append(2 * depth_, ' ');
    Copy(at_ + size);
  }

  void Copy(size_t end) {
    out_ += text_.substr(at_, end - at_);
    at_ = end;
  }
  size_t StringEnd() const {
    size_t at = at_ + 1;
    while (text_[at] != '"') at += text_[at] == '\\' ? 2 : 1;
    return at + 1;
  }
  size_t WordEnd() const { return std::min(text_.find_first_of(" \t\n\r,:]}", at_), text_.size()); }

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  std::string out_;
};

}  // namespace

Result<std::string> TidyJson(const Source& source, const Limits& limits) {
  TRY(ReadJson(source, limits));
  return JsonLayout(source.text()).Run();
}

}  // namespace galley::tidy
