"""Drives Debian's chromium through the DevTools protocol over its pipe, with SwiftShader as the GPU."""
import base64
import fcntl
import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time

PROGRAM = shutil.which('chromium')


def serve(folder):
    """Serves a folder on 127.0.0.1; returns the address."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f'http://127.0.0.1:{server.server_port}/'


def above(least, descriptor):
    """Moves a descriptor to a number above `least`."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD, least + 1)
    os.close(descriptor)
    return moved


class Browser:
    def __init__(self, webgpu=True):
        self.profile = tempfile.mkdtemp()
        flags = ['--headless', '--no-sandbox', '--remote-debugging-pipe', f'--user-data-dir={self.profile}',
                 '--no-first-run', '--disable-extensions']
        flags += ['--enable-unsafe-webgpu'] if webgpu else ['--disable-features=WebGPU,WebGPUService']
        # chromium reads commands from descriptor 3 and writes to 4. Redirections must not replace
        # what they come from, so the ends that it gets have higher numbers.
        commands, self.commands = os.pipe()
        self.events, events = os.pipe()
        commands, events = above(9, commands), above(9, events)
        self.process = subprocess.Popen(
            ['bash', '-c', f'exec "$0" "$@" 3<&{commands} 4>&{events}', PROGRAM, *flags, 'about:blank'],
            pass_fds=(commands, events), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(events)
        self.rest, self.count, self.session, self.messages = b'', 0, None, []
        target = self.call('Target.createTarget', url='about:blank')['targetId']
        self.session = self.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self.call(domain + '.enable')

    def receive(self):
        while b'\0' not in self.rest:
            part = os.read(self.events, 1 << 20)
            if not part:
                raise RuntimeError('chromium ended')
            self.rest += part
        text, self.rest = self.rest.split(b'\0', 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.count += 1
        message = {'id': self.count, 'method': method, 'params': parameters}
        if self.session:
            message['sessionId'] = self.session
        os.write(self.commands, json.dumps(message).encode() + b'\0')
        while True:
            answer = self.receive()
            if answer.get('id') == self.count:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer['result']
            self.note(answer)

    def note(self, event):
        """Keeps what the console, uncaught exceptions and the network complain of."""
        kind, p = event.get('method'), event.get('params', {})
        if kind == 'Runtime.consoleAPICalled' and p['type'] in ('error', 'warning', 'assert'):
            self.messages.append(' '.join(str(a.get('value', a.get('description'))) for a in p['args']))
        if kind == 'Runtime.exceptionThrown':
            details = p['exceptionDetails']
            self.messages.append(details.get('exception', {}).get('description', details['text']))
        if kind == 'Log.entryAdded' and p['entry']['level'] in ('error', 'warning'):
            self.messages.append(p['entry']['text'] + ' ' + p['entry'].get('url', ''))

    def open(self, address):
        self.call('Page.navigate', url=address)

    def run(self, code):
        """Returns the value of an expression, which may be a promise."""
        answer = self.call('Runtime.evaluate', expression=code, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(answer['exceptionDetails']['exception'].get('description'))
        return answer['result'].get('value')

    def text(self, selector):
        return self.run(f'document.querySelector({json.dumps(selector)}).textContent')

    def wait(self, code, seconds=60):
        """Waits until an expression is true; returns the seconds that it took."""
        began = time.monotonic()
        while not self.run(f'Boolean({code})'):
            if time.monotonic() - began > seconds:
                raise RuntimeError(f'after {seconds} s this is not true: {code}; console: {self.messages}')
            time.sleep(0.1)
        return time.monotonic() - began

    def size(self, width, height, scale=1, scheme='dark', motion='no-preference'):
        self.call('Emulation.setDeviceMetricsOverride', width=width, height=height, deviceScaleFactor=scale,
                  mobile=width < 600)
        wishes = {'prefers-color-scheme': scheme, 'prefers-reduced-motion': motion}
        self.call('Emulation.setEmulatedMedia', features=[{'name': n, 'value': v} for n, v in wishes.items()])

    def screenshot(self, path, **options):
        data = self.call('Page.captureScreenshot', **options)['data']
        with open(path, 'wb') as file:
            file.write(base64.b64decode(data))

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
