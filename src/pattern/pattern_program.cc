// From ECMAScript's rules to PCRE2's, part by part.  The parts wait on a stack of
// our own.
#include "pattern/pattern_program.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "diag/report.h"
#include "pattern/class_text.h"
#include "pattern/pattern_measures.h"
#include "pattern/steps.h"

namespace galley {
namespace {

constexpr uint32_t kMostRepeats = 65'535;      // that PCRE2 can count
constexpr uint32_t kLongestLookBehind = 255;   // that PCRE2 steps back by itself
constexpr uint32_t kMostTurns = 8;             // of direction, one look in another
constexpr uint32_t kMostLooks = 100;           // with programs of their own
constexpr uint32_t kBeyondAnyText = 1u << 31;  // times, of at least one character
constexpr uint32_t kStretch = 64;              // what one step pays for
constexpr uint32_t kWrittenInOneStep = 16;     // characters of a program
constexpr uint32_t kFewFrames = 16;            // that need no step of their own
constexpr uint32_t kGroupsCopiedInOneStep = 32;
constexpr std::string_view kStep = "(?C0)";
constexpr std::string_view kNever = "(?!)";
constexpr std::string_view kWord = "[0-9A-Z_a-z]";

Diagnostic Untranslatable(std::string what) {
  return Report(Code::kInvalidPattern, std::move(what) + " cannot be translated",
                "docs/compatibility.md lists what differs from JavaScript");
}

std::string QuantifierText(uint32_t min, uint32_t max, bool lazy) {
  std::string text = '{' + std::to_string(min);
  if (max > kMostRepeats) {
    text += ',';
  } else if (max != min) {
    text += ',' + std::to_string(max);
  }
  return text + (lazy ? "}?" : "}");
}

class Translator {
 public:
  Translator(const PatternTree& tree, PatternFlags flags, uint64_t* budget)
      : tree_(tree),
        flags_(flags),
        budget_(budget),
        measures_(MeasurePattern(tree)),
        is_crowded_(CountFrames(tree) > kFewFrames),
        foreign_(tree.groups + 1) {}

  Result<std::vector<PatternProgram>> Translate() {
    parts_.push_back({.root = tree_.root()});
    for (size_t at = 0; at < parts_.size(); ++at) {
      programs_.push_back(TRY(TranslatePart(parts_[at])));
    }
    return std::move(programs_);
  }

 private:
  // What becomes a program of its own.
  struct Part {
    PatternId root;
    bool reversed = false;
    uint32_t turns = 0;
    uint32_t parent = 0;
    uint32_t place = kNoGroup;
    std::vector<uint32_t> place_loops = {};
    std::vector<bool> around = {};  // groups that may be set where it begins
  };

  enum class StepKind : uint8_t { kEnter, kText, kLeaveGroup, kLeaveLoop, kLeaveLookBehind };
  struct Step {
    StepKind kind;
    PatternId node = kNoPattern;
    std::string text = {};
  };

  // Parts for which PCRE2 sets up a frame, which holds all groups.
  static size_t CountFrames(const PatternTree& tree);
  // Pays for one of them.
  void WriteFrameStep() {
    if (is_crowded_) Write(kStep);
  }

  const PatternMeasure& Measure(PatternId id) const { return measures_[static_cast<size_t>(id)]; }

  // --- The walk.
  Result<PatternProgram> TranslatePart(Part part);
  Result<void> Take(const Step& step);
  Result<void> Enter(PatternId id);
  void Later(StepKind kind, PatternId node) { steps_.push_back({kind, node}); }
  void Later(std::string text) { steps_.push_back({StepKind::kText, kNoPattern, std::move(text)}); }
  void Write(std::string_view text) { program_.text += text; }

