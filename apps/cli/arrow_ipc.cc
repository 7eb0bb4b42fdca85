// A message is a FlatBuffer that describes a body of buffers.  The schema becomes a flat
// list of fields, parents first; batches are read along that list, as they are written.
#include "arrow_ipc.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "flat_table.h"
#include "galley/command.h"
#include "galley/limits.h"

namespace galley::cli {
namespace {

constexpr uint32_t kMaxDepth = 64;
constexpr uint32_t kMaxFields = 100'000;

enum MessageType : uint8_t { kSchema = 1, kDictionaryBatch = 2, kRecordBatch = 3 };

enum TypeCode : uint8_t {
  kNull = 1,
  kInt,
  kFloat,
  kBinary,
  kUtf8,
  kBool,
  kDecimal,
  kDate,
  kTime,
  kTimestamp,
  kInterval,
  kList,
  kStruct,
  kUnion,
  kFixedBinary,
  kFixedList,
  kMap,
  kDuration,
  kLargeBinary,
  kLargeUtf8,
  kLargeList,
  kRunEnd,
  kBinaryView,
  kUtf8View,
};

Diagnostic Broken(std::string_view what) {
  return RowsProblem("the rows are no Arrow file that can be read: " + std::string(what));
}

// How many buffers an array of a type has in a message, views apart.
int BuffersOf(std::string_view format) {
  if (format == "n") return 0;
  if (format == "+s" || format.starts_with("+w")) return 1;
  if (format == "u" || format == "U" || format == "z" || format == "Z") return 3;
  return 2;
}

std::string NumberFormat(const FlatTable& type) {
  const auto bits = type.Number<int32_t>(0, 0);
  const bool is_signed = type.Number<uint8_t>(1, 0) != 0;
  const char letter = bits == 8 ? 'c' : bits == 16 ? 's' : bits == 32 ? 'i' : 'l';
  return std::string(1, is_signed ? letter : static_cast<char>(letter - 'a' + 'A'));
}

// The format string of the C interface; empty: a type that has no values here.
std::string FormatOf(uint8_t code, const FlatTable& type) {
  switch (code) {
    case kNull:
      return "n";
    case kInt:
      return NumberFormat(type);
    case kFloat:
      return std::string(1, "efg"[std::min<int>(2, type.Number<uint16_t>(0, 0))]);
    case kUtf8:
      return "u";
    case kLargeUtf8:
      return "U";
    case kBinary:
      return "z";
    case kLargeBinary:
      return "Z";
    case kUtf8View:
      return "vu";
    case kBinaryView:
      return "vz";
    case kBool:
      return "b";
    case kDecimal:
      return "d:" + std::to_string(type.Number<int32_t>(0, 0)) + "," +
             std::to_string(type.Number<int32_t>(1, 0)) + "," +
             std::to_string(type.Number<int32_t>(2, 128));
    case kDate:
      return type.Number<int16_t>(0, 1) == 0 ? "tdD" : "tdm";
    case kTimestamp:
      return std::string("ts") + "smun"[type.Number<uint16_t>(0, 0) & 3] + ":" +
             std::string(type.Text(1));
    case kList:
      return "+l";
    case kLargeList:
      return "+L";
    case kFixedList:
      return "+w:" + std::to_string(type.Number<int32_t>(0, 0));
    case kStruct:
      return "+s";
    case kMap:
      return "+m";
    // What follows is refused where a template reads it, but its buffers must be counted.
    case kTime:
      return "tts";
    case kDuration:
      return "tDs";
    case kInterval:
      return "tiM";
    case kFixedBinary:
      return "w:" + std::to_string(type.Number<int32_t>(0, 0));
    default:
      return "";
  }
}

// A field of the schema, as it was read.
struct Field {
  std::string name;
  std::string format;
  uint32_t first_child = 0;
  uint32_t child_count = 0;
  bool has_dictionary = false;
  int64_t dictionary = 0;         // its id
  std::string value_format = {};  // of what a dictionary holds
};

// A batch, or a dictionary, with all that its arrays point at.
struct Arrays {
  std::string body;
  std::vector<ArrowArray> arrays;  // one a field below its root, the root first
  std::vector<std::vector<const void*>> buffers;
  std::vector<std::vector<ArrowArray*>> children;
  std::vector<std::unique_ptr<int64_t[]>> sizes;  // of the buffers of views
};

void Keep(ArrowArray*) {}
void Keep(ArrowSchema*) {}

}  // namespace

struct ArrowReader::State {
  explicit State(InputFile from) : file(std::move(from)) {}

