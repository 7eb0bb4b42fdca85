// Decides per provider what stays, moves or goes, and notes every loss; the writers behind it
// only write.
#include "emit/outline.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/ordered_map.h"
#include "diag/report.h"
#include "emit/model_name.h"
#include "emit/request_parts.h"

namespace galley {
namespace {

using history::Part;
using history::Role;
using Type = Part::Type;

bool IsBlank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\n\r\f\v") == text.npos;
}

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool TakesImage(const Part& part, Provider provider) {
  switch (provider) {
    case Provider::kOpenAi:
    case Provider::kMistral:
    case Provider::kHuggingFace:
      return !part.file_id.data();
    case Provider::kAnthropic:
      return !part.data.data() ||
             IsOneOf(part.mime, {"image/png", "image/jpeg", "image/gif", "image/webp"});
    default:
      return true;
  }
}

bool TakesAudio(const Part& part, Provider provider) {
  switch (provider) {
    case Provider::kOpenAi:
      return part.data.data() && !OpenAiAudioFormat(part.mime).empty();
    case Provider::kGemini:
      return true;
    case Provider::kHuggingFace:
      return !part.file_id.data();
    default:
      return false;
  }
}

bool TakesFile(const Part& part, Provider provider) {
  switch (provider) {
    case Provider::kOpenAi:
      return !part.url.data();
    case Provider::kMistral:
      return !part.file_id.data();
    case Provider::kAnthropic:
      return !part.data.data() || part.mime == "application/pdf";
    case Provider::kHuggingFace:
      return false;
    default:
      return true;
  }
}

bool TakesMedia(const Part& part, Provider provider) {
  if (provider == Provider::kText) return false;
  if (part.type == Type::kImage) return TakesImage(part, provider);
  return part.type == Type::kAudio ? TakesAudio(part, provider) : TakesFile(part, provider);
}

// Media with one address: the first that `provider` takes, of several that lead to the same.
// Absent where it takes none of them.
std::optional<Part> WithOneAddress(const Part& part, Provider provider) {
  for (std::string_view Part::*address : {&Part::data, &Part::url, &Part::file_id}) {
    if (!(part.*address).data()) continue;
    Part one = part;
    one.data = one.url = one.file_id = {};
    one.*address = part.*address;
    if (TakesMedia(one, provider)) return one;
  }
  return std::nullopt;
}

bool TakesDetail(const Part& part, Provider provider) {
  const bool is_image = part.type == Type::kImage;
  switch (provider) {
    case Provider::kOpenAi:
      return is_image && IsOneOf(part.detail, {"auto", "low", "high", "original"});
    case Provider::kResponses:
      return IsOneOf(part.detail, {"auto", "low", "high"}) ||
             (is_image && part.detail == "original");
    case Provider::kMistral:
      return is_image && IsOneOf(part.detail, {"auto", "low", "high"});
    default:
      return false;
  }
}

// Only files have names, and for OpenAI only those that come along.
bool TakesNameOfMedia(const Part& part, Provider provider) {
  if (part.type != Type::kFile) return false;
  switch (provider) {
    case Provider::kOpenAi:
      return part.data.data() != nullptr;
    case Provider::kResponses:
    case Provider::kAnthropic:
    case Provider::kMistral:
      return true;
    default:
      return false;
  }
}

// What comes along says what it is; of what has to be fetched only Gemini is told.
bool TakesMime(const Part& part, Provider provider) {
  return part.data.data() || provider == Provider::kGemini;
}

std::string WithArticle(Type type) {
  return (type == Type::kFile ? "a " : "an ") + std::string(PartTypeName(type));
}

bool TakesParticipants(Provider provider) {
  return provider == Provider::kOpenAi || provider == Provider::kHuggingFace;
}

// Makes an OutlineMessage of messages, part by part.
class Maker {
 public:
  Maker(Provider provider, Heap* heap, Losses* losses)
      : provider_(provider), heap_(heap), losses_(losses) {}

  void Add(const history::Message& message, size_t index, std::vector<Part>* parts) {
    index_ = index;
    if (message.is_text()) {
      Part text;
      text.text = message.content;
      AddPart(text, parts);
    }
    for (const Part& part : message.parts) AddPart(part, parts);
  }

