// Lattice QCD on WebGPU: glueball's kernels, and the launches that the program recorded (tools/web). This
// file replays them: a sweep of the heatbath, steps of the gradient flow, a picture. It knows no formula of
// the physics; page.js has the controls.

/** The bytes of hexadecimal text. */
export const bytesOf = text => Uint8Array.from({ length: text.length / 2 },
  (_, n) => parseInt(text.substr(2 * n, 2), 16));

/** Opens a GPU. Throws an Error in plain words where there is none. */
export async function openDevice(gpu = globalThis.navigator?.gpu) {
  if (!gpu && globalThis.isSecureContext === false)
    throw new Error('Browsers give WebGPU only to pages from https or from this computer itself (127.0.0.1).');
  if (!gpu) throw new Error('This browser has no WebGPU. Chrome, Edge, Safari 26 and Firefox 141 or later have it on most devices.');
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('This browser has WebGPU, but no GPU that it may use. Another browser or a newer driver may have one.');
  try {
    const device = await adapter.requestDevice();
    const { vendor, architecture, description } = adapter.info ?? {};
    return { device, name: description || [vendor, architecture].filter(Boolean).join(' ') || 'your GPU' };
  } catch (error) {
    throw new Error(`This browser could not open its GPU (${error.message}).`);
  }
}

/** The buffers and pipelines of one lattice, and the work that they can do. */
export class Lattice {
  constructor(device, pack, number) {
    Object.assign(this, { device, pack, ...pack.lattices[number] });
    this.volume = this.extents.reduce((a, b) => a * b);
    this.buffers = [];
    this.pipelines = new Map();
    this.prepared = new Map();
  }

