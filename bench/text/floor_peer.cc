// The floor of the text benchmark: what a person would write in C++ for exactly
// one template and nothing else, over structs that were filled beforehand.
#include <cctype>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "diag/source.h"
#include "format/json_data.h"
#include "galley/limits.h"
#include "text/peer.h"
#include "value/heap.h"
#include "value/map.h"

namespace galley::bench {
namespace {

std::string TextOf(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool FlagOf(const Value& map, std::string_view key) {
  const Value* value = FindItem(map, key);
  return value && value->is_bool() && value->as_bool();
}

std::span<const Value> ListOf(const Value& map, std::string_view key) {
  return FindItem(map, key)->items();
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

void AppendChanged(std::string_view text, int (*change)(int), std::string* out) {
  for (const char c : text) *out += static_cast<char>(change(static_cast<unsigned char>(c)));
}

// One template written out by hand.
class Program {
 public:
  virtual ~Program() = default;
  virtual void Fill(const Value& data) = 0;
  virtual void Render(std::string* out) const = 0;
};

class Leaf final : public Program {
 public:
  void Fill(const Value& data) override { name_ = TextOf(data, "name"); }
  void Render(std::string* out) const override {
    *out += "Hello ";
    *out += name_;
    *out += '!';
  }

 private:
  std::string name_;
};

class Table final : public Program {
 public:
  void Fill(const Value& data) override {
    for (const Value& row : ListOf(data, "rows")) {
      std::vector<Cell>& cells = rows_.emplace_back();
      for (const Value& cell : row.items()) {
        if (cell.is_string()) {
          cells.emplace_back(std::string(cell.as_string()));
        } else {
          cells.emplace_back(cell.as_int());
        }
      }
    }
  }
  void Render(std::string* out) const override {
    *out += "<table>\n";
    for (const std::vector<Cell>& row : rows_) {
      *out += "<tr>";
      for (const Cell& cell : row) AppendCell(cell, out);
      *out += "</tr>\n";
    }
    *out += "</table>";
  }

 private:
  using Cell = std::variant<std::string, int64_t>;

  static void AppendCell(const Cell& cell, std::string* out) {
    *out += "<td>";
    if (const auto* text = std::get_if<std::string>(&cell)) {
      *out += *text;
    } else {
      *out += std::to_string(std::get<int64_t>(cell));
    }
    *out += "</td>";
  }

  std::vector<std::vector<Cell>> rows_;
};

class RolePlay final : public Program {
 public:
  void Fill(const Value& data) override {
    user_ = TextOf(data, "user");
    const Value& character = *FindItem(data, "character");
    name_ = TextOf(character, "name");
    summary_ = TextOf(character, "summary");
    for (const Value& trait : ListOf(character, "traits")) {
      traits_.emplace_back(trait.as_string());
    }
    for (const Value& fact : ListOf(data, "lore")) {
      lore_.push_back({TextOf(fact, "title"), TextOf(fact, "text"), FlagOf(fact, "active")});
    }
    const Value& scene = *FindItem(data, "scene");
    place_ = TextOf(scene, "place");
    time_ = FindItem(scene, "time") ? TextOf(scene, "time") : "night";
    for (const Value& message : ListOf(data, "messages")) {
      messages_.push_back(
          {TextOf(message, "role"), TextOf(message, "content"), FlagOf(message, "pause")});
    }
  }
  void Render(std::string* out) const override {
    *out += "You are ";
    *out += name_;
    *out += ", ";
    *out += summary_;
    *out += '\n';
    AppendTraits(out);
    for (const Fact& fact : lore_) AppendFact(fact, out);
    *out += "\nScene: ";
    *out += place_;
    *out += ", ";
    *out += time_;
    *out += '\n';
    for (const Message& message : messages_) AppendMessage(message, out);
    *out += name_;
    *out += ':';
  }

 private:
  struct Fact {
    std::string title;
    std::string text;
    bool active;
  };
  struct Message {
    std::string role;
    std::string content;
    bool pause;
  };

  void AppendTraits(std::string* out) const {
    if (traits_.empty()) return;
    *out += "Traits: ";
    for (size_t i = 0; i < traits_.size(); ++i) {
      if (i > 0) *out += ", ";
      *out += traits_[i];
    }
    *out += '\n';
  }

  static void AppendFact(const Fact& fact, std::string* out) {
    if (!fact.active) return;
    *out += "* ";
    AppendChanged(fact.title, std::toupper, out);
    *out += ": ";
    *out += fact.text;
    *out += '\n';
  }

  void AppendMessage(const Message& message, std::string* out) const {
    if (message.role == "user" || message.role == "assistant") {
      *out += message.role == "user" ? user_ : name_;
      *out += ": ";
      *out += Trim(message.content);
    } else {
      *out += '[';
      *out += message.role;
      *out += "] ";
      *out += message.content;
    }
    *out += '\n';
    if (message.pause && &message != &messages_.back()) *out += "---\n";
  }

  std::string user_, name_, summary_, place_, time_;
  std::vector<std::string> traits_;
  std::vector<Fact> lore_;
  std::vector<Message> messages_;
};

class Inheritance final : public Program {
 public:
  void Fill(const Value& data) override {
    title_ = TextOf(data, "title");
    author_ = TextOf(data, "author");
    for (const Value& item : ListOf(data, "items")) {
      items_.push_back({TextOf(item, "name"), TextOf(item, "kind"), TextOf(item, "text")});
    }
    for (const Value& note : ListOf(data, "notes")) notes_.emplace_back(note.as_string());
  }
  void Render(std::string* out) const override {
    *out += "# Report: ";
    *out += title_;
    *out += "\n\n";
    for (const Item& item : items_) AppendItem(item, out);
    for (size_t i = 0; i < notes_.size(); ++i) {
      *out += std::to_string(i + 1);
      *out += ". ";
      *out += notes_[i];
      *out += '\n';
    }
    *out += "author: ";
    *out += author_;
    *out += "\n\nPrinted for ";
    *out += author_;
  }

 private:
  struct Item {
    std::string name;
    std::string kind;
    std::string text;
  };

  static void AppendItem(const Item& item, std::string* out) {
    *out += "- ";
    *out += item.name;
    *out += " (";
    AppendChanged(item.kind, std::tolower, out);
    *out += "): ";
    *out += item.text;
  }

  std::string title_, author_;
  std::vector<Item> items_;
  std::vector<std::string> notes_;
};

class LargeContext final : public Program {
 public:
  void Fill(const Value& data) override {
    const Value& book = *FindItem(data, "book");
    title_ = TextOf(book, "title");
    for (const Value& page : ListOf(book, "pages")) pages_.push_back(TextOf(page, "text"));
    for (const Value& id : ListOf(data, "wanted")) {
      wanted_.push_back(static_cast<size_t>(id.as_int()));
    }
  }
  void Render(std::string* out) const override {
    *out += title_;
    *out += '\n';
    for (const size_t id : wanted_) {
      *out += pages_[id];
      *out += '\n';
    }
  }

 private:
  std::string title_;
  std::vector<std::string> pages_;
  std::vector<size_t> wanted_;
};

std::unique_ptr<Program> ProgramFor(std::string_view workload) {
  if (workload == "leaf") return std::make_unique<Leaf>();
  if (workload == "table") return std::make_unique<Table>();
  if (workload == "role_play") return std::make_unique<RolePlay>();
  if (workload == "inheritance") return std::make_unique<Inheritance>();
  if (workload == "large_context") return std::make_unique<LargeContext>();
  return nullptr;
}

class FloorPeer final : public Peer {
 public:
  bool Load(const Workload& workload, std::string* reason) override {
    program_ = ProgramFor(workload.name);
    if (!program_) {
      *reason = "not written by hand";
      return false;
    }
    Heap heap{Limits()};
    const Source source("data.json", workload.json, Nature::kData);
    const Result<Value> data = ReadJsonData(source, &heap, Limits());
    if (!data) return false;
    program_->Fill(*data);
    return true;
  }
  bool Render(std::string* out, std::string*) override {
    program_->Render(out);
    return true;
  }
  void TimeCompile(uint64_t) override {}
  void TimeParse(uint64_t) override {}
  void TimeRender(uint64_t rounds) override {
    for (uint64_t i = 0; i < rounds; ++i) {
      out_.clear();
      program_->Render(&out_);
    }
  }

 private:
  std::unique_ptr<Program> program_;
  std::string out_;
};

}  // namespace
}  // namespace galley::bench

int main() {
  galley::bench::FloorPeer peer;
  return galley::bench::Serve(&peer);
}
