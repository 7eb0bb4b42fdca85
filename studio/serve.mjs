// serve.mjs GALLEY [ARGUMENT...]: the page for whoever works on it.  Its files come from the
// sources, built again at each change, and the page loads itself anew; everything else is
// asked of `galley serve`, which this starts.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context } from 'esbuild';
import { copyIcon, options } from './build.mjs';

const PORT = Number(process.env.PORT ?? 8090);
const TYPES = { '/studio.js': 'text/javascript', '/studio.css': 'text/css', '/studio.svg': 'image/svg+xml' };

const [galley, ...rest] = process.argv.slice(2);
const built = mkdtempSync(join(tmpdir(), 'galley-studio-'));
const listening = new Set();

const tellPages = {
  name: 'tell-pages',
  setup(build) {
    build.onEnd(() => listening.forEach((response) => response.write('event: change\ndata: \n\n')));
  },
};

copyIcon(built);
const watcher = await context({ ...options(built, true), plugins: [tellPages] });
await watcher.watch();

const service = spawn(galley, ['serve', '--listen', '127.0.0.1:0', '--log', 'errors', ...rest], { stdio: ['ignore', 'inherit', 'pipe'] });
service.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill(signal));

function answer(port, request, response) {
  if (request.url === '/studio/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    listening.add(response);
    request.on('close', () => listening.delete(response));
    return;
  }
  if (TYPES[request.url]) {
    response.writeHead(200, { 'content-type': TYPES[request.url], 'cache-control': 'no-store' });
    response.end(readFileSync(join(built, request.url)));
    return;
  }
  const headers = { ...request.headers, host: `127.0.0.1:${port}` };
  delete headers.origin;
  const onward = http.request({ host: '127.0.0.1', port, path: request.url, method: request.method, headers }, (from) => {
    response.writeHead(from.statusCode, from.headers);
    from.pipe(response);
  });
  onward.on('error', () => response.writeHead(503).end());
  request.pipe(onward);
}

let said = '';
service.stderr.on('data', function wait(data) {
  said += data;
  process.stderr.write(data);
  const place = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
  if (!place) return;
  service.stderr.off('data', wait);
  service.stderr.pipe(process.stderr);
  http.createServer((request, response) => answer(Number(place[1]), request, response)).listen(PORT, '127.0.0.1', () => {
    console.log(`open http://127.0.0.1:${PORT}/`);
  });
});