  // --- Each kind.
  void EnterEdge(bool start);
  void EnterBoundary(bool negated);
  Result<void> EnterBackReference(uint32_t group);
  void EnterGroup(PatternId id);
  Result<void> EnterLook(PatternId id);
  Result<void> EnterDistantLook(const PatternNode& look);
  Result<void> EnterRepeat(PatternId id);
  void EnterLoop(const PatternNode& repeat);
  void EnterEmptyLoop(const PatternNode& repeat);
  uint32_t BeginTurn(const PatternNode& repeat);
  void EnterSequence(const PatternNode& node);
  void EnterAlternation(const PatternNode& node);

  bool IsCharacter(PatternId id) const;
  std::string AtomText(const PatternNode& node);
  void WritePrice(const PatternNode& node);
  bool IsNearLook(const PatternNode& look) const;
  std::string CheckText(PatternCheck check);
  // An empty group, to remember a place.
  uint32_t WriteMarker();

  const PatternTree& tree_;
  const PatternFlags flags_;
  uint64_t* budget_;
  const std::vector<PatternMeasure> measures_;
  const bool is_crowded_;  // so many groups and looks that each pays for itself
  std::vector<Part> parts_;
  std::vector<PatternProgram> programs_;
  std::vector<bool> foreign_;  // groups that stand in a part with a program of its own

