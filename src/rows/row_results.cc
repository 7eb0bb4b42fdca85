// Results as Arrow arrays.  Each array owns its buffers through `private_data`; a parent
// owns its children, which its release gives back unless somebody moved them out.
#include "rows/row_results.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

#include "rows/huge_pages.h"

namespace galley::rows {
namespace {

struct OwnedSchema {
  std::string format;
  std::string name;
  std::vector<std::unique_ptr<ArrowSchema>> children;
  std::vector<ArrowSchema*> pointers;
};

struct OwnedArray {
  std::vector<std::unique_ptr<char[]>> buffers;
  std::vector<const void*> buffer_pointers;
  std::vector<std::unique_ptr<ArrowArray>> children;
  std::vector<ArrowArray*> pointers;
};

template <class Struct, class Owned>
void Release(Struct* released) {
  std::unique_ptr<Owned> owned(static_cast<Owned*>(released->private_data));
  for (Struct* child : owned->pointers) {
    if (child->release) child->release(child);
  }
  released->release = nullptr;
}

// A schema and an array that are made together.
struct Made {
  std::unique_ptr<ArrowSchema> schema;
  std::unique_ptr<ArrowArray> array;
};

Made Make(std::string format, std::string name, size_t length,
          std::vector<std::unique_ptr<char[]>> buffers, int64_t null_count,
          std::vector<Made> children) {
  auto schema = std::make_unique<OwnedSchema>();
  auto array = std::make_unique<OwnedArray>();
  schema->format = std::move(format);
  schema->name = std::move(name);
  for (Made& child : children) {
    schema->pointers.push_back(child.schema.get());
    schema->children.push_back(std::move(child.schema));
    array->pointers.push_back(child.array.get());
    array->children.push_back(std::move(child.array));
  }
  array->buffers = std::move(buffers);
  for (const auto& buffer : array->buffers) array->buffer_pointers.push_back(buffer.get());

  Made made{std::make_unique<ArrowSchema>(), std::make_unique<ArrowArray>()};
  const auto count = static_cast<int64_t>(schema->pointers.size());
  *made.schema = {schema->format.c_str(),
                  schema->name.c_str(),
                  nullptr,
                  ARROW_FLAG_NULLABLE,
                  count,
                  schema->pointers.data(),
                  nullptr,
                  Release<ArrowSchema, OwnedSchema>,
                  nullptr};
  *made.array = {static_cast<int64_t>(length),
                 null_count,
                 0,
                 static_cast<int64_t>(array->buffer_pointers.size()),
                 count,
                 array->buffer_pointers.data(),
                 array->pointers.data(),
                 nullptr,
                 Release<ArrowArray, OwnedArray>,
                 nullptr};
  made.schema->private_data = schema.release();
  made.array->private_data = array.release();
  return made;
}

std::unique_ptr<char[]> NewBuffer(size_t size) {
  std::unique_ptr<char[]> made = std::make_unique_for_overwrite<char[]>(size ? size : 1);
  PreferHugePages(made.get(), size);
  return made;
}

// The offsets of `ends`, of 32 bits where they fit.
class Offsets {
 public:
  Offsets(size_t count, uint64_t total)
      : is_large_(total > INT32_MAX), buffer_(NewBuffer((count + 1) * (is_large_ ? 8 : 4))) {
    Add(0);
  }

  void Add(uint64_t offset) noexcept {
    if (is_large_) {
      std::memcpy(buffer_.get() + 8 * count_++, &offset, 8);
    } else {
      const auto small = static_cast<int32_t>(offset);
      std::memcpy(buffer_.get() + 4 * count_++, &small, 4);
    }
  }
  bool is_large() const noexcept { return is_large_; }
  std::unique_ptr<char[]> Take() noexcept { return std::move(buffer_); }

