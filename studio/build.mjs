// build.mjs DIRECTORY: the page as it is shipped.  The same sources and the same lock file
// give the same bytes.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

export function options(directory, reloads) {
  return {
    absWorkingDir: here,
    entryPoints: { studio: 'src/main.tsx' },
    outdir: directory,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { RELOADS: String(reloads) },
    minify: !reloads,
    sourcemap: reloads ? 'inline' : false,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  };
}

export function copyIcon(directory) {
  mkdirSync(directory, { recursive: true });
  copyFileSync(join(here, 'src/studio.svg'), join(directory, 'studio.svg'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const directory = resolve(process.argv[2] ?? join(here, 'dist'));
  copyIcon(directory);
  await build(options(directory, false));
  let packed = 0;
  for (const name of ['studio.js', 'studio.css', 'studio.svg']) {
    packed += gzipSync(readFileSync(join(directory, name)), { level: 9 }).length;
  }
  console.log(`${directory}: ${(packed / 1024).toFixed(1)} KB gzipped`);
}
