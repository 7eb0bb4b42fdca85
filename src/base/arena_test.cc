#include "base/arena.h"

#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace galley {
namespace {

char* Filled(Arena* arena, size_t size, char byte) {
  char* bytes = static_cast<char*>(arena->Allocate(size));
  std::memset(bytes, byte, size);
  return bytes;
}

bool Holds(const char* bytes, size_t size, char byte) {
  for (size_t i = 0; i < size; ++i) {
    if (bytes[i] != byte) return false;
  }
  return true;
}

TEST(Arena, AlignsEveryAllocationToEightBytes) {
  Arena arena;
  for (size_t size = 1; size < 100; ++size) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(arena.Allocate(size)) % 8, 0u) << size;
  }
}

TEST(Arena, AllocationsDoNotOverlap) {
  Arena arena;
  std::vector<char*> blocks;
  for (size_t i = 0; i < 2000; ++i) {
    blocks.push_back(Filled(&arena, i % 300 + 1, static_cast<char>(i)));
  }
  for (size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_TRUE(Holds(blocks[i], i % 300 + 1, static_cast<char>(i))) << i;
  }
}

TEST(Arena, HandsOutMoreThanItsLargestChunk) {
  Arena arena;
  constexpr size_t kSize = 9 << 20;
  char* bytes = Filled(&arena, kSize, 'x');
  EXPECT_TRUE(Holds(bytes, kSize, 'x'));
  EXPECT_GE(arena.reserved(), kSize);
}

TEST(Arena, AsksTheSystemForNothingOnceWarm) {
  Arena arena;
  const auto run = [&] {
    for (size_t i = 1; i < 3000; ++i) Filled(&arena, i, 'a');
  };
  run();
  const size_t reserved = arena.reserved();
  for (int round = 0; round < 5; ++round) {
    arena.Reset();
    run();
    EXPECT_EQ(arena.reserved(), reserved);
  }
}

TEST(Arena, FindsAChunkThatIsLargeEnoughAfterReset) {
  Arena arena;
  Filled(&arena, 100, 'a');
  Filled(&arena, 1 << 20, 'b');
  const size_t reserved = arena.reserved();
  arena.Reset();
  Filled(&arena, 1 << 20, 'c');
  EXPECT_EQ(arena.reserved(), reserved);
}

TEST(Arena, ExtendsOnlyTheNewestAllocation) {
  Arena arena;
  char* first = Filled(&arena, 16, 'a');
  EXPECT_TRUE(arena.Extend(first, 16, 64));
  char* second = Filled(&arena, 16, 'b');
  EXPECT_GE(second, first + 64);
  EXPECT_FALSE(arena.Extend(first, 64, 128));
  EXPECT_TRUE(arena.Extend(second, 16, 24));
}

TEST(Arena, DoesNotExtendPastItsChunk) {
  Arena arena;
  char* bytes = Filled(&arena, 16, 'a');
  EXPECT_FALSE(arena.Extend(bytes, 16, 1 << 20));
  EXPECT_TRUE(arena.Extend(bytes, 16, 32));  // nothing was changed
}

TEST(Arena, TakesBackTheEndOfTheNewestAllocation) {
  Arena arena;
  char* first = Filled(&arena, 100, 'a');
  EXPECT_TRUE(arena.Shrink(first, 100, 10));
  char* second = Filled(&arena, 8, 'b');
  EXPECT_EQ(second, first + 16);
  EXPECT_FALSE(arena.Shrink(first, 10, 5));
  EXPECT_TRUE(Holds(first, 10, 'a'));
}

TEST(Arena, ReservesOneChunkMadeToMeasure) {
  Arena arena;
  ASSERT_TRUE(arena.Reserve(100));
  EXPECT_EQ(arena.reserved(), 104u);
  char* first = Filled(&arena, 40, 'a');
  ASSERT_TRUE(arena.Reserve(64));  // there is room
  EXPECT_EQ(arena.reserved(), 104u);
  EXPECT_EQ(Filled(&arena, 64, 'b'), first + 40);
  ASSERT_TRUE(arena.Reserve(1000));
  EXPECT_EQ(arena.reserved(), 1104u);
  EXPECT_TRUE(Holds(first, 40, 'a'));
}

TEST(Arena, ReservesFromTheChunksOfTheLastRun) {
  Arena arena;
  ASSERT_TRUE(arena.Reserve(16));
  ASSERT_TRUE(arena.Reserve(64));
  arena.Reset();
  ASSERT_TRUE(arena.Reserve(64));
  EXPECT_EQ(arena.reserved(), 80u);
}

TEST(Arena, MovesWithWhatItHandedOut) {
  Arena source;
  char* bytes = Filled(&source, 50, 'm');
  Arena moved(std::move(source));
  EXPECT_TRUE(Holds(bytes, 50, 'm'));
  Arena assigned;
  Filled(&assigned, 50, 'o');
  assigned = std::move(moved);
  EXPECT_TRUE(Holds(bytes, 50, 'm'));
  EXPECT_NE(Filled(&assigned, 50, 'n'), bytes);
}

}  // namespace
}  // namespace galley
