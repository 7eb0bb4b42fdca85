// Messages that are more than a text: roles that leaves print, contents of several parts, and
// what they take.
#include <string>
#include <utility>

#include "history/read.h"
#include "history/shrink.h"
#include "render/renderer.h"
#include "value/value.h"

namespace galley::chat {
namespace {

std::string_view Trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlank = " \t\r\n";
  const size_t begin = text.find_first_not_of(kBlank);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

std::optional<Role> RoleOf(std::string_view name) noexcept {
  for (const Role role : {Role::kSystem, Role::kUser, Role::kAssistant, Role::kTool}) {
    if (RoleName(role) == name) return role;
  }
  return std::nullopt;
}

}  // namespace

Renderer::Reason Renderer::MakeRole(const Block& block, Role* role) {
  bool blank = false;
  const auto text = HeapText(parts_->leaves[block.role_leaf], scope_.variables(), &blank);
  if (!text) return Reason::kLeafFailed;
  const std::optional<Role> made = RoleOf(Trimmed(*text));
  if (!made) {
    NoteRole(block, "this role printed none of `system`, `user`, `assistant` and `tool`");
    return Reason::kLeafFailed;
  }
  *role = *made;
  if (block.prefix && *made != Role::kAssistant) {
    NoteRole(block, "only a message of the assistant can be a prefix");
    return Reason::kLeafFailed;
  }
  if (*made == Role::kTool && (!block.has_parts || block.from != kAbsent)) {
    NoteRole(block, "a message of a tool holds results only, and this one is a text");
    return Reason::kLeafFailed;
  }
  return Reason::kNone;
}

// Parts that come out empty are left out.
Renderer::Reason Renderer::MakeParts(const Block& block, Content* content) {
  std::vector<history::Part> parts;
  for (uint32_t at = block.parts.begin; at < block.parts.end; ++at) {
    const PartTemplate& part = parts_->part_templates[at];
    if (!Step()) return Reason::kEmptyContent;
    if (!Hold(part.when)) continue;
    const Reason reason = MakePart(part, block, content->role, &parts);
    if (reason != Reason::kNone) return reason;
  }
  if (parts.empty()) return Reason::kEmptyContent;
  Message message;
  message.role = content->role;
  message.prefix = block.prefix;
  message.cache = block.cache.is_set;
  if (!block.cache.ttl.empty()) message.ttl = block.cache.ttl;
  history::SetParts(parts, &heap_, &message);
  content->rich = AddRich(message);
  return Reason::kNone;
}

// A text with a mark for caching is more than a text.
void Renderer::MarkForCache(const Block& block, Content* content) {
  Message message;
  message.role = content->role;
  message.prefix = block.prefix;
  message.cache = true;
  if (!block.cache.ttl.empty()) message.ttl = block.cache.ttl;
  message.content = heap_.NewString(View(content->text)).as_string();
  texts_.Truncate(content->text.begin);
  content->rich = AddRich(message);
}

Renderer::Reason Renderer::MakePart(const PartTemplate& part, const Block& block, Role role,
                                    std::vector<history::Part>* parts) {
  if (part.kind == PartTemplate::Kind::kFrom) {
    const Resolution resolution = scope_.ResolveShown(part.index);
    if (resolution.failed) NoteSourceFailure(part.index);
    const Value& value = resolution.value;
    if (resolution.failed || value.is_undefined() || value.is_none()) return Reason::kNone;
    Result<std::vector<history::Part>> read = history::ReadParts(value, role, &heap_);
    if (!read) {
      if (!failure_) failure_ = std::move(read).error();
      return Reason::kLeafFailed;
    }
    parts->insert(parts->end(), read->begin(), read->end());
    return Reason::kNone;
  }
  bool blank = false;
  const auto text = HeapText(parts_->leaves[part.index], scope_.variables(), &blank);
  if (!text) return Reason::kLeafFailed;
  if (text->empty() || (blank && block.skip_if_empty)) return Reason::kNone;
  const bool is_text = part.kind == PartTemplate::Kind::kText;
  const bool holds_text = role != Role::kTool;
  if (is_text ? !holds_text : role != Role::kUser) {
    NoteRole(block, "a message of this role cannot hold this part");
    return Reason::kLeafFailed;
  }
  history::Part made{is_text ? history::Part::Type::kText : history::Part::Type::kImage};
  (is_text ? made.text : made.url) = *text;
  parts->push_back(made);
  return Reason::kNone;
}

// A leaf's text in the heap, where it stays; nothing where it fails.
std::optional<std::string_view> Renderer::HeapText(const Leaf& leaf, const Value& variables,
                                                   bool* blank) {
  const size_t begin = texts_.size();
  const Reason reason = RenderLeaf(leaf, variables, &texts_, blank);
  const std::string_view made = texts_.view().substr(begin);
  const Value text = made.empty() ? Value() : heap_.NewString(made);
  texts_.Truncate(begin);
  if (reason != Reason::kNone) return std::nullopt;
  return text.is_string() ? text.as_string() : std::string_view("");
}

uint32_t Renderer::AddRich(const Message& message) {
  rich_.push_back(message);
  return static_cast<uint32_t>(rich_.size() - 1);
}

history::TokenRules Renderer::TokenRules() {
  return {
      [this](std::string_view text) { return budget_->Estimate(text); },
      [this](const history::Part& part) { return history::TokensOfMedia(part, request_->images); }};
}

uint64_t Renderer::TokensOf(const Content& content) {
  if (content.rich == kAbsent) [[likely]]
    return budget_->Estimate(View(content.text));
  return history::TokensOf(rich_[content.rich], TokenRules(), &heap_);
}

}  // namespace galley::chat
