// Children stand before their parents in the tree, so one walk over its nodes prints each of them
// once, without calling itself.
#include "handlebars_tree.h"

#include <galley/json.h>
#include <galley/limits.h>

#include <charconv>
#include <cmath>
#include <utility>
#include <vector>

#include "diag/source.h"
#include "engine/handlebars/parser.h"
#include "engine/handlebars/whitespace.h"

namespace galley::module {
namespace {

using handlebars::Body;
using handlebars::BodyId;
using handlebars::ListId;
using handlebars::Node;
using handlebars::NodeId;
using handlebars::NodeKind;
using handlebars::Path;
using handlebars::Strip;
using handlebars::Tree;

std::string Text(std::string_view text) {
  const std::string map = JsonObject().Set("", text).text();
  return map.substr(4, map.size() - 5);
}

std::string StripText(const Strip& strip) {
  return JsonObject().Set("open", strip.open).Set("close", strip.close).text();
}

// Children come before their parents, so each node is printed once, from what they printed.
class Printer {
 public:
  Printer(std::string_view source, const Tree& tree)
      : source_(source), tree_(tree), printed_(tree.nodes.size()) {}

  std::string Print() {
    for (size_t at = 0; at < tree_.nodes.size(); ++at) {
      printed_[at] = PrintNode(tree_.nodes[at]);
    }
    return Program(tree_.root, {0, static_cast<uint32_t>(source_.size())});
  }

 private:
  static std::string Place(Span span) {
    return '[' + std::to_string(span.begin) + ',' + std::to_string(span.end) + ']';
  }

  std::string Take(NodeId id) {
    if (id == NodeId::kNone) return "null";
    return std::move(printed_[static_cast<uint32_t>(id)]);
  }

  std::string List(std::span<const NodeId> nodes) {
    std::string list = "[";
    for (const NodeId id : nodes) {
      if (list.size() > 1) list += ',';
      list += Take(id);
    }
    return list += ']';
  }

  static std::string Names(std::span<const std::string_view> names) {
    std::string list = "[";
    for (const std::string_view name : names) {
      if (list.size() > 1) list += ',';
      list += Text(name);
    }
    return list += ']';
  }

  std::string Program(BodyId id, Span span) {
    if (id == BodyId::kNone) return "null";
    const Body& body = tree_[id];
    return JsonObject()
        .Set("type", "Program")
        .SetJson("body", List(tree_.Children(body.statements)))
        .SetJson("blockParams", Names(tree_.Params(body)))
        .Set("chained", body.chained)
        .SetJson("loc", Place(span))
        .text();
  }

  JsonObject& Call(JsonObject& object, const Node& node, const char* callee) {
    object.SetJson(callee, Take(node.callee)).SetJson("params", List(tree_.Children(node.params)));
    if (node.hash.size > 0) {
      object.SetJson("hash", JsonObject()
                                 .Set("type", "Hash")
                                 .SetJson("pairs", List(tree_.Children(node.hash)))
                                 .SetJson("loc", Place(node.span))
                                 .text());
    }
    return object;
  }

  std::string PrintNode(const Node& node) {
    JsonObject object;
    switch (node.kind) {
      case NodeKind::kContent:
        object.Set("type", "ContentStatement")
            .Set("original", Slice(node.span))
            .Set("value", Slice(node.value));
        break;
      case NodeKind::kComment:
        object.Set("type", "CommentStatement")
            .Set("value", Comment(node))
            .SetJson("strip", StripText(node.strip));
        break;
      case NodeKind::kMustache:
        Call(object.Set("type", "MustacheStatement"), node, "path")
            .Set("escaped", node.escaped)
            .SetJson("strip", StripText(node.strip));
        break;
      case NodeKind::kSubExpression:
        Call(object.Set("type", "SubExpression"), node, "path");
        break;
      case NodeKind::kBlock:
        PrintBlock(object, node, "BlockStatement", "path");
        break;
      case NodeKind::kDecorator:
        if (node.program == BodyId::kNone) {
          Call(object.Set("type", "Decorator"), node, "path")
              .SetJson("strip", StripText(node.strip));
        } else {
          PrintBlock(object, node, "DecoratorBlock", "path");
        }
        break;
      case NodeKind::kPartial:
        if (node.program == BodyId::kNone) {
          Call(object.Set("type", "PartialStatement"), node, "name")
              .Set("indent", Slice(node.indent))
              .SetJson("strip", StripText(node.strip));
        } else {
          PrintBlock(object, node, "PartialBlockStatement", "name");
        }
        break;
      default:
        PrintExpression(object, node);
    }
    return object.SetJson("loc", Place(node.span)).text();
  }