 private:
  void Lose(Code code, std::string_view what) { losses_->Add(code, index_, what); }

  void AddPart(Part part, std::vector<Part>* parts) {
    switch (part.type) {
      case Type::kText:
        return AddText(part, parts);
      case Type::kImage:
      case Type::kAudio:
      case Type::kFile:
        return AddMedia(part, parts);
      case Type::kThinking:
        if (KeepsThinking(part)) parts->push_back(part);
        return;
      case Type::kRefusal:
        if (provider_ != Provider::kOpenAi) {
          Lose(Code::kRefusalAsText, "a refusal is written as a text");
          part.type = Type::kText;
        }
        return AddText(part, parts);
      case Type::kToolCall:
        call_names_.Insert(part.id, part.name);
        return parts->push_back(part);
      case Type::kToolResult:
        return AddResult(part, parts);
      case Type::kOpaque:
        if (part.provider == NameOf(provider_)) {
          parts->push_back(part);
        } else {
          Lose(Code::kOpaqueDropped, "a part that only another provider understands is left out");
        }
    }
  }

  void AddText(const Part& part, std::vector<Part>* parts) {
    if (part.text.empty()) return;
    if (provider_ == Provider::kAnthropic && IsBlank(part.text)) {
      Lose(Code::kBlankTextDropped, "a text of blanks is left out, which the provider refuses");
      return;
    }
    parts->push_back(part);
  }

  void AddMedia(const Part& given, std::vector<Part>* parts) {
    const std::string type = WithArticle(given.type);
    std::optional<Part> part = WithOneAddress(given, provider_);
    if (!part) {
      Lose(Code::kMediaDropped, "media that the provider does not take are left out");
      Part text;
      text.text =
          heap_->NewString("[" + std::string(PartTypeName(given.type)) + " left out]").as_string();
      parts->push_back(text);
      return;
    }
    if (!part->name.empty() && !TakesNameOfMedia(*part, provider_)) {
      Lose(Code::kNameDropped, "the name of " + type + " is left out");
    }
    if (!part->mime.empty() && !TakesMime(*part, provider_)) {
      Lose(Code::kDetailDropped, "the `mime` of " + type + " is left out");
    }
    if (part->detail.data() && !TakesDetail(*part, provider_)) {
      if (part->detail != "auto") {
        Lose(Code::kDetailDropped, "the `detail` of " + type + " cannot be said");
      }
      part->detail = {};
    }
    parts->push_back(*part);
  }

  bool KeepsThinking(const Part& part) {
    const bool redacted = part.redacted.data() != nullptr;
    bool keeps = false;
    switch (provider_) {
      case Provider::kAnthropic:
        keeps = redacted || !part.signature.empty();
        if (redacted && !part.text.empty()) {
          Lose(Code::kThinkingDropped, "the text of redacted thinking is left out");
        }
        if (redacted && !part.signature.empty()) {
          Lose(Code::kSignatureDropped, "the signature of redacted thinking is left out");
        }
        break;
      case Provider::kMistral:
      case Provider::kHuggingFace:
        keeps = !redacted && !part.text.empty();
        if (keeps && part.signature.data()) {
          Lose(Code::kSignatureDropped, "the signature of thinking is left out");
        }
        break;
      default:
        break;
    }
    if (!keeps) Lose(Code::kThinkingDropped, "thinking is left out");
    return keeps;
  }

  void AddResult(Part part, std::vector<Part>* parts) {
    const bool says_errors = provider_ == Provider::kAnthropic || provider_ == Provider::kGemini;
    if (part.is_error && !says_errors) {
      Lose(Code::kErrorFlagDropped, "that a result is an error is not said");
    }
    std::vector<Part> inner;
    for (const Part& one : part.content()) AddPart(one, &inner);
    NameResult(&part);
    const std::span<const Part> kept = NewParts(heap_, inner);
    part.inner = kept.data();
    part.inner_size = static_cast<uint32_t>(kept.size());
    parts->push_back(part);
  }

