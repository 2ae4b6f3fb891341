"""The page around its kernels: sizes, keys, names, and each way in which loading or the GPU fails. The GPU of
these tests is idle_gpu.js, which computes nothing."""
import http.server
import os
import pathlib
import struct
import tempfile
import threading
import time
import unittest

from browser import PROGRAM, Browser

PAGE = pathlib.Path(os.environ['GLUEBALL_PAGE'])
PICTURES = "Number(document.querySelector('#picture')?.dataset.pictures ?? 0)"
READY = 'globalThis.glueball?.ready'
MESSAGE = "document.querySelector('#message').textContent"
# The rectangles of what is seen, by the names of elements.
BOXES = '''Object.fromEntries(['title', 'legend', 'colours', 'play', 'view', 'stops', 'message'].map(id => {
  const { left, right, top, bottom, width } = document.getElementById(id).getBoundingClientRect();
  return [id, width && { left, right, top, bottom }];
}))'''


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the page from folders whose names are faults: /cut/, /missing/, /type/, /unsaid/, /whole/."""
    def log_message(self, *_):
        pass

    def do_GET(self):
        fault, name = self.path.split('?')[0].lstrip('/').split('/', 1)
        path = PAGE / (name or 'index.html')
        if not path.is_file() or (fault == 'missing' and name == 'kernels.json'):
            return self.send_error(404)
        data = path.read_bytes()
        cut = len(data) // 2 if fault in ('cut', 'unsaid') and name == 'kernels.json' else len(data)
        self.send_response(200)
        wrong = fault == 'type' and name == 'page.js'
        self.send_header('Content-Type', 'text/plain' if wrong else self.guess_type(str(path)))
        if fault != 'unsaid':
            self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        self.wfile.write(data[:cut])


def apart(one, other):
    return (one['right'] <= other['left'] + 1 or other['right'] <= one['left'] + 1 or
            one['bottom'] <= other['top'] + 1 or other['bottom'] <= one['top'] + 1)


def ildg(number, extent=8):
    """An ILDG file with every real part and imaginary part the same."""
    xml = (f'<ildgFormat><precision>32</precision><lx>{extent}</lx><ly>{extent}</ly><lz>{extent}</lz>'
           f'<lt>{extent}</lt></ildgFormat>').encode()
    data = struct.pack('>f', number) * (extent ** 4 * 72)

    def record(name, body):
        head = struct.pack('>IHHQ', 0x456789ab, 1, 0, len(body)) + name.encode().ljust(128, b'\0')
        return head + body + b'\0' * (-len(body) % 8)
    return record('ildg-format', xml) + record('ildg-binary-data', data)


@unittest.skipUnless(PROGRAM, 'no chromium (Debian package: chromium)')
class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.browser = Browser(webgpu=False)
        source = (pathlib.Path(__file__).parent / 'idle_gpu.js').read_text()
        cls.script = cls.browser.call('Page.addScriptToEvaluateOnNewDocument', source=source)['identifier']

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.shutdown()

    def open(self, rest='', fault='whole', size=(1280, 800), **options):
        self.browser.size(*size, **options)
        self.browser.open('about:blank')
        self.browser.open(f'http://127.0.0.1:{self.server.server_port}/{fault}/{rest}')

    def says(self, *parts):
        self.browser.wait(f"document.querySelector('#message')?.hidden === false && {MESSAGE}")
        time.sleep(0.4)  # it stays
        for part in parts:
            self.assertIn(part, self.browser.run(MESSAGE))

    def shows_recording(self):
        self.browser.wait("document.querySelector('#fallback').naturalWidth > 0")
        self.assertIn('You see a recording', self.browser.run(MESSAGE))
        self.assertEqual(self.browser.text('#device'), 'This is a recording.')
        # The recording has words of its own, which nothing covers, and nothing that cannot work is shown.
        boxes = self.browser.run(BOXES)
        for one, other in (('title', 'view'), ('view', 'message'), ('title', 'message')):
            self.assertTrue(apart(boxes[one], boxes[other]), f'{one} on {other}')
        self.assertEqual(self.browser.run(
            "[...document.querySelectorAll('.live')].filter(e => e.offsetParent).length"), 0)
        self.assertEqual(self.browser.run('''[...document.querySelectorAll('button, input, select')].filter(
            e => e.offsetParent && !e.disabled).map(e => e.textContent)'''), ['Start again'])

    def test_nothing_covers_anything(self):
        sizes = ((360, 640, 2), (740, 360, 2), (320, 256, 4), (768, 1024, 1), (1280, 800, 1))
        for width, height, scale in sizes:
            self.open('', size=(width, height), scale=scale)
            self.browser.wait(READY)
            self.browser.run('glueball.change({ drift: false, time: 7.5 })')
            self.browser.wait("document.querySelector('#legend').textContent.includes('7.5 of 8')")
            boxes = self.browser.run(BOXES)
            names = ['legend', 'colours', 'play', 'stops', 'view'] + (['title'] if width < height else [])
            for n, one in enumerate(names):
                for other in names[:n]:
                    where = f'{one} on {other} at {width} x {height}'
                    self.assertTrue(apart(boxes[one], boxes[other]), where)
            self.assertLessEqual(self.browser.run('document.documentElement.scrollWidth'), width)
            self.assertGreaterEqual(boxes['view']['bottom'] - boxes['view']['top'], 0.4 * height)

    def test_phones_show_the_picture_beside_each_slider(self):
        self.open('', size=(360, 640))
        self.browser.wait(READY)
        for name in ('beta', 'level'):
            self.browser.run(f"document.getElementById('{name}').scrollIntoView({{ block: 'end' }})")
            boxes = self.browser.run(BOXES)
            slider = self.browser.run(f"document.getElementById('{name}').getBoundingClientRect().top")
            self.assertGreaterEqual(boxes['view']['top'], 0)
            self.assertLessEqual(boxes['view']['bottom'], slider)

    def test_keyboard(self):
        run = self.browser.run
        self.open()
        self.browser.wait(READY)
        run("document.querySelectorAll('#stops button')[2].focus()")
        for text, key in (('\r', 'Enter'), ('\t', 'Tab'), ('\t', 'Tab'), ('\r', 'Enter')):
            self.browser.call('Input.dispatchKeyEvent', type='keyDown', key=key, text=text,
                              windowsVirtualKeyCode={'Enter': 13, 'Tab': 9}[key])
            self.browser.call('Input.dispatchKeyEvent', type='keyUp', key=key)
        # The second Tab is on Next; after it, Next of the new step has the focus, and then the link.
        self.assertEqual(self.browser.text('#story .soft'), '2 of 3')
        self.assertEqual(run('document.activeElement.textContent'), 'Next')
        run('document.activeElement.click()')
        self.assertEqual(run('document.activeElement.tagName'), 'A')
        spins = run('glueball.state.spin')
        run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'S', bubbles: true }))")
        self.assertNotEqual(run('glueball.state.spin'), spins)
        # A key that is held switches once.
        held = "new KeyboardEvent('keydown', { key: 's', repeat: true, bubbles: true })"
        run(f"document.body.dispatchEvent({held})")
        self.assertNotEqual(run('glueball.state.spin'), spins)

    def test_names(self):
        self.open()
        self.browser.wait(READY)
        self.browser.call('Accessibility.enable')
        nodes = self.browser.call('Accessibility.getFullAXTree')['nodes']
        seen = {}
        for node in nodes:
            role = node.get('role', {}).get('value')
            if not node['ignored'] and role in ('button', 'slider', 'combobox', 'image', 'group', 'status'):
                seen.setdefault(role, []).append(node.get('name', {}).get('value', ''))
        # A name does not change with the value, and numbers that change with each sweep are not read out.
        self.assertEqual(seen['slider'], ['coupling β', 'flow time', 'Euclidean time', 'least level shown'])
        self.assertEqual([n for n in seen['button'] + seen['image'] + seen['combobox'] if not n], [])
        live = self.browser.run(
            "[...document.querySelectorAll('output, [role=status], [aria-live]')].map(e => e.id)")
        self.assertEqual(sorted(live), ['message', 'story', 'verdict'])

    def test_little_motion(self):
        self.open(motion='reduce')
        self.browser.wait(READY)
        time.sleep(0.5)
        before = self.browser.run(PICTURES)
        time.sleep(1)
        self.assertEqual(self.browser.run(PICTURES), before)
        self.browser.run('glueball.showStop(3)')
        self.browser.wait('glueball.vacuum.sweeps > 2')
        sweeps, before = self.browser.run(f'[glueball.vacuum.sweeps, {PICTURES}]')
        began = time.monotonic()
        time.sleep(2)
        later, pictures = self.browser.run(f'[glueball.vacuum.sweeps, {PICTURES}]')
        self.assertGreater(later, sweeps + 1)
        self.assertLessEqual(pictures - before, time.monotonic() - began + 1)

    def test_controls_that_do_nothing_are_off(self):
        self.open()
        self.browser.wait(READY)
        self.browser.run("glueball.change({ field: 'polyakov', run: false, spin: false, drift: true })")
        self.browser.wait("document.querySelector('#drift').disabled")
        time.sleep(0.5)
        before = self.browser.run(PICTURES)
        time.sleep(1)
        self.assertEqual(self.browser.run(PICTURES), before)

    def test_lost_at_each_stop(self):
        for number, name in ((0, ''), (1, 'confinement'), (2, 'topology'), (3, 'plaquette')):
            self.open()
            self.browser.wait(READY)
            self.browser.run(f'glueball.showStop({number}); glueball.device.destroy()')
            self.says('The GPU was lost (Driver restarted)')
            self.assertEqual(self.browser.run("document.querySelector('#run').disabled"), True)
            self.browser.run("document.querySelector('#message button').click()")
            pressed = f"document.querySelectorAll('#stops button')[{number}].ariaPressed === 'true'"
            self.browser.wait(f'{READY} && {pressed}')
            self.assertEqual(self.browser.run('location.hash'), name and '#' + name)

    def test_lost_while_compiling(self):
        for kernels in (1, 8):
            self.open(f'?lost={kernels}')
            self.says('The GPU was lost')
            if kernels == 1:
                self.shows_recording()

    def test_lost_in_the_self_test(self):
        self.open()
        self.browser.wait(READY)
        self.browser.run("document.querySelector('#examine').click(); glueball.device.destroy()")
        self.says('The GPU was lost')
        self.assertNotIn('agree', self.browser.text('#verdict'))

    def test_no_gpu(self):
        for query, words in (('?noAdapter', 'no GPU that it may use'), ('?refuses', 'could not open its GPU'),
                             ('?badKernel=view/march', 'does not compile the kernel view/march')):
            self.open(query)
            self.says(words)
            self.shows_recording()
        for size in ((360, 640), (740, 360)):
            self.open('?noAdapter', size=size, scheme='light')
            self.says('no GPU that it may use')
            self.shows_recording()
        self.open('?noAdapter', motion='reduce')
        self.says('no GPU that it may use')
        self.browser.wait("document.querySelector('#fallback').hidden")  # a canvas has its first picture
        self.assertGreater(self.browser.run("document.querySelector('#picture').width"), 300)

    def test_downloads(self):
        for fault, words in (('cut', 'kernels.json did not arrive whole'),
                             ('unsaid', 'kernels.json did not arrive whole'),
                             ('missing', 'kernels.json is missing on the server (status 404)')):
            self.open(fault=fault)
            self.says(words)
            self.assertNotIn('Firefox', self.browser.run(MESSAGE))
            self.shows_recording()
        self.open(fault='type')
        self.says('The script of this page did not load')

    def test_from_a_file(self):
        self.browser.open('about:blank')
        self.browser.open((PAGE / 'index.html').as_uri())
        self.says('only from a web server', 'tools/run web')

    def test_without_javascript(self):
        self.browser.call('Emulation.setScriptExecutionDisabled', value=True)
        try:
            self.open()
            time.sleep(1)
            shown = self.browser.run('''[...document.querySelectorAll('noscript .message, noscript img')].map(
              e => e.tagName + (e.textContent || e.naturalWidth > 0))''')
            self.assertEqual(shown[0], 'IMGtrue')
            self.assertIn('needs JavaScript', shown[1])
            self.assertEqual(self.browser.run(
                "[...document.querySelectorAll('button, input, canvas')]"
                ".filter(e => e.offsetParent).map(e => e.id)"),
                ['picture'])
        finally:
            self.browser.call('Emulation.setScriptExecutionDisabled', value=False)

    def test_addresses(self):
        self.open('#topology')
        self.browser.wait(READY + " && glueball.state.flow === 0")
        self.assertEqual(self.browser.text('#story h2'), 'Topology appears under the flow')
        self.open('#quarks')
        self.says('no stop “quarks”', 'confinement, topology, plaquette')

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, format_end = ildg(0.5), 144 + 32
            for text, words in ((b'not one', 'no ILDG configuration'), (whole[:-5], 'cut off'),
                                (whole[:format_end], 'no ILDG'), (whole, 'not in SU(3)'),
                                (ildg(1, 4), 'no lattice of 4 × 4 × 4 × 4')):
                self.open()
                self.browser.wait(READY)
                path = pathlib.Path(folder) / 'file.ildg'
                path.write_bytes(text)
                document = self.browser.call('DOM.getDocument')['root']['nodeId']
                node = self.browser.call('DOM.querySelector', nodeId=document, selector='#file')['nodeId']
                self.browser.call('DOM.setFileInputFiles', files=[str(path)], nodeId=node)
                self.says(words)
                self.assertIsNone(self.browser.run("document.querySelector('#message button')"))


if __name__ == '__main__':
    unittest.main()
