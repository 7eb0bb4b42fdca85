#!/bin/sh
# Compares the service's reader of requests with that of Boost.Beast (libboost-dev).
#
# usage: bench/service/readers.sh [ROUNDS]
set -eu
cd "$(dirname "$0")/../.."
program=$(mktemp)
trap 'rm -f "$program"' EXIT
${CXX:-c++} -std=c++20 -O2 -DNDEBUG -include utility -I. -Iinclude -o "$program" \
  bench/service/request_readers.cc apps/server/request_head.cc -lpthread
"$program" "$@"