  Result<bool> ReadExactly(size_t size, std::string* to) {
    to->clear();
    while (to->size() < size) {
      const Result<size_t> more =
          file.Read(std::min<size_t>(size - to->size(), size_t{1} << 20), to);
      if (!more) return more.error();
      if (*more == 0) {
        if (to->empty()) return false;
        return Broken("it ends in the middle of a message");
      }
    }
    return true;
  }

  // The next message and its body; a header that is not there: the end.
  Result<FlatTable> NextMessage(std::string* body) {
    for (;;) {
      const Result<bool> begun = ReadExactly(4, &header);
      if (!begun) return begun.error();
      if (!*begun) return FlatTable();
      if (is_first && header == "ARRO") {  // a file: `ARROW1` and two bytes, then a stream
        is_first = false;
        if (const Result<bool> magic = ReadExactly(4, &header); !magic) return magic.error();
        continue;
      }
      is_first = false;
      int32_t size = Number(header);
      if (size == -1) {
        const Result<bool> more = ReadExactly(4, &header);
        if (!more) return more.error();
        if (!*more) return FlatTable();
        size = Number(header);
      }
      if (size == 0) return FlatTable();
      if (size < 0 || static_cast<uint32_t>(size) > Limits().request)
        return Broken("a message is too long");
      return ReadMessage(static_cast<size_t>(size), body);
    }
  }

  Result<FlatTable> ReadMessage(size_t size, std::string* body) {
    const Result<bool> read = ReadExactly(size, &metadata);
    if (!read) return read.error();
    if (!*read) return Broken("it ends in the middle of a message");
    const FlatTable message = FlatTable::Root(metadata);
    const auto length = message.Number<int64_t>(3, 0);
    if (!message.is_there() || length < 0 || length > int64_t{1} << 40)
      return Broken("a message has no shape");
    const Result<bool> rest = ReadExactly(static_cast<size_t>(length), body);
    if (!rest) return rest.error();
    if (!*rest && length > 0) return Broken("it ends in the middle of a message");
    return message;
  }

  static int32_t Number(const std::string& bytes) {
    int32_t value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }

  Result<void> ReadFields(const FlatTable& schema) {
    if (schema.Number<int16_t>(0, 0) != 0) return Broken("its numbers are big-endian");
    fields.push_back({"", "+s"});
    std::vector<std::pair<FlatTable, uint32_t>> waiting = {{schema, 0}};  // with their depth
    // Children are added behind the last field, so those of one parent are neighbours.
    for (size_t at = 0; at < fields.size(); ++at) {
      const auto [table, depth] = waiting[at];
      const unsigned list = at == 0 ? 1 : 5;
      const uint32_t count = table.Count(list, 4);
      if (depth > kMaxDepth || fields.size() + count > kMaxFields)
        return Broken("its schema is too large");
      fields[at].first_child = static_cast<uint32_t>(fields.size());
      fields[at].child_count = count;
      for (uint32_t i = 0; i < count; ++i) {
        const FlatTable child = table.TableItem(list, i);
        Field field;
        field.name = child.Text(0);
        field.format = FormatOf(child.Number<uint8_t>(2, 0), child.Table(3));
        if (field.format.empty())
          return Broken("column `" + EscapedOnOneLine(field.name) +
                        "` has a type that is not known");
        if (const FlatTable encoding = child.Table(4); encoding.is_there()) {
          field.has_dictionary = true;
          field.dictionary = encoding.Number<int64_t>(0, 0);
          field.value_format = std::exchange(
              field.format, encoding.Table(1).is_there() ? NumberFormat(encoding.Table(1)) : "i");
          if (child.Count(5, 4) > 0) return Broken("a dictionary holds lists or structs");
        }
        fields.push_back(std::move(field));
        waiting.push_back({child, depth + 1});
      }
    }
    return {};
  }

  void MakeSchemas() {
    schemas.resize(fields.size());
    values.resize(fields.size());
    pointers.resize(fields.size());
    for (size_t at = 0; at < fields.size(); ++at) {
      const Field& field = fields[at];
      for (uint32_t i = 0; i < field.child_count; ++i)
        pointers[at].push_back(&schemas[field.first_child + i]);
      values[at] = {field.value_format.c_str(),
                    "",
                    nullptr,
                    ARROW_FLAG_NULLABLE,
                    0,
                    nullptr,
                    nullptr,
                    Keep,
                    nullptr};
      schemas[at] = {field.format.c_str(),
                     field.name.c_str(),
                     nullptr,
                     ARROW_FLAG_NULLABLE,
                     static_cast<int64_t>(field.child_count),
                     pointers[at].data(),
                     field.has_dictionary ? &values[at] : nullptr,
                     Keep,
                     nullptr};
    }
  }

