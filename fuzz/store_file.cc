// A SQLite file: whatever it holds, opening it as a store, reading all of it and exporting
// it end, and what is read has the digest it was stored with.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>

#include "base/sha256.h"
#include "files/memory_files.h"
#include "fuzz/require.h"
#include "store/store.h"
#include "store/store_export.h"

namespace galley {
namespace {

namespace fs = std::filesystem;

// A directory of this process, which goes with it.
class Scratch {
 public:
  Scratch() {
    std::string made = (fs::temp_directory_path() / "galley-fuzz-XXXXXX").string();
    Require(mkdtemp(made.data()) != nullptr);
    path_ = made;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string file() const { return (path_ / "store.db").string(); }

 private:
  fs::path path_;
};

void CheckFile(std::string_view bytes) {
  static const Scratch scratch;
  for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(scratch.file() + suffix);
  std::ofstream(scratch.file(), std::ios::binary | std::ios::trunc) << bytes;
  const auto store = Store::Open({StoreUrl::Kind::kSqlite, scratch.file()}, "", Access::kExisting);
  if (!store) {
    Require(!store.error().code().empty());
    return;
  }
  (*store)->database().set_patience(0);
  const auto documents = (*store)->List();
  static_cast<void>((*store)->Labels());
  static_cast<void>((*store)->database().CheckIntegrity());
  for (size_t at = 0; documents && at < documents->size(); ++at) {
    const std::string& name = (*documents)[at].name;
    static_cast<void>((*store)->History(name));
    const Result<StoredDocument> read = (*store)->Read({name, 0, {}}, Limits().file);
    if (read) Require(Sha256Of(read->text) == read->info.digest);
  }
  MemoryFiles files;
  static_cast<void>(ExportStore(store->get(), &files));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  galley::CheckFile(galley::TextFrom(data, size));
  return 0;
}