  // Of the program at hand.
  PatternProgram program_;
  PatternId root_ = kNoPattern;
  uint32_t turns_ = 0;
  uint32_t numbers_ = 0;  // of PCRE2's groups so far
  uint32_t look_behinds_ = 0;
  std::vector<bool> closed_;
  std::vector<bool> around_;
  std::vector<uint32_t> loops_;  // markers, outermost first
  std::vector<Step> steps_;
  uint64_t cost_ = 0;  // of the step at hand
};

size_t Translator::CountFrames(const PatternTree& tree) {
  const auto has_frame = [](const PatternNode& node) {
    switch (node.kind) {
      case PatternKind::kGroup:
        return node.captures;
      case PatternKind::kLook:
      case PatternKind::kStart:
      case PatternKind::kEnd:
      case PatternKind::kBoundary:
        return true;
      default:
        return false;
    }
  };
  return static_cast<size_t>(std::count_if(tree.nodes.begin(), tree.nodes.end(), has_frame));
}

Result<PatternProgram> Translator::TranslatePart(Part part) {
  // Every program has its own table of the groups.
  if (!PaySteps(1 + tree_.groups / 4, budget_)) return TooManySteps();
  program_ = {};
  root_ = part.root;
  program_.reversed = part.reversed;
  program_.parent = part.parent;
  program_.place = part.place;
  program_.place_loops = std::move(part.place_loops);
  program_.groups.assign(tree_.groups + 1, kNoGroup);
  program_.loops.resize(tree_.groups + 1);
  turns_ = part.turns;
  around_ = std::move(part.around);
  numbers_ = 0;
  closed_.assign(tree_.groups + 1, false);

  // PCRE2 tries the pattern at every place that its first character does not rule out.
  if (!part.reversed) Write(kStep);
  Later(StepKind::kEnter, part.root);
  while (!steps_.empty()) {
    const Step step = std::move(steps_.back());
    steps_.pop_back();
    const size_t written = program_.text.size();
    cost_ = 1;
    TRY(Take(step));
    cost_ += (program_.text.size() - written) / kWrittenInOneStep;
    if (!PaySteps(cost_, budget_)) return TooManySteps();
  }
  program_.step_price += numbers_ / kGroupsCopiedInOneStep;
  return std::move(program_);
}

Result<void> Translator::Take(const Step& step) {
  switch (step.kind) {
    case StepKind::kEnter:
      return Enter(step.node);
    case StepKind::kText:
      Write(step.text);
      return {};
    case StepKind::kLeaveGroup:
      closed_[tree_[step.node].groups_begin] = true;
      return {};
    case StepKind::kLeaveLoop:
      loops_.pop_back();
      return {};
    case StepKind::kLeaveLookBehind:
      --look_behinds_;
      return {};
  }
  return {};
}

Result<void> Translator::Enter(PatternId id) {
  const PatternNode& node = tree_[id];
  switch (node.kind) {
    case PatternKind::kCharacter:
    case PatternKind::kAny:
    case PatternKind::kClass:
      WritePrice(node);
      Write(AtomText(node));
      return {};
    case PatternKind::kStart:
    case PatternKind::kEnd:
      EnterEdge((node.kind == PatternKind::kStart) != program_.reversed);
      return {};
    case PatternKind::kBoundary:
      EnterBoundary(node.negated);
      return {};
    case PatternKind::kBackReference:
      return EnterBackReference(node.index);
    case PatternKind::kGroup:
      EnterGroup(id);
      return {};
    case PatternKind::kLook:
      return EnterLook(id);
    case PatternKind::kRepeat:
      return EnterRepeat(id);
    case PatternKind::kSequence:
      EnterSequence(node);
      return {};
    case PatternKind::kAlternation:
      EnterAlternation(node);
      return {};
  }
  return {};
}

// --- Characters and places -------------------------------------------------------

bool Translator::IsCharacter(PatternId id) const {
  const PatternKind kind = tree_[id].kind;
  return kind == PatternKind::kCharacter || kind == PatternKind::kAny ||
         kind == PatternKind::kClass;
}

std::string Translator::AtomText(const PatternNode& node) {
  if (node.kind == PatternKind::kCharacter) return CharacterText(node.character, flags_);
  if (node.kind == PatternKind::kClass) {
    return ClassText(tree_, tree_.classes[node.index], flags_, &cost_);
  }
  return flags_.dot_all ? "." : "[^" + std::string(kLineBreaks) + ']';
}

// A class of many ranges is searched from end to end for each character.
void Translator::WritePrice(const PatternNode& node) {
  if (node.kind != PatternKind::kClass) return;
  const PatternClass& items = tree_.classes[node.index];
  const uint32_t price = (items.end - items.begin) / kStretch;
  if (price == 0) return;
  program_.price = std::max(program_.price, price * kStretch);
  Write(CheckText({CheckKind::kPay, price}));
}

void Translator::EnterEdge(bool start) {
  if (!flags_.multiline) return Write(start ? R"(\A)" : R"(\z)");
  WriteFrameStep();
  Write(start ? "(?<![^" : "(?![^");
  Write(kLineBreaks);
  Write("])");
}

void Translator::EnterBoundary(bool negated) {
  if (!flags_.unicode || !flags_.ignore_case) return Write(negated ? R"(\B)" : R"(\b)");
  WriteFrameStep();
  // Two letters beyond ASCII are the same as `s` and `k` then.
  const std::string word(kWord);
  Write("(?:(?<=" + word + (negated ? ")(?=" : ")(?!") + word + ")|(?<!" + word +
        (negated ? ")(?!" : ")(?=") + word + "))");
}

Result<void> Translator::EnterBackReference(uint32_t group) {
  const bool inside = group >= tree_[root_].groups_begin && group < tree_[root_].groups_end;
  const bool outside = !inside && around_[group];
  if (outside || (foreign_[group] && program_.groups[group] == kNoGroup)) {
    return Untranslatable("a reference into or out of a look-behind without fixed length");
  }
  // A group refers to nothing before it is closed: a loop's turn begins without.
  if (!closed_[group]) return {};
  const std::string reference = R"(\g{)" + std::to_string(program_.groups[group]) + '}';
  if (program_.loops[group].empty()) {
    Write(CheckText({CheckKind::kPayGroup, program_.groups[group]}) + reference);
    return {};
  }
  const std::string stale = CheckText({CheckKind::kStale, group});
  Write("(?:" + stale + '|' + CheckText({CheckKind::kFresh, group}) + reference + ')');
  return {};
}

// --- Groups and looks ------------------------------------------------------------

void Translator::EnterGroup(PatternId id) {
  const PatternNode& node = tree_[id];
  ++program_.brackets;
  if (node.captures) WriteFrameStep();
  Write(node.captures ? "(" : "(?:");
  if (node.captures) {
    program_.groups[node.groups_begin] = ++numbers_;
    // What a look-behind saw lies before the turn it was made in.
    if (look_behinds_ == 0) program_.loops[node.groups_begin] = loops_;
    cost_ += loops_.size() / 4;
    Later(StepKind::kLeaveGroup, id);
  }
  Later(")");
  Later(StepKind::kEnter, node.first);
}

Result<void> Translator::EnterLook(PatternId id) {
  const PatternNode& look = tree_[id];
  const bool ahead = look.backward == program_.reversed;
  if (!ahead && !IsNearLook(look)) return EnterDistantLook(look);
  ++program_.brackets;
  WriteFrameStep();
  if (!ahead) {
    ++look_behinds_;
    Later(StepKind::kLeaveLookBehind, id);
  }
  Write(ahead ? "(?" : "(?<");
  Write(look.negated ? "!" : "=");
  Later(")");
  Later(StepKind::kEnter, look.first);
  return {};
}

// PCRE2 looks back itself where each alternative has one length.
bool Translator::IsNearLook(const PatternNode& look) const {
  const auto near = [&](PatternId id) {
    return Measure(id).is_fixed && Measure(id).max <= kLongestLookBehind;
  };
  const PatternNode& body = tree_[look.first];
  if (body.kind != PatternKind::kAlternation) return near(look.first);
  for (PatternId part = body.first; part != kNoPattern; part = tree_[part].next) {
    if (!near(part)) return false;
  }
  return true;
}

// Any other look runs from here to the start of the text, as ECMAScript has it:
// a program for the reversed text.
Result<void> Translator::EnterDistantLook(const PatternNode& look) {
  if (turns_ == kMostTurns) return Untranslatable("so many looks inside each other");
  if (parts_.size() > kMostLooks) return Untranslatable("so many looks without fixed length");
  Part part{.root = look.first, .reversed = !program_.reversed, .turns = turns_ + 1};
  part.parent = static_cast<uint32_t>(programs_.size());
  part.around = closed_;
  for (size_t group = 0; group < around_.size(); ++group) {
    if (around_[group]) part.around[group] = true;
  }
  if (!look.negated && look.groups_begin < look.groups_end) {
    part.place = WriteMarker();
    part.place_loops = loops_;
  }
  // A look that must not hold leaves its groups unset.
  for (uint32_t group = look.groups_begin; group < look.groups_end; ++group) {
    foreign_[group] = !look.negated;
  }
  const CheckKind kind = look.negated ? CheckKind::kNotLook : CheckKind::kLook;
  Write(CheckText({kind, static_cast<uint32_t>(parts_.size())}));
  parts_.push_back(std::move(part));
  return {};
}

// --- Repeats ---------------------------------------------------------------------

Result<void> Translator::EnterRepeat(PatternId id) {
  const PatternNode& repeat = tree_[id];
  if (repeat.min >= kBeyondAnyText && Measure(repeat.first).min > 0) {
    Write(kNever);
    return {};
  }
  if (repeat.min > kMostRepeats) return Untranslatable("a repeat of more than 65,535 times");
  if (IsCharacter(repeat.first)) {
    WritePrice(tree_[repeat.first]);
    Write(AtomText(tree_[repeat.first]) + QuantifierText(repeat.min, repeat.max, repeat.lazy));
    if (repeat.min != repeat.max) Write(kStep);
    return {};
  }
  if (tree_[repeat.first].kind == PatternKind::kLook) {
    // A turn that takes nothing does not count where no turn is asked for.
    Write("(?:");
    Later(repeat.min == 0 ? "){0}" : ")");
    Later(StepKind::kEnter, repeat.first);
    return {};
  }
  EnterLoop(repeat);
  return {};
}

void Translator::EnterLoop(const PatternNode& repeat) {
  ++program_.brackets;
  const PatternMeasure& body = Measure(repeat.first);
  if (body.min == 0 && repeat.min == 1 && repeat.max > 1) return EnterEmptyLoop(repeat);
  const bool must_move = body.min == 0 && repeat.min == 0;
  Write("(?:");
  Write(kStep);
  std::string behind = ')' + QuantifierText(repeat.min, repeat.max, repeat.lazy);
  if (must_move || (repeat.max > 1 && body.captures_sometimes)) {
    const uint32_t marker = BeginTurn(repeat);
    if (must_move) behind = CheckText({CheckKind::kMoved, marker}) + behind;
  }
  Later(std::move(behind));
  Later(StepKind::kEnter, repeat.first);
}

// One turn is asked for and may take nothing; the others must move.  PCRE2 leaves
// a loop after an empty turn, ECMAScript does not, so two turns are asked for, and
// one that is not the first may be none at all.
void Translator::EnterEmptyLoop(const PatternNode& repeat) {
  const bool endless = repeat.max > kMostRepeats;
  const uint32_t entry = WriteMarker();
  // The numbers that the next two markers will have.
  const uint32_t later = numbers_ + 1;
  const uint32_t turn = numbers_ + 2;
  const std::string none = CheckText({CheckKind::kSetSince, turn, entry});
  Write("(?:");
  Write(kStep);
  if (endless && repeat.lazy) Write(none + '|');
  Write("(?:" + CheckText({CheckKind::kSetSince, turn, entry}));
  WriteMarker();
  Write('|' + CheckText({CheckKind::kNotSetSince, turn, entry}) + ')');
  BeginTurn(repeat);
  std::string behind = CheckText({CheckKind::kMovedUnlessFirst, turn, later, entry});
  if (endless && !repeat.lazy) behind += '|' + none;
  behind += ')' + QuantifierText(endless ? 2 : 1, repeat.max, repeat.lazy);
  Later(std::move(behind));
  Later(StepKind::kEnter, repeat.first);
}

// Marks where a turn begins, until the loop is left.
uint32_t Translator::BeginTurn(const PatternNode& repeat) {
  const uint32_t marker = WriteMarker();
  loops_.push_back(marker);
  Later(StepKind::kLeaveLoop, repeat.first);
  return marker;
}

// --- Wholes ----------------------------------------------------------------------

void Translator::EnterSequence(const PatternNode& node) {
  const size_t from = steps_.size();
  uint32_t count = 0;
  for (PatternId part = node.first; part != kNoPattern; part = tree_[part].next) {
    Later(StepKind::kEnter, part);
    // A long word is compared at every place of a text that is much like it.
    if (++count % kStretch == 0) Later(std::string(kStep));
  }
  // What is on top comes first.
  if (!program_.reversed) std::reverse(steps_.begin() + static_cast<ptrdiff_t>(from), steps_.end());
}

void Translator::EnterAlternation(const PatternNode& node) {
  const size_t from = steps_.size();
  for (PatternId part = node.first; part != kNoPattern; part = tree_[part].next) {
    if (part != node.first) Later('|' + std::string(kStep));
    Later(StepKind::kEnter, part);
  }
  std::reverse(steps_.begin() + static_cast<ptrdiff_t>(from), steps_.end());
}

std::string Translator::CheckText(PatternCheck check) {
  program_.checks.push_back(check);
  return "(?C'" + std::to_string(program_.checks.size() - 1) + "')";
}

uint32_t Translator::WriteMarker() {
  Write("()");
  return ++numbers_;
}

}  // namespace

Diagnostic TooManySteps() { return Report(Code::kLimitRegex, "its pattern takes too many steps"); }

Result<std::vector<PatternProgram>> TranslatePattern(const PatternTree& tree, PatternFlags flags,
                                                     uint64_t* steps) {
  return Translator(tree, flags, steps).Translate();
}

}  // namespace galley