  void PrintBlock(JsonObject& object, const Node& node, const char* type, const char* callee) {
    Call(object.Set("type", type), node, callee)
        .SetJson("program", Program(node.program, node.span))
        .SetJson("inverse", Program(node.inverse, node.span))
        .SetJson("openStrip", StripText(node.strip))
        .SetJson("inverseStrip", StripText(node.inverse_strip))
        .SetJson("closeStrip", StripText(node.close_strip));
  }

  void PrintExpression(JsonObject& object, const Node& node) {
    switch (node.kind) {
      case NodeKind::kPath: {
        const Path& path = tree_.paths[node.index];
        object.Set("type", "PathExpression")
            .Set("data", path.is_data)
            .SetJson("depth", std::to_string(path.depth))
            .SetJson("parts", Names(tree_.Parts(path)))
            .Set("original", path.original)
            .Set("scoped", path.is_scoped);
        break;
      }
      case NodeKind::kString: {
        const std::string_view text = tree_.texts[node.index];
        object.Set("type", "StringLiteral").Set("value", text).Set("original", text);
        break;
      }
      case NodeKind::kNumber: {
        const std::string number = Number(node.number);
        object.Set("type", "NumberLiteral").SetJson("value", number).SetJson("original", number);
        break;
      }
      case NodeKind::kTrue:
      case NodeKind::kFalse: {
        const bool value = node.kind == NodeKind::kTrue;
        object.Set("type", "BooleanLiteral").Set("value", value).Set("original", value);
        break;
      }
      case NodeKind::kUndefined:
        object.Set("type", "UndefinedLiteral");
        break;
      case NodeKind::kNull:
        object.Set("type", "NullLiteral");
        break;
      case NodeKind::kHashPair:
        object.Set("type", "HashPair")
            .Set("key", tree_.texts[node.index])
            .SetJson("value", Take(node.callee));
        break;
      default:
        break;
    }
  }

  static std::string Number(double number) {
    if (!std::isfinite(number)) return number < 0 ? "-1e999" : "1e999";
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, number);
    return std::string(text, end.ptr);
  }

  // What stands between the marks of a comment.
  std::string_view Comment(const Node& node) const {
    std::string_view text = Slice(node.span);
    const auto drop = [&](std::string_view front, std::string_view back) {
      if (text.starts_with(front)) text.remove_prefix(front.size());
      if (text.ends_with(back)) text.remove_suffix(back.size());
    };
    drop("{{", "}}");
    drop("~", "~");
    if (text.starts_with("!--")) {
      drop("!--", "--");
    } else {
      drop("!", "");
    }
    return text;
  }

  std::string_view Slice(Span span) const {
    return source_.substr(span.begin, span.end - span.begin);
  }

  std::string_view source_;
  const Tree& tree_;
  std::vector<std::string> printed_;
};

}  // namespace

Result<std::string> DescribeHandlebars(std::string_view text, bool controls,
                                       bool ignore_standalone) {
  const Source source("template", text);
  Result<Tree> tree = handlebars::Parse(source, Limits());
  if (!tree) return tree.error();
  if (controls) handlebars::ControlWhitespace(text, ignore_standalone, &*tree);
  return Printer(text, *tree).Print();
}

}  // namespace galley::module
