// Tables in Arrow's interprocess format, streams and files, as the structs of its C
// interface.
//
// Whatever the bytes say is checked against how many there are: a file that lies is an
// error, never a read out of bounds.  Compressed buffers and dictionaries that grow are
// refused by name.
#ifndef GALLEY_APPS_CLI_ARROW_IPC_H_
#define GALLEY_APPS_CLI_ARROW_IPC_H_

#include <cstdint>
#include <memory>
#include <string>

#include "galley/result.h"
#include "galley/rows.h"
#include "row_input.h"

namespace galley::cli {

class ArrowReader {
 public:
  explicit ArrowReader(InputFile file);
  ArrowReader(ArrowReader&& other) noexcept;
  ~ArrowReader();

  // The columns; read before the first batch.
  Result<const ArrowSchema*> ReadSchema();
  // The next rows, valid until the next call; null: there are no more.
  Result<const ArrowArray*> NextBatch();

  const InputFile& file() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace galley::cli

#endif  // GALLEY_APPS_CLI_ARROW_IPC_H_
