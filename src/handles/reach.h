// Reach: templates that name each other, each with the names that are hidden from it: what
// those around it can have set.
//
// A template that is reached in several ways hides what is hidden in all of them.  That is
// found by going on until nothing changes: the hidden names of a template only get fewer,
// so each is looked at again at most as often as it has names.
#ifndef GALLEY_HANDLES_REACH_H_
#define GALLEY_HANDLES_REACH_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/code/code.h"

namespace galley::handles {

using HiddenNames = std::set<std::string, std::less<>>;

class Reach {
 public:
  // Pays for handling so many names; false once that is more than anybody waits for, and what
  // is reached remains incomplete.
  bool Pay(uint64_t names) noexcept {
    left_ = names < left_ ? left_ - names : 0;
    return left_ > 0;
  }

  // The template is used where `hidden` can be seen besides the context.
  void Add(const Unit* unit, HiddenNames hidden) {
    const auto [known, is_new] = hidden_.try_emplace(unit, hidden);
    if (is_new) {
      order_.push_back(unit);
      return pending_.push_back(unit);
    }
    HiddenNames both;
    std::set_intersection(known->second.begin(), known->second.end(), hidden.begin(), hidden.end(),
                          std::inserter(both, both.end()));
    if (both.size() == known->second.size()) return;
    known->second = std::move(both);
    pending_.push_back(unit);
  }

  // The next template to go on from, or null.
  const Unit* Next() {
    if (pending_.empty()) return nullptr;
    const Unit* next = pending_.back();
    pending_.pop_back();
    return next;
  }

  const HiddenNames& HiddenFrom(const Unit* unit) const { return hidden_.at(unit); }
  // All that were reached, in the order in which they were.
  const std::vector<const Unit*>& order() const noexcept { return order_; }

 private:
  uint64_t left_ = 500'000;
  std::map<const Unit*, HiddenNames> hidden_;
  std::vector<const Unit*> order_;
  std::vector<const Unit*> pending_;
};

}  // namespace galley::handles

#endif  // GALLEY_HANDLES_REACH_H_
