// Walks bodies with the context that they run in.  Only names that begin at the data are
// variables; what is read of the contexts that `each` and `with` make goes into the tree of reads.
#include "engine/handlebars/inspect.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ordered_map.h"
#include "base/try.h"
#include "engine/handlebars/ast.h"
#include "engine/handlebars/lexer.h"
#include "engine/handlebars/lower.h"
#include "engine/handlebars/parser.h"

namespace galley::handlebars {
namespace {

// A context that has nothing to do with that of the template.
constexpr uint32_t kElsewhere = UINT32_MAX / 2;
// Of ReadTree: a value of which nothing is known.
constexpr uint32_t kNowhere = UINT32_MAX;
constexpr size_t kMostReads = 256;

class Names {
 public:
  void Add(std::string_view name) {
    if (known_.Insert(std::string(name), true).second) names_.emplace_back(name);
  }
  std::vector<std::string> Take() { return std::move(names_); }

 private:
  OrderedMap<bool> known_;
  std::vector<std::string> names_;
};

bool IsBuiltIn(std::string_view helper) noexcept {
  return helper == "if" || helper == "unless" || helper == "each" || helper == "with" ||
         helper == "lookup" || helper == "log";
}

// What is read, as a tree from the data on.
class Reads {
 public:
  Reads() { tree_.nodes.resize(1); }

  uint32_t FieldOf(uint32_t node, std::string_view name) {
    if (node == kNowhere) return kNowhere;
    for (const auto& [known, field] : tree_.nodes[node].fields) {
      if (known == name) return field;
    }
    const uint32_t made = NewNode(node);
    if (made != kNowhere) tree_.nodes[node].fields.emplace_back(name, made);
    return made;
  }
  uint32_t ItemOf(uint32_t node) {
    if (node == kNowhere) return kNowhere;
    if (tree_.nodes[node].each != 0) return tree_.nodes[node].each;
    const uint32_t made = NewNode(node);
    if (made != kNowhere) tree_.nodes[node].each = made;
    return made;
  }
  ReadTree Take() { return std::move(tree_); }

 private:
  uint32_t NewNode(uint32_t parent) {
    if (tree_.nodes.size() >= kMostReads) return kNowhere;
    tree_.nodes.emplace_back().parent = parent;
    return static_cast<uint32_t>(tree_.nodes.size() - 1);
  }

  ReadTree tree_;
};

class Inspector {
 public:
  explicit Inspector(const Tree& tree) : tree_(tree) {}

  Inspection Run() {
    Enter(tree_.root, 0, NewContext(0, kNowhere));
    while (!visits_.empty()) {
      Visit& visit = visits_.back();
      const std::span<const NodeId> statements = tree_.Statements(visit.body);
      if (visit.next < statements.size()) {
        const NodeId id = statements[visit.next++];
        context_ = visit.context;
        VisitStatement(tree_[id], visit.level);
      } else {
        params_.resize(visit.params);
        guarded_.resize(visit.guarded);
        visits_.pop_back();
      }
    }
    found_.variables = variables_.Take();
    found_.partials = partials_.Take();
    found_.inlines = inlines_.Take();
    found_.helpers = helpers_.Take();
    found_.reads = reads_.Take();
    return std::move(found_);
  }

 private:
  // A body that is being read.
  struct Visit {
    BodyId body;
    uint32_t level;    // how many blocks changed the context; see kElsewhere
    uint32_t context;  // in contexts_
    size_t params;     // in params_, before its own
    size_t guarded;    // the same in guarded_
    size_t next = 0;
  };

  // A context, and the one that `..` means in it.
  struct ContextOfBody {
    uint32_t node;  // in reads_
    uint32_t outer;
  };

  // A block parameter in scope.
  struct Param {
    std::string_view name;
    uint32_t node;  // in reads_
  };

  uint32_t NewContext(uint32_t node, uint32_t outer) {
    contexts_.push_back({node, outer});
    return static_cast<uint32_t>(contexts_.size() - 1);
  }

  // What is guarded by `guard`, where that is a name, is there in the body.  The first of its
  // parameters is what the block is about.
  void Enter(BodyId body, uint32_t level, uint32_t context, std::string_view guard = {}) {
    if (body == BodyId::kNone) return;
    visits_.push_back({body, level, context, params_.size(), guarded_.size()});
    if (!guard.empty()) guarded_.push_back(guard);
    uint32_t about = context == kNowhere ? kNowhere : contexts_[context].node;
    for (const std::string_view name : tree_.Params(tree_[body])) {
      params_.push_back({name, std::exchange(about, kNowhere)});
    }
  }

  // What is entered last is read first.
  void VisitStatement(const Node& node, uint32_t level) {
    switch (node.kind) {
      case NodeKind::kMustache:
        return VisitCall(node, level);
      case NodeKind::kBlock:
        return VisitBlock(node, level);
      case NodeKind::kPartial:
        VisitPartial(node, level);
        VisitArguments(node, level);
        found_.may_read_more |= node.program != BodyId::kNone;
        return Enter(node.program, kElsewhere, kNowhere);
      case NodeKind::kDecorator:
        found_.may_read_more = true;
        if (node.params.size > 0) {
          const Node& name = tree_[tree_.Children(node.params)[0]];
          if (name.kind == NodeKind::kString) inlines_.Add(tree_.texts[name.index]);
        }
        return Enter(node.program, kElsewhere, kNowhere);
      default:
        return;
    }
  }

