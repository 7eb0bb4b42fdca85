// Sums over turns.  A cost is a part of what the same turns cost without a cache.
#include "diff/simulation.h"

#include <algorithm>
#include <cstdio>

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

double SimulatedPolicy::hit_ratio() const noexcept {
  const uint64_t all = tokens();
  return all == 0 ? 0 : static_cast<double>(hits()) / static_cast<double>(all);
}

double SimulatedPolicy::mean_tokens() const noexcept {
  return turns.empty() ? 0 : static_cast<double>(tokens()) / static_cast<double>(turns.size());
}

double SimulatedPolicy::cost(const CacheRules& rules) const noexcept {
  double sum = 0;
  for (const SimulatedTurn& turn : turns) sum += rules.Cost(turn.hits, turn.tokens);
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

std::vector<std::string> Advise(const Simulation& simulation) {
  std::vector<std::string> advice;
  const SimulatedPolicy* now = simulation.Find("as-is");
  if (!now || now->turns.empty()) return advice;
  const SimulatedPolicy* best = now;
  for (const SimulatedPolicy& policy : simulation.policies) {
    // Never leaving anything out outgrows every window in the end.
    if (policy.name == "never") continue;
    if (policy.cost(simulation.rules) < best->cost(simulation.rules)) best = &policy;
  }
  const double price = now->cost(simulation.rules);
  const double saved = price > 0 ? 1 - best->cost(simulation.rules) / price : 0;
  if (best != now && saved >= 0.01) {
    const std::string percent = best->name.starts_with("grid-") ? best->name.substr(5) : "";
    advice.push_back(
        (percent.empty() ? "remove `evict`" : "add `evict: {chunk: " + percent + "%}`") +
        ": it saves " + Fixed(saved * 100, 0) +
        " % of the cost, and the mean prompt "
        "has " +
        Fixed(best->mean_tokens(), 0) + " tokens instead of " + Fixed(now->mean_tokens(), 0));
  }
  if (best->hit_ratio() < 0.1) {
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
      paid += simulation.rules.Cost(policy.turns[at].hits, policy.turns[at].tokens);
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
