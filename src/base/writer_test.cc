#include "base/writer.h"

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

TEST(BufferWriter, KeepsWhatIsAppended) {
  BufferWriter out;
  EXPECT_EQ(out.view(), "");
  out.Append("ab");
  out.Append('c');
  out.Append("");
  out.Fill('-', 3);
  out.Fill('+', 0);
  EXPECT_EQ(out.ToString(), "abc---");
  EXPECT_FALSE(out.overflowed());
}

TEST(BufferWriter, GrowsWithoutLosingAnything) {
  BufferWriter out;
  std::string expected;
  for (int i = 0; i < 20'000; ++i) {
    out.Append(std::to_string(i));
    expected += std::to_string(i);
  }
  EXPECT_EQ(out.view(), expected);
}

TEST(BufferWriter, CopiesTextOfAnArenaWhateverItsSize) {
  Arena arena;
  std::string expected;
  BufferWriter out(300);
  for (size_t size = 1; size <= 20; ++size) {
    char* text = static_cast<char*>(arena.Allocate(size));
    std::memset(text, static_cast<char>('a' + size), size);
    out.AppendSlack({text, size});
    expected.append(size, static_cast<char>('a' + size));
    EXPECT_EQ(out.view(), expected);
  }
  // Near the limit there is room for the text only.
  while (expected.size() < 300) {
    char* text = static_cast<char*>(arena.Allocate(1));
    *text = '.';
    out.AppendSlack({text, 1});
    expected += '.';
  }
  EXPECT_EQ(out.view(), expected);
  EXPECT_FALSE(out.overflowed());
}

TEST(Tail, WritesWhatItsWriterWould) {
  Arena arena;
  std::string expected = "before ";
  BufferWriter out(300);
  out.Append(expected);
  {
    Tail tail(&out);
    for (size_t size = 0; size <= 40; size += 5) {
      char* text = static_cast<char*>(arena.Allocate(size + 1));
      std::memset(text, static_cast<char>('a' + size), size);
      tail.AppendSlack({text, size});
      tail.AppendShort({text, size / 2});
      tail.Append('|');
      expected.append(size + size / 2, static_cast<char>('a' + size)).append("|");
    }
    tail.Through([](Writer* writer) { writer->Append("through"); });
    tail.Append('!');
  }
  expected += "through!";
  EXPECT_EQ(out.view(), expected);
  EXPECT_FALSE(out.overflowed());
}

TEST(Tail, StopsWhereItsWriterIsFull) {
  BufferWriter out(4);
  {
    Tail tail(&out);
    tail.AppendShort("abc");
    tail.Append('d');
    tail.Append('e');
    tail.AppendShort("f");
  }
  EXPECT_EQ(out.view(), "abcd");
  EXPECT_TRUE(out.overflowed());
}

TEST(BufferWriter, ExtendsByRoomToBeFilled) {
  BufferWriter out(5);
  std::memcpy(out.Extend(3), "abc", 3);
  EXPECT_EQ(out.view(), "abc");
  EXPECT_EQ(out.Extend(3), nullptr);
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.view(), "abc");
}

TEST(BufferWriter, TakesExactlyItsLimit) {
  for (const size_t limit : {0u, 1u, 5u, 255u, 256u, 257u, 1000u}) {
    BufferWriter at_once(limit);
    at_once.Append(std::string(limit, 'x'));
    EXPECT_FALSE(at_once.overflowed()) << limit;
    EXPECT_EQ(at_once.size(), limit);
    at_once.Append('y');
    EXPECT_TRUE(at_once.overflowed()) << limit;
    EXPECT_EQ(at_once.size(), limit);

    BufferWriter one_by_one(limit);
    for (size_t i = 0; i < limit; ++i) one_by_one.Append('x');
    EXPECT_FALSE(one_by_one.overflowed()) << limit;
    one_by_one.Append('y');
    EXPECT_TRUE(one_by_one.overflowed()) << limit;

    BufferWriter filled(limit);
    filled.Fill('x', limit);
    EXPECT_FALSE(filled.overflowed()) << limit;
    filled.Fill('y', 1);
    EXPECT_TRUE(filled.overflowed()) << limit;
  }
}

TEST(BufferWriter, LeavesOutAllOfWhatDoesNotFit) {
  BufferWriter out(5);
  out.Append("abc");
  out.Append("def");
  EXPECT_EQ(out.view(), "abc");
  EXPECT_TRUE(out.overflowed());
}

TEST(BufferWriter, TakesNothingMoreOnceItOverflowed) {
  BufferWriter out(5);
  out.Append("abc");
  out.Append("too long");
  out.Append("d");
  out.Append('e');
  out.Fill('f', 1);
  EXPECT_EQ(out.view(), "abc");
  out.Truncate(1);
  out.Append("g");
  EXPECT_EQ(out.view(), "a");
  EXPECT_TRUE(out.overflowed());
}

TEST(BufferWriter, RefusesSizesThatWouldWrapAround) {
  BufferWriter out(10);
  out.Append("abc");
  volatile size_t huge = SIZE_MAX;  // hidden from the compiler, which would warn
  out.Fill('x', huge);
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.view(), "abc");
}

TEST(BufferWriter, TakesBackTheEnd) {
  BufferWriter out(6);
  out.Append("abcdef");
  out.Truncate(2);
  out.Append("gh");
  EXPECT_EQ(out.view(), "abgh");
  out.Append("ij");
  EXPECT_FALSE(out.overflowed());
  out.Append('k');
  EXPECT_TRUE(out.overflowed());
}

TEST(BufferWriter, StartsAnewUnderAnotherLimit) {
  BufferWriter out(3);
  out.Append("abcd");
  EXPECT_TRUE(out.overflowed());
  out.Reset(4);
  EXPECT_FALSE(out.overflowed());
  out.Append("abcd");
  EXPECT_EQ(out.view(), "abcd");
  out.Reset(2);
  out.Append("abc");
  EXPECT_TRUE(out.overflowed());
  EXPECT_EQ(out.view(), "");
}

}  // namespace
}  // namespace galley
