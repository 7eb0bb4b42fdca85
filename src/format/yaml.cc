// libyaml finds the events, and every limit is checked while they arrive: its
// scanner looks a line ahead at most, but slows down with each level that is open.
#include "format/yaml.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <yaml.h>

#include "base/ordered_map.h"
#include "base/try.h"
#include "base/utf8.h"
#include "diag/report.h"
#include "format/number.h"
#include "format/text.h"
#include "format/tree_builder.h"
#include "format/yaml_scalar.h"

namespace galley {
namespace {

// Turns libyaml's places, which count code points, into offsets.  Moves on from
// the last place asked for, so that a text costs one pass in all.
class PlaceCursor {
 public:
  PlaceCursor(std::string_view text, uint32_t begin) noexcept
      : text_(text), begin_(begin), ascii_(IsAscii(text)) {}

  uint32_t OffsetOf(const yaml_mark_t& mark) noexcept {
    if (ascii_) return begin_ + static_cast<uint32_t>(mark.index);
    for (; index_ < mark.index && at_ < text_.size(); ++index_) {
      do ++at_;
      while (at_ < text_.size() && IsContinuation(text_[at_]));
    }
    for (; index_ > mark.index && at_ > 0; --index_) {
      do --at_;
      while (at_ > 0 && IsContinuation(text_[at_]));
    }
    return begin_ + static_cast<uint32_t>(at_);
  }

 private:
  std::string_view text_;
  uint32_t begin_;
  bool ascii_;
  size_t index_ = 0;  // code points before at_
  size_t at_ = 0;
};

class Parser {
 public:
  Parser() noexcept : ready_(yaml_parser_initialize(&parser_)) {}
  ~Parser() {
    if (ready_) yaml_parser_delete(&parser_);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  bool Start(std::string_view text) noexcept {
    if (!ready_) return false;
    // The library ends the process where it is given no pointer, though nothing is read.
    const char* begin = text.empty() ? "" : text.data();
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(begin),
                                 text.size());
    return true;
  }
  bool Next(yaml_event_t* event) noexcept { return yaml_parser_parse(&parser_, event); }
  const yaml_parser_t& state() const noexcept { return parser_; }

 private:
  yaml_parser_t parser_;
  bool ready_;
};

// An event, freed with its scope.
struct Event {
  Event() noexcept : event{} {}
  ~Event() { yaml_event_delete(&event); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  yaml_event_t event;
};

std::string_view View(const yaml_char_t* text) noexcept {
  return text ? reinterpret_cast<const char*>(text) : std::string_view();
}

constexpr uint32_t kNoAnchor = UINT32_MAX;

struct Anchor {
  NodeId node;
  uint32_t height;
  bool open;  // the node is not finished
};

class YamlReader {
 public:
  YamlReader(const Source& source, Span part, const Limits& limits, MayRepeatKeys may_repeat)
      : source_(source),
        part_(part),
        limits_(limits),
        builder_(source, limits, may_repeat),
        cursor_(TextOf(source, part), part.begin) {}

  Result<Tree> Run();

 private:
  Result<void> CheckLineBreaks() const;
  Result<void> CheckDirectives() const;
  Result<void> CheckRest(uint32_t begin) const;

  Result<void> OnEvent(const yaml_event_t& event);
  Result<void> OnScalar(const yaml_event_t& event);
  Result<void> OnKey(const yaml_event_t& event);
  Result<void> OnAlias(const yaml_event_t& event);
  Result<void> OnOpen(const yaml_event_t& event, bool is_map, const yaml_char_t* anchor,
                      const yaml_char_t* tag);
  void OnClose(const yaml_event_t& event);

  Result<void> AddPlain(std::string_view text, Span span);
  Result<void> CheckRoom(size_t nodes, Span span) const;
  Result<void> CheckTag(const yaml_char_t* tag, Span span) const;
  uint32_t NewAnchor(const yaml_char_t* name, bool open);
  Diagnostic SyntaxError();
  Diagnostic Unsupported(Span span, std::string message, std::string hint = {}) const {
    return Report(Code::kYamlUnsupported, source_, span, std::move(message), std::move(hint));
  }

  // Whether the next scalar is a key.
  bool ExpectsKey() const { return builder_.in_map() && !builder_.has_key(); }
  Span SpanOf(const yaml_event_t& event) {
    const uint32_t begin = cursor_.OffsetOf(event.start_mark);
    return {begin, cursor_.OffsetOf(event.end_mark)};
  }
  Span WithoutAnchor(Span span, const yaml_char_t* anchor) const;