  void VisitBlock(const Node& node, uint32_t level) {
    const std::string_view name = CalleeName(node);
    const bool asks = name == "if" || name == "unless" || name == "each" || name == "with";
    // `{{#x}}` is a block that asks for `x` itself.
    const bool is_plain = node.params.size == 0 && node.hash.size == 0;
    asks_ = asks || is_plain;
    asked_.clear();
    VisitCall(node, level);
    asks_ = false;
    const std::string_view guard = asked_.size() == 1 ? asked_[0] : std::string_view();
    const bool is_inverse = name == "unless";
    Enter(node.inverse, level, context_, is_inverse ? guard : std::string_view());
    const bool keeps = KeepsContext(node);
    Enter(node.program, keeps ? level : level + 1, keeps ? context_ : ContextIn(node, name),
          is_inverse ? std::string_view() : guard);
  }

  // What `this` is in the body of a block that changes it.
  uint32_t ContextIn(const Node& block, std::string_view name) {
    uint32_t node = kNowhere;
    const std::span<const NodeId> arguments = tree_.Children(block.params);
    if ((name == "each" || name == "with") && arguments.size() == 1 &&
        tree_[arguments[0]].kind == NodeKind::kPath) {
      node = NodeOf(tree_.paths[tree_[arguments[0]].index]);
      if (name == "each") node = reads_.ItemOf(node);
    }
    return NewContext(node, context_);
  }

  // What a path leads to, seen from the context of now.
  uint32_t NodeOf(const Path& path) {
    std::span<const std::string_view> parts = tree_.Parts(path);
    uint32_t node = kNowhere;
    if (path.is_data) {
      if (parts.empty() || parts[0] != "root") return kNowhere;
      node = 0;
      parts = parts.subspan(1);
    } else if (const Param* param = FindParam(path)) {
      node = param->node;
      parts = parts.subspan(1);
    } else {
      uint32_t context = context_;
      for (uint32_t up = 0; up < path.depth && context != kNowhere; ++up) {
        context = contexts_[context].outer;
      }
      if (context != kNowhere) node = contexts_[context].node;
    }
    for (const std::string_view part : parts) {
      if (part == "length") return kNowhere;  // of a list, as far as anybody knows
      node = reads_.FieldOf(node, part);
    }
    return node;
  }

  std::string_view CalleeName(const Node& call) const {
    const Node& callee = tree_[call.callee];
    return callee.kind == NodeKind::kPath ? tree_.paths[callee.index].original : std::string_view();
  }

  bool KeepsContext(const Node& block) const {
    const std::string_view name = CalleeName(block);
    return name == "if" || name == "unless";
  }

  void VisitPartial(const Node& node, uint32_t level) {
    const Node& name = tree_[node.callee];
    if (name.kind == NodeKind::kSubExpression) {
      found_.is_dynamic = true;
      pending_.push_back(node.callee);
    } else if (name.kind == NodeKind::kString) {
      AddPartial(node, tree_.texts[name.index], level);
    } else if (const std::string_view path = CalleeName(node); !path.starts_with('@')) {
      AddPartial(node, path, level);
    } else {
      found_.may_read_more = true;  // @partial-block
    }
  }

  // One with a body falls back to that.
  void AddPartial(const Node& node, std::string_view name, uint32_t level) {
    partials_.Add(name);
    PartialUse use{std::string(name), level == 0 && node.params.size == 0, {}};
    for (const NodeId pair : tree_.Children(node.hash)) {
      use.hidden.emplace_back(tree_.texts[tree_[pair].index]);
    }
    found_.partial_uses.push_back(std::move(use));
    found_.references.push_back({ReferenceKind::kInclude, std::string(name),
                                 tree_[node.callee].span, node.program != BodyId::kNone});
  }

  void VisitCall(const Node& call, uint32_t level) {
    AddCallee(call, level);
    VisitArguments(call, level);
  }

  void AddCallee(const Node& call, uint32_t level) {
    const bool is_call =
        call.kind == NodeKind::kSubExpression || call.params.size > 0 || call.hash.size > 0;
    const Node& callee = tree_[call.callee];
    if (callee.kind != NodeKind::kPath) return;
    const Path& path = tree_.paths[callee.index];
    if (is_call && path.is_simple() && !FindParam(path)) {
      if (!IsBuiltIn(path.original)) helpers_.Add(path.original);
      return;
    }
    AddPath(path, callee.span, level);
  }

