// The page: controls, histories, guided stops. What computes is in glueball.js.
import { Lattice, Vacuum, bytesOf, openDevice, projection, readIldg, selfTest } from './glueball.js';

const $ = id => document.getElementById(id);
const json = async name => {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is missing on the server.`);
  return answer.json();
};
const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
const kFields = { charge: 'charge', action: 'action', polyakov: 'Polyakov loops' };
const kModes = { surfaces: 'surfaces', volume: 'cloud' };
const kLegends = { charge: ['charge density', '1/a⁴'], action: ['action density', '1/a⁴'],
  polyakov: ['Polyakov loop', 'phase'] };
const kThermal = 20;  // sweeps from a cold start before the first live picture

const state = { field: 'charge', mode: 'surfaces', lattice: 0, beta: 5.85, flow: 1, level: 0.2, time: 0, run: !still, spin: !still,
  drift: !still, camera: { azimuth: 35, elevation: 22, distance: 3.3 } };
const history = { plaquettes: [], charges: [], loops: [] };
let pack, recorded, device, lattice, vacuum, range = 0, dirty = true, field = null, ready = false, sharpness = 0.5;

// The stops: each sets what it needs and says what to look for.
const kStops = [
  { name: 'Explore', title: 'A box of nothing', steps: [{ text: `This is empty space, as the strong force sees it: a box about one
    femtometre wide, full of short-lived lumps. <b>Turn it</b>, let it run, and change anything below. The three stops above show
    what physicists learned from such boxes, a minute each.` }] },
  { name: 'Confine&shy;ment melts', title: 'Confinement melts', chapter: ['10_loops', 'loops'], steps: [
    { set: { lattice: 3, field: 'polyakov', mode: 'surfaces', beta: 5.5, flow: 0.2, level: 0.25, run: true, start: 'hot' },
      text: `Each point shows the Polyakov loop: the price of a single quark standing there. Cold and confined, its phases (the
      colours) are <b>scattered</b>, and their mean stays near 0. A single quark would cost infinite energy.` },
    { set: { beta: 5.69 }, text: `This lattice is only four steps long in Euclidean time, and that length is one over the
      temperature. Larger β makes the steps shorter: <b>drag β</b> slowly upwards. At β = 5.69, about 270 MeV, the vacuum cannot
      decide.` },
    { set: { beta: 6 }, text: `Above, <b>one colour wins</b>: one of three, at the corners of the triangle beside the histories.
      Quarks are free. This is the transition that the early universe went through in its first microseconds, here without quarks
      of its own.` }] },
  { name: 'Topology appears', title: 'Topology appears under the flow', chapter: ['11_flow', 'gradient flow'], steps: [
    { set: { lattice: 0, field: 'charge', mode: 'surfaces', beta: 5.85, flow: 0, level: 0.25, run: false },
      text: `The raw vacuum, at flow time 0: its topological charge density is <b>noise</b> at the scale of the lattice. The sum is
      no whole number.` },
    { set: { flow: 0.5 }, text: `The gradient flow lets the field run downhill in action, and smooths it over a distance
      √(8t). <b>Drag the flow time</b> upwards and watch noise cancel.` },
    { set: { flow: 3 }, text: `What survives are <b>lumps</b>: instantons (orange) and anti-instantons (blue), each worth about one
      unit. Their sum, the charge Q beside, now is near a <b>whole number</b>, the nearer the finer the lattice. It counts how often
      the field winds around itself.` }] },
  { name: 'The plaquette settles', title: 'The plaquette finds its value', chapter: ['09_heatbath', 'heatbath'], steps: [
    { set: { lattice: 0, field: 'action', mode: 'volume', beta: 6, flow: 0, level: 0.3, run: true, start: 'cold' },
      text: `A cold start: every link is 1, there is no field at all, and the plaquette (the smallest loop) is exactly 1. Each sweep
      of the heatbath draws every link anew. <b>Watch the plaquette fall</b> to the dashed line within a few sweeps.` },
    { set: { start: 'hot' }, text: `A hot start: links at random, and a plaquette of 0. It climbs to the <b>same value</b> from below.
      The algorithm has forgotten where it began: that is equilibrium.` },
    { set: { beta: 5.7 }, text: `<b>Drag β.</b> The expected value moves, and the plaquette follows. At β = 6 it is 0.5937 on large
      lattices (Boyd et al. 1996), a number that every code for this theory must reproduce.` }] },
];

function say(text, button) {
  $('message').hidden = !text;
  $('message').textContent = text ?? '';
  if (button) {
    const again = Object.assign(document.createElement('button'), { textContent: button, onclick: () => location.reload() });
    $('message').append(' ', again);
  }
}
const progress = (n, of) => { $('progress').style.width = n < of ? `${Math.max(2, 100 * n / of)}%` : '0'; };

/** Without a GPU the page shows a recording. */
function fallBack(error) {
  $('fallback').src = 'recorded.webp';
  $('fallback').hidden = false;
  showStop(0);
  $('device').textContent = 'This is a recording.';
  say(`${error.message} You see a recording instead. Chrome, Edge, Safari 26 and Firefox 141 or later have WebGPU on most devices.`);
  for (const e of document.querySelectorAll('#controls *, #play button, #stops button, #examine')) e.disabled = true;
}

// Numbers and histories.

function expected(beta) {
  const { step, values } = pack.expected_plaquettes, n = Math.floor(beta / step + 1e-9);
  return values[n] + (beta / step - n) * (values[n + 1] - values[n]);
}

function axes(canvas) {
  const scale = devicePixelRatio, { clientWidth: w, clientHeight: h } = canvas;
  if (canvas.width !== Math.round(w * scale)) canvas.width = Math.round(w * scale);
  if (canvas.height !== Math.round(h * scale)) canvas.height = Math.round(h * scale);
  const c = canvas.getContext('2d');
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, w, h);
  c.font = '10px system-ui';
  return { c, w, h };
}
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name);

/** A history with a dashed line at a value, and the least and largest value at its right. */
function plot(canvas, values, ink, dashed, least) {
  const { c, w, h } = axes(canvas), all = dashed === undefined ? values : [...values, dashed];
  let low = Math.min(...all), high = Math.max(...all);
  if (!isFinite(low)) return;
  const middle = (low + high) / 2, half = Math.max(least, 0.55 * (high - low));
  [low, high] = [middle - half, middle + half];
  const right = w - 36, x = n => right * (values.length > 1 ? n / (values.length - 1) : 1), y = v => 4 + (h - 8) * (high - v) / (high - low);
  c.fillStyle = c.strokeStyle = colour('--soft');
  c.fillText(high.toFixed(2), right + 6, 10);
  c.fillText(low.toFixed(2), right + 6, h - 2);
  if (dashed !== undefined) {
    c.setLineDash([4, 4]);
    c.beginPath();
    c.moveTo(0, y(dashed));
    c.lineTo(right, y(dashed));
    c.stroke();
    c.setLineDash([]);
  }
  c.strokeStyle = ink;
  c.lineWidth = 1.5;
  c.beginPath();
  values.forEach((v, n) => c.lineTo(x(n), y(v)));
  c.stroke();
}

/** Loops in the complex plane, and the triangle of the three phases. */
function plotLoops() {
  const { c, w, h } = axes($('loops')), size = Math.min(w, h) / 2 - 2;
  const scale = size / Math.max(0.25, ...history.loops.map(([re, im]) => 1.1 * Math.hypot(re, im)));
  c.strokeStyle = colour('--line');
  c.beginPath();
  for (let k = 0; k < 4; ++k) c.lineTo(w / 2 + size * Math.cos(k * 2 * Math.PI / 3), h / 2 - size * Math.sin(k * 2 * Math.PI / 3));
  c.stroke();
  history.loops.forEach(([re, im], n) => {
    c.globalAlpha = 0.15 + 0.85 * (n + 1) / history.loops.length;
    c.fillStyle = n === history.loops.length - 1 ? colour('--ink') : colour('--warm');
    c.beginPath();
    c.arc(w / 2 + scale * re, h / 2 - scale * im, n === history.loops.length - 1 ? 3 : 1.6, 0, 7);
    c.fill();
  });
  c.globalAlpha = 1;
}

function showNumbers() {
  const at = state.beta, { plaquettes, charges, loops } = history;
  $('plaquette').textContent = plaquettes.length ? plaquettes.at(-1).toFixed(4) : '–';
  $('expected').textContent = `expected ${expected(at).toFixed(4)}`;
  $('charge').textContent = charges.length ? (Math.round(100 * charges.at(-1)) / 100 || 0).toFixed(2).replace('-', '−') : '–';
  $('charge-at').textContent = `at flow time ${state.flow.toFixed(1)}`;
  $('loop').textContent = loops.length ? Math.hypot(...loops.at(-1)).toFixed(3) : '–';
  $('sweeps').textContent = vacuum?.sweeps ? `sweep ${vacuum.sweeps}` : '';
  plot($('plaquettes'), plaquettes, colour('--warm'), expected(at), 0.01);
  plot($('charges'), charges, colour('--cold'), undefined, 1);
  plotLoops();
}
function note(list, value) {
  list.push(value);
  if (list.length > 200) list.shift();
}
function forget() {
  for (const list of Object.values(history)) list.length = 0;
}

// The picture.

/** Follows the largest value of the field as host/view/colour_range.cpp does, so that colours keep their meaning. */
function follow(largest) {
  if (state.field === 'polyakov') range = 1;
  else if (range === 0) range = largest;
  else if (largest > range) range += 0.5 * (largest - range);
  else if (largest < 0.7 * range) range += 0.2 * (largest / 0.7 - range);
}

function showLegend() {
  const [name, unit] = kLegends[state.field], T = lattice.extents[3];
  const parts = [state.flow ? `flow time ${state.flow.toFixed(1)}` : 'no flow'];
  if (state.field !== 'polyakov') parts.push(`Euclidean time ${state.time.toFixed(1)} of ${T}`);
  $('legend').textContent = `${name}, ${parts.join(', ')}`;
  const ends = state.field === 'polyakov' ? ['−180°', '180°']
    : [state.field === 'action' ? '0' : `−${range.toPrecision(2)}`, `${range.toPrecision(2)} ${unit}`];
  document.querySelectorAll('#scale span').forEach((e, n) => { e.textContent = ends[n]; });
  const bytes = bytesOf(lattice.parts[state.field].colours[0].data);
  $('colours').getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(bytes), 256, 1), 0, 0);
}

const buffer = document.createElement('canvas'), pointers = new Map();

/** Draws the field over the last picture, which fades, so that sweeps melt into each other. */
async function draw(blend, moves) {
  const canvas = $('picture'), box = canvas.getBoundingClientRect();
  const most = Math.min(1, 1024 / Math.sqrt(box.width * box.height * devicePixelRatio ** 2));
  const size = (moves ? sharpness : 1) * most * devicePixelRatio;
  const width = Math.max(16, Math.floor(box.width * size)), height = Math.max(16, Math.floor(box.height * size));
  const began = performance.now(), extents = lattice.extents.slice(0, 3), longest = Math.max(...extents);
  const fine = longest < 16 ? 4 : 2;  // points a lattice spacing, as in host/view/renderer.cpp
  const hexColour = colour('--ground').trim(), dark = parseInt(hexColour.slice(1, 3), 16) < 128;
  const ground = parseInt('ff' + hexColour.slice(5, 7) + hexColour.slice(3, 5) + hexColour.slice(1, 3), 16);
  const image = await vacuum.draw(state.field, state.mode, { range, threshold: state.level, opacity: state.mode === 'volume' ? 0.55 : 0.85,
    background: ground >>> 0, box: dark ? 0xff404040 : 0xffc8c8c8,
    ...projection(extents.map(n => n * fine), longest * fine, state.camera, width, height) }, width, height);
  if (canvas.width !== width || canvas.height !== height || buffer.width !== width) {
    Object.assign(canvas, { width, height });
    Object.assign(buffer, { width, height });
    blend = 1;
  }
  buffer.getContext('2d').putImageData(image, 0, 0);
  const c = canvas.getContext('2d');
  c.globalAlpha = blend;
  c.drawImage(buffer, 0, 0);
  canvas.dataset.pictures = +(canvas.dataset.pictures ?? 0) + 1;
  // Moving pictures are coarser if they take longer than a sixteenth of a second.
  const took = performance.now() - began;
  if (!moves) return;
  if (took > 60) sharpness = Math.max(0.25, sharpness * 0.85);
  else if (took < 25) sharpness = Math.min(1, sharpness * 1.05);
}

async function sweep() {
  const result = await vacuum.sweep();
  note(history.plaquettes, result.plaquette);
  note(history.loops, result.polyakov);
  return result;
}

/** Computes the field if it has changed. */
async function update() {
  const steps = Math.round(state.flow / pack.flow_step), key = `${vacuum.version} ${state.field} ${steps}`;
  if (field?.key !== key) {
    const total = await vacuum.flow(state.field, steps);
    if (total && field?.version !== vacuum.version + ' ' + steps) note(history.charges, total.charge);
    field = { key, version: total ? vacuum.version + ' ' + steps : field?.version, time: -1 };
  }
  if (field.time !== state.time) {
    await vacuum.points(state.field, state.time);
    follow(await vacuum.range(state.field));
    field.time = state.time;
  }
}

let last = 0, lastSweep = 0;
async function frame(now) {
  const elapsed = (now - last) / 1e3, seconds = Math.min(0.1, elapsed);
  last = now;
  if (state.spin) state.camera.azimuth += 9 * seconds;
  if (state.drift && state.field !== 'polyakov') {
    state.time = (state.time + 0.5 * seconds) % lattice.extents[3];
    $('time').value = state.time;
  }
  const sweeps = ready && state.run && now - lastSweep > 120;
  if (sweeps || dirty || state.spin || state.drift) {
    dirty = false;
    if (sweeps) {
      await sweep();
      lastSweep = now;
    }
    if (ready) await update();
    else await vacuum.points(state.field, state.time);
    const moves = state.run || state.spin || state.drift || pointers.size > 0;
    await draw(state.run || state.drift ? 1 - Math.exp(-elapsed / 0.06) : 1, moves);
    showLegend();
    if (ready) showNumbers();
    showControls();
  }
}
async function loop() {
  while (!failed) {
    const now = await new Promise(requestAnimationFrame);
    await (ready ? inTurn(() => frame(now)) : frame(now));
  }
}

// Starting and changing lattices.

let lost = false, failed = false, queue = Promise.resolve();

/** Does work after all that was asked before it: nothing else uses the buffers meanwhile. */
function inTurn(work) {
  queue = queue.then(work).catch(error => {
    failed = true;
    if (!lost) say(error.message, 'Start again');
  });
  return queue;
}

/** The parts that a picture of this field needs. */
const partsOf = (parts, name) => [parts.heatbath, parts.measure, parts['flow begin'], ...parts.flow, parts.total,
  ...Object.values(parts[name].points), ...['odd', 'even', 'unflowed', 'range', 'surfaces', 'volume'].map(k => parts[name][k])];

async function compile(of) {
  await of.prepare(partsOf(of.parts, state.field), (n, all) => {
    progress(n, all + 1);
    $('device').textContent = n < all ? `Compiling for ${state.gpu}: ${n} of ${all}` : `Computed on ${state.gpu}, while you look.`;
  });
}

async function thermalise(start) {
  vacuum.cold();
  forget();
  if (start) {
    if (start === 'hot') {
      vacuum.beta = 0;  // at infinite temperature the heatbath draws links at random
      await vacuum.sweep();
      vacuum.beta = state.beta;
    }
    const { plaquette, polyakov } = await vacuum.measure();
    note(history.plaquettes, plaquette);
    note(history.loops, polyakov);
  } else {
    for (let n = 0; n < kThermal; ++n) {
      progress(n, kThermal);
      await sweep();
    }
    forget();
  }
  progress(1, 1);
}

/** Opens another lattice; the old picture stays until it is ready. */
async function open(number, start) {
  const before = lattice, next = number === before?.number ? before : new Lattice(device, pack, number);
  next.number = number;
  if (next !== before) {
    const other = new Vacuum(next, { beta: state.beta, seed: 1 + Math.floor(Math.random() * 1e9) });
    await compile(other);
    lattice = next;
    vacuum = other;
    before?.destroy();
    state.lattice = number;
    state.time = Math.min(state.time, next.extents[3] - 1);
    range = 0;
    field = null;
  }
  await thermalise(start);
  dirty = true;
}

/** Changes the state, and what hangs on it, one change after the other. */
function change(values) {
  return inTurn(async () => {
    const { lattice: number = state.lattice, start, ...rest } = values;
    const otherField = rest.field && rest.field !== state.field;
    if (otherField || (rest.flow !== undefined && rest.flow !== state.flow)) range = 0;
    Object.assign(state, rest);
    vacuum.beta = state.beta;
    if (number !== state.lattice || start) await open(number, start);
    else if (otherField) await compile(vacuum);
    dirty = true;
    showControls();
  });
}

// Controls.

function showControls() {
  for (const [id, digits] of [['beta', 2], ['flow', 1], ['time', 1], ['level', 2]]) {
    if (document.activeElement !== $(id)) $(id).value = state[id];
    $(id).previousElementSibling.textContent = state[id].toFixed(digits);
  }
  $('time').max = lattice.extents[3] - 0.05;
  $('time').closest('label').hidden = state.field === 'polyakov';
  for (const id of ['run', 'spin', 'drift']) $(id).setAttribute('aria-pressed', state[id]);
  for (const name of ['field', 'mode'])
    for (const b of $(name).querySelectorAll('button')) b.setAttribute('aria-pressed', b.value === state[name]);
  $('lattice').value = state.lattice;
}

function showStop(number, step = 0) {
  const stop = kStops[number], { text, set } = stop.steps[step], more = step + 1 < stop.steps.length;
  const chapter = stop.chapter ? `<a href="chapters/${stop.chapter[0]}.txt">How it is computed: the walkthrough on ${stop.chapter[1]}</a>` : '';
  $('story').innerHTML = `<h2>${stop.title}</h2><p>${text}</p><div class="steps">
    ${stop.steps.length > 1 ? `<span class="soft">${step + 1} of ${stop.steps.length}</span>` : ''}
    ${more ? '<button class="go">Next</button>' : ''}</div>${more ? '' : chapter}`;
  $('story').querySelector('.go')?.addEventListener('click', () => showStop(number, step + 1));
  document.querySelectorAll('#stops button').forEach((b, n) => b.setAttribute('aria-pressed', n === number));
  return set ? change(set) : Promise.resolve();
}

function toggle(name) {
  state[name] = !state[name];
  dirty = true;
  showControls();
}

function addControls() {
  kStops.forEach((stop, n) => {
    const b = Object.assign(document.createElement('button'), { innerHTML: stop.name, onclick: () => showStop(n) });
    $('stops').append(b);
  });
  for (const [name, list] of [['field', kFields], ['mode', kModes]])
    for (const [value, label] of Object.entries(list))
      $(name).append(Object.assign(document.createElement('button'), { type: 'button', value, textContent: label,
        onclick: () => change({ [name]: value }) }));
  pack.lattices.forEach(({ extents: [x, y, z, t] }, n) => {
    const text = x === t ? `${x}⁴` : `${x}³ × ${t} (hot when β > 5.69)`;
    $('lattice').append(new Option(text, n));
  });
  for (const id of ['beta', 'flow', 'time', 'level']) $(id).oninput = e => change({ [id]: +e.target.value });
  for (const id of ['run', 'spin', 'drift']) $(id).onclick = () => toggle(id);
  for (const start of ['cold', 'hot']) $(start).onclick = () => change({ start, run: true });
  $('lattice').onchange = e => change({ lattice: +e.target.value });
  $('file').onchange = async e => {
    try {
      const { extents, number } = readIldg(await e.target.files[0].arrayBuffer());
      const n = pack.lattices.findIndex(l => l.extents.join() === extents.join());
      if (n < 0) throw new Error(`This page has no lattice of ${extents.join(' × ')}.`);
      await change({ lattice: n, start: 'cold', run: false });
      await inTurn(async () => {
        vacuum.load(number);
        forget();
        note(history.plaquettes, (await vacuum.measure()).plaquette);
        dirty = true;
      });
    } catch (error) { say(error.message); }
  };
  $('examine').onclick = examine;

  const canvas = $('picture');
  const spread = () => { const [a, b] = [...pointers.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
  const zoom = factor => { state.camera.distance = Math.min(8, Math.max(1.8, state.camera.distance * factor)); dirty = true; };
  const turn = (across, down) => {
    state.camera.azimuth -= across;
    state.camera.elevation = Math.min(89, Math.max(-89, state.camera.elevation + down));
    dirty = true;
  };
  canvas.onpointerdown = e => { canvas.setPointerCapture(e.pointerId); pointers.set(e.pointerId, { x: e.clientX, y: e.clientY }); };
  canvas.onpointerup = canvas.onpointercancel = e => { pointers.delete(e.pointerId); dirty = true; };
  canvas.onpointermove = e => {
    const from = pointers.get(e.pointerId);
    if (!from) return;
    const before = pointers.size === 2 ? spread() : 0;
    if (pointers.size === 1) turn((e.clientX - from.x) * 0.4, (e.clientY - from.y) * 0.4);
    pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (before) zoom(before / spread());
  };
  canvas.addEventListener('wheel', e => { e.preventDefault(); zoom(Math.exp(e.deltaY / 800)); }, { passive: false });

  const next = (name, list) => { const keys = Object.keys(list); return { [name]: keys[(keys.indexOf(state[name]) + 1) % keys.length] }; };
  addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches('input, select, textarea')) return;
    if (e.key === ' ' && e.target.matches('button, summary')) return;
    const keys = { ' ': () => toggle('run'), s: () => toggle('spin'), d: () => toggle('drift'), f: () => change(next('field', kFields)),
      m: () => change(next('mode', kModes)), '+': () => zoom(0.9), '-': () => zoom(1.1), ArrowLeft: () => turn(6, 0),
      ArrowRight: () => turn(-6, 0), ArrowUp: () => turn(0, 6), ArrowDown: () => turn(0, -6) };
    const act = keys[e.key] ?? (kStops[e.key] && (() => showStop(+e.key)));
    if (!act || (e.key.startsWith('Arrow') && e.target !== canvas)) return;
    e.preventDefault();
    act();
  });
  new ResizeObserver(() => { dirty = true; }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').onchange = () => { dirty = true; };
}

/** Runs the self-test on the first lattice, whose chain then begins anew. */
async function examine() {
  $('examine').disabled = true;
  await change({ lattice: 0 });
  const worst = new Map();
  await inTurn(async () => {
    for await (const { kernel, deviation, tolerance } of selfTest(lattice, recorded)) {
      const ratio = deviation / tolerance;
      if (!(ratio <= worst.get(kernel)?.ratio)) worst.set(kernel, { deviation, ratio });
      $('verdict').textContent = `${worst.size} kernels so far`;
      $('kernels').innerHTML = [...worst].map(([name, r]) =>
        `<tr><td>${name}<td class="${r.ratio <= 1 ? '' : 'bad'}">${r.deviation.toExponential(1)}`).join('');
    }
    await thermalise();
  });
  const bad = [...worst.values()].filter(r => !(r.ratio <= 1)).length;
  $('verdict').textContent = bad ? `${bad} of ${worst.size} kernels deviate on this GPU.` : `All ${worst.size} kernels agree.`;
  $('examine').disabled = false;
}

async function start() {
  const [opened, ...files] = await Promise.all([openDevice(), json('kernels.json'), json('recorded.json')]);
  device = opened.device;
  state.gpu = opened.name;
  [pack, recorded] = files;
  device.lost.then(info => {
    lost = true;
    say(`The GPU was lost${info.message ? ` (${info.message})` : ''}. Nothing else is.`, 'Start again');
  });
  device.onuncapturederror = e => { console.error(e.error.message); say(e.error.message, 'Start again'); };
  lattice = new Lattice(device, pack, 0);
  lattice.number = 0;
  vacuum = new Vacuum(lattice, { beta: state.beta, seed: 1 + Math.floor(Math.random() * 1e9) });
  addControls();
  showStop(0);
  showControls();

  // The first picture is a recorded density, drawn live, while the other kernels are being compiled.
  const { largest, densities } = recorded.first, numbers = new Int8Array(bytesOf(densities).buffer), half = lattice.volume / 2;
  lattice.densities.forEach((number, parity) => {
    const texels = new Float32Array(4 * half);
    for (let n = 0; n < half; ++n) texels[4 * n + 2] = numbers[parity * half + n] * largest / 127;
    device.queue.writeBuffer(lattice.buffer(number), 0, texels);
  });
  range = largest;
  await vacuum.prepare([lattice.parts.charge.points.even, lattice.parts.charge.surfaces], progress);
  loop();
  await inTurn(async () => {
    await compile(vacuum);
    await thermalise();
    ready = true;
  });
}

globalThis.glueball = { state, history, change, inTurn, showStop, get vacuum() { return vacuum; }, get device() { return device; },
  get ready() { return ready; } };
start().catch(error => { if (device) say(error.message, 'Start again'); else fallBack(error); });
