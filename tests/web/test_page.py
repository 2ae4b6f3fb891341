"""The page of web/ in a browser: it loads, compiles, runs, draws, and says what is wrong in plain words."""
import gzip
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from browser import PROGRAM, Browser, serve

PAGE = pathlib.Path(os.environ['GLUEBALL_PAGE'])
START = pathlib.Path(os.environ['GLUEBALL_SOURCE']) / 'assets/configurations/quickstart.ildg'
PICTURES = "Number(document.querySelector('#picture')?.dataset.pictures ?? 0)"
# How many colours a picture has, and which share of it is not background.
SEEN = '''(() => {
  const c = document.querySelector('#picture'), copy = new OffscreenCanvas(c.width, c.height);
  const seen2d = copy.getContext('2d', { willReadFrequently: true });
  seen2d.drawImage(c, 0, 0);
  const d = seen2d.getImageData(0, 0, c.width, c.height).data;
  const colours = new Set();
  let seen = 0;
  for (let n = 0; n < d.length; n += 4) {
    colours.add(d[n] << 16 | d[n + 1] << 8 | d[n + 2]);
    if (Math.max(d[n], d[n + 1], d[n + 2]) - Math.min(d[n], d[n + 1], d[n + 2]) > 30) ++seen;
  }
  return [colours.size, seen / (c.width * c.height)];
})()'''