 private:
  bool is_large_;
  size_t count_ = 0;
  std::unique_ptr<char[]> buffer_;
};

// Which rows are there: a bit each, or nothing where all are.
struct Validity {
  std::unique_ptr<char[]> bits;
  int64_t nulls = 0;
};

template <class Of>
Validity ValidityOf(const std::vector<RowResults>& results, size_t rows, Of is_there) {
  Validity made;
  made.bits = NewBuffer((rows + 7) / 8);
  std::memset(made.bits.get(), 0, (rows + 7) / 8);
  size_t at = 0;
  for (const RowResults& stretch : results) {
    for (const uint8_t rendered : stretch.rendered) {
      if (is_there(rendered)) {
        made.bits[at >> 3] = static_cast<char>(made.bits[at >> 3] | (1 << (at & 7)));
      } else {
        ++made.nulls;
      }
      ++at;
    }
  }
  if (made.nulls == 0) made.bits.reset();
  return made;
}

// One string array of the texts that `of` finds in each stretch.
Made TextArray(std::vector<RowResults>* results, Texts RowResults::*of, std::string name,
               Validity validity) {
  size_t count = 0;
  uint64_t total = 0;
  for (const RowResults& stretch : *results) {
    count += (stretch.*of).size();
    total += (stretch.*of).bytes.size();
  }
  Offsets offsets(count, total);
  std::unique_ptr<char[]> bytes = NewBuffer(total);
  uint64_t begin = 0;
  for (RowResults& stretch : *results) {
    const Texts texts = std::exchange(stretch.*of, {});
    std::memcpy(bytes.get() + begin, texts.bytes.data(), texts.bytes.size());
    for (const uint64_t end : texts.ends) offsets.Add(begin + end);
    begin += texts.bytes.size();
  }
  const bool is_large = offsets.is_large();
  std::vector<std::unique_ptr<char[]>> buffers;
  buffers.push_back(std::move(validity.bits));
  buffers.push_back(offsets.Take());
  buffers.push_back(std::move(bytes));
  return Make(is_large ? "U" : "u", std::move(name), count, std::move(buffers), validity.nulls, {});
}

Made StructArray(std::string name, size_t rows, std::vector<Made> children) {
  std::vector<std::unique_ptr<char[]>> buffers(1);
  return Make("+s", std::move(name), rows, std::move(buffers), 0, std::move(children));
}

// A list of {role, content} a row.
Made MessageArray(std::vector<RowResults>* results, std::string name, size_t rows,
                  Validity validity) {
  uint64_t total = 0;
  for (const RowResults& stretch : *results) total += stretch.roles.size();
  Offsets offsets(rows, total);
  uint64_t begin = 0;
  for (RowResults& stretch : *results) {
    for (const uint64_t end : stretch.message_ends) offsets.Add(begin + end);
    begin += stretch.roles.size();
  }
  std::vector<Made> fields;
  fields.push_back(TextArray(results, &RowResults::roles, "role", {}));
  fields.push_back(TextArray(results, &RowResults::contents, "content", {}));
  std::vector<Made> items;
  items.push_back(StructArray("item", total, std::move(fields)));
  const bool is_large = offsets.is_large();
  std::vector<std::unique_ptr<char[]>> buffers;
  buffers.push_back(std::move(validity.bits));
  buffers.push_back(offsets.Take());
  return Make(is_large ? "+L" : "+l", std::move(name), rows, std::move(buffers), validity.nulls,
              std::move(items));
}

}  // namespace

void Texts::Reserve(size_t factor) {
  const size_t used = bytes.size();
  bytes.reserve((used + used / 8) * factor);
  PreferHugePages(bytes.data() + used, bytes.capacity() - used);
  ends.reserve(ends.size() * factor);
}

void RowResults::Reserve(size_t rows) {
  const size_t factor = size() ? (rows + size() - 1) / size() : 0;
  rendered.reserve(rows);
  for (Texts* each : {&texts, &roles, &contents, &errors}) each->Reserve(factor);
}

void RowResults::AddText() {
  rendered.push_back(1);
  texts.End();
  if (has_errors) errors.Add("");
}

void RowResults::AddMessages(const Conversation& conversation) {
  rendered.push_back(1);
  for (const Message& message : conversation.messages()) {
    roles.Add(message.role);
    // What is more than one text is JSON.
    if (message.parts.is_null()) {
      contents.Add(message.content);
    } else {
      contents.Add(message.parts.ToText());
    }
  }
  message_ends.push_back(roles.size());
  if (has_errors) errors.Add("");
}

void RowResults::AddFailure(const Error& error) {
  rendered.push_back(0);
  ++failed;
  if (is_chat) {
    message_ends.push_back(roles.size());
  } else {
    texts.Add("");
  }
  if (!has_errors) return;
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    text += FormatText(diagnostic, Colour::kNever);
  }
  errors.Add(text);
}

void Export(std::vector<RowResults> results, bool is_chat, bool with_errors, ArrowSchema* schema,
            ArrowArray* array) {
  size_t rows = 0;
  for (const RowResults& stretch : results) rows += stretch.size();
  Validity rendered = ValidityOf(results, rows, [](uint8_t each) { return each != 0; });
  const char* name = with_errors ? (is_chat ? "messages" : "text") : "";
  Made made = is_chat ? MessageArray(&results, name, rows, std::move(rendered))
                      : TextArray(&results, &RowResults::texts, name, std::move(rendered));
  if (with_errors) {
    Validity failed = ValidityOf(results, rows, [](uint8_t each) { return each == 0; });
    std::vector<Made> fields;
    fields.push_back(std::move(made));
    fields.push_back(TextArray(&results, &RowResults::errors, "error", std::move(failed)));
    made = StructArray("", rows, std::move(fields));
  }
  *schema = *made.schema;
  *array = *made.array;
}

}  // namespace galley::rows
