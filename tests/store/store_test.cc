// What a store promises, on both databases: versions, labels, what is refused, migrations, writers
// at once, and exports that bring everything back.
#include "store/store.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "diag/report.h"
#include "files/memory_files.h"
#include "store/postgresql_database.h"
#include "store/sqlite_database.h"
#include "store/store_export.h"
#include "tests/store/each_store.h"

namespace galley {
namespace {

template <class T>
std::string CodeOf(const Result<T>& result) {
  return result ? "" : std::string(result.error().code());
}

template <class T>
std::string MessageOf(const Result<T>& result) {
  return result ? "" : result.error().diagnostics().front().message;
}

using StoreTest = EachStoreTest;
GALLEY_ON_EACH_STORE(StoreTest);

StoredName Named(std::string_view text) { return *StoredName::Parse(text, Limits()); }

std::string TextAt(Store* store, std::string_view name) {
  const Result<StoredDocument> document = store->Read(Named(name), 1 << 20);
  return document ? document->text : "error: " + CodeOf(document);
}

TEST_P(StoreTest, PushesMakeVersions) {
  const auto store = Open();
  for (int64_t version = 1; version <= 3; ++version) {
    const Result<Pushed> pushed = store->Push(Request("a", "text " + std::to_string(version)));
    ASSERT_TRUE(pushed) << MessageOf(pushed);
    EXPECT_EQ(pushed->version, version);
    EXPECT_TRUE(pushed->is_new);
  }
  EXPECT_EQ(store->Push(Request("layout/b", "other"))->version, 1);
  EXPECT_EQ(TextAt(store.get(), "a"), "text 3");
  EXPECT_EQ(TextAt(store.get(), "store:a@1"), "text 1");
  EXPECT_EQ(TextAt(store.get(), "layout/b"), "other");
}

TEST_P(StoreTest, APushThatChangesNothingMakesNoVersion) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "text")));
  const Result<Pushed> again = store->Push(Request("a", "text"));
  EXPECT_EQ(again->version, 1);
  EXPECT_FALSE(again->is_new);
  PushRequest other = Request("a", "text");
  other.extension = ".j2.md";
  EXPECT_EQ(store->Push(other)->version, 2);
  ASSERT_TRUE(store->Push(Request("a", "more")));
  EXPECT_EQ(store->Push(Request("a", "text"))->version, 4) << "an old text is a change";
}

TEST_P(StoreTest, APushThatIsToMakeAVersionDoes) {
  const auto store = Open();
  PushRequest request = Request("a", "text");
  ASSERT_TRUE(store->Push(request));
  request.always = true;
  request.message = "again";
  const Result<Pushed> again = store->Push(request);
  ASSERT_TRUE(again) << MessageOf(again);
  EXPECT_EQ(again->version, 2);
  EXPECT_TRUE(again->is_new);
  EXPECT_EQ(store->Read(Named("a"), 1 << 20)->info.message, "again");
}

TEST_P(StoreTest, APushAndItsLabelsAreOneStep) {
  const auto store = Open();
  PushRequest request = Request("a", "one");
  request.labels = {"production", "best"};
  EXPECT_EQ(store->Push(request)->version, 1);
  EXPECT_EQ(TextAt(store.get(), "a@best"), "one");
  for (const char* bad : {"7", "a b", ""}) {
    PushRequest wrong = Request("a", "two");
    wrong.labels = {"production", bad};
    EXPECT_EQ(CodeOf(store->Push(wrong)), "invalid-template-name") << bad;
  }
  EXPECT_EQ(TextAt(store.get(), "a"), "one") << "nothing was stored";
  // What has that text already gets the labels, too.
  request.labels = {"newer"};
  EXPECT_EQ(store->Push(request)->version, 1);
  EXPECT_EQ(TextAt(store.get(), "a@newer"), "one");
}