def native(*words):
    done = subprocess.run([os.environ['GLUEBALL_PROGRAM'], *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


@unittest.skipUnless(PROGRAM, 'no chromium (Debian package: chromium)')
class Page(unittest.TestCase):
    """One browser goes through all cases, in the order of their names: compilation takes most of the time."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        site = pathlib.Path(cls.folder.name) / 'site'
        shutil.copytree(PAGE, site)
        shutil.copy(START, site)
        subprocess.run([os.environ['GLUEBALL_WEB'], site / 'modules.json', 'modules'], check=True)
        cls.address = serve(site)
        cls.browser = Browser()
        cls.browser.size(640, 480)
        cls.browser.open(cls.address)
        cls.first_picture = cls.browser.wait(PICTURES + ' > 0', 120)
        cls.browser.wait('globalThis.glueball?.ready', 400)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def sees(self):
        colours, share = self.browser.run(SEEN)
        self.assertGreater(colours, 100)
        self.assertGreater(share, 0.001)

    def next_picture(self):
        before = self.browser.run(PICTURES)
        self.browser.run('glueball.change({})')
        self.browser.wait(f'{PICTURES} > {before}', 120)

    def test_01_weight(self):
        loaded = ['index.html', 'page.js', 'glueball.js', 'kernels.json', 'recorded.json']
        self.assertLess(sum(len(gzip.compress((PAGE / name).read_bytes())) for name in loaded), 400_000)

    def test_02_first_picture(self):
        print(f'first picture after {self.first_picture:.1f} s')
        self.next_picture()
        self.sees()

    def test_03_runs(self):
        before = self.browser.run('glueball.vacuum.sweeps')
        self.browser.wait(f'glueball.vacuum.sweeps > {before} + 2', 120)
        self.assertAlmostEqual(float(self.browser.text('#plaquette')), 0.5746, delta=0.03)
        self.assertEqual(self.browser.text('#expected'), 'expected 0.5746')

    def test_04_plaquettes_are_the_program_s(self):
        native_steps = native('heatbath', '--start', START, '--beta', 6, '--seed', 7, '--overrelax', 0,
                              '--sweeps', 100, '--device', 'vulkan', '--json', '--output',
                              pathlib.Path(self.folder.name) / 'run')
        expected = [s['plaquette'] for s in native_steps if 'step' in s and 'plaquette' in s]
        self.assertEqual(len(expected), 100)
        of_page = self.browser.run('''glueball.inTurn(async () => {
          glueball.state.run = glueball.state.spin = glueball.state.drift = false;
          const { readIldg } = await import('./glueball.js'), v = glueball.vacuum, all = [];
          v.load(readIldg(await (await fetch('quickstart.ildg')).arrayBuffer()).number);
          Object.assign(v, { beta: 6, seed: 7 });
          for (let n = 0; n < 100; ++n) all.push((await v.sweep()).plaquette);
          return all;
        })''')
        # The chain is chaotic: differences of roundings grow by a third with each sweep. So the first sweeps
        # agree to their digits, and all of them in the mean.
        worst = max(abs(a - b) for a, b in zip(of_page[:25], expected))
        print(f'plaquettes of 25 sweeps differ by at most {worst:.1e}')
        self.assertLess(worst, 1e-6)
        self.assertLess(abs(sum(of_page) - sum(expected)) / 100, 2e-3)

    def test_05_controls(self):
        run = self.browser.run
        run('''for (const [id, value] of [['beta', 5.7], ['flow', 0.5], ['level', 0.2], ['time', 3]]) {
          const e = document.getElementById(id);
          e.value = value;
          e.dispatchEvent(new Event('input'));
        }''')
        self.browser.wait('glueball.vacuum.beta === 5.7 && glueball.state.flow === 0.5', 60)
        self.next_picture()
        self.assertIn('flow time 0.5', self.browser.text('#legend'))
        run("document.querySelector('#mode button[value=volume]').click()")
        self.next_picture()
        self.sees()
        run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }))")
        self.assertTrue(run('glueball.state.spin'))
        before = run('glueball.state.camera.azimuth')
        self.browser.wait(f'glueball.state.camera.azimuth !== {before}')

    def test_05_flow(self):
        # The flow of a chain that rests begins from its links, whichever flow time was seen before.
        charge = self.browser.run('''glueball.inTurn(async () => {
          glueball.state.run = glueball.state.spin = glueball.state.drift = false;
          const { readIldg } = await import('./glueball.js'), v = glueball.vacuum, all = [];
          v.load(readIldg(await (await fetch('quickstart.ildg')).arrayBuffer()).number);
          for (const steps of [0, 5, 0, 10, 10, 3, 10]) all.push((await v.flow('charge', steps)).charge);
          return glueball.flowed = all;
        }).then(() => glueball.flowed)''')
        for n, same in ((2, 0), (4, 3), (6, 3)):
            self.assertEqual(charge[n], charge[same])
        measured = native('flow', START, '--time', 1, '--step', 0.1, '--device', 'vulkan', '--json')
        expected = [s['charge'] for s in measured if 'charge' in s]
        self.assertAlmostEqual(charge[3], expected[-1], delta=1e-5)

    def test_06_stops(self):
        self.browser.run("document.querySelectorAll('#stops button')[3].click()")
        self.browser.wait('glueball.state.field === "action" && glueball.history.plaquettes[0] === 1', 300)
        for _ in range(2):
            self.browser.run("document.querySelector('#story .go').click()")
        chapter = self.browser.run("document.querySelector('#story a').href")
        self.assertEqual(self.browser.run(f"fetch('{chapter}').then(a => a.ok)"), True)

    def test_07_resize(self):
        self.browser.size(390, 844)
        self.next_picture()
        width, height, inside = self.browser.run('''(() => { const c = document.querySelector('#picture');
          return [c.clientWidth, c.clientHeight, document.documentElement.scrollWidth]; })()''')
        self.assertEqual(width, 390)
        self.assertEqual(inside, 390)
        self.assertGreater(height, 300)
        self.browser.size(640, 480)

    def test_08_modules(self):
        # The browser's compiler accepts every module that the translation does not refuse.
        wrong = self.browser.run('''(async () => {
          const wrong = [];
          for (const m of await (await fetch('modules.json')).json()) {
            if (m.refused) { wrong.push([m.name, m.refused]); continue; }
            glueball.device.pushErrorScope('validation');
            const info = await glueball.device.createShaderModule({ code: m.code }).getCompilationInfo();
            await glueball.device.popErrorScope();
            const error = info.messages.find(x => x.type === 'error');
            if (error) wrong.push([m.name, error.message]);
          }
          return wrong;
        })()''')
        for name, why in wrong:
            print(f'{name}: {why}')
            self.assertRegex(why, 'WGSL has no (numbers of 64 bits|order of memory between workgroups)')

    def test_09_self_test(self):
        results = self.browser.run('''glueball.inTurn(async () => {
          const { selfTest } = await import('./glueball.js'), all = [];
          const recorded = await (await fetch('recorded.json')).json();
          for await (const r of selfTest(glueball.vacuum.lattice, recorded)) all.push(r);
          return all;
        })''')
        kernels = {r['kernel'] for r in results}
        page = {s['kernel'] for s in json.loads((PAGE / 'kernels.json').read_text())['shaders']}
        self.assertEqual(kernels, page)
        for r in results:
            self.assertLess(r['deviation'], r['tolerance'], f"{r['kernel']} of {r['part']}")

    def test_10_no_complaints(self):
        self.assertEqual(self.browser.messages, [])

    def test_11_lost_device(self):
        self.browser.run('glueball.device.destroy()')
        self.browser.wait("document.querySelector('#message').textContent.includes('The GPU was lost')")
        self.assertEqual(self.browser.text('#message button'), 'Start again')

    def test_12_without_webgpu(self):
        other = Browser(webgpu=False)
        try:
            other.open(self.address)
            other.wait("document.querySelector('#fallback')?.naturalWidth > 0")
            self.assertIn('WebGPU', other.text('#message'))
            # chromium itself complains that it has no WebGPU.
            self.assertEqual([m for m in other.messages if 'WebGPU Context' not in m], [])
        finally:
            other.close()


if __name__ == '__main__':
    unittest.main()
