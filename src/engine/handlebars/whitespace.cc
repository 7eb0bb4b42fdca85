// Follows Handlebars.js step by step, since what a tag takes depends on what the
// ones before it took.  Whether blanks hold a line break is always asked of the text
// as it was written (`span`); what is taken is taken from what is left (`value`).
#include "engine/handlebars/whitespace.h"

#include <vector>

#include "engine/handlebars/blanks.h"

namespace galley::handlebars {
namespace {

// What a statement takes, for the body that holds it.
struct Effect {
  bool open = false;               // the blanks before it
  bool close = false;              // the blanks behind it
  bool open_standalone = false;    // its opening tag may stand alone
  bool close_standalone = false;   // its closing tag may
  bool inline_standalone = false;  // it may itself
  bool any = false;
};

bool IsBlankOrTab(char byte) noexcept { return byte == ' ' || byte == '\t'; }

class Control {
 public:
  Control(std::string_view source, bool ignore_standalone, Tree* tree)
      : source_(source), standalone_(!ignore_standalone), tree_(*tree) {}

  void Run() {
    effects_.resize(tree_.nodes.size());
    // A node comes after its children, so what is inside a block is done first.
    for (uint32_t at = 0; at < tree_.nodes.size(); ++at) {
      effects_[at] = EffectOf(tree_.nodes[at]);
    }
    ControlBody(tree_.root, true);
  }

 private:
  using Statements = std::span<const NodeId>;

  std::string_view Text(Span span) const noexcept {
    return source_.substr(span.begin, span.end - span.begin);
  }
  // The text at a position of a body, or null where there is none.
  Node* ContentAt(Statements body, size_t at) noexcept {
    if (at >= body.size()) return nullptr;
    Node& node = tree_[body[at]];
    return node.kind == NodeKind::kContent ? &node : nullptr;
  }

  Effect EffectOf(const Node& node) {
    switch (node.kind) {
      case NodeKind::kMustache:
        return {.open = node.strip.open, .close = node.strip.close, .any = true};
      case NodeKind::kComment:
        return Alone(node);
      case NodeKind::kPartial:
        return node.program == BodyId::kNone ? Alone(node) : ControlBlock(node);
      case NodeKind::kDecorator:
        if (node.program != BodyId::kNone) return ControlBlock(node);
        return {.open = node.strip.open, .close = node.strip.close, .any = true};
      case NodeKind::kBlock:
        return ControlBlock(node);
      default:
        return {};
    }
  }

  static Effect Alone(const Node& node) {
    return {
        .open = node.strip.open, .close = node.strip.close, .inline_standalone = true, .any = true};
  }

  void ControlBody(BodyId id, bool is_root) {
    if (id == BodyId::kNone) return;
    const Statements body = tree_.Statements(id);
    for (size_t at = 0; at < body.size(); ++at) {
      const Effect& effect = effects_[static_cast<uint32_t>(body[at])];
      if (effect.any) Apply(effect, body, at, is_root);
    }
  }

  void Apply(const Effect& effect, Statements body, size_t at, bool is_root) {
    const bool blank_before = IsBlankBefore(body, at, is_root);
    const bool blank_behind = IsBlankBehind(body, at + 1, is_root);
    if (effect.close) StripRight(body, at + 1, true);
    if (effect.open) StripLeft(body, at, true);
    if (!standalone_) return;

    Node& node = tree_[body[at]];
    const Statements first = tree_.Statements(FirstBody(node));
    const Statements last = tree_.Statements(LastBody(node));
    if (effect.inline_standalone && blank_before && blank_behind) {
      StripRight(body, at + 1, false);
      if (StripLeft(body, at, false) && node.kind == NodeKind::kPartial) {
        node.indent = IndentBefore(tree_[body[at - 1]]);
      }
    }
    if (effect.open_standalone && blank_before) {
      StripRight(first, 0, false);
      StripLeft(body, at, false);
    }
    if (effect.close_standalone && blank_behind) {
      StripRight(body, at + 1, false);
      StripLeft(last, last.size(), false);
    }
  }

  BodyId FirstBody(const Node& node) const noexcept {
    return node.program != BodyId::kNone   ? node.program
           : node.inverse != BodyId::kNone ? node.inverse
                                           : tree_.root;
  }
  BodyId LastBody(const Node& node) const noexcept {
    return node.inverse != BodyId::kNone ? node.inverse : FirstBody(node);
  }

  // The blanks at the end of the text before a partial.
  Span IndentBefore(const Node& content) const noexcept {
    uint32_t begin = content.span.end;
    while (begin > content.span.begin && IsBlankOrTab(source_[begin - 1])) --begin;
    return {begin, content.span.end};
  }

