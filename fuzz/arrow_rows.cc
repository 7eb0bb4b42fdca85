// Tables in Arrow's C structs that lie: the input says what each struct claims.
//
// Types, numbers of buffers and children, lengths, offsets, indices, views and what is missing
// or was released come from the input.  Plain buffers are as large as any claim that the
// interface cannot tell from a true one.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "fuzz/require.h"
#include "galley/galley.h"

namespace galley {
namespace {

constexpr const char* kFormats[] = {
    "n",          "b",     "c",        "C",           "s",     "S",   "i",   "I",    "l",
    "L",          "e",     "f",        "g",           "u",     "U",   "vu",  "+l",   "+L",
    "+w:2",       "+s",    "+m",       "z",           "",      "tdD", "tdm", "tss:", "tsn:UTC",
    "tsu:+02:00", "d:5,2", "d:5,2,32", "d:40,-3,256", "+w:-1", "+r",  "d:x"};
constexpr const char* kNames[] = {"a", "b", "c", "key"};
constexpr size_t kMostNodes = 24;
// No claim of a length or offset that passes for true is above 64; values have up to 32 bytes.
constexpr size_t kBufferSize = 130 * 32;

class Bytes {
 public:
  explicit Bytes(std::string_view text) : text_(text) {}
  uint8_t Next() {
    if (text_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(text_[0]);
    text_.remove_prefix(1);
    return byte;
  }
  // Mostly small, below `most`; sometimes what no length can be.
  int64_t Number(int64_t most) {
    const uint8_t byte = Next();
    if (byte == 255) return -1;
    if (byte == 254) return INT64_MAX;
    return byte % most;
  }
  // Mostly long enough for what is around; sometimes not.
  int64_t Length() {
    const uint8_t byte = Next();
    return byte < 16 ? byte : byte < 32 ? -1 : 40 + byte % 24;
  }

 private:
  std::string_view text_;
};

struct Node {
  ArrowSchema schema = {};
  ArrowArray array = {};
  std::string format;
  std::vector<ArrowSchema*> schemas;
  std::vector<ArrowArray*> arrays;
  std::array<std::vector<uint8_t>, 5> buffers;
  std::vector<const void*> pointers;
};

// Offsets, indices and views, small numbers of which some are out of range.
void FillNumbers(Bytes* bytes, size_t width, std::vector<uint8_t>* buffer) {
  buffer->assign(kBufferSize, 0);
  int64_t number = 0;
  for (size_t at = 0; at + width <= 130 * width; at += width) {
    const uint8_t step = bytes->Next();
    number = step == 255 ? -1 : number + step % 4;
    std::memcpy(buffer->data() + at, &number, std::min(width, sizeof number));
  }
}

// The nodes are the builder's.
void Keep(ArrowArray*) {}

class Builder {
 public:
  explicit Builder(std::string_view input) : bytes_(input) {}

  Node* Build() {
    Node* root = New();
    for (size_t at = 0; at < nodes_.size(); ++at) Fill(&nodes_[at], at == 0);
    return root;
  }

 private:
  Node* New() { return nodes_.size() < kMostNodes ? &nodes_.emplace_back() : nullptr; }

  void Fill(Node* node, bool is_root) {
    node->format = is_root ? "+s" : kFormats[bytes_.Next() % std::size(kFormats)];
    const uint8_t flags = bytes_.Next();
    AddChildren(node, is_root ? 3 : node->format.starts_with('+') ? 1 + (flags & 1) : 0);
    Node* dictionary = !is_root && (flags & 0x0E) == 0x0E ? New() : nullptr;
    FillBuffers(node);
    const auto count = static_cast<int64_t>(node->schemas.size());
    const bool lies = (flags & 0xF0) == 0xF0;
    node->schema = {(flags & 0xF8) == 0xE8 ? nullptr : node->format.c_str(),
                    kNames[is_root ? 0 : number_++ % std::size(kNames)],
                    nullptr,
                    ARROW_FLAG_NULLABLE,
                    count,
                    node->schemas.data(),
                    dictionary ? &dictionary->schema : nullptr,
                    [](ArrowSchema*) {},
                    nullptr};
    node->array = {is_root ? bytes_.Number(8) : bytes_.Length(),
                   -1,
                   bytes_.Number(is_root ? 4 : 8),
                   BufferCount(node) + (lies ? bytes_.Next() % 3 - 1 : 0),
                   count - (lies ? bytes_.Next() % 2 : 0),
                   node->pointers.data(),
                   node->arrays.data(),
                   dictionary ? &dictionary->array : nullptr,
                   (flags & 0xF8) == 0xD8 ? nullptr : Keep,
                   nullptr};
  }

  void AddChildren(Node* node, int count) {
    for (int i = 0; i < count; ++i) {
      Node* child = New();
      if (!child) return;
      node->schemas.push_back(&child->schema);
      node->arrays.push_back(bytes_.Next() == 255 ? nullptr : &child->array);
    }
  }

  static int64_t BufferCount(const Node* node) {
    const std::string& format = node->format;
    if (format == "n") return 0;
    if (format == "+s" || format.starts_with("+w")) return 1;
    if (format == "u" || format == "U") return 3;
    return format == "vu" ? 4 : 2;
  }

  void FillBuffers(Node* node) {
    const bool is_wide = node->format == "U" || node->format == "+L" || node->format == "l";
    node->buffers[0].assign(kBufferSize, bytes_.Next());
    FillNumbers(&bytes_, node->format == "vu" ? 16 : is_wide ? 8 : 4, &node->buffers[1]);
    node->buffers[2].assign(kBufferSize, 'x');
    node->buffers[3].assign(64, bytes_.Next());  // the sizes of what views point into
    if (node->format == "vu") std::memset(node->buffers[3].data() + 1, 0, 7);
    for (const auto& buffer : node->buffers) {
      node->pointers.push_back(bytes_.Next() == 255 ? nullptr : buffer.data());
    }
    node->pointers.push_back(nullptr);
  }

  Bytes bytes_;
  std::deque<Node> nodes_;
  size_t number_ = 0;
};

const Template& Printed() {
  static const Template kTemplate = [] {
    const Workspace workspace = *Workspace::InMemory();
    return *workspace.Compile("{{ a }}{{ b | tojson }}{{ c }}", {.language = Language::kJinja});
  }();
  return kTemplate;
}

void Check(std::string_view input) {
  Builder builder(input);
  const Node* root = builder.Build();
  RowOptions options;
  options.threads = 1;
  options.errors = true;
  Result<RowRenderer> renderer = RowRenderer::Make(Printed(), root->schema, options);
  if (!renderer) return;
  if (!renderer->Add(root->array)) Require(renderer->rows() == 0);
  const auto rows = static_cast<int64_t>(renderer->rows());
  ArrowSchema schema = {};
  ArrowArray array = {};
  Require(renderer->Finish(&schema, &array).has_value());
  Require(array.length == rows && array.n_children == 2);
  schema.release(&schema);
  array.release(&array);
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  galley::Check(galley::TextFrom(bytes, size));
  return 0;
}
