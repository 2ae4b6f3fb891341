"""What goes wrong is an exception, and what was there before still is."""

import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import unittest

import glueball
import numpy as np
from support import LOST_DEVICE, SOURCE, OnDevices

# The address sanitizer takes more address space than any limit leaves, and does not find its own functions
# below a library that stands in for drivers.
sanitized = "libasan" in os.environ.get("LD_PRELOAD", "")
not_sanitized = unittest.skipIf(sanitized, "the address sanitizer is in it")

CHAIN = {"lattice": (4, 4, 4, 4), "beta": 5.7, "start": "hot", "sweeps": 6, "seed": 3}


FORKED = """
import os, sys, glueball
device = glueball.Device(sys.argv[1])
u = glueball.random((4, 4, 4, 4))
field = glueball.Lattice(u.extents, device).upload(u)
chain = glueball.heatbath(start=u, beta=5.7, sweeps=2, device=device)
chain.step()
if os.fork() == 0:
    said = []
    for name, call in (("field", lambda: glueball.plaquette(field)), ("chain", chain.step)):
        try:
            call()
        except glueball.DeviceError as error:
            said.append(name if "forked" in str(error) else str(error))
    if glueball.random((8, 8, 8, 8), 2).unitarity_deviation() < 1e-12:
        said.append("host")
    del field, chain, device
    print(*said, "closed", flush=True)
    sys.exit(3)
print(os.waitstatus_to_exitcode(os.wait()[1]))
"""

POOL = """
import multiprocessing, glueball
u = glueball.random((4, 4, 4, 4))
glueball.plaquette(u)
def measured(n):
    try:
        return glueball.plaquette(u)
    except glueball.DeviceError:
        return "refused"
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(list(pool.apply(glueball.random, ((4, 4, 4, 4), 1)).extents))
    print(pool.apply(measured, (1,)))
"""

DAEMON = """
import sys, threading, time, glueball
u = glueball.random((4, 4, 4, 4))
def work():
    if sys.argv[1] == "chain":
        list(glueball.heatbath(lattice=(8, 8, 8, 8), start="hot", beta=5.5, sweeps=10000))
    while True:
        if sys.argv[1] == "solve":
            glueball.solve(u, kappa=0.1, progress=lambda *news: at_work.set())
        elif sys.argv[1] == "flow":
            glueball.flow(u, 1, progress=lambda *news: None)
        elif sys.argv[1] == "callback":
            glueball.flow(u, 1, progress=lambda *news: sum(range(100000)))
        else:
            glueball.random((16, 16, 16, 16))
        at_work.set()
at_work = threading.Event()
threading.Thread(target=work, daemon=True).start()
at_work.wait(1)
time.sleep(0.1)
print("main ends", flush=True)
sys.exit(5)
"""


def alone(script, *words):
    """A process of its own; one that hangs fails."""
    return subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, check=False, timeout=60
    )


class Threads(OnDevices):
    def test_two_threads_on_one_device(self):
        for device in self.each_device():
            alone = [record.plaquette for record in glueball.heatbath(CHAIN, device=device)]
            results, failures = {}, []

            def work(n):
                try:
                    results[n] = [record.plaquette for record in glueball.heatbath(CHAIN, device=device)]
                except Exception as error:
                    failures.append(error)

            threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            self.assertEqual(results, {0: alone, 1: alone})

    def test_two_threads_on_two_devices(self):
        ids = [info.id for info in glueball.devices()][:2]
        results = {}

        def work(id):
            u = glueball.random((4, 4, 4, 4), seed=1)
            results[id] = [glueball.plaquette(u, device=id) for _ in range(5)]

        threads = [threading.Thread(target=work, args=(id,)) for id in ids]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for values in results.values():
            self.assertAlmostEqual(values[0], results[ids[0]][0], 6)
        self.assertEqual(set(results), set(ids))

    def test_python_goes_on_during_long_calls(self):
        """Another thread counts while the device works."""
        device = glueball.Device()
        chain = glueball.heatbath(CHAIN, lattice=(8, 8, 8, 8), device=device)
        chain.step()
        stop, counted = threading.Event(), [0]

        def count():
            while not stop.is_set():
                counted[0] += 1

        thread = threading.Thread(target=count)
        thread.start()
        before = counted[0]
        chain.step()
        after = counted[0]
        stop.set()
        thread.join()
        self.assertGreater(after, before)


