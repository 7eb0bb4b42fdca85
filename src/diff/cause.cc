// From a byte to the message, from there to the piece of the trace that printed it, from there
// to its node and value.
#include "diff/cause.h"

#include <algorithm>
#include <utility>

#include "diff/document.h"
#include "diff/reads.h"

namespace galley::diff {
namespace {

using chat::TracedPiece;

std::string_view TextOfPiece(const Side& side, const TracedPiece& piece) {
  const history::Message& message = side.messages[piece.message];
  if (!message.is_text()) return {};
  return message.content.substr(piece.begin, piece.end - piece.begin);
}

// Runs of blanks as one.
std::string Collapsed(std::string_view text) {
  std::string collapsed;
  bool was_blank = false;
  for (const char byte : text) {
    const bool is_blank = byte == ' ' || (byte >= '\t' && byte <= '\r');
    if (!is_blank) collapsed += byte;
    if (is_blank && !was_blank) collapsed += ' ';
    was_blank = is_blank;
  }
  return collapsed;
}

const TracedPiece* PieceAt(const Side& side, uint32_t message, size_t offset) {
  if (!side.trace) return nullptr;
  const std::vector<TracedPiece>& pieces = side.trace->pieces;
  auto at = std::lower_bound(
      pieces.begin(), pieces.end(), message,
      [](const TracedPiece& piece, uint32_t wanted) { return piece.message < wanted; });
  const TracedPiece* found = nullptr;
  for (; at != pieces.end() && at->message == message; ++at) {
    if (!found || at->begin <= offset) found = &*at;
  }
  return found;
}

// The field of a template that a key of a request comes from; else the key itself.
std::string FieldOfKey(const std::string& key) {
  if (key == "tool_choice" || key == "toolConfig") return "toolChoice";
  const bool is_format = key == "response_format" || key == "text" || key == "output_config" ||
                         key == "generationConfig";
  return is_format ? "responseFormat" : key;
}

}  // namespace

std::string_view CauseName(Cause cause) noexcept {
  constexpr std::string_view kNames[] = {"value",        "order",           "evicted",
                                         "inserted",     "elided",          "whitespace",
                                         "tool-changed", "template-changed"};
  return kNames[static_cast<size_t>(cause)];
}

Spot SpotOfMessage(const Side& side, uint32_t message, size_t offset) {
  Spot spot;
  spot.message = message;
  spot.piece = PieceAt(side, message, offset);
  spot.is_printed = spot.piece != nullptr;
  return spot;
}

Spot FindSpot(const Side& side, const CacheText& text, size_t byte) {
  Spot spot;
  spot.element = text.ElementAt(byte);
  if (!spot.element) return spot;
  spot.message = spot.element->message;
  size_t offset = 0;
  if (const Stretch* stretch = text.StretchAt(byte, &offset)) {
    spot = SpotOfMessage(side, stretch->message, offset);
    spot.element = text.ElementAt(byte);
  } else if (spot.message != UINT32_MAX) {
    spot.piece = PieceAt(side, spot.message, 0);
  }
  return spot;
}

CauseFinder::CauseFinder(const Side& a, const Side& b) : a_(a), b_(b) {
  templates_differ_ = a.artifact && b.artifact && TextOf(a.document) != TextOf(b.document);
  const auto add = [](const Side& side, Keys* printed, Keys* nothing) {
    if (!side.trace) return;
    for (const TracedPiece& piece : side.trace->pieces) {
      printed->emplace(KeyOf(side, piece.by), &piece);
    }
    for (const chat::Traced& traced : side.trace->nothing) {
      nothing->emplace(KeyOf(side, traced), nullptr);
    }
  };
  add(a, &printed_a_, &nothing_a_);
  add(b, &printed_b_, &nothing_b_);
}

const TracedPiece* CauseFinder::FindSame(const Keys& keys, const Side& side,
                                         const TracedPiece& piece) {
  const auto at = keys.find(KeyOf(side, piece.by));
  return at == keys.end() ? nullptr : at->second;
}

void CauseFinder::Place(const Spot& spot, bool is_in_b, Finding* finding) const {
  const Side& side = is_in_b ? b_ : a_;
  finding->is_in_b = is_in_b;
  finding->file = side.file;
  finding->message.reset();
  if (spot.message != UINT32_MAX) finding->message = spot.message;
  finding->place = spot.piece ? spot.piece->by.where : std::string_view();
  finding->line = spot.piece ? spot.piece->by.line : 0;
}

bool CauseFinder::IsTemplateChanged(std::string_view place) const {
  return templates_differ_ && DiffersAround(a_.document, b_.document, place);
}

bool CauseFinder::IsReordered(const Spot& spot, const Side& side, const Side& other,
                              Finding* finding) const {
  if (!spot.piece || !side.artifact || !other.artifact) return false;
  const std::span<const chat::TracedLoop> loops = spot.piece->by.loops;
  for (size_t depth = 1; depth <= loops.size(); ++depth) {
    const Located here = LocateList(side, loops.first(depth));
    // A loop inside another goes over a list of an item.
    const Located there = LocateList(other, LoopsOn(other, side, loops.first(depth)));
    if (!HoldSameItems(here.value, there.value)) continue;
    finding->path = here.path;
    return true;
  }
  return false;
}

bool CauseFinder::IsEvicted(const TracedPiece& piece, const Side& side, const Side& other,
                            const Keys& printed, const Keys& nothing, std::string* path) const {
  // An injection is no part of the template.
  const bool is_ours = piece.by.block != chat::kAbsent || !piece.by.loops.empty();
  if (!side.artifact || !other.artifact || !is_ours) return false;
  const std::string key = KeyOf(side, piece.by);
  if (printed.contains(key) || nothing.contains(key)) return false;
  if (FirstCondition(other, side, piece.by)) return false;
  const std::span<const chat::TracedLoop> loops = piece.by.loops;
  for (size_t depth = 1; depth <= loops.size(); ++depth) {
    const std::span<const chat::TracedLoop> around = loops.first(depth);
    const uint32_t number = ItemNumber(side, around);
    const Located here = LocateList(side, around);
    const Value there = LocateList(other, around).value;
    if (!there.is_list() || number >= there.size()) return false;
    if (TextOf(there.items()[number]) != TextOf(around.back().item)) return false;
    *path = here.path;
  }
  return true;
}

bool CauseFinder::IsElided(const Spot& a, const Spot& b) const {
  if (!a.piece || !b.piece || a.piece->by.is_shrunk == b.piece->by.is_shrunk) return false;
  return KeyOf(a_, a.piece->by) == KeyOf(b_, b.piece->by);
}

bool CauseFinder::ExplainSame(const Spot& a, const Spot& b, Finding* finding) const {
  if (!a.piece || !b.piece || KeyOf(a_, a.piece->by) != KeyOf(b_, b.piece->by)) return false;
  finding->cause = Cause::kValue;
  const std::optional<ValueDifference> value = FirstDifference(a_, a.piece->by, b_, b.piece->by);
  if (value) finding->path = value->path;
  if (value && EqualButForOrder(value->before, value->after)) {
    finding->cause = Cause::kOrder;
  } else if (Collapsed(TextOfPiece(a_, *a.piece)) == Collapsed(TextOfPiece(b_, *b.piece)) &&
             TextOfPiece(a_, *a.piece) != TextOfPiece(b_, *b.piece)) {
    finding->cause = Cause::kWhitespace;
  }
  return true;
}

void CauseFinder::ExplainInserted(const TracedPiece& piece, const Side& side, const Side& other,
                                  Finding* finding) const {
  finding->cause = Cause::kInserted;
  if (!side.artifact) return;
  if (const std::optional<std::string> path = FirstCondition(other, side, piece.by)) {
    finding->path = *path;
    return;
  }
  const std::span<const chat::TracedLoop> loops = piece.by.loops;
  for (size_t depth = 1; depth <= loops.size() && other.artifact; ++depth) {
    const std::span<const chat::TracedLoop> around = loops.first(depth);
    const Value there = LocateList(other, around).value;
    if (there.is_list() && ItemNumber(side, around) < there.size()) continue;
    finding->path = LocateItem(side, around).path;
    return;
  }
  finding->path = FirstPath(side, piece.by);
}

Finding CauseFinder::Find(const Spot& a, const Spot& b) const {
  Finding finding;
  const bool is_b = b.is_printed || (!a.is_printed && b.message != UINT32_MAX);
  Place(is_b ? b : a, is_b, &finding);
  for (const Spot* spot : {&b, &a}) {
    if (!spot->element || spot->element->kind != CacheElement::Kind::kTool) continue;
    finding.cause = Cause::kToolChanged;
    finding.message.reset();
    finding.place = "tools[" + std::to_string(spot->element->number) + ']';
    return finding;
  }
  const Spot& placed = is_b ? b : a;
  for (const Spot* spot : {&b, &a}) {
    if (!spot->element || spot->element->kind != CacheElement::Kind::kKey) continue;
    finding.place = FieldOfKey(spot->element->key);
    finding.message.reset();
    break;
  }
  if (IsTemplateChanged(finding.place)) {
    finding.cause = Cause::kTemplateChanged;
    return finding;
  }
  if (IsReordered(placed, is_b ? b_ : a_, is_b ? a_ : b_, &finding)) {
    finding.cause = Cause::kOrder;
    return finding;
  }
  if (a.piece && IsEvicted(*a.piece, a_, b_, printed_b_, nothing_b_, &finding.path)) {
    Place(a, false, &finding);
    finding.cause = Cause::kEvicted;
    return finding;
  }
  if (b.piece && IsEvicted(*b.piece, b_, a_, printed_a_, nothing_a_, &finding.path)) {
    Place(b, true, &finding);
    finding.cause = Cause::kEvicted;
    return finding;
  }
  finding.path.clear();
  if (IsElided(a, b)) {
    finding.cause = Cause::kElided;
    return finding;
  }
  // Where one text ends before the other, its next byte is no text: what is compared is the
  // node that goes on.
  Spot same_a = a;
  Spot same_b = b;
  if (b.is_printed && !a.is_printed) {
    if (const TracedPiece* piece = FindSame(printed_a_, b_, *b.piece)) same_a.piece = piece;
  } else if (a.is_printed && !b.is_printed) {
    if (const TracedPiece* piece = FindSame(printed_b_, a_, *a.piece)) same_b.piece = piece;
  }
  // Joined texts go on with the next node: where one ends early, the two bytes are of different
  // nodes, and the one that changed is the earlier.
  if (a.is_printed && b.is_printed) {
    const TracedPiece* a_in_b = FindSame(printed_b_, a_, *a.piece);
    const TracedPiece* b_in_a = FindSame(printed_a_, b_, *b.piece);
    if (a_in_b && a_in_b < b.piece && TextOfPiece(a_, *a.piece) != TextOfPiece(b_, *a_in_b)) {
      same_b.piece = a_in_b;
      Place(same_b, true, &finding);
    } else if (b_in_a && b_in_a < a.piece &&
               TextOfPiece(a_, *b_in_a) != TextOfPiece(b_, *b.piece)) {
      same_a.piece = b_in_a;
    }
  }
  if (ExplainSame(same_a, same_b, &finding)) return finding;
  // Of a conversation that was saved nobody knows what printed it.
  if (a.message != UINT32_MAX && b.message != UINT32_MAX && (!a_.trace || !b_.trace)) {
    const Spot& known = a_.trace ? a : b;
    if (known.piece) finding.path = FirstPath(a_.trace ? a_ : b_, known.piece->by);
    return finding;
  }
  if (b.piece && !FindSame(printed_a_, b_, *b.piece)) {
    Place(b, true, &finding);
    ExplainInserted(*b.piece, b_, a_, &finding);
  } else if (a.piece && !FindSame(printed_b_, a_, *a.piece)) {
    Place(a, false, &finding);
    ExplainInserted(*a.piece, a_, b_, &finding);
  } else if (a.message == UINT32_MAX || b.message == UINT32_MAX) {
    finding.cause = Cause::kInserted;
  }
  return finding;
}

}  // namespace galley::diff