  // A result is named as its call; only Hugging Face hears of a name of its own.
  void NameResult(Part* result) {
    const std::string_view* call = call_names_.Find(result->id);
    const bool repeats = call && result->name == *call;
    const bool is_lost = call || provider_ != Provider::kHuggingFace;
    if (!result->name.empty() && !repeats && is_lost) {
      Lose(Code::kNameDropped, "the name of a result that is not its call's is left out");
    }
    if (call) result->name = *call;
  }

  Provider provider_;
  Heap* heap_;
  Losses* losses_;
  size_t index_ = 0;
  OrderedMap<std::string_view, std::string_view> call_names_;  // by id
};

// The end of the run of messages of users and tools that begins at `at`.
size_t EndOfUserRun(const Outline& outline, size_t at) {
  while (at < outline.size() && (outline[at].role == Role::kUser || outline[at].is_tool())) ++at;
  return at;
}

size_t EndOfSystemRun(const Outline& outline, size_t at) {
  while (at < outline.size() && outline[at].is_system()) ++at;
  return at;
}

void TellOfMove(const OutlineMessage& message, Losses* losses) {
  losses->Add(Code::kSystemMoved, message.index, "a message of the system's is moved");
}

// The system may speak behind the user and before the assistant or at the end.  Elsewhere it
// waits until the user's run that follows is over; where none does, it goes to the head.
void MoveForAnthropic(bool takes_inside, Outline* outline, Losses* losses) {
  const size_t first = EndOfSystemRun(*outline, 0);
  const auto middle = outline->begin() + static_cast<ptrdiff_t>(first);
  Outline head(std::make_move_iterator(outline->begin()), std::make_move_iterator(middle));
  Outline body;
  Outline waiting;
  for (size_t at = first; at < outline->size();) {
    const size_t users = EndOfUserRun(*outline, at);
    for (; at < users; ++at) body.push_back(std::move((*outline)[at]));
    const size_t systems = EndOfSystemRun(*outline, at);
    const bool user_follows = EndOfUserRun(*outline, systems) > systems;
    const bool behind_user = !body.empty() && !body.back().is_assistant();
    if (!user_follows) {
      std::move(waiting.begin(), waiting.end(), std::back_inserter(body));
      waiting.clear();
    }
    for (; at < systems; ++at) {
      OutlineMessage& message = (*outline)[at];
      const bool stays = takes_inside && behind_user && !user_follows;
      if (!stays) TellOfMove(message, losses);
      Outline* place = stays ? &body : takes_inside && user_follows ? &waiting : &head;
      place->push_back(std::move(message));
    }
    if (at < outline->size() && (*outline)[at].is_assistant()) {
      body.push_back(std::move((*outline)[at++]));
    }
  }
  *outline = std::move(head);
  std::move(body.begin(), body.end(), std::back_inserter(*outline));
}

void MoveForMistral(Outline* outline, Losses* losses) {
  size_t end = outline->size();
  while (end > 0 && (*outline)[end - 1].is_system()) --end;
  Outline head;
  Outline body;
  bool leading = true;
  Role before = Role::kSystem;
  for (size_t at = 0; at < outline->size(); ++at) {
    OutlineMessage& message = (*outline)[at];
    const bool behind = before == Role::kAssistant || before == Role::kTool;
    if (!message.is_system()) {
      leading = false;
      before = message.role;
      body.push_back(std::move(message));
    } else if (leading) {
      head.push_back(std::move(message));
    } else if (behind || at >= end) {
      TellOfMove(message, losses);
      head.push_back(std::move(message));
    } else {
      body.push_back(std::move(message));
    }
  }
  *outline = std::move(head);
  std::move(body.begin(), body.end(), std::back_inserter(*outline));
}

void WarnOfGeminiSystem(const Outline& outline, Losses* losses) {
  for (size_t at = EndOfSystemRun(outline, 0); at < outline.size(); ++at) {
    if (outline[at].is_system()) TellOfMove(outline[at], losses);
  }
}

}  // namespace

std::string MessageName(size_t at) { return "`messages[" + std::to_string(at) + "]`"; }

