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
# Smaller by a fifth, which takes minutes: for what is shipped.
for module in galley galley_cli; do
  if [ "${4:-}" = --small ]; then
    wasm-opt -Oz --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
      --enable-mutable-globals "$modules/$module.wasm" -o "dist/wasm/$module.wasm"
  else
    cp "$modules/$module.wasm" "dist/wasm/$module.wasm"
  fi
done
