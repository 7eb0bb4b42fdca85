// ReadPath: a value that a template reads, as far as its text tells: a variable and the
// steps from there.  Which class of volatility a text has, and which value made two
// renders differ, are both answered from these.
#ifndef GALLEY_ENGINE_CODE_READ_PATH_H_
#define GALLEY_ENGINE_CODE_READ_PATH_H_

#include <cstdint>
#include <string>
#include <vector>

namespace galley {

struct ReadStep {
  enum class Kind : uint8_t {
    kField,  // `name`: of a map, or the index of an item; `-1` is the last
    kKey,    // the field or item that the value of a path names: TextReads::keys[order]
    // Loops, which go on one turn at a time; those of one `order` are in the same turn.
    kEach,     // the item, of a map the value
    kSection,  // the same where the value is a list, and the value itself elsewhere
    kKeys,     // the item, of a map the key
    kName,     // the index of the item, of a map the key
    kNumber,   // the number of the turn, from `name` on
  } kind = Kind::kField;
  std::string name = {};
  uint32_t order = 0;  // of a loop: where it begins, as ReadPath::order has it

  bool is_loop() const noexcept { return kind != Kind::kField && kind != Kind::kKey; }
};

struct ReadPath {
  std::vector<ReadStep> steps;  // the first is the variable; none: all there is
  bool is_printed = false;      // a part of the text is made of it; else it decides about others
  uint32_t order = 0;           // reads and loops of one text are numbered as they stand in it
};

// What a text reads, in its order.
struct TextReads {
  std::vector<ReadPath> paths;
  // What names fields when the text is rendered; a path stands behind those that name fields of
  // its own.
  std::vector<std::vector<ReadStep>> keys;
  // The templates that it renders in place and that see what it sees.
  std::vector<std::string> includes;
};

}  // namespace galley

#endif  // GALLEY_ENGINE_CODE_READ_PATH_H_
