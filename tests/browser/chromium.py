# Driving Chromium without its window, over the pipe of its DevTools protocol: no port is
# opened, and nothing but Python's own library is needed.
import fcntl
import json
import os
import shutil
import subprocess
import tempfile


def find():
    """The path of the browser, or None."""
    for name in ('chromium', 'chromium-browser', 'google-chrome'):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One browser with one page.  Use it in a `with`."""

    def __enter__(self):
        # Processes of the browser may outlive it for a moment and write there.
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.input = os.pipe()
        self.output, from_browser = os.pipe()
        # The browser reads from descriptor 3 and writes to 4.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]

        def place():
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [find(), '--headless', '--remote-debugging-pipe', '--no-first-run', '--no-sandbox',
             '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars',
             '--user-data-dir=' + self.home.name, 'about:blank'],
            preexec_fn=place, pass_fds=(3, 4), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self.number = 0
        self.received = b''
        self.events = []
        self.session = None
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target,
                                 flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Network', 'Log'):
            self.call(domain + '.enable')
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.home.cleanup()

    def call(self, method, **params):
        self.number += 1
        request = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            request['sessionId'] = self.session
        os.write(self.input, json.dumps(request).encode() + b'\0')
        while True:
            message = self.receive()
            if message.get('id') == self.number:
                if 'error' in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message['result']
            self.events.append(message)

    def receive(self):
        while b'\0' not in self.received:
            part = os.read(self.output, 1 << 16)
            if not part:
                raise RuntimeError('the browser has ended')
            self.received += part
        text, self.received = self.received.split(b'\0', 1)
        return json.loads(text)

    def wait_for(self, event):
        while not any(each.get('method') == event for each in self.events):
            self.events.append(self.receive())

    def open(self, path):
        self.events = []
        self.call('Page.navigate', url='file://' + path)
        self.wait_for('Page.loadEventFired')

    def evaluate(self, expression):
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result['result'].get('value')

    def press(self, key):
        for kind in ('rawKeyDown', 'keyUp'):
            code = {'ArrowLeft': 37, 'ArrowRight': 39, 'Home': 36, 'End': 35, 'Tab': 9}[key]
            self.call('Input.dispatchKeyEvent', type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def resize(self, width, height):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def set_scheme(self, scheme):
        self.call('Emulation.setEmulatedMedia',
                  features=[{'name': 'prefers-color-scheme', 'value': scheme}])

    def set_scripts(self, enabled):
        self.call('Emulation.setScriptExecutionDisabled', value=not enabled)

    def screenshot(self):
        import base64
        return base64.b64decode(self.call('Page.captureScreenshot', format='png',
                                          captureBeyondViewport=True)['data'])
