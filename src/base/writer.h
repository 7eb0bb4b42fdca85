// Writer: where text goes.  Appending never fails on the spot; once the limit is
// passed the writer takes nothing more and `overflowed()` stays true, so code
// that prints cannot forget a limit and need not check it.
#ifndef GALLEY_BASE_WRITER_H_
#define GALLEY_BASE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/arena.h"

namespace galley {

// memcpy of up to 32 bytes without a call: two moves that may overlap.  `from` may be
// null where there is nothing to copy.
inline void CopyShort(const char* from, size_t size, char* to) noexcept {
  const auto move_both_ends = [&]<class Word>(Word) {
    Word head;
    Word tail;
    std::memcpy(&head, from, sizeof(Word));
    std::memcpy(&tail, from + size - sizeof(Word), sizeof(Word));
    std::memcpy(to, &head, sizeof(Word));  // NOLINT(*NonNullParamChecker): there is room
    std::memcpy(to + size - sizeof(Word), &tail, sizeof(Word));
  };
  struct Sixteen {
    uint64_t words[2];
  };
  if (size >= 16) {
    move_both_ends(Sixteen());
  } else if (size >= 8) {
    move_both_ends(uint64_t{});
  } else if (size >= 4) {
    move_both_ends(uint32_t{});
  } else if (size > 0) {
    const char first = from[0];
    const char middle = from[size / 2];
    const char last = from[size - 1];
    to[0] = first;  // NOLINT(*NullDereference): there is room
    to[size / 2] = middle;
    to[size - 1] = last;
  }
}

// Copies `text` to `*next` if it is short and fits before `end`.
inline bool PutShort(std::string_view text, char** next, const char* end) noexcept {
  if (text.size() > 32 || text.size() > static_cast<size_t>(end - *next)) return false;
  CopyShort(text.data(), text.size(), *next);
  *next += text.size();
  return true;
}

// The same for a text that an arena handed out: it is copied without asking how short
// it is, with bytes that the next text covers.
inline bool PutSlack(std::string_view text, char** next, const char* end) noexcept {
  if (text.size() > Arena::kSlack) return false;
  if (static_cast<size_t>(end - *next) < Arena::kSlack) return false;
  std::memcpy(*next, text.data(), Arena::kSlack);
  *next += text.size();
  return true;
}

class Writer {
 public:
  void Append(std::string_view text) noexcept {
    if (text.size() > room()) [[unlikely]] {
      if (!Grow(text.size())) return Overflow();
    }
    // An empty view may hold a null pointer, which memcpy must not get.
    if (text.empty()) return;
    std::memcpy(next_, text.data(), text.size());  // NOLINT(*NonNullParamChecker): there is room
    next_ += text.size();
  }

  // The same, for the loops where most texts are short.
  void AppendShort(std::string_view text) noexcept {
    if (!PutShort(text, &next_, end_)) Append(text);
  }

  // The same for a text that an arena handed out.
  void AppendSlack(std::string_view text) noexcept {
    if (!PutSlack(text, &next_, end_)) Append(text);
  }

  void Append(char byte) noexcept {
    if (room() == 0) [[unlikely]] {
      if (!Grow(1)) return Overflow();
    }
    *next_++ = byte;
  }

  // Room for `size` bytes, which count as written, for the caller to fill; null where
  // there is none.
  char* Extend(size_t size) noexcept {
    if (size > room() && !Grow(size)) {
      Overflow();
      return nullptr;
    }
    next_ += size;
    return next_ - size;
  }

  // `count` times `byte`.
  void Fill(char byte, size_t count) noexcept {
    if (count > room() && !Grow(count)) return Overflow();
    if (count == 0) return;
    std::memset(next_, byte, count);
    next_ += count;
  }

  // True once something was left out.
  bool overflowed() const noexcept { return overflowed_; }

 protected:
  Writer() noexcept = default;
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() = default;

  // Makes room for `size` more bytes, or returns false and changes nothing.
  virtual bool Grow(size_t size) noexcept = 0;

  size_t room() const noexcept { return static_cast<size_t>(end_ - next_); }

  char* next_ = nullptr;
  char* end_ = nullptr;
  bool overflowed_ = false;

 private:
  friend class Tail;

  void Overflow() noexcept {
    overflowed_ = true;
    end_ = next_;
  }
};

// Where a writer goes on, kept at hand by a loop that appends little at a time.  As long
// as it lives, all that is written goes through it.
class Tail {
 public:
  explicit Tail(Writer* out) noexcept : out_(*out), next_(out->next_), end_(out->end_) {}
  ~Tail() { out_.next_ = next_; }
  Tail(const Tail&) = delete;
  Tail& operator=(const Tail&) = delete;

  void AppendShort(std::string_view text) noexcept {
    if (!PutShort(text, &next_, end_)) AppendLong(text);
  }
  void AppendSlack(std::string_view text) noexcept {
    if (!PutSlack(text, &next_, end_)) AppendLong(text);
  }
  void Append(char byte) noexcept {
    if (next_ == end_) [[unlikely]]
      return AppendLong({&byte, 1});
    *next_++ = byte;
  }
  // For what appends to the writer itself.
  template <class Write>
  void Through(Write write) noexcept {
    out_.next_ = next_;
    write(&out_);
    next_ = out_.next_;
    end_ = out_.end_;
  }

 private:
  void AppendLong(std::string_view text) noexcept {
    Through([text](Writer* out) { out->Append(text); });
  }

  Writer& out_;
  char* next_;
  char* end_;
};

// Writes into one growing buffer of its own, up to `limit` bytes.
class BufferWriter final : public Writer {
 public:
  explicit BufferWriter(uint64_t limit = UINT64_MAX) noexcept : limit_(limit) {}
  ~BufferWriter();

  size_t size() const noexcept { return static_cast<size_t>(next_ - begin_); }
  // What was written; valid until the next append.
  std::string_view view() const noexcept { return {begin_, size()}; }
  std::string ToString() const { return std::string(view()); }

  // Takes back everything after the first `size` bytes.
  void Truncate(size_t size) noexcept {
    next_ = begin_ + size;
    if (overflowed_) end_ = next_;  // what was left out stays the last word
  }
  // Starts anew under `limit`, keeping the buffer.
  void Reset(uint64_t limit) noexcept;

 private:
  bool Grow(size_t size) noexcept override;

  char* begin_ = nullptr;
  size_t capacity_ = 0;
  uint64_t limit_;
};

}  // namespace galley

#endif  // GALLEY_BASE_WRITER_H_
