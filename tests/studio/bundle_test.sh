#!/bin/sh
# bundle_test.sh STUDIO DIRECTORY: builds the page in DIRECTORY and compares it with
# STUDIO/dist.  Ends with 77, which means skipped, where npm cannot bring its packages.
set -eu
studio=$1
mkdir -p "$2/studio" "$2/js"
# The page renders with parts of the package.
cp -r "$studio/../js/src" "$2/js"
cd "$2/studio"
cp -r "$studio/src" "$studio/build.mjs" "$studio/package.json" "$studio/package-lock.json" .
cmp -s package-lock.json node_modules/.installed || {
  npm ci --omit=dev --no-audit --no-fund --loglevel=error || {
    echo 'skipped: npm cannot bring the packages of the studio'
    exit 77
  }
  cp package-lock.json node_modules/.installed
}
node build.mjs dist
for name in studio.js studio.css studio.svg; do
  cmp "dist/$name" "$studio/dist/$name" || {
    echo "studio/dist/$name is not what the sources give; './dev studio' builds it" >&2
    exit 1
  }
done
bytes=$(cat dist/studio.js dist/studio.css dist/studio.svg | gzip -9 | wc -c)
[ "$bytes" -le 307200 ] || {
  echo "the page takes $bytes bytes gzipped, more than 300 KB" >&2
  exit 1
}
echo "the page takes $bytes bytes gzipped"
