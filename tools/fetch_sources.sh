#!/bin/sh
# fetch_sources.sh DIRECTORY NAME...: puts the sources of packages into DIRECTORY/NAME, of
# the versions that Debian 12 has: the libraries that galley links, for builds that cannot
# use its binaries, and the tests of others.  They come through apt from the archives that
# this machine knows, with lists of their own: nothing of the system is changed, and no line
# `deb-src` is needed.
set -eu
[ $# -ge 2 ] || { echo "usage: $0 DIRECTORY NAME..." >&2; exit 2; }
mkdir -p "$1"
cd "$1"
shift

# archive_of NAME: the upstream archive, and its digest.
archive_of() {
  case $1 in
    simdjson) echo 'simdjson_3.0.1.orig.tar.gz 156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed' ;;
    libyaml) echo 'libyaml_0.2.5.orig.tar.gz fa240dbf262be053f3898006d502d514936c818e422afdcf33921c63bed9bf2e' ;;
    pcre2) echo 'pcre2_10.42.orig.tar.gz c33b418e3b936ee3153de2c61cc638e7e4fe3156022a5c77d0711bcbb9d64f1f' ;;
    node-handlebars) echo 'node-handlebars_4.7.7+~4.1.0.orig.tar.gz 3e0c144acab080ced1ccd9c6604788bfeb1add147c19642651872b2ce3efa0c4' ;;
    *) echo "no source is known for $1" >&2; return 1 ;;
  esac
}

is_right() { echo "$2  $1" | sha256sum --check --status 2>/dev/null; }

# The archives of this machine, asked for sources.
write_lists() {
  [ ! -d apt/lists ] || return 0
  mkdir -p apt/sources apt/lists/partial apt/cache/archives/partial
  for list in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" >"apt/sources/${list##*/}"
  done
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$list" ] || sed -n 's/^deb /deb-src /p' "$list" >"apt/sources/${list##*/}"
  done
  # An archive without sources is none of ours.
  ask update || true
}

ask() {
  apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/apt/sources" \
    -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" "$@"
}

for name in "$@"; do
  found=$(archive_of "$name")
  archive=${found% *}
  digest=${found#* }
  if ! is_right "$archive" "$digest"; then
    write_lists
    # What else belongs to the package may be missing: the digest decides.
    ask source --download-only --tar-only "$name" || true
    is_right "$archive" "$digest" || { echo "$archive could not be fetched" >&2; exit 1; }
    rm -rf "$name"
  fi
  [ ! -d "$name" ] || continue
  mkdir "$name.new"
  tar -xzf "$archive" -C "$name.new" --strip-components=1
  mv "$name.new" "$name"
done
rm -rf apt
