#!/bin/sh
# What galley does, on the files in examples/prompts: `./dev demo` runs this with
# the path of the command.  A new ability gets a `show` line here.
set -eu
galley=$1
cd "$(dirname "$0")" || exit

# show STATUS COMMENT WORDS...: the command as a person would type it, then what it
# says.  Ends the demo where the command does not end with STATUS.
show() {
  expected=$1
  printf '\n# %s\n$ galley' "$2"
  shift 2
  printf ' %s' "$@"
  printf '\n'
  status=0
  "$galley" "$@" 2>&1 || status=$?
  [ "$status" -eq "$expected" ] || {
    printf 'the command ended with %d, not %d\n' "$status" "$expected" >&2
    exit 1
  }
}

show 0 'Templates are found by name, the closest tier first' list --project-root project
show 0 'A template and its data become the text a model sees' render digest -d project/digest.yaml --project-root project
show 0 'A chat template becomes messages that fit into a budget' render turn_writer -d project/data/harbour.yaml --inject project/data/lore.yaml --budget 250 --as text --project-root project
show 0 'and every message, and every one that is missing, is explained' explain turn_writer -d project/data/harbour.yaml --inject project/data/lore.yaml --budget 250 --project-root project
show 0 'What another budget would change' budget turn_writer -d project/data/harbour.yaml --inject project/data/lore.yaml --from 100 --to 400 --project-root project
show 0 'Prompts are tested without a model' test --project-root project
show 0 'Who uses whom' graph --project-root project
show 1 'Everything that is wrong, before a model sees it' check --project-root project/broken
show 0 'A template may stand alone' call text.render @prompts/digest.json
show 1 'A mistake in a template is shown where it is' call text.render @prompts/broken.json
show 0 'A prompt is a document: front matter, then text' read prompts/summary.md --as front-matter
show 1 'A mistake in a document is shown where it is' read prompts/broken.yaml
show 0 'Every code is explained' errors duplicate-key

printf '\n# Any language can call the same operations, one JSON request a line\n$ galley rpc\n'
printf '%s\n' \
  '{"jsonrpc":"2.0","id":1,"method":"format.read","params":{"format":"yaml","text":"to: [ann, bob]"}}' \
  '{"jsonrpc":"2.0","id":2,"method":"format.raed"}' |
  while read -r request; do
    printf '> %s\n' "$request"
    printf '%s\n' "$request" | "$galley" rpc
  done
