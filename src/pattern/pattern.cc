// The one place that knows PCRE2.  Its 16-bit library is used: units there are
// ECMAScript's own.
#include "pattern/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 16
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/checked.h"
#include "base/try.h"
#include "diag/report.h"
#include "pattern/pattern_parser.h"
#include "pattern/pattern_program.h"
#include "pattern/steps.h"
#include "pattern/utf16.h"

namespace galley {
namespace {

// PCRE2's own bound on a program is 65,535 units, and a character takes two.
constexpr size_t kLongestPattern = 65'535;
// What one step pays for: characters of a pattern and of a program, bytes of PCRE2's
// own program, characters of a text.
constexpr uint64_t kParsedInOneStep = 2;
constexpr uint64_t kReadInOneStep = 4;
constexpr uint64_t kWrittenInOneStep = 8;
constexpr uint64_t kSearchedInOneStep = 64;
// PCRE2 calls itself while it compiles: for each bracket in another, and, looking for
// what may follow a repeat, for each bracket behind another that may be skipped.
// With so many it fits on a stack of 64 KiB, half of which it takes anyway.
constexpr uint32_t kDeepestProgram = 36;
constexpr uint32_t kFewBrackets = 64;
// What an answer to a check is called there.
constexpr int kGoOn = 0;
constexpr int kFailHere = 1;

struct Release {
  void operator()(pcre2_code* code) const noexcept { pcre2_code_free(code); }
  void operator()(pcre2_compile_context* context) const noexcept {
    pcre2_compile_context_free(context);
  }
  void operator()(pcre2_match_context* context) const noexcept {
    pcre2_match_context_free(context);
  }
  void operator()(pcre2_match_data* data) const noexcept { pcre2_match_data_free(data); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

PCRE2_SPTR Units(std::u16string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

uint32_t Clamp(uint64_t limit) {
  return static_cast<uint32_t>(std::min<uint64_t>(limit, UINT32_MAX));
}

Diagnostic TooLarge(size_t size) {
  return Report(Code::kLimitRegex, "the pattern takes " + std::to_string(size) +
                                       " bytes, which is more than the limit `regex`");
}

uint32_t OptionsFor(PatternFlags flags, const PatternProgram& program) {
  uint32_t options =
      PCRE2_DOTALL | PCRE2_MATCH_UNSET_BACKREF | PCRE2_ALLOW_EMPTY_CLASS | PCRE2_NO_UTF_CHECK;
  if (flags.ignore_case) options |= PCRE2_CASELESS;
  if (flags.unicode) options |= PCRE2_UTF;
  if (program.brackets > kFewBrackets) options |= PCRE2_NO_AUTO_POSSESS;
  return options;
}

}  // namespace

struct Pattern::State {
  struct Compiled {
    PatternProgram program;
    Owned<pcre2_code> code;
  };

  PatternFlags flags;
  OrderedMap<uint32_t> names;
  uint32_t groups = 0;
  uint64_t search_cost = 1;        // of making ready for a text
  uint64_t collect_cost = 1;       // of finding the groups of a match
  std::vector<Compiled> programs;  // as TranslatePattern gives them

  Result<void> Add(PatternProgram program, const Limits& limits, uint64_t* steps);
};

Result<void> Pattern::State::Add(PatternProgram program, const Limits& limits, uint64_t* steps) {
  if (program.text.size() > limits.regex) return TooLarge(program.text.size());
  if (!PaySteps(1 + program.text.size() / kReadInOneStep, steps)) return TooManySteps();
  const Owned<pcre2_compile_context> context(pcre2_compile_context_create(nullptr));
  if (!context) return Report(Code::kInvalidPattern, "out of memory");
  pcre2_set_parens_nest_limit(context.get(), kDeepestProgram);
  const std::u16string text(program.text.begin(), program.text.end());
  int error = 0;
  PCRE2_SIZE place = 0;
  Owned<pcre2_code> code(pcre2_compile(Units(text), text.size(), OptionsFor(flags, program), &error,
                                       &place, context.get()));
  if (!code) {
    if (error == PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY) {
      return Report(Code::kInvalidPattern, "there is no such Unicode script");
    }
    return Report(Code::kLimitRegex, "the pattern is too large or too deeply nested");
  }
  size_t size = 0;
  size_t entries = 0;
  pcre2_pattern_info(code.get(), PCRE2_INFO_SIZE, &size);
  if (size > limits.regex) return TooLarge(size);
  // A repeat may have become far more than what was read.
  if (!PaySteps(size / kWrittenInOneStep, steps)) return TooManySteps();
  search_cost += 1 + size / 64;
  for (const std::vector<uint32_t>& loops : program.loops) entries += 1 + loops.size();
  collect_cost += entries / 16;
  programs.push_back({std::move(program), std::move(code)});
  return {};
}

std::optional<PatternFlags> ReadPatternFlags(std::string_view flags) noexcept {
  constexpr std::string_view kLetters = "gimsuy";
  std::array<bool, kLetters.size()> seen{};
  for (const char letter : flags) {
    const size_t at = kLetters.find(letter);
    if (at == kLetters.npos || seen[at]) return {};
    seen[at] = true;
  }
  return PatternFlags{seen[0], seen[1], seen[2], seen[3], seen[4], seen[5]};
}

Result<Pattern> Pattern::Compile(std::string_view source, PatternFlags flags, const Limits& limits,
                                 uint64_t* steps) {
  if (!PaySteps(1 + source.size() / kParsedInOneStep, steps)) return TooManySteps();
  const std::u16string text = ToUtf16(source);
  if (text.size() > kLongestPattern) {
    return Report(Code::kLimitRegex, "the pattern is longer than 65,535 characters");
  }
  PatternTree tree = TRY(PatternParser(text, flags, limits).Parse());
  std::vector<PatternProgram> programs = TRY(TranslatePattern(tree, flags, steps));
  auto state = std::make_unique<State>();
  state->flags = flags;
  state->groups = tree.groups;
  state->names = std::move(tree.names);
  for (PatternProgram& program : programs) TRY(state->Add(std::move(program), limits, steps));
  return Pattern(std::move(state));
}

Pattern::Pattern(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

PatternFlags Pattern::flags() const noexcept { return state_->flags; }
uint32_t Pattern::groups() const noexcept { return state_->groups; }
bool Pattern::has_names() const noexcept { return !state_->names.empty(); }

uint32_t Pattern::FindGroup(std::string_view name) const noexcept {
  const uint32_t* found = state_->names.Find(name);
  return found ? *found : 0;
}

// --- Searching ---------------------------------------------------------------------

struct PatternSearch::State {
  // What PCRE2 needs to run one program.
  struct Run {
    State* search = nullptr;
    const PatternProgram* program = nullptr;
    const pcre2_code* code = nullptr;
    Owned<pcre2_match_data> data;
    Owned<pcre2_match_context> context;
    // Where the last check was made, for what it looked at since then.
    size_t start = 0;
    size_t place = 0;
  };

  bool Prepare(const Limits& limits);
  int Match(Run* run, size_t from, bool anchored);
  int Answer(Run* run, const pcre2_callout_block& block);
  int Check(Run* run, const PatternCheck& check, const pcre2_callout_block& block);
  bool Pay(uint64_t price) noexcept { return PaySteps(price, steps); }
  void CollectGroups();
  void CollectGroupsOf(Run* run);
  bool RepeatLook(Run* run);

  std::u16string_view SubjectOf(const PatternProgram& program) const noexcept {
    return program.reversed ? std::u16string_view(reversed) : text;
  }

  const Pattern::State* pattern = nullptr;
  std::u16string_view text;
  std::u16string reversed;  // where some program needs it
  uint64_t* steps = nullptr;
  std::vector<Run> runs;
  std::vector<std::optional<std::u16string_view>> groups;
};

namespace {

// Groups of a match, or of one that is being tried.
struct Groups {
  const PCRE2_SIZE* offsets;
  size_t count;

  size_t begin(uint32_t number) const {
    return number < count ? offsets[2 * size_t{number}] : PCRE2_UNSET;
  }
  size_t end(uint32_t number) const {
    return number < count ? offsets[2 * size_t{number} + 1] : PCRE2_UNSET;
  }
};

Groups GroupsOf(pcre2_match_data* data) {
  return {pcre2_get_ovector_pointer(data), pcre2_get_ovector_count(data)};
}

// Whether a place was seen in the last turn of every loop around it.
bool IsFresh(const Groups& groups, size_t place, const std::vector<uint32_t>& loops) {
  return std::all_of(loops.begin(), loops.end(), [&](uint32_t marker) {
    return groups.begin(marker) == PCRE2_UNSET || place >= groups.begin(marker);
  });
}

bool IsSetSince(const Groups& groups, uint32_t marker, uint32_t earlier) {
  return groups.begin(marker) != PCRE2_UNSET && groups.begin(marker) >= groups.begin(earlier);
}

uint32_t NumberIn(const pcre2_callout_block& block) {
  uint32_t number = 0;
  for (size_t at = 0; at < block.callout_string_length; ++at) {
    number = number * 10 + (block.callout_string[at] - u'0');
  }
  return number;
}

}  // namespace

// Called back by PCRE2, while it matches.
int PatternSearch::State::Answer(Run* run, const pcre2_callout_block& block) {
  // A new start is no move from where the last one got to.
  if (block.start_match != run->start) run->place = run->start = block.start_match;
  const size_t now = block.current_position;
  const size_t moved = now > run->place ? now - run->place : run->place - now;
  run->place = now;
  if (!Pay(run->program->step_price + moved / 64 * run->program->price)) return PCRE2_ERROR_CALLOUT;
  if (!block.callout_string) return kGoOn;
  return Check(run, run->program->checks[NumberIn(block)], block);
}

int PatternSearch::State::Check(Run* run, const PatternCheck& check,
                                const pcre2_callout_block& block) {
  const Groups set{block.offset_vector, block.capture_top};
  const auto fail_unless = [](bool holds) { return holds ? kGoOn : kFailHere; };
  const auto pay = [&](uint64_t price) { return Pay(price) ? kGoOn : PCRE2_ERROR_CALLOUT; };
  const auto is_fresh = [&](uint32_t group) {
    const size_t begin = set.begin(run->program->groups[group]);
    return begin != PCRE2_UNSET && IsFresh(set, begin, run->program->loops[group]);
  };
  switch (check.kind) {
    case CheckKind::kPay:
      return pay(check.first);
    case CheckKind::kPayGroup:
      return pay((set.end(check.first) - set.begin(check.first)) / 64);
    case CheckKind::kMoved:
      return fail_unless(block.current_position != set.begin(check.first));
    case CheckKind::kMovedUnlessFirst:
      return fail_unless(block.current_position != set.begin(check.first) ||
                         !IsSetSince(set, check.second, check.third));
    case CheckKind::kSetSince:
      return fail_unless(IsSetSince(set, check.first, check.second));
    case CheckKind::kNotSetSince:
      return fail_unless(!IsSetSince(set, check.first, check.second));
    case CheckKind::kStale:
      return fail_unless(!is_fresh(check.first));
    case CheckKind::kFresh: {
      if (!is_fresh(check.first)) return kFailHere;
      const uint32_t number = run->program->groups[check.first];
      return pay((set.end(number) - set.begin(number)) / 64);
    }
    case CheckKind::kLook:
    case CheckKind::kNotLook: {
      const int found = Match(&runs[check.first], text.size() - block.current_position, true);
      if (found < 0 && found != PCRE2_ERROR_NOMATCH) return PCRE2_ERROR_CALLOUT;
      return fail_unless((found > 0) == (check.kind == CheckKind::kLook));
    }
  }
  return PCRE2_ERROR_CALLOUT;
}

bool PatternSearch::State::Prepare(const Limits& limits) {
  if (!Pay(pattern->search_cost + text.size() / kSearchedInOneStep)) return false;
  runs.resize(pattern->programs.size());
  for (size_t at = 0; at < runs.size(); ++at) {
    Run& run = runs[at];
    run.search = this;
    run.program = &pattern->programs[at].program;
    run.code = pattern->programs[at].code.get();
    run.data.reset(pcre2_match_data_create_from_pattern(run.code, nullptr));
    run.context.reset(pcre2_match_context_create(nullptr));
    if (!run.data || !run.context) return false;
    pcre2_set_match_limit(run.context.get(), Clamp(limits.steps));
    pcre2_set_depth_limit(run.context.get(), Clamp(limits.steps));
    pcre2_set_heap_limit(run.context.get(), Clamp(limits.heap / 1024));
    pcre2_set_callout(
        run.context.get(),
        [](pcre2_callout_block* block, void* data) {
          Run* called = static_cast<Run*>(data);
          return called->search->Answer(called, *block);
        },
        &run);
    if (run.program->reversed && reversed.empty()) reversed.assign(text.rbegin(), text.rend());
  }
  return true;
}

// PCRE2's answer: above 0 where it matched.
int PatternSearch::State::Match(Run* run, size_t from, bool anchored) {
  const std::u16string_view subject = SubjectOf(*run->program);
  run->start = run->place = from;
  return pcre2_match(run->code, Units(subject), subject.size(), from,
                     PCRE2_NO_UTF_CHECK | (anchored ? PCRE2_ANCHORED : 0), run->data.get(),
                     run->context.get());
}

void PatternSearch::State::CollectGroups() {
  groups.assign(size_t{pattern->groups} + 1, {});
  CollectGroupsOf(&runs.front());
  for (size_t at = 1; at < runs.size(); ++at) {
    if (RepeatLook(&runs[at])) CollectGroupsOf(&runs[at]);
  }
}

// A look's groups are known after it is made once more, where it was made last.
bool PatternSearch::State::RepeatLook(Run* run) {
  const PatternProgram& program = *run->program;
  if (program.place == kNoGroup) return false;
  const Groups around = GroupsOf(runs[program.parent].data.get());
  const size_t place = around.begin(program.place);
  if (place == PCRE2_UNSET || !IsFresh(around, place, program.place_loops)) return false;
  return Match(run, text.size() - place, true) > 0;
}

void PatternSearch::State::CollectGroupsOf(Run* run) {
  const PatternProgram& program = *run->program;
  const Groups found = GroupsOf(run->data.get());
  for (uint32_t group = 1; group <= pattern->groups; ++group) {
    if (program.groups[group] == kNoGroup) continue;
    const size_t begin = found.begin(program.groups[group]);
    if (begin == PCRE2_UNSET || !IsFresh(found, begin, program.loops[group])) continue;
    const size_t end = found.end(program.groups[group]);
    groups[group] = text.substr(program.reversed ? text.size() - end : begin, end - begin);
  }
}

PatternSearch::PatternSearch(const Pattern& pattern, std::u16string_view text, const Limits& limits,
                             uint64_t* steps)
    : state_(std::make_unique<State>()) {
  state_->pattern = pattern.state_.get();
  state_->text = text;
  state_->steps = steps;
  if (!state_->Prepare(limits)) *steps = 0;
}

PatternSearch::~PatternSearch() = default;

Found PatternSearch::Find(size_t from) {
  State& state = *state_;
  if (!state.Pay(state.pattern->collect_cost)) return Found::kLimit;
  const int found = state.Match(&state.runs.front(), from, state.pattern->flags.sticky);
  if (found < 0 && found != PCRE2_ERROR_NOMATCH) return Found::kLimit;
  // What PCRE2 passed over while it looked for where a match may begin.
  const size_t passed = (found > 0 ? begin() : state.text.size()) - from;
  if (!state.Pay(passed / kSearchedInOneStep)) return Found::kLimit;
  if (found < 0) return Found::kNo;
  state.CollectGroups();
  const size_t first = begin();
  state.groups[0] = state.text.substr(first, end() - first);
  return Found::kYes;
}

std::optional<std::u16string_view> PatternSearch::group(uint32_t number) const noexcept {
  if (number >= state_->groups.size()) return {};
  return state_->groups[number];
}

size_t PatternSearch::begin() const noexcept {
  return pcre2_get_ovector_pointer(state_->runs.front().data.get())[0];
}

size_t PatternSearch::end() const noexcept {
  return pcre2_get_ovector_pointer(state_->runs.front().data.get())[1];
}

Found SearchPattern(const Pattern& pattern, std::string_view text, const Limits& limits,
                    uint64_t* steps) {
  const std::u16string units = ToUtf16(text);
  return PatternSearch(pattern, units, limits, steps).Find(0);
}

}  // namespace galley
