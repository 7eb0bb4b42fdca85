#!/bin/sh
# What galley does, on the files in examples/prompts: `./dev demo` runs this with
# the path of the command.  A new ability gets a `show` line here.
set -u
galley=$1
cd "$(dirname "$0")" || exit

# show COMMENT WORDS...: the command as a person would type it, then what it says.
show() {
  printf '\n# %s\n$ galley' "$1"
  shift
  printf ' %s' "$@"
  printf '\n'
  "$galley" "$@" 2>&1
}

show 'A template and its data become the text a model sees' call text.render @prompts/digest.json
show 'A mistake in a template is shown where it is' call text.render @prompts/broken.json
show 'A prompt is a document: front matter, then text' read prompts/summary.md --as front-matter
show 'A mistake in a document is shown where it is' read prompts/broken.yaml
show 'Every code is explained' errors duplicate-key

printf '\n# Any language can call the same operations, one JSON request a line\n$ galley rpc\n'
printf '%s\n' \
  '{"jsonrpc":"2.0","id":1,"method":"format.read","params":{"format":"yaml","text":"to: [ann, bob]"}}' \
  '{"jsonrpc":"2.0","id":2,"method":"format.raed"}' |
  while read -r request; do
    printf '> %s\n' "$request"
    printf '%s\n' "$request" | "$galley" rpc
  done
