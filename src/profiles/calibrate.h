// Calibration: the factor and the margin of an estimate, learned from requests whose tokens a
// provider told.
#ifndef GALLEY_PROFILES_CALIBRATE_H_
#define GALLEY_PROFILES_CALIBRATE_H_

#include <cstdint>
#include <span>
#include <string>

#include "profiles/profile.h"

namespace galley {

// A request that was sent.
struct UsageSample {
  uint64_t texts = 0;   // what the tokenizer makes of its texts
  uint64_t frame = 0;   // what is not texts
  uint64_t actual = 0;  // what the provider counted; above 0
};

// How far a factor is off, as parts of what was counted.
struct EstimateError {
  double mean = 0;   // of the absolute values
  double bias = 0;   // of all together: below 0 where too few are counted
  double worst = 0;  // the largest absolute value
};

struct Calibration {
  double factor = 1;
  double margin = 0;  // no more than one sample in twenty is farther off
  EstimateError before;
  EstimateError after;
};

// The factor that leaves the smallest absolute errors; `samples` are not empty, and some have
// texts.
Calibration Calibrate(std::span<const UsageSample> samples, double factor_before);

// A profile as the document it can be read from.
std::string PrintModelProfile(const ModelProfile& profile);

}  // namespace galley

#endif  // GALLEY_PROFILES_CALIBRATE_H_
