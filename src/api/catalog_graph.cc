// `catalog.graph`: which templates extend, include and import which.
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "api/operation.h"
#include "base/seeded_hash.h"
#include "base/try.h"
#include "check/links.h"
#include "diag/display.h"
#include "value/record.h"
#include "workspace/params.h"
#include "workspace/selection.h"
#include "workspace/workspace.h"

namespace galley::api {
namespace {

// A name that leads nowhere is a node of its own.
struct GraphNode {
  std::string label;
  std::string path;  // empty where no template is
  std::string_view problem;
};

struct GraphEdge {
  uint32_t from;
  uint32_t to;
  std::string_view kind;
  std::string_view problem;  // it leads to a template, but must not
};

struct Graph {
  std::vector<GraphNode> nodes;
  std::vector<GraphEdge> edges;
};

class GraphBuilder {
 public:
  explicit GraphBuilder(const Catalog& catalog) : catalog_(catalog) {}

  Graph Build(const std::vector<check::LinkedTemplate>& read) {
    for (const check::LinkedTemplate& each : read) NodeOf(*each.entry);
    for (const check::LinkedTemplate& each : read) {
      const uint32_t from = NodeOf(*each.entry);
      if (each.problem) graph_.nodes[from].problem = each.problem->code();
      for (const check::Link& link : each.links) {
        const uint32_t to = link.target ? NodeOf(*link.target) : NodeOf(link);
        const bool is_wrong = link.target && link.problem;
        graph_.edges.push_back({from, to, check::ReferenceName(link.reference.kind),
                                is_wrong ? link.problem->code() : std::string_view()});
      }
    }
    return std::move(graph_);
  }

 private:
  uint32_t Add(GraphNode node) {
    graph_.nodes.push_back(std::move(node));
    return static_cast<uint32_t>(graph_.nodes.size() - 1);
  }

  uint32_t NodeOf(const Entry& entry) {
    const auto [known, is_new] = entries_.emplace(&entry, 0);
    if (is_new) {
      const std::string_view name = catalog_.ReachableAs(entry);
      const std::string path = catalog_.ShownPath(entry);
      known->second = Add({name.empty() ? path : std::string(name), path, ""});
    }
    return known->second;
  }

  uint32_t NodeOf(const check::Link& broken) {
    const auto [known, is_new] = names_.emplace(broken.reference.name, 0);
    if (is_new) known->second = Add({broken.reference.name, "", broken.problem->code()});
    return known->second;
  }

  const Catalog& catalog_;
  Graph graph_;
  std::unordered_map<const Entry*, uint32_t> entries_;
  std::unordered_map<std::string, uint32_t, SeededHash> names_;
};

std::string ProblemText(std::string_view problem) {
  return problem.empty() ? "" : " (" + std::string(problem) + ")";
}

std::string PrintText(const Graph& graph) {
  std::vector<std::string> below(graph.nodes.size());
  for (const GraphEdge& edge : graph.edges) {
    const GraphNode& to = graph.nodes[edge.to];
    below[edge.from] += "  " + std::string(edge.kind) + ' ' + ShowText(to.label) +
                        ProblemText(edge.problem.empty() ? to.problem : edge.problem) + '\n';
  }
  std::string text;
  for (size_t at = 0; at < graph.nodes.size(); ++at) {
    const GraphNode& node = graph.nodes[at];
    if (node.path.empty()) continue;
    text += ShowText(node.label) + ProblemText(node.problem) + '\n' + below[at];
  }
  return text;
}

// `text` in double quotes, with `quote` for those inside.
std::string InQuotes(std::string_view text, std::string_view quote) {
  std::string quoted = "\"";
  for (const char byte : ShowText(text)) {
    if (byte == '"') {
      quoted += quote;
    } else {
      quoted += byte;
    }
  }
  return quoted + '"';
}

std::string PrintDot(const Graph& graph) {
  std::string text = "digraph templates {\n  rankdir=LR;\n  node [shape=box];\n";
  for (size_t at = 0; at < graph.nodes.size(); ++at) {
    const GraphNode& node = graph.nodes[at];
    text += "  n" + std::to_string(at) + " [label=" + InQuotes(node.label, "\\\"");
    if (!node.problem.empty()) text += ", color=red";
    text += "];\n";
  }
  for (const GraphEdge& edge : graph.edges) {
    text += "  n" + std::to_string(edge.from) + " -> n" + std::to_string(edge.to) +
            " [label=" + std::string(edge.kind) + "];\n";
  }
  return text + "}\n";
}

std::string PrintMermaid(const Graph& graph) {
  std::string text = "graph LR\n";
  for (size_t at = 0; at < graph.nodes.size(); ++at) {
    const GraphNode& node = graph.nodes[at];
    text += "  n" + std::to_string(at) + '[' + InQuotes(node.label, "#quot;") + "]\n";
    if (!node.problem.empty()) text += "  style n" + std::to_string(at) + " stroke:red\n";
  }
  for (const GraphEdge& edge : graph.edges) {
    text += "  n" + std::to_string(edge.from) + " -->|" + std::string(edge.kind) + "| n" +
            std::to_string(edge.to) + '\n';
  }
  return text;
}

Value NewNode(Heap* heap, const GraphNode& node) {
  return NewRecord(heap,
                   {{"name", heap->NewString(node.label)},
                    {"path", node.path.empty() ? Value::None() : heap->NewString(node.path)},
                    {"problem", node.problem.empty() ? Value() : Value::String(node.problem)}});
}

Value NewEdge(Heap* heap, const GraphEdge& edge) {
  return NewRecord(heap, {{"from", Value::Int(edge.from)},
                          {"to", Value::Int(edge.to)},
                          {"kind", Value::String(edge.kind)}});
}

}  // namespace

// {workspace?, names?: [name], format?: text|dot|mermaid} ->
//   {nodes: [{name, path or null, problem?}], edges: [{from, to, kind}], text?}; `from` and
// `to` are indices, `text` the graph in the format asked for
Result<Value> GraphCatalog(const Invocation& call) {
  const Params params = Params::Of(call);
  using Print = std::string (*)(const Graph&);
  constexpr Print kPrinters[] = {PrintText, PrintDot, PrintMermaid};
  Print print = nullptr;
  if (params.has("format")) {
    print = kPrinters[TRY(params.Choice("format", {"text", "dot", "mermaid"}))];
  }
  workspace::Workspace workspace = TRY(workspace::Workspace::Open(params, call));
  const Catalog& catalog = *TRY(workspace.catalog());
  const Graph graph = GraphBuilder(catalog).Build(
      check::ReadLinks(catalog, TRY(workspace::SelectEntries(catalog, params)), true,
                       Explanation::kBrief, call.limits));
  Heap* heap = call.heap;
  return NewRecord(heap,
                   {{"nodes", NewListOf(heap, graph.nodes.size(),
                                        [&](size_t at) { return NewNode(heap, graph.nodes[at]); })},
                    {"edges", NewListOf(heap, graph.edges.size(),
                                        [&](size_t at) { return NewEdge(heap, graph.edges[at]); })},
                    {"text", print ? heap->NewString(print(graph)) : Value()}});
}

}  // namespace galley::api
