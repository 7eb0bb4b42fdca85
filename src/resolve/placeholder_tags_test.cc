#include "resolve/placeholder_tags.h"

#include <string>

#include <gtest/gtest.h>

namespace galley {
namespace {

// The tags of a text: placeholders as `NAME`, others as they are.
std::string TagsOf(std::string_view text) {
  std::string found;
  TagScanner tags(text);
  for (PlaceholderTag tag; tags.Next(&tag);) {
    found += tag.name.empty() ? std::string(text.substr(tag.begin, tag.end - tag.begin))
                              : '<' + std::string(tag.name) + '>';
    found += ' ';
  }
  return found;
}

TEST(PlaceholderTags, V17_FindsNamesInBraces) {
  EXPECT_EQ(TagsOf("a {{X}} b {{ \tx_1 }}{{_Y}}"), "<X> <x_1> <_Y> ");
  EXPECT_EQ(TagsOf("no { { X } } tags }} {{"), "");
  EXPECT_EQ(TagsOf(""), "");
}

TEST(PlaceholderTags, V17_OtherTagsAreOneLineLong) {
  EXPECT_EQ(TagsOf("{{#if X}}{{X}}{{/if}}"), "{{#if X}} <X> {{/if}} ");
  EXPECT_EQ(TagsOf("{{\nX}}"), "");
  EXPECT_EQ(TagsOf("{{1X}} {{X-Y}} {{}} {{ X Y }}"), "{{1X}} {{X-Y}} {{}} {{ X Y }} ");
}

TEST(PlaceholderTags, V17_PlaceholdersInsideOfOtherTagsCount) {
  EXPECT_EQ(TagsOf("{{{X}}}"), "{{{X}} <X> ");
  EXPECT_EQ(TagsOf("{{ {{X}} }}"), "{{ {{X}} <X> ");
}

TEST(PlaceholderTags, ManyOpenBracesStayLinear) {
  EXPECT_EQ(TagsOf(std::string(1'000'000, '{')), "");
  std::string text;
  for (int at = 0; at < 200'000; ++at) text += "{{a ";
  EXPECT_EQ(TagsOf(text), "");
}

}  // namespace
}  // namespace galley