  void VisitArguments(const Node& call, uint32_t level) {
    PushArguments(call);
    while (!pending_.empty()) {
      const Node& node = tree_[pending_.back()];
      pending_.pop_back();
      if (node.kind == NodeKind::kPath) AddPath(tree_.paths[node.index], node.span, level);
      if (node.kind == NodeKind::kHashPair) pending_.push_back(node.callee);
      if (node.kind != NodeKind::kSubExpression) continue;
      AddCallee(node, level);
      PushArguments(node);
    }
  }

  void PushArguments(const Node& call) {
    for (const ListId list : {call.hash, call.params}) {
      const std::span<const NodeId> nodes = tree_.Children(list);
      pending_.insert(pending_.end(), nodes.rbegin(), nodes.rend());
    }
  }

  // Null where the path begins with no parameter.
  const Param* FindParam(const Path& path) const {
    if (path.depth > 0 || path.is_scoped || path.parts.size == 0) return nullptr;
    const auto found = std::find_if(params_.rbegin(), params_.rend(), [&](const Param& param) {
      return param.name == tree_.Parts(path)[0];
    });
    return found == params_.rend() ? nullptr : &*found;
  }

  void AddPath(const Path& path, Span span, uint32_t level) {
    const std::span<const std::string_view> parts = tree_.Parts(path);
    NodeOf(path);
    if (FindParam(path)) return;
    const bool is_root = path.is_data && !parts.empty() && parts[0] == "root";
    if (path.is_data ? is_root && parts.size() == 1 : parts.empty() && path.depth == level) {
      found_.may_read_more = true;  // `this` is the data, or `@root`
    } else if (is_root) {
      AddVariable(parts[1], span, true);
    } else if (!path.is_data && !parts.empty() && path.depth == level) {
      AddVariable(parts[0], span, false);
    }
  }

  void AddVariable(std::string_view name, Span span, bool from_root) {
    variables_.Add(name);
    if (asks_) asked_.push_back(name);
    const bool is_guarded =
        asks_ || std::find(guarded_.begin(), guarded_.end(), name) != guarded_.end();
    found_.uses.push_back({std::string(name), span, from_root, is_guarded});
  }

  const Tree& tree_;
  Inspection found_;
  Names variables_;
  Names partials_;
  Names inlines_;
  Names helpers_;
  std::vector<Visit> visits_;
  Reads reads_;
  std::vector<ContextOfBody> contexts_;
  uint32_t context_ = kNowhere;            // of the statement that is being read
  std::vector<Param> params_;              // block parameters in scope
  std::vector<std::string_view> guarded_;  // names that the blocks around ask for
  bool asks_ = false;                      // what is read now may be missing
  std::vector<std::string_view> asked_;    // what was read since
  std::vector<NodeId> pending_;
};

// Finds partials among tokens that need not make a template.
class TokenScan {
 public:
  TokenScan(const Source& source, const Limits& limits)
      : text_(source.text()), tokens_(Lex(source, limits).tokens) {}

  Inspection Run() {
    // The last token is the end, so there is one behind each that begins something.
    for (size_t at = 0; at + 1 < tokens_.size(); ++at) {
      const TokenKind kind = tokens_[at].kind;
      if (kind == TokenKind::kOpenPartial) AddPartial(at + 1, false);
      if (kind == TokenKind::kOpenPartialBlock) AddPartial(at + 1, true);
      if (kind == TokenKind::kOpenBlock && tokens_[at].has(kStar)) AddInline(at + 1);
    }
    return std::move(found_);
  }

 private:
  std::string TextOf(Span span) const {
    return std::string(text_.substr(span.begin, span.end - span.begin));
  }
  static Span WithoutQuotes(Span span) { return {span.begin + 1, span.end - 1}; }

  void AddPartial(size_t at, bool has_body) {
    Span span = tokens_[at].span;
    Span name = span;
    if (tokens_[at].kind == TokenKind::kString) {
      name = WithoutQuotes(span);
    } else if (tokens_[at].kind == TokenKind::kId) {
      name = span = {span.begin, PathEnd(at)};
    } else {
      return;
    }
    found_.references.push_back({ReferenceKind::kInclude, TextOf(name), span, has_body});
  }

  // Where the path that begins with a name ends.
  uint32_t PathEnd(size_t at) const {
    while (tokens_[at + 1].kind == TokenKind::kSeparator &&
           tokens_[at + 2].kind == TokenKind::kId) {
      at += 2;
    }
    return tokens_[at].span.end;
  }

  void AddInline(size_t at) {
    const bool is_inline =
        tokens_[at].kind == TokenKind::kId && tokens_[at + 1].kind == TokenKind::kString;
    if (is_inline) found_.inlines.push_back(TextOf(WithoutQuotes(tokens_[at + 1].span)));
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  Inspection found_;
};

}  // namespace

Result<Inspection> Inspect(const Source& source, const CompileOptions& options,
                           const Limits& limits) {
  Tree tree = TRY(Parse(source, limits));
  Inspection found = Inspector(tree).Run();
  // What does not compile needs nothing.
  TRY(Lower(std::move(tree), source, options, limits));
  return found;
}

Inspection FindReferences(const Source& source, const Limits& limits) {
  return TokenScan(source, limits).Run();
}

}  // namespace galley::handlebars
