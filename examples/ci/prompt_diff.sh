#!/bin/sh
# Posts what a pull request changes in the prompts, as a comment on it.
#
#   prompt_diff.sh BASE        BASE: the revision to compare with, as in origin/main
#
# Prints the comment, and ends with status 1 where a prompt no longer begins as it did.  With
# GITHUB_TOKEN, GITHUB_REPOSITORY and PR_NUMBER set, as a workflow has them, it also posts it;
# without them nothing leaves the machine.
set -u
base=${1:?"usage: prompt_diff.sh BASE"}
galley=${GALLEY:-galley}

# A shallow clone, as checkouts in CI are, may not have the base yet.
git rev-parse --verify --quiet "$base^{tree}" >/dev/null ||
  git fetch --quiet --depth=1 origin "${base#origin/}:refs/remotes/$base" || exit 2

comment=$("$galley" diff --workspace "$base" --format markdown --fail-on prefix)
status=$?
printf '%s\n' "$comment"
[ "$status" -le 1 ] || exit "$status"

if [ -n "${GITHUB_TOKEN:-}" ] && [ -n "${GITHUB_REPOSITORY:-}" ] && [ -n "${PR_NUMBER:-}" ]; then
  printf '%s' "$comment" | python3 -c 'import json, sys; print(json.dumps({"body": sys.stdin.read()}))' |
    curl --fail --silent --show-error --output /dev/null \
      --header "Authorization: Bearer $GITHUB_TOKEN" --header "Accept: application/vnd.github+json" \
      --data @- "https://api.github.com/repos/$GITHUB_REPOSITORY/issues/$PR_NUMBER/comments" || exit 2
fi
exit "$status"
