// Texts for tests of tokenizers.
#ifndef GALLEY_TOKENIZE_TOKENIZE_TESTING_H_
#define GALLEY_TOKENIZE_TOKENIZE_TESTING_H_

#include <cstdint>
#include <random>
#include <string>

namespace galley::testing {

// TOKENIZE_SEED, or one of its own.
uint32_t SeedOfRun();
// TOKENIZE_COUNT, or `otherwise`.
int CountOfRun(int otherwise);

// Some dozen characters of every kind that splits tell apart, with runs and contractions.
std::string RandomText(std::mt19937* random);

}  // namespace galley::testing

#endif  // GALLEY_TOKENIZE_TOKENIZE_TESTING_H_