  buffer(number) {
    return this.buffers[number] ??= this.device.createBuffer({ size: this.memories[number],
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  }

  /** Compiles a launch's kernel, each kernel once. */
  pipeline(launch) {
    const key = launch.shader + JSON.stringify(launch.constants);
    if (!this.pipelines.has(key)) {
      const shader = this.pack.shaders[launch.shader], compute = GPUShaderStage.COMPUTE;
      this.pack.modules ??= [];
      const module = this.pack.modules[launch.shader] ??=
        this.device.createShaderModule({ code: shader.code, label: shader.kernel });
      const entries = Object.keys(launch.bindings).map(slot => ({ binding: +slot, visibility: compute,
        buffer: { type: shader.read_only[slot] ? 'read-only-storage' : 'storage' } }));
      if (shader.arguments)
        entries.push({ binding: this.pack.arguments_slot, visibility: compute,
          buffer: { type: 'uniform', hasDynamicOffset: true } });
      const group = this.device.createBindGroupLayout({ entries });
      const layout = this.device.createPipelineLayout({ bindGroupLayouts: [group] });
      this.pipelines.set(key, this.device.createComputePipelineAsync({ label: shader.kernel, layout,
        compute: { module, entryPoint: 'main', constants: launch.constants } })
        .then(pipeline => ({ pipeline, group }), error => {
          throw new Error(`This GPU's driver does not compile the kernel ${shader.kernel} (${error.message}).`);
        }));
    }
    return this.pipelines.get(key);
  }

  /** Compiles and binds all launches of a part, which `play` needs. */
  async prepare(part) {
    if (this.prepared.has(part)) return this.prepared.get(part);
    const stride = 256, launches = part.filter(w => 'shader' in w);
    const compiled = await Promise.all(launches.map(w => this.pipeline(w)));
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const memory = this.device.createBuffer({ size: stride * Math.max(1, launches.length), usage });
    const words = new DataView(new ArrayBuffer(memory.size));
    const done = launches.map((w, n) => {
      bytesOf(w.arguments).forEach((byte, k) => words.setUint8(n * stride + k, byte));
      const shader = this.pack.shaders[w.shader];
      const entries = Object.entries(w.bindings).map(([slot, number]) => (
        { binding: +slot, resource: { buffer: this.buffer(number) } }));
      if (shader.arguments)
        entries.push({ binding: this.pack.arguments_slot, resource: { buffer: memory, size: stride } });
      return { pipeline: compiled[n].pipeline, kernel: shader.kernel, groups: w.groups,
        bound: this.device.createBindGroup({ layout: compiled[n].group, entries }),
        offsets: shader.arguments ? [n * stride] : [] };
    });
    const result = { launches: done, memory, words };
    this.prepared.set(part, result);
    return result;
  }

  /** Changes arguments by kernel and name, in all launches of a part. */
  set({ launches, memory, words }, values) {
    launches.forEach(({ kernel, offsets: [at] }) => {
      for (const [name, value] of Object.entries(values[kernel] ?? {})) {
        const [word, isFloat] = this.pack.settable[kernel][name];
        if (isFloat) words.setFloat32(at + 4 * word, value, true);
        else words.setUint32(at + 4 * word, value, true);
      }
    });
    this.device.queue.writeBuffer(memory, 0, words.buffer);
  }

  /** Runs a part in the recorded order. Returns what it reads, an ArrayBuffer for each read. */
  async play(part, values = {}) {
    const work = await this.prepare(part);
    this.set(work, values);
    const encoder = this.device.createCommandEncoder(), reads = [];
    let pass = null, next = 0;
    for (const w of part) {
      if ('shader' in w) {
        const { pipeline, bound, offsets, groups } = work.launches[next++];
        pass ??= encoder.beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, bound, offsets);
        pass.dispatchWorkgroups(groups);
        continue;
      }
      pass?.end();
      pass = null;
      if (w.upload !== undefined) this.device.queue.writeBuffer(this.buffer(w.upload), 0, bytesOf(w.data));
      if (w.copy) encoder.copyBufferToBuffer(this.buffer(w.copy[0]), w.copy[1], this.buffer(w.copy[2]), w.copy[3], w.copy[4]);
      if (w.read) reads.push(this.reading(encoder, ...w.read));
    }
    pass?.end();
    this.device.queue.submit([encoder.finish()]);
    return Promise.all(reads.map(read => read()));
  }

  /** Encodes a copy to the host; returns a function that waits for it. */
  reading(encoder, number, offset, size) {
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    const host = this.device.createBuffer({ size, usage });
    encoder.copyBufferToBuffer(this.buffer(number), offset, host, 0, size);
    return async () => {
      await host.mapAsync(GPUMapMode.READ);
      const copy = host.getMappedRange().slice(0);
      host.destroy();
      return copy;
    };
  }

  async read(number, size = this.memories[number]) {
    const encoder = this.device.createCommandEncoder(), done = this.reading(encoder, number, 0, size);
    this.device.queue.submit([encoder.finish()]);
    return done();
  }

  /** Uploads links: number(site, mu, k) is real k of the first two rows, re and im in turn. */
  load(number) {
    const [X, Y, Z, T] = this.extents, half = this.volume / 2;
    const parities = [0, 1].map(() => new Float32Array(half * 48));
    for (let site = 0; site < this.volume; ++site) {
      const x = site % X, y = Math.floor(site / X) % Y, z = Math.floor(site / X / Y) % Z;
      const t = Math.floor(site / X / Y / Z), to = parities[(x + y + z + t) % 2], at = site >> 1;
      for (let mu = 0; mu < 4; ++mu)
        for (let k = 0; k < 12; ++k)
          to[((mu * 3 + (k >> 2)) * half + at) * 4 + k % 4] = number(site, mu, k);
    }
    parities.forEach((data, p) => this.device.queue.writeBuffer(this.buffer(this.links[p]), 0, data));
  }

  /** Makes all that is in its buffers 0. */
  clear() {
    const encoder = this.device.createCommandEncoder();
    this.buffers.forEach(buffer => encoder.clearBuffer(buffer));
    this.device.queue.submit([encoder.finish()]);
  }

  destroy() {
    this.buffers.forEach(buffer => buffer?.destroy());
    for (const { memory } of this.prepared.values()) memory.destroy();
  }
}

/** Global sums are two floats each, which add up to the value. */
const sumsOf = data => {
  const f = new Float32Array(data);
  return Array.from({ length: f.length / 2 }, (_, n) => f[2 * n] + f[2 * n + 1]);
};

/** A Markov chain, its flow and its pictures. */
export class Vacuum {
  constructor(lattice, { beta = 6, seed = 1, overrelaxation = 0 } = {}) {
    Object.assign(this, { lattice, beta, seed, overrelaxation });
    this.parts = lattice.parts;
    this.cold();
  }

