#!/bin/sh
# build.sh DIRECTORY MODULE VERSION: makes the package in DIRECTORY, from this directory and
# the module of WebAssembly.  What it needs comes from npm at the versions in package.json.
set -eu
[ $# -eq 3 ] || { echo "usage: $0 DIRECTORY MODULE VERSION" >&2; exit 2; }
source=$(cd "$(dirname "$0")" && pwd)
module=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
mkdir -p "$1"
cd "$1"

rm -rf dist src test bin
cp -r "$source/src" "$source/test" "$source/bin" "$source/README.md" "$source"/tsconfig*.json .
cp "$source/../LICENSE" "$source/../NOTICE" .
sed "s/\"version\": \"0.0.0\"/\"version\": \"$3\"/" "$source/package.json" >package.json
cmp -s package.json node_modules/.installed ||
  { npm install --no-package-lock --no-audit --no-fund --loglevel=error && cp package.json node_modules/.installed; }

npx tsc -p tsconfig.node.json
npx tsc -p tsconfig.browser.json
# The package is CommonJS but for what browsers load.
echo '{"type": "module"}' >dist/browser/package.json
mkdir -p dist/wasm/tokenizers
cp "$source"/../data/tokenizers/*.gtv dist/wasm/tokenizers
if command -v wasm-opt >/dev/null; then
  wasm-opt -O2 --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext \
    --enable-mutable-globals "$module" -o dist/wasm/galley.wasm
else
  cp "$module" dist/wasm/galley.wasm
fi