TEST_P(StoreTest, AllLabelsAreSetOrNone) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  ASSERT_TRUE(store->Push(Request("a", "two")));
  const std::vector<std::string> good = {"x", "y"};
  EXPECT_EQ(*store->SetLabels("a", good, 1), (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(*store->SetLabels("a", good, 2), (std::vector<int64_t>{1, 1}));
  const std::vector<std::string> bad = {"x", "7"};
  EXPECT_EQ(CodeOf(store->SetLabels("a", bad, 1)), "invalid-template-name");
  EXPECT_EQ(CodeOf(store->SetLabels("a", good, 9)), "template-not-found");
  EXPECT_EQ(TextAt(store.get(), "a@x"), "two");
}

TEST_P(StoreTest, KeepsWhoWhyAndWhen) {
  const auto store = Open();
  PushRequest request = Request("a", "t\xC3\xA9xt\r\n\twith 'quotes' and \\ $1 ; --\n");
  request.author = "Ann O'Hara";
  request.message = "first\nsecond; DROP TABLE galley_version";
  request.time = -1;
  ASSERT_TRUE(store->Push(request));
  const StoredDocument read = *store->Read(Named("a"), 1 << 20);
  EXPECT_EQ(read.text, request.text);
  EXPECT_EQ(read.type, "jinja");
  EXPECT_EQ(read.info.author, request.author);
  EXPECT_EQ(read.info.message, request.message);
  EXPECT_EQ(read.info.time, -1);
  EXPECT_EQ(read.info.digest, Sha256Of(request.text));
  EXPECT_EQ(read.info.size, request.text.size());
}

TEST_P(StoreTest, RefusesAStalePush) {
  const auto store = Open();
  PushRequest request = Request("a", "one");
  request.base = 1;
  EXPECT_EQ(CodeOf(store->Push(request)), "stale-push");
  request.base = 0;
  EXPECT_TRUE(store->Push(request));
  ASSERT_TRUE(store->Push(Request("a", "two")));
  request.text = "three";
  request.base = 1;
  const Result<Pushed> stale = store->Push(request);
  EXPECT_EQ(CodeOf(stale), "stale-push");
  EXPECT_EQ(MessageOf(stale), "`a` was made from version 1, and the newest is 2");
  request.base = 2;
  EXPECT_EQ(store->Push(request)->version, 3);
  request.base = 1;
  EXPECT_FALSE(store->Push(request)->is_new) << "the newest text is stored already";
}

TEST_P(StoreTest, ANameKeepsItsType) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  PushRequest other = Request("a", "two");
  other.type = "handlebars";
  EXPECT_EQ(CodeOf(store->Push(other)), "wrong-template-type");
}

TEST_P(StoreTest, RefusesWhatCannotBeStored) {
  const auto store = Open();
  for (const char* name : {"", "/a", "a/", "a//b", "../a", "a@b", "a\nb"}) {
    EXPECT_EQ(CodeOf(store->Push(Request(name, "text"))), "invalid-template-name") << name;
  }
  PushRequest request = Request("a", "text");
  request.message = std::string("a\0b", 3);
  EXPECT_EQ(CodeOf(store->Push(request)), "invalid-params");
  EXPECT_EQ(MessageOf(store->Push(request)), "`a` cannot be stored: it holds a NUL byte");
  request.message = "";
  request.author = "\xFF";
  EXPECT_EQ(MessageOf(store->Push(request)), "`a` cannot be stored: it is not valid UTF-8");
  for (const std::string& text : {std::string("a\0b", 3), std::string("\xC3")}) {
    EXPECT_EQ(CodeOf(store->Push(Request("a", text))), "invalid-params");
  }
  request = Request("a", "text");
  request.extension = "/../x";
  EXPECT_EQ(CodeOf(store->Push(request)), "invalid-params");
  request = Request("a", "text");
  request.type = "nonsense";
  EXPECT_EQ(CodeOf(store->Push(request)), "invalid-params");
  EXPECT_TRUE(store->List()->empty());
}

TEST_P(StoreTest, SaysWhatIsMissing) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  for (const char* name : {"b", "a@2", "a@production", "b@1"}) {
    EXPECT_EQ(TextAt(store.get(), name), "error: template-not-found") << name;
  }
  EXPECT_TRUE(store->History("b")->empty());
}

