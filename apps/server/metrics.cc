// Counters are atomics; the text is put together when somebody asks.
#include "apps/server/metrics.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

namespace galley::server {
namespace {

void Describe(std::string_view name, std::string_view type, std::string_view help,
              std::string* text) {
  *text += "# HELP " + std::string(name) + ' ' + std::string(help) + "\n# TYPE " +
           std::string(name) + ' ' + std::string(type) + '\n';
}

void AddCounter(std::string_view name, std::string_view help, uint64_t value, std::string* text) {
  Describe(name, "counter", help, text);
  *text += std::string(name) + ' ' + std::to_string(value) + '\n';
}

// Whether an operation renders a template once.
bool Renders(std::string_view operation) {
  return operation.ends_with(".render") || operation == "sections.prompt" ||
         operation == "chat.explain";
}

// What a conversation holds, or a text was counted to.
uint64_t TokensIn(const Json& result) {
  const Json used = result.Find("usage").Find("tokens");
  const Json counted = used.is_int() ? used : result.Find("tokens");
  return counted.is_int() ? static_cast<uint64_t>(counted.as_int()) : 0;
}

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

}  // namespace

Metrics::Metrics(std::vector<std::string> routes) {
  for (std::string& name : routes) {
    routes_.push_back(std::make_unique<Route>());
    routes_.back()->name = std::move(name);
  }
}

void Metrics::CountRequest(size_t route, int status, double seconds) {
  Route& counted = *routes_[std::min(route, routes_.size() - 1)];
  const auto known = std::find(kStatuses.begin(), kStatuses.end() - 1, status);
  counted.statuses[static_cast<size_t>(known - kStatuses.begin())].fetch_add(
      1, std::memory_order_relaxed);
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  counted.buckets[static_cast<size_t>(bound - kBounds.begin())].fetch_add(
      1, std::memory_order_relaxed);
  counted.microseconds.fetch_add(static_cast<uint64_t>(seconds * 1e6), std::memory_order_relaxed);
}

void Metrics::CountProblem(std::string_view code) {
  if (code.starts_with("limit-")) limit_hits.fetch_add(1, std::memory_order_relaxed);
  const bool is_down = code == "store-unreachable" || code == "store-failed";
  if (is_down) store_is_up.store(0, std::memory_order_relaxed);
}

void Metrics::CountResult(std::string_view operation, const Json& result) {
  if (operation.starts_with("store.")) store_is_up.store(1, std::memory_order_relaxed);
  const Json rows = operation == "template.batch" ? result.Find("rows") : Json();
  uint64_t done = Renders(operation) ? 1 : 0;
  uint64_t used = TokensIn(result);
  for (size_t at = 0; at < rows.size(); ++at) {
    done += rows.item(at).Find("diagnostics").is_null() ? 1 : 0;
    used += TokensIn(rows.item(at));
  }
  renders.fetch_add(done, std::memory_order_relaxed);
  tokens.fetch_add(used, std::memory_order_relaxed);
}

std::string Metrics::ToText(size_t connections) const {
  std::string text;
  Describe("galley_http_requests_total", "counter", "Requests by route and status.", &text);
  for (const auto& route : routes_) {
    for (size_t at = 0; at < kStatuses.size(); ++at) {
      const uint64_t count = route->statuses[at].load(std::memory_order_relaxed);
      if (count == 0) continue;
      text += "galley_http_requests_total{route=\"" + route->name + "\",status=\"" +
              std::to_string(kStatuses[at]) + "\"} " + std::to_string(count) + '\n';
    }
  }
  Describe("galley_http_request_duration_seconds", "histogram",
           "Time from the whole request to its answer, by route.", &text);
  for (const auto& route : routes_) {
    uint64_t sum = 0;
    for (const Counter& bucket : route->buckets) sum += bucket.load(std::memory_order_relaxed);
    if (sum == 0) continue;
    const std::string name = "galley_http_request_duration_seconds";
    const std::string label = "{route=\"" + route->name + "\"";
    uint64_t below = 0;
    for (size_t at = 0; at < kBounds.size(); ++at) {
      below += route->buckets[at].load(std::memory_order_relaxed);
      text += name + "_bucket" + label + ",le=\"" + Number(kBounds[at]) + "\"} " +
              std::to_string(below) + '\n';
    }
    text += name + "_bucket" + label + ",le=\"+Inf\"} " + std::to_string(sum) + '\n';
    text += name + "_sum" + label + "} " +
            Number(static_cast<double>(route->microseconds.load(std::memory_order_relaxed)) / 1e6) +
            '\n';
    text += name + "_count" + label + "} " + std::to_string(sum) + '\n';
  }
  AddCounter("galley_renders_total", "Templates rendered.", renders, &text);
  AddCounter("galley_tokens_total", "Tokens of rendered conversations and counted texts.", tokens,
             &text);
  AddCounter("galley_cache_hits_total", "Renders of a template that was compiled already.",
             cache_hits, &text);
  AddCounter("galley_limit_hits_total", "Requests that a limit ended.", limit_hits, &text);
  AddCounter("galley_http_abandoned_total", "Requests whose client left before the answer.",
             abandoned, &text);
  Describe("galley_http_connections", "gauge", "Connections that are open.", &text);
  text += "galley_http_connections " + std::to_string(connections) + '\n';
  if (store_is_up >= 0) {
    Describe("galley_store_up", "gauge", "Whether the store could be reached last.", &text);
    text += "galley_store_up " + std::to_string(store_is_up.load()) + '\n';
  }
  return text;
}

}  // namespace galley::server