void Losses::Add(Code code, size_t message, std::string_view what) {
  for (Loss& loss : losses_) {
    if (loss.code != code || loss.what != what) continue;
    loss.count += loss.message != message;
    return;
  }
  losses_.push_back({code, message, 1, std::string(what)});
}

void Losses::Tell(std::vector<Diagnostic>* warnings) const {
  for (const Loss& loss : losses_) {
    std::string place = MessageName(loss.message);
    if (loss.count > 1) place += " and elsewhere";
    warnings->push_back(Report(loss.code, place + ": " + loss.what));
    // What may be refused is written all the same.
    warnings->back().severity = Severity::kWarning;
  }
}

bool RefusesPrefill(const Outgoing& outgoing) noexcept {
  return IsSince(outgoing.model, "claude", {4, 6});
}
bool TakesSystemInside(const Outgoing& outgoing) noexcept {
  return IsSince(outgoing.model, "claude", {4, 8});
}
// The models named o1 to o4 are older than the versions that have breakpoints.
bool TakesBreakpoints(const Outgoing& outgoing) noexcept {
  const std::string_view name = outgoing.model.substr(outgoing.model.rfind('/') + 1);
  const bool is_reasoner = name.size() >= 2 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9';
  // DeepSeek takes the same form without them.
  return !is_reasoner && !Holds(outgoing.model, "deepseek") &&
         IsSince(outgoing.model, "gpt", {5, 6});
}
bool NeedsSignatures(const Outgoing& outgoing) noexcept {
  return IsSince(outgoing.model, "gemini", {3, 0});
}

Outline MakeOutline(const Outgoing& outgoing, Provider provider, Heap* heap, Losses* losses) {
  Maker maker(provider, heap, losses);
  Outline outline;
  for (size_t at = 0; at < outgoing.messages.size(); ++at) {
    const history::Message& message = outgoing.messages[at];
    const uint64_t parts = message.parts.size() + message.is_text();
    if (!heap->meter().Take(sizeof(OutlineMessage) + parts * sizeof(Part))) break;
    const bool joins = message.role == Role::kTool && !outline.empty() && outline.back().is_tool();
    if (!joins) outline.push_back({message.role, at});
    OutlineMessage& made = outline.back();
    made.last = at;
    maker.Add(message, at, &made.parts);
    made.prefix |= message.prefix;
    made.cache |= message.cache;
    if (message.ttl.data()) made.ttl = TtlFor(provider, message.ttl);
    if (!message.name.empty()) {
      if (TakesParticipants(provider)) {
        made.name = message.name;
      } else {
        losses->Add(Code::kNameDropped, at, "the name of a participant is left out");
      }
    }
    // In a text an empty one still says whose turn it is.
    if (made.parts.empty() && provider != Provider::kText) outline.pop_back();
  }
  return outline;
}

std::string_view TtlFor(Provider provider, std::string_view ttl) noexcept {
  const bool is_anthropic = provider == Provider::kAnthropic;
  const bool is_openai = provider == Provider::kOpenAi || provider == Provider::kResponses;
  const bool has_it =
      (is_anthropic && IsOneOf(ttl, {"5m", "1h"})) || (is_openai && IsOneOf(ttl, {"30m", "12h"}));
  return has_it ? ttl : std::string_view();
}

void SetMarks(const Outgoing& outgoing, Provider provider, Outline* outline) {
  for (const CacheMark& mark : outgoing.marks) {
    for (OutlineMessage& message : *outline) {
      if (mark.message < message.index || mark.message > message.last) continue;
      message.cache = true;
      message.ttl = TtlFor(provider, mark.ttl);
    }
  }
}

void MoveSystemMessages(const Outgoing& outgoing, Provider provider, Outline* outline,
                        Losses* losses) {
  if (provider == Provider::kAnthropic) {
    MoveForAnthropic(TakesSystemInside(outgoing), outline, losses);
  } else if (provider == Provider::kMistral) {
    MoveForMistral(outline, losses);
  } else if (provider == Provider::kGemini) {
    WarnOfGeminiSystem(*outline, losses);
  }
}

}  // namespace galley