TEST_P(StoreTest, LabelsMove) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  ASSERT_TRUE(store->Push(Request("a", "two")));
  EXPECT_EQ(*store->SetLabel("a", "production", 1), 0);
  EXPECT_EQ(TextAt(store.get(), "a@production"), "one");
  EXPECT_EQ(*store->SetLabel("a", "production", 2), 1);
  EXPECT_EQ(*store->SetLabel("a", "production", 2), 2);
  EXPECT_EQ(TextAt(store.get(), "a@production"), "two");
  EXPECT_EQ(CodeOf(store->SetLabel("a", "production", 3)), "template-not-found");
  EXPECT_EQ(CodeOf(store->SetLabel("a", "12", 1)), "invalid-template-name");
  ASSERT_TRUE(store->SetLabel("a", "beta", 1));
  const std::vector<StoredLabel> expected = {{"a", "beta", 1}, {"a", "production", 2}};
  EXPECT_EQ(*store->Labels(), expected);
  EXPECT_EQ(*store->RemoveLabel("a", "beta"), 1);
  EXPECT_EQ(CodeOf(store->RemoveLabel("a", "beta")), "template-not-found");
  EXPECT_EQ(TextAt(store.get(), "a@beta"), "error: template-not-found");
}

TEST_P(StoreTest, ListsByTheBytesOfNames) {
  const auto store = Open();
  for (const char* name : {"b", "B", "a/z", "a-b", "\xC3\xA4"}) {
    ASSERT_TRUE(store->Push(Request(name, name)));
  }
  std::vector<std::string> names;
  const std::vector<DocumentInfo> documents = *store->List();
  for (const DocumentInfo& document : documents) names.push_back(document.name);
  EXPECT_EQ(names, (std::vector<std::string>{"B", "a-b", "a/z", "b", "\xC3\xA4"}));
  EXPECT_EQ(documents[0].newest.version, 1);
}

TEST_P(StoreTest, RefusesARowThatWasEdited) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_version SET text = 'two'"));
  const Result<StoredDocument> read = store->Read(Named("a"), 1 << 20);
  EXPECT_EQ(CodeOf(read), "store-damaged");
  EXPECT_EQ(MessageOf(read),
            "version 1 of `a` is not as it was stored: its text has another digest");
}

TEST_P(StoreTest, RefusesATypeThatWasEdited) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_version SET extension = '/../x'"));
  EXPECT_EQ(MessageOf(store->Read(Named("a"), 1 << 20)),
            "version 1 of `a` is not as it was stored: its extension is not one of its type");
  ASSERT_TRUE(store->database().RunScript("UPDATE galley_document SET type = 'nonsense'"));
  EXPECT_EQ(MessageOf(store->Read(Named("a"), 1 << 20)),
            "version 1 of `a` is not as it was stored: its type is not one of documents");
}

// Whatever asks for the newest version says so, and nothing is built upon it.
TEST_P(StoreTest, RefusesANewestVersionThatIsNotThere) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  ASSERT_TRUE(store->Push(Request("a", "two")));
  for (const auto& [newest, said] : {std::pair("9", "9"), {"1", "1"}, {"0", "0"}, {"-3", "-3"}}) {
    ASSERT_TRUE(
        store->database().RunScript(std::string("UPDATE galley_document SET newest = ") + newest));
    const std::string expected = std::string("the newest version of `a` is said to be ") + said +
                                 ", and the last one that is there is 2";
    EXPECT_EQ(CodeOf(store->Resolve(Named("a"))), "store-damaged");
    EXPECT_EQ(MessageOf(store->Read(Named("a"), 1 << 20)), expected);
    EXPECT_EQ(MessageOf(store->Push(Request("a", "three"))), expected);
    EXPECT_EQ(TextAt(store.get(), "a@2"), "two") << "a version is there by its number";
    EXPECT_EQ(store->History("a")->size(), 2u);
  }
}

// A label to nothing is told by its name and version, and can be moved or taken away.
TEST_P(StoreTest, RefusesALabelToAVersionThatIsNotThere) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  const auto lose = [&] {
    ASSERT_TRUE(store->SetLabel("a", "production", 1));
    const bool is_sqlite = GetParam() == StoreUrl::Kind::kSqlite;
    const Result<void> edited = store->database().RunScript(
        std::string(is_sqlite ? "PRAGMA foreign_keys = OFF;"
                              : "ALTER TABLE galley_label DROP CONSTRAINT IF EXISTS "
                                "galley_label_name_version_fkey;") +
        "UPDATE galley_label SET version = 9");
    ASSERT_TRUE(edited) << MessageOf(edited);
  };
  lose();
  EXPECT_EQ(CodeOf(store->Resolve(Named("a@production"))), "store-damaged");
  EXPECT_EQ(MessageOf(store->Read(Named("a@production"), 1 << 20)),
            "version 9 of `a` is not as it was stored: the label `production` points to it, and "
            "it is not there");
  EXPECT_EQ(*store->SetLabel("a", "production", 1), 9);
  EXPECT_EQ(TextAt(store.get(), "a@production"), "one");
  lose();
  EXPECT_EQ(*store->RemoveLabel("a", "production"), 9);
  EXPECT_EQ(TextAt(store.get(), "a@production"), "error: template-not-found");
}