  InputFile file;
  bool is_first = true;
  std::string header;
  std::string metadata;
  std::vector<Field> fields;
  std::vector<ArrowSchema> schemas;
  std::vector<ArrowSchema> values;  // of dictionaries
  std::vector<std::vector<ArrowSchema*>> pointers;
  std::map<int64_t, Arrays> dictionaries;
  Arrays batch;
};

namespace {

// Follows the fields in the order in which a message has their nodes and buffers: each
// before its children.
class BatchBuilder {
 public:
  BatchBuilder(const FlatTable& batch, Arrays* to) : batch_(batch), to_(to) {}

  Result<void> Begin(size_t count) {
    if (batch_.Table(3).is_there())
      return Broken("its buffers are compressed; write it without compression");
    to_->arrays.assign(count, ArrowArray{});
    to_->buffers.assign(count, {});
    to_->children.assign(count, {});
    to_->sizes.clear();
    return {};
  }

  int64_t length() const { return batch_.Number<int64_t>(0, 0); }

  // The array at `at`, of that format.
  Result<void> Add(size_t at, std::string_view format) {
    if (node_ >= batch_.Count(1, 16)) return Broken("a batch has too few arrays");
    ArrowArray& array = to_->arrays[at];
    array.length = batch_.StructItem(1, node_, 16, 0);
    array.null_count = batch_.StructItem(1, node_, 16, 8);
    ++node_;
    if (array.length < 0) return Broken("an array has a length that cannot be");
    int count = BuffersOf(format);
    const bool is_view = format == "vu" || format == "vz";
    int64_t views = 0;
    if (is_view) {
      if (view_ >= batch_.Count(4, 8)) return Broken("a batch does not count its buffers");
      views = batch_.StructItem(4, view_++, 8, 0);
      if (views < 0 || views > batch_.Count(2, 16))
        return Broken("a batch does not count its buffers");
      count += static_cast<int>(views);
    }
    std::vector<int64_t> sizes;
    for (int i = 0; i < count; ++i) {
      const Result<std::string_view> buffer = NextBuffer();
      if (!buffer) return buffer.error();
      to_->buffers[at].push_back(buffer->data());
      sizes.push_back(static_cast<int64_t>(buffer->size()));
    }
    if (const Result<void> fits = CheckSizes(format, array, sizes, &to_->buffers[at]); !fits)
      return fits;
    if (is_view) AddViewSizes(at, sizes);
    array.n_buffers = static_cast<int64_t>(to_->buffers[at].size());
    array.buffers = to_->buffers[at].data();
    array.release = Keep;
    return {};
  }

 private:
  Result<std::string_view> NextBuffer() {
    if (buffer_ >= batch_.Count(2, 16)) return Broken("a batch has too few buffers");
    const int64_t offset = batch_.StructItem(2, buffer_, 16, 0);
    const int64_t size = batch_.StructItem(2, buffer_, 16, 8);
    ++buffer_;
    const auto whole = static_cast<int64_t>(to_->body.size());
    if (offset < 0 || size < 0 || offset > whole || size > whole - offset)
      return Broken("a buffer lies outside");
    return std::string_view(to_->body).substr(static_cast<size_t>(offset),
                                              static_cast<size_t>(size));
  }

  // Whether the buffers are as long as the array says.
  static Result<void> CheckSizes(std::string_view format, const ArrowArray& array,
                                 const std::vector<int64_t>& sizes,
                                 std::vector<const void*>* buffers) {
    const int64_t length = array.length;
    if (length > int64_t{1} << 40) return Broken("an array has a length that cannot be");
    if (sizes.empty()) return {};
    if (sizes[0] == 0) {
      (*buffers)[0] = nullptr;  // all are there
    } else if (sizes[0] < (length + 7) / 8) {
      return Broken("a buffer is too short");
    }
    if (sizes.size() < 2 || length == 0) return {};
    const int64_t needed = BytesFor(format, length);
    if (sizes[1] < needed) return Broken("a buffer is too short");
    if (sizes.size() != 3 || format[0] == 'v') return {};
    // The last offset of a text.
    const auto* offsets = static_cast<const char*>((*buffers)[1]);
    int64_t end = 0;
    if (format == "u" || format == "z") {
      int32_t last = 0;
      std::memcpy(&last, offsets + 4 * length, 4);
      end = last;
    } else {
      std::memcpy(&end, offsets + 8 * length, 8);
    }
    return end >= 0 && end <= sizes[2] ? Result<void>() : Broken("a text lies outside");
  }

