// What `galley help TOPIC` explains: what no single command is about.
#ifndef GALLEY_APPS_CLI_HELP_TOPICS_H_
#define GALLEY_APPS_CLI_HELP_TOPICS_H_

#include <span>
#include <string_view>

namespace galley::cli {

struct HelpTopic {
  std::string_view name;
  std::string_view about;
  std::string_view text;  // lines of at most 80 columns
};

std::span<const HelpTopic> HelpTopics();
// The one called `name`, or null.
const HelpTopic* FindHelpTopic(std::string_view name);

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_HELP_TOPICS_H_