  // What is inside a block, and then its own tags.
  Effect ControlBlock(const Node& node) {
    ControlBody(node.program, false);
    ControlBody(node.inverse, false);
    const Statements program = tree_.Statements(FirstBody(node));
    const bool has_inverse = node.program != BodyId::kNone && node.inverse != BodyId::kNone;
    const Statements inverse = has_inverse ? tree_.Statements(FirstInverse(node)) : Statements();
    Effect effect;
    effect.any = true;
    effect.open = node.strip.open;
    effect.close = node.close_strip.close;
    effect.open_standalone = IsBlankBehind(program, 0, false);
    const Statements last = has_inverse ? inverse : program;
    effect.close_standalone = IsBlankBefore(last, last.size(), false);
    if (node.strip.close) StripRight(program, 0, true);
    if (has_inverse) {
      ControlElse(node, program, inverse);
    } else if (node.close_strip.open) {
      StripLeft(program, program.size(), true);
    }
    return effect;
  }

  // The body of an `else if` is that of the block inside.
  BodyId FirstInverse(const Node& node) const noexcept {
    const Body& inverse = tree_[node.inverse];
    return inverse.chained ? tree_[tree_.Children(inverse.statements)[0]].program : node.inverse;
  }

  void ControlElse(const Node& node, Statements program, Statements inverse) {
    if (node.inverse_strip.open) StripLeft(program, program.size(), true);
    if (node.inverse_strip.close) StripRight(inverse, 0, true);
    if (node.close_strip.open) StripLeft(inverse, inverse.size(), true);
    if (!standalone_) return;
    if (IsBlankBefore(program, program.size(), false) && IsBlankBehind(inverse, 0, false)) {
      StripLeft(program, program.size(), false);
      StripRight(inverse, 0, false);
    }
  }

  // True where only blanks stand between a line break and position `at`.
  bool IsBlankBefore(Statements body, size_t at, bool is_root) {
    if (at == 0) return is_root;
    const Node* content = ContentAt(body, at - 1);
    if (!content) return false;
    const std::string_view text = Text(content->span);
    const size_t blanks = TrimBlanks(text);
    if (is_root && at == 1 && blanks == 0) return true;
    return text.find('\n', blanks) != std::string_view::npos;
  }

  // True where only blanks stand between position `at` and a line break.
  bool IsBlankBehind(Statements body, size_t at, bool is_root) {
    if (at >= body.size()) return is_root;
    const Node* content = ContentAt(body, at);
    if (!content) return false;
    const std::string_view text = Text(content->span);
    const size_t blanks = SkipBlanks(text);
    if (is_root && at + 1 == body.size() && blanks == text.size()) return true;
    return text.substr(0, blanks).find('\n') != std::string_view::npos;
  }

  // Takes blanks from the beginning of the text at `at`: all, or those up to and
  // including a line break.
  void StripRight(Statements body, size_t at, bool all) {
    Node* content = ContentAt(body, at);
    if (!content || (!all && content->right_stripped)) return;
    const std::string_view text = Text(content->value);
    size_t taken = 0;
    if (all) {
      taken = SkipBlanks(text);
    } else {
      while (taken < text.size() && IsBlankOrTab(text[taken])) ++taken;
      if (text.substr(taken).starts_with("\r\n")) {
        taken += 2;
      } else if (taken < text.size() && (text[taken] == '\n' || text[taken] == '\r')) {
        ++taken;
      }
    }
    content->value.begin += static_cast<uint32_t>(taken);
    content->right_stripped = taken > 0;
  }

  // Takes blanks from the end of the text before `at`: all, or those on the last
  // line.  True where there were any.
  bool StripLeft(Statements body, size_t at, bool all) {
    Node* content = at == 0 ? nullptr : ContentAt(body, at - 1);
    if (!content || (!all && content->left_stripped)) return false;
    const std::string_view text = Text(content->value);
    size_t kept = text.size();
    if (all) {
      kept = TrimBlanks(text);
    } else {
      while (kept > 0 && IsBlankOrTab(text[kept - 1])) --kept;
    }
    content->value.end = content->value.begin + static_cast<uint32_t>(kept);
    content->left_stripped = kept < text.size();
    return content->left_stripped;
  }

  std::string_view source_;
  bool standalone_;
  Tree& tree_;
  std::vector<Effect> effects_;  // by node
};

}  // namespace

void ControlWhitespace(std::string_view source, bool ignore_standalone, Tree* tree) {
  Control(source, ignore_standalone, tree).Run();
}

}  // namespace galley::handlebars