class Callbacks(OnDevices):
    def test_what_a_callback_raises_comes_out_and_the_chain_goes_on(self):
        for device in self.each_device():
            alone = [record.plaquette for record in glueball.heatbath(CHAIN, device=device)]
            chain = glueball.heatbath(CHAIN, device=device)

            def fail(done, total, text):
                if done == 2:
                    raise KeyError("mine")

            seen = []
            with self.assertRaises(KeyError):
                for record in chain.run(progress=fail):
                    seen.append(record.plaquette)
            self.assertEqual(chain.done, 2)
            seen += [record.plaquette for record in chain]
            self.assertEqual(seen, alone[:1] + alone[2:])

    def test_what_a_progress_raises_ends_a_solve(self):
        u = glueball.random((4, 4, 4, 8))
        for device in self.each_device():

            def fail(*news):
                raise KeyError("mine")

            with self.assertRaises(KeyError):
                glueball.solve(u, kappa=0.13, device=device, progress=fail)
            with self.assertRaises(KeyError):
                glueball.flow(u, 0.1, step=0.05, device=device, progress=fail)
            with self.assertRaises(KeyError):
                glueball.fix(u, device=device, progress=fail)
            self.assertEqual(len(glueball.solve(u, kappa=0.1, columns=1, device=device).fields), 1)

    def test_callbacks_keep_their_count(self):
        """Another thread counts the same object all the time."""

        class Callback:
            def __call__(self, *news):
                pass

        hook, stop = Callback(), threading.Event()
        u = glueball.unit((2, 2, 2, 2))
        before, interval = sys.getrefcount(hook), sys.getswitchinterval()

        def count():
            while not stop.is_set():
                for _ in range(1000):
                    held = [hook] * 8 + [hook, hook, hook]
                    del held

        thread = threading.Thread(target=count)
        sys.setswitchinterval(1e-5)
        try:
            thread.start()
            for _ in range(20):
                glueball.solve(u, columns=1, kappa=0.01, tolerance=0.1, progress=hook)
                glueball.mesons(u, kappa=0.01, tolerance=0.1, progress=hook)
        finally:
            stop.set()
            thread.join()
            sys.setswitchinterval(interval)
        self.assertEqual(sys.getrefcount(hook), before)

    def test_a_callback_may_use_the_device(self):
        u = glueball.random((4, 4, 4, 8))
        seen = []
        for device in self.each_device():
            glueball.flow(
                u,
                0.1,
                step=0.05,
                device=device,
                progress=lambda *news: seen.append(glueball.plaquette(u, device=device)),
            )
        self.assertGreater(len(seen), 0)
        self.assertAlmostEqual(min(seen), max(seen), 6)

    def test_callbacks_that_want_each_others_device(self):
        """One of them is refused, and what it drops of the other's is given back; nobody waits for ever."""
        u = glueball.random((4, 4, 4, 8))
        devices = [glueball.Device(info.id) for info in glueball.devices()][:2]
        if len(devices) < 2:
            self.skipTest("it takes two devices")
        before = [device.allocated for device in devices]
        held = {n: glueball.Lattice(u.extents, devices[1 - n]).upload(u) for n in range(2)}
        both, ends = threading.Barrier(2), {}

        def work(n):
            def other(*news):
                both.wait(60)
                held.pop(n)
                glueball.plaquette(u, device=devices[1 - n])

            try:
                ends[n] = glueball.flow(u, 0.05, step=0.05, device=devices[n], progress=other)
            except glueball.DeviceError as error:
                ends[n] = str(error)

        threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(set(ends), {0, 1})
        refused = [end for end in ends.values() if isinstance(end, str)]
        self.assertGreater(len(refused), 0)
        for end in refused:
            self.assertIn("waits for a device of this one", end)
        self.assertEqual(held, {})
        del ends
        gc.collect()
        self.assertEqual([device.allocated for device in devices], before)

    def test_ctrl_c_between_steps(self):
        chain = glueball.heatbath(CHAIN)

        def interrupt(done, total, text):
            if done == 3:
                os.kill(os.getpid(), signal.SIGINT)

        with self.assertRaises(KeyboardInterrupt):
            for _ in chain.run(progress=interrupt):
                pass
        self.assertEqual(chain.done, 3)
        self.assertEqual(len(list(chain)), 3)
        alone = glueball.heatbath(CHAIN)
        list(alone)
        np.testing.assert_array_equal(chain.configuration().links, alone.configuration().links)

    def test_ctrl_c_in_a_solve(self):
        u = glueball.random((8, 8, 8, 8))
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            while True:
                glueball.solve(u, kappa=0.13)
        timer.join()


