// Sums over turns.  A cost is a part of what the same turns cost without a cache.
#include "diff/simulation.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace galley::diff {
namespace {

std::string Fixed(double number, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", digits, number);
  return text;
}

std::string Padded(std::string text, size_t width) {
  text.insert(0, width > text.size() ? width - text.size() : 0, ' ');
  return text;
}

}  // namespace

uint64_t SimulatedPolicy::tokens() const noexcept {
  uint64_t sum = 0;
  for (const SimulatedTurn& turn : turns) sum += turn.tokens;
  return sum;
}

uint64_t SimulatedPolicy::hits() const noexcept {
  uint64_t sum = 0;
  for (const SimulatedTurn& turn : turns) sum += turn.hits;
  return sum;
}

uint64_t SimulatedPolicy::largest() const noexcept {
  uint64_t most = 0;
  for (const SimulatedTurn& turn : turns) most = std::max(most, turn.tokens);
  return most;
}

double SimulatedPolicy::hit_ratio() const noexcept {
  const uint64_t all = tokens();
  return all == 0 ? 0 : static_cast<double>(hits()) / static_cast<double>(all);
}

double SimulatedPolicy::mean_tokens() const noexcept {
  return turns.empty() ? 0 : static_cast<double>(tokens()) / static_cast<double>(turns.size());
}

double SimulatedPolicy::cost(const CacheRules& rules) const noexcept {
  double sum = 0;
  for (const SimulatedTurn& turn : turns) {
    sum += rules.Cost(turn.hits, turn.tokens, turn.is_written);
  }
  return sum;
}

const SimulatedPolicy* Simulation::Find(std::string_view name) const noexcept {
  for (const SimulatedPolicy& policy : policies) {
    if (policy.name == name) return &policy;
  }
  return nullptr;
}

double Simulation::RelativeCost(const SimulatedPolicy& policy) const noexcept {
  const SimulatedPolicy* sliding = Find("sliding");
  const double all = sliding ? sliding->cost(rules) : 0;
  return all > 0 ? policy.cost(rules) / all : 0;
}

namespace {

// Of `policies`, the first of which is the template as it is.
const SimulatedPolicy& Cheapest(const std::vector<SimulatedPolicy>& policies,
                                const Simulation& simulation, bool may_be_never) {
  const SimulatedPolicy* best = &policies.front();
  for (const SimulatedPolicy& policy : policies) {
    const bool is_never = policy.name == "never";
    if (is_never && (!may_be_never || policy.largest() > simulation.window)) continue;
    if (policy.cost(simulation.rules) < best->cost(simulation.rules)) best = &policy;
  }
  return *best;
}

// How a template comes to trim so; empty: as it is.
std::string ChangeFor(const SimulatedPolicy& policy) {
  if (policy.name == "as-is") return "";
  if (policy.name == "never") return "leave nothing out (no budget, `limit` or `evict`)";
  if (policy.name == "sliding") return "remove `evict`";
  return "add `evict: {chunk: " + policy.name.substr(5) + "%}`";
}

// What a change saves, where that is worth a word.
std::optional<std::string> AdviseOn(const std::string& change, const SimulatedPolicy& policy,
                                    const SimulatedPolicy& now, const CacheRules& rules) {
  const double price = now.cost(rules);
  const double saved = price > 0 ? 1 - policy.cost(rules) / price : 0;
  if (saved < 0.01 || change.empty()) return std::nullopt;
  std::string line = change + ": it saves " + Fixed(saved * 100, 0) +
                     " % of the cost, and the mean prompt has " + Fixed(policy.mean_tokens(), 0) +
                     " tokens instead of " + Fixed(now.mean_tokens(), 0);
  if (policy.name == "never") {
    line += "; the largest has " + std::to_string(policy.largest()) + ", and they go on growing";
  }
  return line;
}

}  // namespace

