// Reader: the work of ReadMessages.  Messages are drafts until all are read, since
// neighbours may become one and mending may take parts away; the parts of a draft are a
// run of MessageList::parts, and only the last draft grows.
#ifndef GALLEY_HISTORY_READER_H_
#define GALLEY_HISTORY_READER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_map.h"
#include "diag/registry.h"
#include "history/message.h"
#include "history/read.h"

namespace galley::history {

class Reader {
 public:
  Reader(const ReadOptions& options, Heap* heap, std::vector<Diagnostic>* warnings)
      : options_(options), heap_(heap), warnings_(warnings) {}

  Result<MessageList> Read(std::span<const Value> items);
  // The parts of one message.
  Result<std::vector<Part>> ReadPartsOf(const Value& value, Role role);

 private:
  // What holds a part, as a bit.
  enum Place : uint8_t { kInSystem = 1, kInUser = 2, kInAssistant = 4, kInResult = 8 };
  static constexpr uint8_t kAnywhere = kInSystem | kInUser | kInAssistant | kInResult;

  struct Draft {
    Message message;  // its content is its text while it has no parts
    Run parts = {};
    uint32_t item = 0;     // where it stands in the list
    bool is_item = false;  // it is made of items of responses
  };
  // A call that was read.
  struct Call {
    uint32_t part;
    uint32_t draft;
    bool answered = false;
    uint32_t next_of_name = kAbsent;  // among the open ones
  };
  // How the parts of a message of the user are told apart and read.
  struct PartsForm {
    bool (*is_result)(const Value& part);
    Result<void> (Reader::*read_result)(const Value& part);
    Result<void> (Reader::*read_part)(const Value& part, Place place);
  };
  struct PartReader {
    std::string_view type;
    Result<void> (Reader::*read)(const Value& part, Place place);
    uint8_t places;
    std::string_view fields;  // that it reads, besides those of every part
  };

  // --- reader.cc: messages
  bool ReadPlain(const Value& item);
  Result<void> ReadItem(const Value& item);
  Result<void> ReadRoleMessage(const Value& item, std::string_view role);
  Result<void> ReadAssistant(const Value& item, bool is_item);
  Result<void> ReadUser(const Value& item);
  Result<void> ReadToolMessage(const Value& item);
  Result<void> ReadContent(const Value& item, Place place);
  Result<void> ReadToolCalls(const Value& item);
  Result<void> ReadToolCall(const Value& call);
  Result<void> ReadResponsesItem(const Value& item, std::string_view type);
  Result<void> ReadGemini(const Value& item);
  Result<void> ReadGeminiPart(const Value& part, Place place);
  Result<void> ReadGeminiMedia(const Value& part, Place place);
  Result<void> ReadGeminiResult(const Value& part);
  Result<void> ReadUserParts(const Value& item, std::span<const Value> parts,
                             const PartsForm& form);
  Result<void> ReadMarks(const Value& item);
  void Begin(Role role, bool is_item = false);
  void BeginResults();
  void BeginItem();
  Result<void> CheckHeap() const;
  void Finish();

  // --- read_parts.cc: parts
  Result<void> ReadPart(const Value& part, Place place);
  Result<void> ReadText(const Value& part, Place place);
  Result<void> ReadMedia(const Value& part, Place place);
  Result<void> ReadTemplateMedia(const Value& part, std::string_view type, Part* media);
  Result<void> ReadImageUrl(const Value& part, Place place);
  Result<void> ReadInputImage(const Value& part, Place place);
  Result<void> ReadInputAudio(const Value& part, Place place);
  Result<void> ReadInputFile(const Value& part, Place place);
  Result<void> ReadDocument(const Value& part, Place place);
  Result<void> ReadDocumentUrl(const Value& part, Place place);
  Result<void> ReadThinking(const Value& part, Place place);
  Result<void> ReadRedactedThinking(const Value& part, Place place);
  Result<void> ReadRefusal(const Value& part, Place place);
  Result<void> ReadToolUse(const Value& part, Place place);
  Result<void> ReadCall(const Value& part, Place place);
  Result<void> ReadToolResult(const Value& part);
  Result<void> ReadResult(const Value& content, Part result);
  void AddResult(Part result);
  Result<void> ReadOpaque(const Value& part, Place place);
  Result<void> ReadAnthropicSource(const Value& part, Part* media);
  Result<void> AddForeign(std::string_view provider, const Value& part, Place place);
  Result<void> AddMedia(Part media, Place place);
  void ReadCacheMark(const Value& part);
  void AddPart(const Part& part, Place place);
  void AddText(std::string_view text, Place place);
  Result<void> AddCall(std::string_view id, std::string_view name, const Value* arguments);

  // Fields: null is absent, another type than the wanted one is an error.
  static const Value* Find(const Value& map, std::string_view key) noexcept;
  Result<std::string_view> String(const Value& map, std::string_view key) const;
  Result<std::string_view> RequiredString(const Value& map, std::string_view key) const;
  Result<bool> Bool(const Value& map, std::string_view key) const;
  Result<uint32_t> Pixels(const Value& map, std::string_view key) const;
  Value JsonText(const Value& value);
  // Notes what stands in `map` and is read by nobody; `known` are the fields that are, between
  // blanks.
  void NoteUnread(const Value& map, std::string_view known);
  void MarkUnread();
  void TellUnread();
  Diagnostic Invalid(std::string_view what) const;

  // --- mend.cc
  Result<void> CheckCalls();
  Result<void> Mend();
  Result<void> MendResults(Draft draft);
  Call* CallOf(const Part& result);
  Call* FirstOpen(std::string_view name);
  void LinkByName();
  Result<void> Close(bool at_end);
  void AddStubs(const std::vector<uint32_t>& calls);
  void DropCalls(const std::vector<uint32_t>& calls);
  Result<void> Complain(Code code, uint32_t item, std::string message);

  const ReadOptions& options_;
  Heap* heap_;
  std::vector<Diagnostic>* warnings_;
  MessageList list_;
  std::vector<Draft> drafts_;
  std::vector<Part> inner_;  // of the result being read
  uint32_t item_ = 0;        // being read

  std::vector<Call> calls_;  // of all drafts, in order
  OrderedMap<uint32_t, std::string_view> calls_by_id_;
  std::vector<Draft> mended_;
  // The calls that results may still answer: those of the last assistant's message.
  Run open_ = {};
  uint32_t open_draft_ = kAbsent;  // in mended_
  uint32_t first_open_ = 0;        // none before it is unanswered
  OrderedMap<uint32_t, std::string_view> open_by_name_;
  bool linked_by_name_ = false;
  uint32_t next_call_ = 0;
  size_t complaints_ = 0;
  uint32_t first_unread_ = kAbsent;  // the first item with fields that nobody reads
  bool unread_elsewhere_ = false;
};

}  // namespace galley::history

#endif  // GALLEY_HISTORY_READER_H_