  static int64_t BytesFor(std::string_view format, int64_t length) {
    if (format == "b") return (length + 7) / 8;
    if (format == "u" || format == "z" || format == "+l" || format == "+m") return 4 * (length + 1);
    if (format == "U" || format == "Z" || format == "+L") return 8 * (length + 1);
    if (format[0] == 'v') return 16 * length;
    if (format[0] == 'd') {
      const size_t comma = format.rfind(',');
      return length * (std::atoi(format.data() + comma + 1) / 8);
    }
    constexpr std::string_view kNumbers = "cCsSiIlLefg";
    constexpr int kWidths[] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    if (format.size() == 1) {
      const size_t at = kNumbers.find(format[0]);
      return at == kNumbers.npos ? 0 : length * kWidths[at];
    }
    if (format == "tdD") return 4 * length;
    if (format == "tdm" || format.starts_with("ts")) return 8 * length;
    return 0;  // what no template can read
  }

  void AddViewSizes(size_t at, const std::vector<int64_t>& sizes) {
    auto kept = std::make_unique<int64_t[]>(sizes.size());
    std::copy(sizes.begin() + 2, sizes.end(), kept.get());
    to_->buffers[at].push_back(kept.get());
    to_->sizes.push_back(std::move(kept));
  }

  const FlatTable& batch_;
  Arrays* to_;
  uint32_t node_ = 0;
  uint32_t buffer_ = 0;
  uint32_t view_ = 0;
};

}  // namespace

ArrowReader::ArrowReader(InputFile file) : state_(std::make_unique<State>(std::move(file))) {}
ArrowReader::ArrowReader(ArrowReader&& other) noexcept = default;
ArrowReader::~ArrowReader() = default;

const InputFile& ArrowReader::file() const noexcept { return state_->file; }

Result<const ArrowSchema*> ArrowReader::ReadSchema() {
  std::string body;
  const Result<FlatTable> message = state_->NextMessage(&body);
  if (!message) return message.error();
  if (message->Number<uint8_t>(1, 0) != kSchema) return Broken("it does not begin with a schema");
  if (const Result<void> read = state_->ReadFields(message->Table(2)); !read) return read.error();
  state_->MakeSchemas();
  return &state_->schemas[0];
}

Result<const ArrowArray*> ArrowReader::NextBatch() {
  for (;;) {
    std::string body;
    const Result<FlatTable> message = state_->NextMessage(&body);
    if (!message) return message.error();
    if (!message->is_there()) return nullptr;
    const auto type = message->Number<uint8_t>(1, 0);
    const FlatTable header = message->Table(2);
    if (type == kDictionaryBatch) {
      const auto id = header.Number<int64_t>(0, 0);
      if (header.Number<uint8_t>(2, 0) != 0) return Broken("a dictionary grows");
      Arrays& values = state_->dictionaries[id];
      values.body = std::move(body);
      std::string_view format;
      for (const Field& field : state_->fields) {
        if (field.has_dictionary && field.dictionary == id) format = field.value_format;
      }
      if (format.empty()) return Broken("a dictionary belongs to no column");
      const FlatTable data = header.Table(1);
      BatchBuilder builder(data, &values);
      if (const Result<void> begun = builder.Begin(1); !begun) return begun.error();
      if (const Result<void> added = builder.Add(0, format); !added) return added.error();
      continue;
    }
    if (type != kRecordBatch) return Broken("a message is of a kind that is not known");
    Arrays& batch = state_->batch;
    batch.body = std::move(body);
    BatchBuilder builder(header, &batch);
    if (const Result<void> begun = builder.Begin(state_->fields.size()); !begun)
      return begun.error();
    ArrowArray& rows = batch.arrays[0];
    rows.length = builder.length();
    batch.buffers[0].push_back(nullptr);
    rows.n_buffers = 1;
    rows.buffers = batch.buffers[0].data();
    rows.release = Keep;
    // Depth first, as they are written.
    std::vector<uint32_t> waiting;
    const auto add_children = [&](size_t at) {
      const Field& field = state_->fields[at];
      for (uint32_t i = field.child_count; i-- > 0;) waiting.push_back(field.first_child + i);
      for (uint32_t i = 0; i < field.child_count; ++i) {
        batch.children[at].push_back(&batch.arrays[field.first_child + i]);
      }
      batch.arrays[at].n_children = field.child_count;
      batch.arrays[at].children = batch.children[at].data();
    };
    add_children(0);
    while (!waiting.empty()) {
      const uint32_t at = waiting.back();
      waiting.pop_back();
      const Field& field = state_->fields[at];
      if (const Result<void> added = builder.Add(at, field.format); !added) return added.error();
      if (field.has_dictionary) {
        const auto found = state_->dictionaries.find(field.dictionary);
        if (found == state_->dictionaries.end()) return Broken("a dictionary is missing");
        batch.arrays[at].dictionary = &found->second.arrays[0];
      }
      add_children(at);
    }
    return &batch.arrays[0];
  }
}

}  // namespace galley::cli