std::vector<std::string> Advise(const Simulation& simulation) {
  std::vector<std::string> advice;
  const SimulatedPolicy* now = simulation.Find("as-is");
  if (!now || now->turns.empty()) return advice;
  const auto add = [&](const std::string& change, const SimulatedPolicy& policy) {
    if (auto line = AdviseOn(change, policy, *now, simulation.rules)) {
      advice.push_back(std::move(*line));
    }
  };
  const bool lacks_marks = !simulation.marked.empty();
  const SimulatedPolicy& best =
      Cheapest(lacks_marks ? simulation.marked : simulation.policies, simulation, true);
  if (lacks_marks) {
    advice.push_back(
        "nothing stays cached: the provider keeps a prompt up to marks only, and the template "
        "places none");
    add("add `cache: auto`", simulation.marked.front());
    // Prompts may be too short for any mark; then it is the change alone that saves.
    const SimulatedPolicy* unmarked = simulation.Find(best.name);
    const bool helps = best.cost(simulation.rules) < unmarked->cost(simulation.rules);
    const std::string change = ChangeFor(best);
    if (!change.empty()) add((helps ? "add `cache: auto`, and " : "") + change, best);
  } else {
    // Without any bound prompts outgrow every window in the end, so what is best within the
    // bounds is told as well.
    const SimulatedPolicy& bounded = Cheapest(simulation.policies, simulation, false);
    add(ChangeFor(best), best);
    if (&bounded != &best) add(ChangeFor(bounded), bounded);
  }
  if (best.hit_ratio() < 0.1) {
    advice.push_back(
        "hardly anything stays cached, whatever is left out: `galley inspect --cache` "
        "tells what changes before the history");
  }
  return advice;
}

std::string PrintText(const Simulation& simulation) {
  std::string text = "policy      hits     cost   mean tokens\n";
  for (const SimulatedPolicy& policy : simulation.policies) {
    std::string name = policy.name;
    name.resize(std::max<size_t>(name.size(), 8), ' ');
    text += name + Padded(Fixed(policy.hit_ratio() * 100, 1), 7) + " %" +
            Padded(Fixed(simulation.RelativeCost(policy), 2), 9) +
            Padded(Fixed(policy.mean_tokens(), 0), 14) + '\n';
  }
  for (const std::string& line : Advise(simulation)) text += line + '\n';
  return text;
}

std::string PrintSvg(const Simulation& simulation) {
  constexpr double kWidth = 640;
  constexpr double kHeight = 360;
  constexpr double kLeft = 60;
  constexpr double kTop = 20;
  constexpr std::string_view kColours[] = {"#333333", "#c0392b", "#e67e22",
                                           "#2980b9", "#27ae60", "#8e44ad"};
  double highest = 0;
  size_t turns = 0;
  for (const SimulatedPolicy& policy : simulation.policies) {
    highest = std::max(highest, policy.cost(simulation.rules));
    turns = std::max(turns, policy.turns.size());
  }
  if (highest <= 0) highest = 1;
  std::string svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 820 420\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<title>Cost of a conversation by how it is trimmed</title>\n"
      "<rect width=\"820\" height=\"420\" fill=\"white\"/>\n";
  svg += "<path d=\"M" + Fixed(kLeft, 0) + ' ' + Fixed(kTop, 0) + " V" + Fixed(kTop + kHeight, 0) +
         " H" + Fixed(kLeft + kWidth, 0) + "\" fill=\"none\" stroke=\"#999\"/>\n";
  svg += "<text x=\"" + Fixed(kLeft + kWidth / 2, 0) +
         "\" y=\"410\" text-anchor=\"middle\">request "
         "(of " +
         std::to_string(turns) + ")</text>\n";
  svg += "<text x=\"10\" y=\"14\">paid so far: " + Fixed(highest, 0) +
         " uncached tokens at the top</text>\n";
  size_t number = 0;
  for (const SimulatedPolicy& policy : simulation.policies) {
    const std::string colour(kColours[number % std::size(kColours)]);
    std::string points;
    double paid = 0;
    for (size_t at = 0; at < policy.turns.size(); ++at) {
      const SimulatedTurn& turn = policy.turns[at];
      paid += simulation.rules.Cost(turn.hits, turn.tokens, turn.is_written);
      const double x = kLeft + kWidth * static_cast<double>(at + 1) /
                                   static_cast<double>(std::max<size_t>(turns, 1));
      points += Fixed(x, 1) + ',' + Fixed(kTop + kHeight * (1 - paid / highest), 1) + ' ';
    }
    svg += "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + colour + "\" points=\"" +
           points + "\"/>\n";
    svg += "<text x=\"" + Fixed(kLeft + kWidth + 12, 0) + "\" y=\"" +
           Fixed(kTop + 16 + 18 * static_cast<double>(number), 0) + "\" fill=\"" + colour + "\">" +
           policy.name + ' ' + Fixed(simulation.RelativeCost(policy), 2) + "</text>\n";
    ++number;
  }
  return svg + "</svg>\n";
}

}  // namespace galley::diff