// A push brings back what was damaged, and history keeps both.
TEST_P(StoreTest, APushOverADamagedVersionMakesOne) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", "one")));
  for (const char* damage : {"text = 'two'", "text = 'longer'", "text = ''", "digest = 'x'"}) {
    ASSERT_TRUE(store->database().RunScript(std::string("UPDATE galley_version SET ") + damage));
    EXPECT_TRUE(store->Push(Request("a", "one"))->is_new) << damage;
    EXPECT_FALSE(store->Push(Request("a", "one"))->is_new) << damage;
    EXPECT_EQ(TextAt(store.get(), "a"), "one");
  }
}

TEST_P(StoreTest, DoesNotLoadWhatIsTooLarge) {
  const auto store = Open();
  ASSERT_TRUE(store->Push(Request("a", std::string(100, 'x'))));
  EXPECT_TRUE(store->Read(Named("a"), 100));
  EXPECT_EQ(CodeOf(store->Read(Named("a"), 99)), "limit-size");
  EXPECT_EQ(store->ReadRaw("a", 1, 99)->text, "");
}

TEST_P(StoreTest, StoresLargeTexts) {
  const auto store = Open();
  const std::string text(5'000'000, 'x');
  ASSERT_TRUE(store->Push(Request("a", text)));
  EXPECT_EQ(TextAt(store.get(), "a"), "error: limit-size");
  EXPECT_EQ(store->Read(Named("a"), text.size())->text, text);
}

TEST_P(StoreTest, WhatIsNotThereIsNotMade) {
  const Result<std::unique_ptr<Store>> store =
      Store::Open(*StoreUrl::Parse(url_), "", Access::kExisting);
  EXPECT_EQ(CodeOf(store), "store-not-found");
  Open();
  EXPECT_TRUE(Open(Access::kExisting));
}

// --- Migrations

class MigrationTest : public EachStoreTest {
 protected:
  Result<std::unique_ptr<Store>> OpenWith(std::span<const std::string_view> migrations) const {
    const StoreUrl url = *StoreUrl::Parse(url_);
    Result<std::unique_ptr<Database>> database = url.kind == StoreUrl::Kind::kSqlite
                                                     ? OpenSqlite(url.place, "store", true)
                                                     : OpenPostgresql(url.place);
    if (!database) return database.error();
    return Store::Open(*std::move(database), Access::kCreate, migrations);
  }
};
GALLEY_ON_EACH_STORE(MigrationTest);

TEST_P(MigrationTest, RunsWhatAStoreHasNotSeen) {
  const auto old = Open();
  ASSERT_TRUE(old->Push(Request("a", "one")));
  const std::array<std::string_view, 2> scripts = {
      AllMigrations()[0], "ALTER TABLE galley_version ADD COLUMN extra TEXT"};
  const auto store = OpenWith(scripts);
  ASSERT_TRUE(store) << MessageOf(store);
  EXPECT_EQ((*store)->id(), old->id());
  EXPECT_TRUE((*store)->database().RunScript("UPDATE galley_version SET extra = 'x'"));
  EXPECT_EQ(TextAt(store->get(), "a"), "one");
  EXPECT_TRUE(OpenWith(scripts)) << "a script runs once";
}

TEST_P(MigrationTest, RefusesANewerStore) {
  const std::array<std::string_view, 2> scripts = {AllMigrations()[0],
                                                   "CREATE TABLE more (a TEXT)"};
  ASSERT_TRUE(OpenWith(scripts));
  const auto store = Store::Open(*StoreUrl::Parse(url_), "", Access::kExisting);
  EXPECT_EQ(CodeOf(store), "store-newer");
  EXPECT_NE(MessageOf(store).find("migration 2 has it, and this galley knows 1"), std::string::npos)
      << MessageOf(store);
}

