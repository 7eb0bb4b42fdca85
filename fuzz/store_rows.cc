// The rows of a store: whatever a database gives, reading, listing and exporting end, and
// what is read is what was asked for, whole.
//
// The input is rows, each ended by a line break, of columns that tabs separate; a
// statement takes the next ones, up to an empty one.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.h"
#include "files/memory_files.h"
#include "fuzz/require.h"
#include "store/store.h"
#include "store/store_export.h"

namespace galley {
namespace {

// How many columns the rows of a statement have.
size_t ColumnsOf(Sql statement) {
  switch (statement) {
    case Sql::kReadStore:
    case Sql::kFindLabel:
      return 2;
    case Sql::kFindDocument:
    case Sql::kListLabels:
      return 3;
    case Sql::kReadVersion:
    case Sql::kListDocuments:
      return 9;
    case Sql::kListVersions:
      return 7;
    default:
      return 1;
  }
}

class RowDatabase final : public Database {
 public:
  explicit RowDatabase(std::string_view rows) : Database("rows"), rest_(rows) { set_patience(0); }

  Result<bool> HasStore() override { return true; }
  Result<void> RunScript(std::string_view) override { return {}; }
  Result<void> Announce(std::string_view) override { return {}; }
  Result<std::string> FindSchemaFault(std::span<const std::string_view>) override {
    return std::string();
  }
  Result<std::vector<std::string>> CheckIntegrity() override { return std::vector<std::string>(); }
  Result<void> Watch() override { return {}; }
  Result<Changes> TakeChanges() override { return Changes(); }

 protected:
  Result<Rows> Execute(Sql statement, Values) override {
    Rows rows;
    for (std::string_view line = TakeLine(); !line.empty(); line = TakeLine()) {
      Row& row = rows.emplace_back();
      for (size_t column = 0; column < ColumnsOf(statement); ++column) {
        const size_t end = std::min(line.find('\t'), line.size());
        row.emplace_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
      }
    }
    return rows;
  }
  Result<void> Begin(Purpose) override { return {}; }
  Result<void> Commit() override { return {}; }
  void Rollback() noexcept override {}

 private:
  std::string_view TakeLine() {
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return line;
  }

  std::string_view rest_;
};

void CheckRows(std::string_view rows) {
  const auto store =
      Store::Open(std::make_unique<RowDatabase>(rows), Access::kExisting, AllMigrations());
  if (!store) return;
  constexpr uint64_t kMost = 1'000;
  for (const StoredName& name : {StoredName{"a", 0, {}}, {"a", 1, {}}, {"a", 0, "production"}}) {
    const Result<StoredDocument> read = (*store)->Read(name, kMost);
    if (read) Require(Sha256Of(read->text) == read->info.digest && read->info.size <= kMost);
  }
  static_cast<void>((*store)->History("a"));
  static_cast<void>((*store)->Labels());
  MemoryFiles files;
  static_cast<void>(ExportStore(store->get(), &files));
}

}  // namespace
}  // namespace galley

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  galley::CheckRows(galley::TextFrom(data, size));
  return 0;
}
