#include "render/message_order.h"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace galley::chat {
namespace {

std::vector<uint32_t> Messages(const MessageOrder& order) {
  std::vector<uint32_t> messages;
  order.CopyTo(&messages);
  return messages;
}

TEST(MessageOrderTest, NothingIsEmpty) {
  const MessageOrder order;
  EXPECT_EQ(order.size(), 0u);
  EXPECT_TRUE(Messages(order).empty());
}

TEST(MessageOrderTest, AnchorsStandBeforeTheNextMessage) {
  MessageOrder order;
  order.AddAnchor();
  order.AddMessage(7);
  order.AddAnchor();
  EXPECT_EQ(order.PlaceOf(0), 0u);
  EXPECT_EQ(order.PlaceOf(1), 1u);
}

// Rulings 6: inserting at i moves every anchor at or after i.
TEST(MessageOrderTest, WhatIsInsertedStandsBeforeTheAnchorsThere) {
  MessageOrder order;
  order.AddMessage(0);
  order.AddAnchor();
  order.AddAnchor();
  order.AddMessage(1);
  order.AddAnchor();
  order.Insert(1, 2);
  EXPECT_EQ(Messages(order), (std::vector<uint32_t>{0, 2, 1}));
  EXPECT_EQ(order.PlaceOf(0), 2u);
  EXPECT_EQ(order.PlaceOf(1), 2u);
  EXPECT_EQ(order.PlaceOf(2), 3u);
  order.Insert(0, 3);
  EXPECT_EQ(order.PlaceOf(0), 3u);
}

TEST(MessageOrderTest, WhatWasInsertedIsFoundWhereverItMoved) {
  MessageOrder order;
  order.AddMessage(0);
  order.AddMessage(1);
  const MessageOrder::Inserted inserted = order.Insert(1, 2);
  EXPECT_EQ(order.PlaceOf(inserted), 1u);
  order.Insert(1, 3);
  EXPECT_EQ(order.PlaceOf(inserted), 2u);
  order.Insert(3, 4);
  EXPECT_EQ(order.PlaceOf(inserted), 2u);
  EXPECT_EQ(Messages(order), (std::vector<uint32_t>{0, 3, 2, 4, 1}));
}

TEST(MessageOrderTest, StartsAnew) {
  MessageOrder order;
  order.AddMessage(1);
  order.AddAnchor();
  order.Clear();
  order.AddAnchor();
  order.Insert(0, 5);
  EXPECT_EQ(Messages(order), std::vector<uint32_t>{5});
  EXPECT_EQ(order.PlaceOf(0), 1u);
}

// Against a vector of messages and one of places.
TEST(MessageOrderTest, AgreesWithVectors) {
  for (uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    MessageOrder order;
    std::vector<uint32_t> messages;
    std::vector<uint32_t> places;
    for (uint32_t i = 0; i < 40; ++i) {
      if (random() % 3 == 0) {
        order.AddAnchor();
        places.push_back(static_cast<uint32_t>(messages.size()));
      } else {
        order.AddMessage(i);
        messages.push_back(i);
      }
    }
    for (uint32_t i = 100; i < 200; ++i) {
      const auto place = static_cast<uint32_t>(random() % (messages.size() + 1));
      order.Insert(place, i);
      messages.insert(messages.begin() + place, i);
      for (uint32_t& each : places) each += each >= place;
    }
    ASSERT_EQ(Messages(order), messages) << seed;
    for (uint32_t i = 0; i < places.size(); ++i) ASSERT_EQ(order.PlaceOf(i), places[i]) << seed;
  }
}

}  // namespace
}  // namespace galley::chat