TEST_P(MigrationTest, AScriptThatFailsChangesNothing) {
  ASSERT_TRUE(Open()->Push(Request("a", "one")));
  const std::array<std::string_view, 3> scripts = {AllMigrations()[0], "CREATE TABLE more (a TEXT)",
                                                   "ALTER TABLE nothing ADD COLUMN a TEXT"};
  EXPECT_EQ(CodeOf(OpenWith(scripts)), "store-failed");
  const auto store = Open(Access::kExisting);
  EXPECT_FALSE(store->database().RunScript("INSERT INTO more VALUES ('a')"));
  EXPECT_EQ(TextAt(store.get(), "a"), "one");
}

TEST_P(MigrationTest, ManyMayMakeAStoreAtOnce) {
  std::vector<std::thread> threads;
  std::array<std::string, 8> ids;
  for (std::string& id : ids) {
    threads.emplace_back([this, &id] {
      const auto store = Open();
      if (store) id = store->id();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& id : ids) EXPECT_EQ(id, ids[0]);
  EXPECT_EQ(ids[0].size(), 32u);
}

// --- Several at once

TEST_P(StoreTest, TellsWhatOthersChanged) {
  const auto reader = Open();
  const auto writer = Open();
  ASSERT_TRUE(reader->database().Watch());
  Changes changes = *reader->database().TakeChanges();
  EXPECT_FALSE(changes.everything);
  EXPECT_TRUE(changes.names.empty());
  ASSERT_TRUE(writer->Push(Request("a", "one")));
  ASSERT_TRUE(writer->SetLabel("a", "production", 1));
  std::this_thread::sleep_for(kUntilSeen);
  changes = *reader->database().TakeChanges();
  ASSERT_TRUE(changes.everything || !changes.names.empty());
  EXPECT_TRUE(changes.everything || changes.names.front() == "a");
}

// 200 in the run that the issue of this asks for: GALLEY_FAULTS=full.
TEST_P(StoreTest, ConcurrentPushesOfOneNameMakeEachVersionOnce) {
  const char* faults = std::getenv("GALLEY_FAULTS");
  const int count = faults && std::string(faults) == "full" ? 200 : 24;
  Open();
  std::vector<std::thread> threads;
  std::vector<int64_t> versions(static_cast<size_t>(count));
  for (int at = 0; at < count; ++at) {
    threads.emplace_back([this, at, &versions] {
      const auto store = Open(Access::kExisting);
      if (!store) return;
      store->database().set_patience(120'000);
      const Result<Pushed> pushed = store->Push(Request("a", "text " + std::to_string(at)));
      ASSERT_TRUE(pushed) << MessageOf(pushed);
      versions[static_cast<size_t>(at)] = pushed->version;
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto store = Open();
  for (int at = 0; at < count; ++at) {
    const std::string name = "a@" + std::to_string(versions[static_cast<size_t>(at)]);
    EXPECT_EQ(TextAt(store.get(), name), "text " + std::to_string(at));
  }
  std::sort(versions.begin(), versions.end());
  for (int at = 0; at < count; ++at) EXPECT_EQ(versions[static_cast<size_t>(at)], at + 1);
  std::printf("%d concurrent pushes: versions 1 to %d, each once\n", count, count);
}

// --- Export and import

// All that a store holds, as one text.
std::string Everything(Store* store) {
  std::string all;
  const std::vector<DocumentInfo> documents = *store->List();
  for (const DocumentInfo& document : documents) {
    all += document.name + ' ' + document.type + '\n';
    const std::vector<VersionInfo> versions = *store->History(document.name);
    for (const VersionInfo& info : versions) {
      all += std::to_string(info.version) + info.extension + ' ' + info.digest + ' ' + info.author +
             ' ' + info.message + ' ' + std::to_string(info.time) + ' ' +
             store->Read({document.name, info.version, {}}, 1 << 20)->text + '\n';
    }
  }
  const std::vector<StoredLabel> labels = *store->Labels();
  for (const StoredLabel& label : labels) {
    all += label.document + '@' + label.label + ' ' + std::to_string(label.version) + '\n';
  }
  return all;
}

Result<void> AllValid(const StoredDocument&) { return {}; }

class ExportTest : public EachStoreTest {
 protected:
  void Fill(Store* store) {
    ASSERT_TRUE(store->Push(Request("a", "one\n")));
    PushRequest second = Request("a", "two");
    second.author = "b\xC3\xB6rn";
    second.message = "a \"quoted\"\nmessage";
    second.time = 1;
    second.extension = ".j2.md";
    ASSERT_TRUE(store->Push(second));
    ASSERT_TRUE(store->Push(Request("a/b", "three")));
    ASSERT_TRUE(store->SetLabel("a", "production", 1));
    ASSERT_TRUE(store->SetLabel("a", "beta", 2));
  }
};
GALLEY_ON_EACH_STORE(ExportTest);

TEST_P(ExportTest, BringsEverythingBack) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  const Result<Transferred> exported = ExportStore(store.get(), &files);
  ASSERT_TRUE(exported) << MessageOf(exported);
  EXPECT_EQ(exported->documents, 2u);
  EXPECT_EQ(exported->versions, 3u);

  // Into the other kind of database, where there is one.
  testing::TemporaryDirectory directory;
  const auto other =
      *Store::Open(*StoreUrl::Parse(directory.path() + "/copy.db"), "", Access::kCreate);
  std::vector<Diagnostic> warnings;
  const Result<Transferred> imported = ImportStore(files, other.get(), AllValid, &warnings);
  ASSERT_TRUE(imported) << MessageOf(imported);
  EXPECT_EQ(imported->new_versions, 3u);
  EXPECT_EQ(imported->new_labels, 2u);
  EXPECT_EQ(Everything(other.get()), Everything(store.get()));

  const Result<Transferred> again = ImportStore(files, other.get(), AllValid, &warnings);
  EXPECT_EQ(again->new_versions, 0u);
  EXPECT_EQ(again->new_labels, 0u);
  EXPECT_EQ(Everything(other.get()), Everything(store.get()));
  EXPECT_TRUE(warnings.empty());

  MemoryFiles copy;
  ASSERT_TRUE(ExportStore(other.get(), &copy));
  for (const char* path : {"galley-store.json", "a/@/history.json", "a/@/2.j2.md", "a/b/@/1.j2"}) {
    EXPECT_EQ(*copy.Read(path, 1 << 20), *files.Read(path, 1 << 20)) << path;
  }
}

// What names others is written once those are on the disk.
TEST_P(ExportTest, WritesTheIndexLast) {
  class Recorder final : public Files {
   public:
    Result<std::string> Read(std::string_view path, uint64_t) const override {
      return Report(Code::kFileNotFound, std::string(path));
    }
    Result<void> List(std::string_view, Listing*) const override { return {}; }
    Result<FileKind> Stat(std::string_view) const override { return FileKind::kFile; }
    Result<std::unique_ptr<Files>> Below(std::string_view path) const override {
      return Report(Code::kFileNotFound, std::string(path));
    }
    Result<void> Write(std::string_view path, std::string_view, Overwrite) override {
      done += std::string(path) + '\n';
      return {};
    }
    Result<void> WriteUnsynced(std::string_view path, std::string_view, Overwrite) override {
      done += "unsynced " + std::string(path) + '\n';
      return {};
    }
    Result<void> Sync() override {
      done += "sync\n";
      return {};
    }
    std::string done;
  };
  const auto store = Open();
  Fill(store.get());
  Recorder recorder;
  ASSERT_TRUE(ExportStore(store.get(), &recorder));
  EXPECT_EQ(recorder.done,
            "unsynced a/@/1.j2\nunsynced a/@/2.j2.md\nunsynced a/b/@/1.j2\nsync\n"
            "unsynced a/@/history.json\nunsynced a/b/@/history.json\nsync\n"
            "galley-store.json\n");
}

TEST_P(ExportTest, DoesNotFillGapsThatWereMadeByHand) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  ASSERT_TRUE(ExportStore(store.get(), &files));
  ASSERT_TRUE(store->RemoveLabel("a", "production"));
  ASSERT_TRUE(store->database().RunScript("DELETE FROM galley_version WHERE version = 1"));
  std::vector<Diagnostic> warnings;
  EXPECT_EQ(CodeOf(ImportStore(files, store.get(), AllValid, &warnings)), "store-conflict");
}

TEST_P(ExportTest, AddsWhatIsNewAndKeepsLabels) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  ASSERT_TRUE(ExportStore(store.get(), &files));
  ASSERT_TRUE(store->SetLabel("a", "production", 2));
  ASSERT_TRUE(store->Push(Request("a", "four")));
  std::vector<Diagnostic> warnings;
  ASSERT_TRUE(ImportStore(files, store.get(), AllValid, &warnings));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, "label-kept");
  EXPECT_EQ(warnings[0].message, "`a@production` stays at version 2");
}

TEST_P(ExportTest, NeverRewritesHistory) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  ASSERT_TRUE(ExportStore(store.get(), &files));
  testing::TemporaryDirectory directory;
  const auto other =
      *Store::Open(*StoreUrl::Parse(directory.path() + "/copy.db"), "", Access::kCreate);
  ASSERT_TRUE(other->Push(Request("a", "another one")));
  const std::string before = Everything(other.get());
  std::vector<Diagnostic> warnings;
  EXPECT_EQ(CodeOf(ImportStore(files, other.get(), AllValid, &warnings)), "store-conflict");
  EXPECT_EQ(Everything(other.get()), before);
}

TEST_P(ExportTest, AddsNothingWhereOneTextIsNotValid) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  ASSERT_TRUE(ExportStore(store.get(), &files));
  testing::TemporaryDirectory directory;
  const auto other =
      *Store::Open(*StoreUrl::Parse(directory.path() + "/copy.db"), "", Access::kCreate);
  const auto check = [](const StoredDocument& document) -> Result<void> {
    if (document.text == "three") return Report(Code::kTemplateSyntax, "no");
    return {};
  };
  std::vector<Diagnostic> warnings;
  EXPECT_EQ(CodeOf(ImportStore(files, other.get(), check, &warnings)), "template-syntax");
  EXPECT_EQ(Everything(other.get()), "");
  EXPECT_TRUE(ImportStore(files, store.get(), check, &warnings)) << "what is there is not new";
}

