#!/bin/sh
# How many requests a second one core serves: a cached two-variable render over connections
# that stay open, from wrk on another core.
#
# usage: bench/service/run.sh GALLEY [SECONDS]
#
# Prints requests a second and latencies at full load, then with two connections; what a
# request takes of the processor, which a busy machine changes little; the latencies at 20,000
# requests a second, half of what is wanted, from h2load; and how the memory of the process
# grew.  wrk and nghttp2-client, which has h2load, are Debian packages.  On a machine with
# other work, `chrt -f 1` in front keeps that out of the figures.
set -eu
galley=$(realpath "$1")
seconds=${2:-10}
command -v wrk >/dev/null || { echo 'wrk is missing: apt-get install wrk' >&2; exit 1; }
root=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$root"' EXIT
mkdir -p "$root/.galley/templates"
printf 'Dear {{ name }}, welcome to {{ place }}.' >"$root/.galley/templates/hello.j2"
cat >"$root/render.lua" <<'LUA'
wrk.method = "POST"
wrk.body = '{"name":"hello","data":{"name":"Ann","place":"the harbour"}}'
wrk.headers["content-type"] = "application/json"
LUA
taskset -c 0 "$galley" serve --project-root "$root" --listen 127.0.0.1:0 --threads 1 --log off 2>"$root/log" &
server=$!
while ! grep -q listening "$root/log"; do sleep 0.05; done
url=$(awk '/listening/ {print $3; exit}' "$root/log")
memory() { awk '/VmRSS/ {print $2}' "/proc/$server/status"; }
ticks() { awk '{print $14 + $15}' "/proc/$server/stat"; }
load() {
  before=$(ticks)
  taskset -c 1 wrk -t1 -c"$1" -d"$2s" --latency -s "$root/render.lua" "$url/v1/template.render" >"$root/out"
  grep -E 'requests in|Requests/sec|50%|99%|Non-2xx' "$root/out"
  requests=$(awk '/requests in/ {print $1}' "$root/out")
  echo "    processor: $(awk -v t=$(($(ticks) - before)) -v n="$requests" -v hz="$(getconf CLK_TCK)" \
    'BEGIN {printf "%.1f", t / hz / n * 1e6}') us a request"
}
load 16 2 >/dev/null
start=$(memory)
echo '== full load, 32 connections'
load 32 "$seconds"
echo '== 2 connections'
load 2 "$seconds"
if command -v h2load >/dev/null; then
  echo '== 20,000 requests a second, 20 connections'
  printf '{"name":"hello","data":{"name":"Ann","place":"the harbour"}}' >"$root/body"
  taskset -c 1 h2load --h1 -t1 -c20 --rps=1000 -D "$seconds" -d "$root/body" -H 'content-type: application/json' \
    --log-file="$root/latencies" "$url/v1/template.render" >"$root/out"
  awk '$2 == 200 {print $3}' "$root/latencies" | sort -n | awk '{at[NR] = $1}
    END {printf "    %d requests, 50%% %.2f ms, 99%% %.2f ms\n", NR, at[int(NR * 0.5) + 1] / 1000, at[int(NR * 0.99) + 1] / 1000}'
fi
echo "== memory: $start KiB before, $(memory) KiB after"
