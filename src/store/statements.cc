// In the order of the enum; both databases run the same texts.
#include "store/statements.h"

#include <array>

namespace galley {
namespace {

// In the order of the enum.  A text that is longer than asked for does not leave the
// database, nor does more of a remark than Store ever writes.  SQLite gets its
// `octet_length` from us, and compares a text with a number only where it is told that it
// is one.
constexpr std::array<std::string_view, kStatements> kTexts = {
    "SELECT migration, id FROM galley_store",
    "INSERT INTO galley_store (migration, id) VALUES ($1, $2)",
    "UPDATE galley_store SET migration = $1",
    "SELECT type, newest, (SELECT max(version) FROM galley_version v WHERE v.name = d.name)"
    " FROM galley_document d WHERE name = $1",
    "INSERT INTO galley_document (name, type, newest) VALUES ($1, $2, 0)",
    "UPDATE galley_document SET newest = $2 WHERE name = $1",
    "INSERT INTO galley_version"
    " (name, version, extension, digest, author, message, time, token, text)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    "SELECT version FROM galley_version WHERE token = $1",
    "SELECT v.version, v.extension, v.digest, substr(v.author, 1, 65536),"
    " substr(v.message, 1, 65536), v.time, octet_length(v.text),"
    " CASE WHEN octet_length(v.text) <= CAST($3 AS BIGINT) THEN v.text ELSE '' END, d.type"
    " FROM galley_version v JOIN galley_document d ON d.name = v.name"
    " WHERE v.name = $1 AND v.version = $2",
    "SELECT version FROM galley_version WHERE name = $1 AND digest = $2 ORDER BY version",
    "SELECT d.name, d.type, v.version, v.extension, v.digest, substr(v.author, 1, 65536),"
    " substr(v.message, 1, 65536), v.time,"
    " octet_length(v.text) FROM galley_document d"
    " LEFT JOIN galley_version v ON v.name = d.name AND v.version = d.newest",
    "SELECT version, extension, digest, substr(author, 1, 65536), substr(message, 1, 65536), time,"
    " octet_length(text)"
    " FROM galley_version WHERE name = $1 ORDER BY version",
    "SELECT l.version, v.version FROM galley_label l"
    " LEFT JOIN galley_version v ON v.name = l.name AND v.version = l.version"
    " WHERE l.name = $1 AND l.label = $2",
    "SELECT name, label, version FROM galley_label",
    "INSERT INTO galley_label (name, label, version) VALUES ($1, $2, $3)",
    "DELETE FROM galley_label WHERE name = $1 AND label = $2",
};

// `newest` is the largest version of a document: whoever writes one updates that row,
// so two writers of one name always meet.  `token` tells a push that was stored though
// the answer got lost from one that was not.
constexpr std::string_view kTables = R"(
CREATE TABLE galley_store (
  migration BIGINT NOT NULL,
  id TEXT NOT NULL
);
CREATE TABLE galley_document (
  name TEXT NOT NULL PRIMARY KEY,
  type TEXT NOT NULL,
  newest BIGINT NOT NULL
);
CREATE TABLE galley_version (
  name TEXT NOT NULL REFERENCES galley_document (name),
  version BIGINT NOT NULL CHECK (version > 0),
  extension TEXT NOT NULL,
  digest TEXT NOT NULL,
  author TEXT NOT NULL,
  message TEXT NOT NULL,
  time BIGINT NOT NULL,
  token TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  PRIMARY KEY (name, version)
);
CREATE INDEX galley_version_digest ON galley_version (name, digest);
CREATE TABLE galley_label (
  name TEXT NOT NULL,
  label TEXT NOT NULL,
  version BIGINT NOT NULL,
  PRIMARY KEY (name, label),
  FOREIGN KEY (name, version) REFERENCES galley_version (name, version)
);
)";

constexpr std::array<std::string_view, 1> kMigrations = {kTables};

}  // namespace

std::string_view TextOf(Sql statement) noexcept { return kTexts[static_cast<size_t>(statement)]; }

std::span<const std::string_view> AllMigrations() noexcept { return kMigrations; }

}  // namespace galley
