// Each rule is read by itself; one that is wrong has no effect besides its finding.
#include "resolve/renderer_rules.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/report.h"

namespace galley {
namespace {

constexpr std::string_view kRules[] = {"order", "omit", "separator"};

class RuleReader {
 public:
  RuleReader(FlatTemplate* flat, Findings* findings) : flat_(*flat), findings_(*findings) {
    for (uint32_t at = 0; at < flat_.sections.size(); ++at) {
      section_at_.Insert(flat_.sections[at].name, at);
    }
  }

  void Run() {
    for (const FlatField& rule : flat_.renderer_rules) Read(rule);
    std::vector<bool> is_done(flat_.sections.size(), false);
    for (const uint32_t at : omitted_) is_done[at] = true;
    const auto print = [&](uint32_t at) {
      if (!is_done[at]) flat_.printed.push_back(at);
      is_done[at] = true;
    };
    for (const uint32_t at : first_) print(at);
    for (uint32_t at = 0; at < flat_.sections.size(); ++at) print(at);
  }

 private:
  void Read(const FlatField& rule) {
    if (rule.key == "order") return ReadSections(rule, &first_);
    if (rule.key == "omit") return ReadSections(rule, &omitted_);
    const Node& node = flat_.NodeAt(rule.origin);
    if (rule.key == "separator") {
      if (!node.is_string()) return Refuse(rule, "a string");
      flat_.separator = node.value.as_string();
      return;
    }
    Add(Code::kUnknownRendererRule, rule.origin, node.key_span,
        Quoted(rule.key) + " is not a renderer rule, and has no effect",
        SuggestNearest(rule.key, kRules));
  }

  // A list of sections; one that holds anything but strings has no effect.
  void ReadSections(const FlatField& rule, std::vector<uint32_t>* sections) {
    const Tree& tree = flat_.layers[rule.origin.layer]->tree();
    const bool is_list = flat_.NodeAt(rule.origin).is_list();
    if (!is_list) return Refuse(rule, "a list of sections");
    for (NodeId item : tree.Children(rule.origin.id)) {
      if (!tree[item].is_string()) return Refuse(rule, "a list of sections");
    }
    for (NodeId item : tree.Children(rule.origin.id)) {
      const std::string_view name = tree[item].value.as_string();
      if (const uint32_t* at = section_at_.Find(name)) {
        sections->push_back(*at);
      } else {
        Add(Code::kUnknownSection, {rule.origin.layer, item}, tree[item].span,
            Quoted(name) + " is not a section of the template", SuggestSection(name));
      }
    }
  }

  void Refuse(const FlatField& rule, std::string_view wanted) {
    const Node& node = flat_.NodeAt(rule.origin);
    Add(Code::kInvalidRendererRule, rule.origin, node.span,
        "rule " + Quoted(rule.key) + " must be " + std::string(wanted) + ", and has no effect");
  }

  void Add(Code code, const Origin& origin, Span span, std::string message, std::string hint = {}) {
    if (!findings_.HasRoom(code)) return;
    findings_.Add(code, flat_.layers[origin.layer]->source(), span, std::move(message),
                  std::move(hint));
  }

  std::string SuggestSection(std::string_view name) const {
    if (!findings_.HasRoom(Code::kUnknownSection)) return {};
    std::vector<std::string_view> names;
    for (const FlatSection& section : flat_.sections) names.push_back(section.name);
    return SuggestNearest(name, names);
  }

  FlatTemplate& flat_;
  Findings& findings_;
  OrderedMap<uint32_t, std::string_view> section_at_;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> omitted_;
};

}  // namespace

void ApplyRendererRules(FlatTemplate* flat, Findings* findings) {
  RuleReader(flat, findings).Run();
}

}  // namespace galley