class Ends(OnDevices):
    def test_a_daemon_thread_in_a_call_lets_the_interpreter_end(self):
        for kind in ("chain", "solve", "flow", "callback", "host"):
            with self.subTest(kind):
                done = alone(DAEMON, kind)
                self.assertEqual((done.stdout, done.stderr, done.returncode), ("main ends\n", "", 5))


class Lifetimes(OnDevices):
    def test_a_field_outlives_its_device_and_lattice(self):
        u = glueball.random((4, 4, 4, 4), seed=1)
        for device in self.each_device():
            lattice = glueball.Lattice(u.extents, device)
            core = lattice.upload(u)._core
            sites = glueball.SiteField(lattice)._core
            del lattice, device
            gc.collect()
            self.assertEqual(core.download(False).extents, [4, 4, 4, 4])
            self.assertEqual(sites.numbers().shape, (4, 4, 4, 4, 4))
            del core, sites
            gc.collect()

    def test_memory_comes_back(self):
        device = glueball.Device()
        u = glueball.random((4, 4, 4, 8))
        glueball.plaquette(u, device=device)
        before = device.allocated
        for _ in range(3):
            glueball.plaquette(u, device=device)
            glueball.heatbath(CHAIN, device=device).step()
        gc.collect()
        self.assertEqual(device.allocated, before)

    def test_fields_of_other_sizes(self):
        lattice = glueball.Lattice((4, 4, 4, 4))
        with self.assertRaisesRegex(glueball.ParameterError, "4x4x4x8"):
            lattice.upload(glueball.unit((4, 4, 4, 8)))


class Devices(OnDevices):
    def test_no_such_device(self):
        for name in ("vulkan:77", "opengl:77"):
            with self.assertRaises(glueball.DeviceError):
                glueball.Device(name)
        with self.assertRaises(glueball.ParameterError):
            glueball.Device("cuda:0")
        with self.assertRaises(glueball.ParameterError):
            glueball.Device(storage="drawer")

    @not_sanitized
    def test_a_lost_device_is_an_exception(self):
        """In a process of its own, whose drivers say that their devices are lost when it asks for that."""
        for info in glueball.devices():
            with self.subTest(info.id):
                preloaded = " ".join(filter(None, [os.environ.get("LD_PRELOAD"), LOST_DEVICE]))
                done = subprocess.run(
                    [sys.executable, SOURCE / "tests/python/lost_device.py", info.id, self.folder / info.id],
                    env={**os.environ, "LD_PRELOAD": preloaded},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertTrue(done.stdout.endswith("all well\n"))

    def test_a_forked_process_is_told_instead_of_waiting(self):
        glueball.plaquette(glueball.unit((4, 4, 4, 4)))
        child = os.fork()
        if child == 0:
            try:
                glueball.plaquette(glueball.unit((4, 4, 4, 4)))
            except glueball.DeviceError:
                os._exit(7)
            os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)

    def test_a_forked_process_ends_and_does_what_needs_no_device(self):
        for info in glueball.devices():
            with self.subTest(info.id):
                done = alone(FORKED, info.id)
                said = "field chain host closed\n3\n"
                self.assertEqual((done.stdout, done.returncode), (said, 0), done.stderr)

    def test_a_forked_pool(self):
        done = alone(POOL)
        self.assertEqual((done.stdout, done.returncode), ("[4, 4, 4, 4]\nrefused\n", 0), done.stderr)

    @not_sanitized
    def test_host_memory_that_is_used_up_is_a_memory_error(self):
        code = """
import resource
import glueball
resource.setrlimit(resource.RLIMIT_AS, (10**9, 10**9))
try:
    glueball.unit((48, 48, 48, 48))
except MemoryError as error:
    print(error)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "the host's memory is used up; choose a smaller lattice\n")

    def test_drivers_are_not_opened_without_memory(self):
        code = """
import resource
import sys
import glueball
u = glueball.unit((4, 4, 4, 4))
with open("/proc/self/statm") as sizes:
    bytes_now = int(sizes.read().split()[0]) * resource.getpagesize()
limit = bytes_now + (int(sys.argv[1]) << 20)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
try:
    glueball.measure(u, "plaquette")
except MemoryError as error:
    print(error)