TEST_P(ExportTest, DoesNotTakeADamagedVersionForTheSame) {
  const auto store = Open();
  Fill(store.get());
  MemoryFiles files;
  ASSERT_TRUE(ExportStore(store.get(), &files));
  ASSERT_TRUE(
      store->database().RunScript("UPDATE galley_version SET text = replace(text, 'o', '0')"));
  std::vector<Diagnostic> warnings;
  EXPECT_EQ(CodeOf(ImportStore(files, store.get(), AllValid, &warnings)), "store-conflict");
}

TEST_P(ExportTest, RefusesWhatIsNoExport) {
  const auto store = Open();
  Fill(store.get());
  const std::string before = Everything(store.get());
  const auto refused = [&](const char* path, std::string_view text) {
    MemoryFiles files;
    EXPECT_TRUE(ExportStore(store.get(), &files));
    EXPECT_TRUE(files.Write(path, text, Overwrite::kReplace));
    std::vector<Diagnostic> warnings;
    return CodeOf(ImportStore(files, store.get(), AllValid, &warnings));
  };
  EXPECT_EQ(refused("galley-store.json", "{"), "json-syntax");
  EXPECT_EQ(refused("galley-store.json", "[]"), "invalid-export");
  EXPECT_EQ(refused("galley-store.json", R"({"format": 2, "documents": []})"), "invalid-export");
  EXPECT_EQ(refused("galley-store.json", R"({"format": 1, "documents": ["../a"]})"),
            "invalid-export");
  EXPECT_EQ(refused("galley-store.json", R"({"format": 1, "documents": ["c"]})"), "invalid-export");
  EXPECT_EQ(refused("a/@/history.json", "{}"), "invalid-export");
  EXPECT_EQ(refused("a/@/1.j2", "other"), "invalid-export");
  EXPECT_EQ(refused("a/b/@/history.json",
                    R"({"name": "a/b", "type": "jinja", "labels": {}, "versions": [{"version": 1,
                       "extension": "/../../x", "digest": "", "author": "", "message": "",
                       "time": "1970-01-01T00:00:00Z"}]})"),
            "invalid-export");
  const auto history = [](const std::string& type, const std::string& message) {
    return R"({"name": "a/b", "type": ")" + type +
           R"(", "labels": {}, "versions": [{"version": 1, "extension": ".j2", "digest": ")" +
           Sha256Of("three") + R"(", "author": "", "message": ")" + message +
           R"(", "time": "1970-01-01T00:00:00Z"}]})";
  };
  EXPECT_EQ(refused("a/b/@/history.json", history("nonsense", "")), "invalid-export");
  EXPECT_EQ(refused("a/b/@/history.json", history("jinja", R"(\u0000)")), "invalid-export");
  EXPECT_EQ(Everything(store.get()), before);
}

}  // namespace
}  // namespace galley