  /** Unit links: no field at all. */
  cold() {
    this.load((site, mu, k) => (k === 0 || k === 8 ? 1 : 0));
  }
  load(number) {
    this.lattice.load(number);
    this.coloured = undefined;  // the self-test, after which a chain begins anew, has other colours
    this.sweeps = 0;
    this.version = (this.version ?? 0) + 1;
  }

  /** One heatbath sweep, overrelaxation, and measurements. */
  async sweep() {
    const { lattice, parts } = this;
    ++this.sweeps;
    ++this.version;
    const heatbath = { c0: 2 * this.beta / 3, seed_low: this.seed, step: this.sweeps };
    await lattice.play(parts.heatbath, { 'gauge/heatbath': heatbath });
    for (let n = 0; n < this.overrelaxation; ++n) await lattice.play(parts.overrelax);
    return this.measure();
  }

  /** Projects links to SU(3); returns plaquette and Polyakov loop. */
  async measure() {
    const { lattice, parts } = this, [deviation, planes, loop] = (await lattice.play(parts.measure)).map(sumsOf);
    const space = lattice.volume / lattice.extents[3];
    return { deviation: deviation[0], plaquette: (planes[0] + planes[1]) / (18 * lattice.volume),
      polyakov: [loop[0] / (3 * space), loop[1] / (3 * space)] };
  }

  /** Prepares the field of a picture after `steps` steps of the flow. Returns its total over the lattice. */
  async flow(field, steps) {
    const { lattice, parts } = this;
    // Links that were not flowed are not in the buffers of the flow.
    const goesOn = this.flowed?.version === this.version && this.flowed.steps > 0 && this.flowed.steps <= steps;
    let done = goesOn ? this.flowed.steps : 0;
    if (steps > 0 && !goesOn) await lattice.play(parts['flow begin']);
    for (; done < steps; ++done) await lattice.play(parts.flow[done % 2]);
    const links = steps === 0 ? 'unflowed' : steps % 2 ? 'odd' : 'even';
    this.flowed = { version: this.version, steps, links };
    await lattice.play(parts[field][links]);
    if (field === 'polyakov') return null;
    const [sums] = (await lattice.play(parts.total)).map(sumsOf);
    return { charge: sums[2], energy: (sums[0] + sums[1]) / lattice.volume };
  }

  /** Puts the field at a Euclidean time on the points of space. */
  async points(field, time) {
    const T = this.lattice.extents[3], first = Math.floor(time) % T, share = time - Math.floor(time);
    await this.lattice.play(this.parts[field].points[this.flowed?.links ?? 'even'], { 'view/volume': { first, second: (first + 1) % T,
      first_weight: 1 - share, second_weight: share } });
  }

  /** The largest magnitude of the field. */
  async range(field) {
    const part = this.parts[field].range;
    return part.length ? sumsOf((await this.lattice.play(part)).at(-1))[0] : 0;
  }

  /** Draws into an ImageData; `mode` is surfaces or volume. */
  async draw(field, mode, scene, width, height) {
    const { lattice, parts } = this, picture = parts[field];
    if (this.coloured !== field) await lattice.play(picture.colours);
    this.coloured = field;
    await lattice.play(picture[mode], { 'view/march': { ...scene, width, height } });
    return new ImageData(new Uint8ClampedArray(await lattice.read(picture.pixels, 4 * width * height)), width, height);
  }