  const Source& source_;
  Span part_;
  const Limits& limits_;
  TreeBuilder builder_;
  PlaceCursor cursor_;
  Parser parser_;
  std::vector<Anchor> anchors_;
  std::vector<uint32_t> open_anchors_;  // of each container that is open
  OrderedMap<uint32_t> anchor_names_;   // the newest anchor of each name
};

// What most often helps against a complaint of libyaml's.
std::string HintFor(std::string_view problem) {
  if (problem.starts_with("mapping values are not allowed")) {
    return "a value that holds `: ` needs quotes";
  }
  if (problem.starts_with("found character that cannot start any token")) {
    return "indent with blanks, not tabs; a value that starts like this needs quotes";
  }
  if (problem.starts_with("control characters")) {
    return "in double quotes it can be written as an escape, like `\\x07`";
  }
  return "";
}

Result<Tree> YamlReader::Run() {
  TRY(CheckText(source_, part_, limits_));
  TRY(CheckLineBreaks());
  TRY(CheckDirectives());
  if (!parser_.Start(TextOf(source_, part_))) {
    return ValuesDoNotFit(source_, Exhausted::kMemory);
  }
  for (;;) {
    Event holder;
    yaml_event_t& event = holder.event;
    if (!parser_.Next(&event)) return SyntaxError();
    if (event.type == YAML_STREAM_END_EVENT) break;
    if (event.type == YAML_DOCUMENT_END_EVENT) {
      TRY(CheckRest(cursor_.OffsetOf(event.end_mark)));
      break;
    }
    TRY(OnEvent(event));
  }
  if (builder_.size() == 0) builder_.Scalar(Value::None(), {part_.begin, part_.begin});
  return builder_.Finish();
}

// libyaml takes three characters for line breaks that were ones in YAML 1.1 only,
// and would fold them into spaces.
Result<void> YamlReader::CheckLineBreaks() const {
  const std::string_view text = TextOf(source_, part_);
  for (const std::string_view old : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    const size_t found = text.find(old);
    if (found == text.npos) continue;
    const uint32_t at = part_.begin + static_cast<uint32_t>(found);
    return Unsupported({at, at + static_cast<uint32_t>(old.size())},
                       "a line separator other than a line feed or carriage return",
                       "in double quotes it can be written as `\\u0085`, `\\u2028` or `\\u2029`");
  }
  return {};
}

// Directives stand before everything but blank lines and comments.  libyaml
// compares each %TAG with all others, so they must not get there.
Result<void> YamlReader::CheckDirectives() const {
  const std::string_view text = source_.text();
  for (uint32_t at = part_.begin; at < part_.end;) {
    const Line line = LineFrom(text, at, part_.end);
    const std::string_view written = text.substr(at, line.end - at);
    const size_t first = written.find_first_not_of(" \t");
    const bool is_directive = written.starts_with('%');
    if (first != written.npos && written[first] != '#' && !is_directive) break;
    if (is_directive && !written.starts_with("%YAML")) {
      return Unsupported({at, line.end}, "directives other than `%YAML` are not supported");
    }
    at = line.next;
  }
  return {};
}

// After the document only blank lines and comments may follow.
Result<void> YamlReader::CheckRest(uint32_t begin) const {
  const std::string_view text = source_.text();
  for (uint32_t at = begin; at < part_.end;) {
    const Line line = LineFrom(text, at, part_.end);
    const std::string_view written = text.substr(at, line.end - at);
    const size_t first = written.find_first_not_of(" \t");
    if (first != written.npos && written[first] != '#') {
      const auto place = at + static_cast<uint32_t>(first);
      if (written.starts_with("---") || written.starts_with('%')) {
        return Unsupported({place, line.end}, "a second document in one text");
      }
      return Report(Code::kYamlSyntax, source_, {place, line.end},
                    "expected the end of the document");
    }
    at = line.next;
  }
  return {};
}

Diagnostic YamlReader::SyntaxError() {
  const yaml_parser_t& state = parser_.state();
  if (state.error == YAML_MEMORY_ERROR) return ValuesDoNotFit(source_, Exhausted::kMemory);
  if (state.error == YAML_READER_ERROR) {
    const uint32_t at = part_.begin + static_cast<uint32_t>(state.problem_offset);
    return Report(Code::kYamlSyntax, source_, {at, at + 1}, state.problem, HintFor(state.problem));
  }
  const uint32_t at = cursor_.OffsetOf(state.problem_mark);
  std::string message = state.problem;
  if (state.context) message += std::string(" ") + state.context;
  return Report(Code::kYamlSyntax, source_, {at, at < part_.end ? at + 1 : at}, std::move(message),
                HintFor(state.problem));
}

Result<void> YamlReader::OnEvent(const yaml_event_t& event) {
  switch (event.type) {
    case YAML_SCALAR_EVENT:
      return ExpectsKey() ? OnKey(event) : OnScalar(event);
    case YAML_ALIAS_EVENT:
      return OnAlias(event);
    case YAML_SEQUENCE_START_EVENT:
      return OnOpen(event, false, event.data.sequence_start.anchor, event.data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
      return OnOpen(event, true, event.data.mapping_start.anchor, event.data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      OnClose(event);
      return {};
    default:
      return {};
  }
}

Result<void> YamlReader::CheckTag(const yaml_char_t* tag, Span span) const {
  if (!tag) return {};
  return Unsupported(span, "tags are not supported",
                     "quotes make a string, and a plain number is a number");
}

Result<void> YamlReader::CheckRoom(size_t nodes, Span span) const {
  if (nodes <= limits_.yaml_nodes && builder_.size() <= limits_.yaml_nodes - nodes) return {};
  return Report(Code::kLimitNodes, source_, span,
                "the document has more than " + std::to_string(limits_.yaml_nodes) +
                    " values, counting what its aliases stand for");
}

// The place of the value itself.
Span YamlReader::WithoutAnchor(Span span, const yaml_char_t* anchor) const {
  if (!anchor) return span;
  const std::string_view text = source_.text();
  size_t at = span.begin + 1 + View(anchor).size();
  for (;;) {
    at = text.find_first_not_of(" \t\r\n", at);
    if (at >= span.end || text[at] != '#') break;
    at = text.find_first_of("\r\n", at);
  }
  return {at < span.end ? static_cast<uint32_t>(at) : span.end, span.end};
}

uint32_t YamlReader::NewAnchor(const yaml_char_t* name, bool open) {
  if (!name) return kNoAnchor;
  const auto id = static_cast<uint32_t>(anchors_.size());
  anchors_.push_back({NodeId{static_cast<uint32_t>(builder_.size())}, 0, open});
  anchor_names_[std::string(View(name))] = id;
  return id;
}

Result<void> YamlReader::OnKey(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  const Span span = SpanOf(event);
  TRY(CheckTag(scalar.tag, span));
  if (scalar.anchor) return Unsupported(span, "a key cannot have an anchor");
  builder_.Key({reinterpret_cast<const char*>(scalar.value), scalar.length}, span);
  return {};
}

Result<void> YamlReader::OnScalar(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  const Span span = SpanOf(event);
  TRY(CheckTag(scalar.tag, span));
  TRY(CheckRoom(1, span));
  NewAnchor(scalar.anchor, false);
  const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
  const Span value_span = WithoutAnchor(span, scalar.anchor);
  if (scalar.style == YAML_PLAIN_SCALAR_STYLE) return AddPlain(text, value_span);
  builder_.String(text, value_span);
  return {};
}

Result<void> YamlReader::AddPlain(std::string_view text, Span span) {
  Value value;
  switch (ReadPlainScalar(text, &value)) {
    case PlainScalar::kString:
      builder_.String(text, span);
      return {};
    case PlainScalar::kValue:
      builder_.Scalar(value, span);
      return {};
    case PlainScalar::kIntegerOutOfRange:
      return NumberOutOfRange(source_, span, true);
    case PlainScalar::kFloatOutOfRange:
      return NumberOutOfRange(source_, span, false);
  }
  return {};
}

Result<void> YamlReader::OnAlias(const yaml_event_t& event) {
  const Span span = SpanOf(event);
  if (ExpectsKey()) return Unsupported(span, "an alias cannot be a key");
  const uint32_t* id = anchor_names_.Find(View(event.data.alias.anchor));
  if (!id) return Report(Code::kYamlSyntax, source_, span, "the alias names no anchor before it");
  const Anchor& anchor = anchors_[*id];
  if (anchor.open) {
    return Report(Code::kYamlSyntax, source_, span, "the alias stands inside of what it names");
  }
  TRY(CheckRoom(builder_.SizeOf(anchor.node), span));
  if (anchor.height > 0 && builder_.depth() + anchor.height > limits_.nesting) {
    return TooDeep(source_, span, limits_.nesting);
  }
  builder_.Repeat(anchor.node, anchor.height, span.end);
  return {};
}

Result<void> YamlReader::OnOpen(const yaml_event_t& event, bool is_map, const yaml_char_t* anchor,
                                const yaml_char_t* tag) {
  const Span span = SpanOf(event);
  if (ExpectsKey()) return Unsupported(span, "a key cannot be a list or a map");
  TRY(CheckTag(tag, span));
  TRY(CheckRoom(1, span));
  if (builder_.depth() >= limits_.nesting) return TooDeep(source_, span, limits_.nesting);

  open_anchors_.push_back(NewAnchor(anchor, true));
  const Span value_span = WithoutAnchor(span, anchor);
  is_map ? builder_.OpenMap(value_span) : builder_.OpenList(value_span);
  return {};
}

void YamlReader::OnClose(const yaml_event_t& event) {
  // In block style the event comes where the next thing begins; what is written
  // ends with the last item.
  const Span span = SpanOf(event);
  const bool is_flow = span.begin < span.end;
  builder_.Close(is_flow ? span.end : builder_.last_end());
  const uint32_t anchor = open_anchors_.back();
  open_anchors_.pop_back();
  if (anchor == kNoAnchor) return;
  anchors_[anchor].height = builder_.last_height();
  anchors_[anchor].open = false;
}

}  // namespace

Result<Tree> ReadYaml(const Source& source, const Limits& limits, MayRepeatKeys may_repeat) {
  TRY(CheckTextSize(source, limits));
  return YamlReader(source, WholeText(source), limits, may_repeat).Run();
}

Result<Tree> ReadYaml(const Source& source, Span part, const Limits& limits) {
  return YamlReader(source, part, limits, nullptr).Run();
}

Result<Value> ReadYamlData(const Source& source, Heap* heap, const Limits& limits) {
  const Tree tree = TRY(ReadYaml(source, limits));
  return ToData(tree, source, heap);
}

}  // namespace galley
