# The package for JavaScript in a real browser: it answers every case as it does in Node.
#
#   galley_module.py PACKAGE [FILE.jsonl...]
#
# PACKAGE is build/node.  Ends with 77, which means skipped, where no Chromium is installed.
import functools
import http.server
import os
import subprocess
import sys
import threading
import time

import chromium

SPEC = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'spec')


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def outcome_of(browser, url):
    browser.call('Page.navigate', url=url)
    for _ in range(1200):
        found = browser.evaluate('document.title === "done" ? window.outcome : null')
        if found:
            return found
        time.sleep(0.1)
    return None


def main(package, files):
    if not chromium.find():
        print('skipped: no Chromium is installed')
        return 77
    with open(os.path.join(package, 'test', 'cases.json'), 'wb') as out:
        script = os.path.join(package, 'test', 'browser_cases.cjs')
        subprocess.run(['node', script, SPEC, *files], check=True, stdout=out)
    server = serve(package)
    with chromium.Browser() as browser:
        outcome = outcome_of(browser, f'http://127.0.0.1:{server.server_address[1]}/test/browser.html')
    server.shutdown()
    if outcome is None:
        print('FAIL  the page did not end')
        return 1
    for each in outcome['different']:
        print('FAIL  ', str(each)[:1500])
    print(f"{outcome['cases']} cases, {outcome['differing']} differ; ready in {outcome['ready']:.0f} ms")
    parts = outcome['parts']
    print(f"parts: {parts}")
    in_time = (parts['first'] == 'first' and not parts['restForRender'] and parts['operations'] > 30
               and parts['restForOperations'])
    good = (in_time and outcome['differing'] == 0 and outcome['cases'] > 1000 and outcome['jinja'] == 'Hello Zoë'
            and outcome['handlebars'] == '&lt;' and 'no files' in outcome['refused'] and outcome['text'] == '1')
    print('1 passed, 0 failed' if good else '0 passed, 1 failed')
    return 0 if good else 1


sys.exit(main(sys.argv[1], sys.argv[2:]))