"""
        # In such memory lavapipe crashed, or was not found.
        for mebibytes in (60, 200, 230):
            with self.subTest(mebibytes):
                done = subprocess.run(
                    [sys.executable, "-c", code, str(mebibytes)], capture_output=True, text=True, check=False
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, "the host's memory is used up; choose a smaller lattice\n")

    def test_what_does_not_fit_is_said(self):
        with self.assertRaises(glueball.DeviceError):
            glueball.heatbath(lattice=(128, 128, 128, 256), beta=6)
        with self.assertRaises(glueball.ParameterError):
            glueball.Lattice((4, 4, 4, 4), precision="quadruple")
        with self.assertRaises(glueball.ParameterError):
            glueball.Lattice((4, 4, 4, 4), reconstruct=9)

    def test_values_that_make_no_sense(self):
        for options in (
            {"betta": 5},
            {"beta": "warm"},
            {"sweeps": -1},
            {"observables": "temperament"},
            {"lattice": (4, 4, 4)},
            {"lattice": (4, 4, 4, 5)},
        ):
            with self.subTest(**options), self.assertRaises(glueball.ParameterError):
                glueball.heatbath(options)
        with self.assertRaisesRegex(glueball.ParameterError, "monomial 0"):
            glueball.hmc({"monomial": [{"kind": "gauge", "level": 0, "bta": 5.6}]})
        with self.assertRaises(glueball.ParameterError):
            glueball.measure(glueball.unit((4, 4, 4, 4)), "temperament")

    def test_wrong_types_are_said_by_the_parameters_name(self):
        u = glueball.unit((4, 4, 4, 4))
        lattice = glueball.Lattice(u.extents)
        for call, says in (
            (lambda: glueball.flow("u.ildg", 0.1), r"^flow: u = 'u\.ildg', of type str; give Configuration$"),
            (lambda: glueball.flow(u, "long"), r"^flow: time = 'long', of type str; give float \| None$"),
            (lambda: glueball.flow(u, times=0.1), r"^flow: times = 0\.1, .* give Sequence\[float\]$"),
            (lambda: glueball.flow(u, 0.1, progress=3), r"^flow: progress = 3, .* give Callable"),
            (lambda: glueball.smear(u, rho="a"), r"^smear: rho = 'a', .* give float \| None$"),
            (lambda: glueball.plaquette(u, device=3), r"^plaquette: device = 3, .* Device \| str \| None$"),
            (lambda: glueball.plaquette(None), r"^plaquette: u = None"),
            (lambda: glueball.unit(4), r"^unit: extents = 4, "),
            (lambda: glueball.random(u.extents, "a"), r"^random: seed = 'a', of type str; give int$"),
            (lambda: glueball.random(u.extents, -1), r"^random: a number that is too large"),
            (lambda: glueball.Device(validate="x"), r"^Device: validate = 'x', "),
            (lambda: lattice.upload(u.links), r"^Lattice\.upload: u, of type ndarray; give Configuration$"),
            (lambda: glueball.heatbath(u), r"^heatbath: config = <glueball.Configuration 4x4x4x4>, "),
            (lambda: glueball.read(3), r"^read: path = 3, "),
        ):
            with self.subTest(says), self.assertRaisesRegex(glueball.ArgumentTypeError, says):
                call()
        # TypeErrors of Python itself and of callbacks, and valid calls, stay as they are.
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'tims'"):
            glueball.flow(u, 0.1, tims=3)

        def fail(*news):
            raise TypeError("mine")

        with self.assertRaisesRegex(TypeError, "^mine$"):
            glueball.flow(u, 0.05, step=0.05, progress=fail)
        self.assertEqual(glueball.random(np.array(u.extents), np.int64(3)).extents, u.extents)
        self.assertIs(pickle.loads(pickle.dumps(glueball.flow)), glueball.flow)
        self.assertTrue(issubclass(glueball.ArgumentTypeError, glueball.ParameterError))

    def test_errors_are_a_family(self):
        for kind in ("ParameterError", "FileError", "DeviceError", "ConvergenceError", "DisagreementError"):
            self.assertTrue(issubclass(getattr(glueball, kind), glueball.Error))
        self.assertTrue(issubclass(glueball.DiskFullError, glueball.FileError))
        with self.assertRaises(glueball.Error) as caught:
            glueball.read(self.folder / "nothere")
        self.assertIn("nothere", caught.exception.message)
        self.assertTrue(caught.exception.hint)


if __name__ == "__main__":
    unittest.main()