  /** Compiles parts, and tells how many of their kernels are done. */
  async prepare(list, tell) {
    const kernels = [...new Set(list.flat().filter(w => 'shader' in w).map(w => this.lattice.pipeline(w)))];
    let done = 0;
    tell?.(0, kernels.length);
    await Promise.all(kernels.map(k => k.then(() => tell?.(++done, kernels.length))));
    await Promise.all(list.map(part => this.lattice.prepare(part)));
  }
}

/** Camera of a picture: what host/view/projection.cpp computes. Angles are in degrees. */
export function projection(points, longest, { azimuth, elevation, distance }, width, height) {
  const a = azimuth * Math.PI / 180, e = elevation * Math.PI / 180, half = Math.tan(Math.PI / 12);
  const back = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const right = [-Math.sin(a), Math.cos(a), 0];
  const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
  const shorter = Math.min(width, height), scene = {};
  'xyz'.split('').forEach((axis, k) => {
    scene[`eye_${axis}`] = points[k] / 2 + distance * longest * back[k];
    scene[`right_${axis}`] = right[k] * half * width / shorter;
    scene[`up_${axis}`] = up[k] * half * height / shorter;
    scene[`forward_${axis}`] = -back[k];
  });
  return scene;
}

/** Reads an ILDG file: its extents, and number() as Lattice.load takes it. Throws an Error in plain words. */
export function readIldg(buffer) {
  const view = new DataView(buffer), records = {};
  for (let at = 0; at + 144 <= view.byteLength && view.getUint32(at) === 0x456789ab;) {
    const size = Number(view.getBigUint64(at + 8));
    const name = String.fromCharCode(...new Uint8Array(buffer, at + 16, 128)).split('\0')[0];
    records[name] = { at: at + 144, size };
    at += 144 + Math.ceil(size / 8) * 8;
  }
  const format = records['ildg-format'], data = records['ildg-binary-data'];
  if (!format || !data) throw new Error('This is no ILDG configuration.');
  if (format.at + format.size > view.byteLength) throw new Error('This configuration is cut off or damaged.');
  const xml = new TextDecoder().decode(new Uint8Array(buffer, format.at, format.size));
  const value = tag => +(xml.match(new RegExp(`<(?:\\w+:)?${tag}>\\s*(\\d+)`))?.[1] ?? NaN);
  const extents = ['lx', 'ly', 'lz', 'lt'].map(value), wide = value('precision') === 64;
  if (data.at + data.size > view.byteLength || data.size !== extents.reduce((a, b) => a * b) * 72 * (wide ? 8 : 4))
    throw new Error('This configuration is cut off or damaged.');
  const number = (site, mu, k) => {
    const n = (site * 4 + mu) * 18 + k;
    return wide ? view.getFloat64(data.at + 8 * n) : view.getFloat32(data.at + 4 * n);
  };
  return { extents, number };
}

/** Compares kernels with numbers of the native program (web/recorded.json), which begin with unit links. Yields
 * one result for each memory that a launch writes. */
export async function* selfTest(lattice, recorded) {
  lattice.clear();
  lattice.load((site, mu, k) => (k === 0 || k === 8 ? 1 : 0));
  for (const { part: path, set, results } of recorded.self_test) {
    const part = path.reduce((parts, name) => parts[name], lattice.parts);
    let next = 0;
    for (const w of part) {
      await lattice.play([w], set);
      if (!('shader' in w)) continue;
      const { kernel, read_only } = lattice.pack.shaders[w.shader];
      for (const slot in w.bindings) {
        if (read_only[slot]) continue;
        const data = await lattice.read(w.bindings[slot]), isPicture = kernel === 'view/march';
        const values = isPicture ? new Uint32Array(data) : new Float32Array(data);
        let sum = 0, size = 0;
        values.forEach((v, n) => {
          if (isPicture) v = (v & 255) + (v >> 8 & 255) + (v >> 16 & 255);
          sum += v * (0.5 + (Math.imul(n, 2654435761) >>> 0) / 4294967296);
          size += Math.abs(v);
        });
        // Sums this small are of roundings (how far links are from SU(3)), which differ from device to device:
        // they only have to stay as small.
        const [expected, scale] = results[next++], small = scale < 1e-3;
        yield { kernel, part: path.join(' '), deviation: Math.abs(sum - expected) / (small ? 1 : scale),
          tolerance: small ? 1e-3 : isPicture ? 2e-3 : 1e-5 };
      }
    }
  }
}
