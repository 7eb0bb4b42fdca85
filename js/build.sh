#!/bin/sh
# build.sh DIRECTORY MODULES VERSION [--small]: makes the package in DIRECTORY, from this directory and
# the modules of WebAssembly in the folder MODULES.  What it needs comes from npm at the
# versions in package.json; ends with 77 where that cannot be reached.
set -eu
[ $# -ge 3 ] || { echo "usage: $0 DIRECTORY MODULES VERSION [--small]" >&2; exit 2; }
source=$(cd "$(dirname "$0")" && pwd)
modules=$(cd "$2" && pwd)
mkdir -p "$1"
cd "$1"

rm -rf dist src test bin
cp -r "$source/src" "$source/test" "$source/bin" "$source/README.md" "$source"/tsconfig*.json .
cp "$source/../LICENSE" .
python3 -B "$source/../tools/package_files.py" notice npm NOTICE
sed "s/\"0\.0\.0\"/\"$3\"/" "$source/package.json" >package.json
cmp -s package.json node_modules/.installed || {
  npm install --omit=optional --no-package-lock --no-audit --no-fund --loglevel=error || exit 77
  cp package.json node_modules/.installed
}

npx tsc -p tsconfig.node.json
npx tsc -p tsconfig.browser.json
# The package is CommonJS but for what browsers load.
echo '{"type": "module"}' >dist/browser/package.json
# Templates to start from, as native packages install them: without their tests.
cp -r "$source/../templates" dist/templates
find dist/templates -name '*.test.yaml' -delete
mkdir -p dist/wasm/tokenizers
cp "$source"/../data/tokenizers/*.gtv dist/wasm/tokenizers
# The library in two parts: what renders, and the rest.  What renders is found by rendering.
split() { python3 -B "$source/../tools/split_module.py" "$@"; }
split instrument "$modules/galley.wasm" dist/wasm/galley.wasm
GALLEY_SOURCE="$source/.." node test/first_part.cjs galley.profile
split split "$modules/galley.wasm" galley.profile "$source/rest.txt" \
  dist/wasm/galley.wasm dist/wasm/galley_rest.wasm
cp "$modules/galley_cli.wasm" dist/wasm/galley_cli.wasm
[ "${4:-}" = --small ] || exit 0

# Smaller by a twentieth, which takes a minute: for what is shipped.  A function that is called
# once is put into its caller where it is short only: with longer ones the module is smaller, but
# not once it is compressed.
for module in galley galley_rest galley_cli; do
  wasm-opt --merge-similar-functions -Oz --one-caller-inline-max-function-size 40 \
    --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
    "dist/wasm/$module.wasm" -o "dist/wasm/$module.small"
  mv "dist/wasm/$module.small" "dist/wasm/$module.wasm"
done
size=$(gzip -9 -c dist/wasm/galley.wasm | wc -c)
[ "$size" -le 600000 ] || {
  echo "the first part of the module has $size bytes compressed, 600000 are promised: see rest.txt" >&2
  exit 1
}
