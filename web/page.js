// The page: controls, histories, guided stops. What computes is in glueball.js.
import { Lattice, Vacuum, bytesOf, openDevice, projection, readIldg, selfTest } from './glueball.js';

const $ = id => document.getElementById(id);
/** Loads a file of the page; tells how many of its bytes are there. */
async function json(name, tell) {
  const answer = await fetch(name).catch(() => null);
  if (!answer) throw new Error(`${name} did not load: the server does not answer.`);
  if (!answer.ok) throw new Error(`${name} is missing on the server (status ${answer.status}).`);
  let text = '', bytes = 0;
  try {
    const decoder = new TextDecoder(), parts = answer.body.getReader();
    for (;;) {
      const { done, value } = await parts.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
      tell?.(bytes += value.length);
    }
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} did not arrive whole: ${Math.round(bytes / 1e3)} kB of it are here.`);
  }
}
const kFields = { charge: 'charge', action: 'action', polyakov: 'Polyakov loops' };
const kModes = { surfaces: 'surfaces', volume: 'cloud' };
const kLegends = { charge: ['charge density', '1/a⁴'], action: ['action density', '1/a⁴'],
  polyakov: ['Polyakov loop', 'phase'] };
const kThermal = 20;  // sweeps from a cold start before the first live picture

const state = { field: 'charge', mode: 'surfaces', lattice: 0, beta: 5.85, flow: 1, level: 0.2, time: 0, run: !kStill.matches, spin: !kStill.matches,
  drift: !kStill.matches, camera: { azimuth: 35, elevation: 22, distance: 3.3 } };
const history = { plaquettes: [], charges: [], loops: [] };
let pack, recorded, device, lattice, vacuum, waiting = 0, range = 0, dirty = true, field = null, ready = false, sharpness = 0.5;

// The stops: each sets what it needs and says what to look for.
const kStops = [
  { id: '', name: 'Explore', title: 'A box of nothing', steps: [{ text: `This is empty space, as the strong force sees it: a box about one
    femtometre wide, full of short-lived lumps. <b>Turn it</b>, let it run, and change anything below. The three stops above show
    what physicists learned from such boxes, a minute each.` }] },
  { id: 'confinement', name: 'Confine&shy;ment melts', title: 'Confinement melts', chapter: ['10_loops', 'loops'], steps: [
    { set: { lattice: 3, field: 'polyakov', mode: 'surfaces', beta: 5.5, flow: 0.2, level: 0.25, run: true, start: 'hot' },
      text: `The colour of each point is the phase of its Polyakov loop, which tells what energy a single quark there would
      cost. At low temperature the phases are <b>scattered</b>, and the mean of the loops stays near 0: that energy is infinite, and
      quarks are confined.` },
    { set: { beta: 5.69 }, text: `This lattice is only four steps long in Euclidean time, and that length is one over the
      temperature. Larger β makes the steps shorter: <b>drag β</b> slowly upwards. At β = 5.69, about 270 MeV, the vacuum cannot
      decide.` },
    { set: { beta: 6 }, text: `Above, <b>one colour wins</b>: one of three, at the corners of the triangle beside the histories.
      Quarks are free. This is the transition that the early universe went through in its first microseconds, here without quarks
      of its own.` }] },
  { id: 'topology', name: 'Topology appears', title: 'Topology appears under the flow', chapter: ['11_flow', 'gradient flow'], steps: [
    { set: { lattice: 0, field: 'charge', mode: 'surfaces', beta: 5.85, flow: 0, level: 0.25, run: false },
      text: `The raw vacuum, at flow time 0: its topological charge density is <b>noise</b> at the scale of the lattice. The sum is
      no whole number.` },
    { set: { flow: 0.5 }, text: `The gradient flow lets the field run downhill in action, and smooths it over a distance
      √(8t). <b>Drag the flow time</b> upwards and watch noise cancel.` },
    { set: { flow: 3 }, text: `What survives are <b>lumps</b>: instantons (orange) and anti-instantons (blue), each worth about one
      unit. Their sum, the charge Q beside, now is near a <b>whole number</b>, the nearer the finer the lattice. It counts how often
      the field winds around itself.` }] },
  { id: 'plaquette', name: 'The plaquette settles', title: 'The plaquette finds its value', chapter: ['09_heatbath', 'heatbath'], steps: [
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
function progress(n, of) {
  const percent = Math.round(100 * n / of);
  $('progress').hidden = n >= of;
  $('progress').style.width = `${Math.max(2, percent)}%`;
  $('progress').setAttribute('aria-valuenow', percent);
}

/** Switches all controls on or off: none does nothing. */
function enable(on) {
  for (const e of document.querySelectorAll('aside button, aside input, aside select, #play button')) e.disabled = !on;
}

/** Ends the work, and says why. The last picture stays; before the first one a recording takes its place. */
function fail(text) {
  if (failed) return;
  failed = true;
  enable(false);
  progress(1, 1);
  if (!$('picture').dataset.pictures) {
    showRecording(text);
    say($('message').textContent, 'Start again');
    $('story').innerHTML = '<h2>A box of nothing</h2><p>This is empty space, as the strong force sees it: a box about one femtometre ' +
      'wide, full of short-lived lumps.</p>';
    return;
  }
  $('device').textContent = 'Stopped.';
  say(text, 'Start again');
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
  c.fillText(high.toFixed(2).replace('-', '−'), right + 6, 10);
  c.fillText(low.toFixed(2).replace('-', '−'), right + 6, h - 2);
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
  $('charge').textContent = charges.length ? (Math.round(100 * charges.at(-1)) / 100 + 0).toFixed(2).replace('-', '−') : '–';
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

let last = 0, lastSweep = 0, lastPicture = 0;
async function frame(now) {
  const seconds = Math.min(0.1, (now - last) / 1e3), drifts = state.drift && state.field !== 'polyakov';
  last = now;
  if (state.spin) state.camera.azimuth += 9 * seconds;
  if (drifts) state.time = (state.time + 0.5 * seconds) % lattice.extents[3];
  if (ready && state.run && now - lastSweep > 120) {
    await sweep();
    lastSweep = now;
    showNumbers();
    // For those who asked for little motion a running chain changes the picture once a second.
    if (!kStill.matches || now - lastPicture > 1000) dirty = true;
  }
  if (!dirty && !state.spin && !drifts) return;
  const shown = (now - lastPicture) / 1e3;  // seconds for which the last picture was seen
  dirty = false;
  lastPicture = now;
  if (ready) await update();
  else await vacuum.points(state.field, state.time);
  const moves = state.run || state.spin || drifts || pointers.size > 0;
  await draw(!kStill.matches && (state.run || drifts) ? 1 - Math.exp(-shown / 0.06) : 1, moves);
  showLegend();
  if (ready) showNumbers();
  showControls();
}
async function loop() {
  while (!failed) {
    const now = await new Promise(requestAnimationFrame);
    await (ready ? inTurn(() => frame(now)) : frame(now).catch(wentWrong));
  }
}

// Starting and changing lattices.

let failed = false, lost, queue = Promise.resolve();

/** Ends the work for an error. One of a GPU that was lost comes before the browser says that it was: that has a moment. */
async function wentWrong(error) {
  await Promise.race([lost, new Promise(done => setTimeout(done, 300))]);
  fail(error.message || `The GPU refused (${error.name ?? 'unknown error'}).`);
}

/** Does work after all that was asked before it: nothing else uses the buffers meanwhile. */
function inTurn(work) {
  queue = queue.then(() => (failed ? undefined : work())).catch(wentWrong);
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
    // The history begins with the last sweep.
    for (const list of [history.plaquettes, history.loops]) list.splice(0, list.length - 1);
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
  ++waiting;
  return inTurn(async () => {
    --waiting;
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

const kDigits = { beta: 2, flow: 1, time: 1, level: 2 };
const label = (id, value) => { $(id).previousElementSibling.textContent = value.toFixed(kDigits[id]); };

function showControls() {
  if (!waiting)  // a slider that was moved stays where it is until its turn
    for (const id in kDigits) {
      $(id).value = state[id];
      label(id, state[id]);
    }
  $('time').max = lattice.extents[3] - 0.05;
  $('time').closest('label').hidden = state.field === 'polyakov';
  $('drift').disabled = failed || state.field === 'polyakov';
  for (const id of ['run', 'spin', 'drift']) $(id).setAttribute('aria-pressed', state[id] && !$(id).disabled);
  for (const name of ['field', 'mode'])
    for (const b of $(name).querySelectorAll('button')) b.setAttribute('aria-pressed', b.value === state[name]);
  $('lattice').value = state.lattice;
}

/** Tells of a stop's step. */
function tell(number, step = 0) {
  const { title, steps, chapter } = kStops[number], more = step + 1 < steps.length;
  const link = chapter ? `<a href="chapters/${chapter[0]}.txt" target="_blank">How it is computed: the walkthrough on ${chapter[1]}</a>` : '';
  $('story').innerHTML = `<h2>${title}</h2><p>${steps[step].text}</p><div class="steps">
    ${steps.length > 1 ? `<span class="soft">${step + 1} of ${steps.length}</span>` : ''}
    ${more ? '<button class="go">Next</button>' : ''}</div>${more ? '' : link}`;
  $('story').querySelector('.go')?.addEventListener('click', () => {
    showStop(number, step + 1);
    $('story').querySelector('.go, a').focus();  // the button that had the focus is gone
  });
  document.querySelectorAll('#stops button').forEach((b, n) => b.setAttribute('aria-pressed', n === number));
}

function showStop(number, step = 0) {
  const { id, steps } = kStops[number];
  if (location.hash.slice(1) !== id) globalThis.history.replaceState(null, '', id ? `#${id}` : location.pathname + location.search);
  tell(number, step);
  return steps[step].set ? change(steps[step].set) : Promise.resolve();
}

/** The stop that the address names after a #. */
function stopOfAddress() {
  const id = location.hash.slice(1), number = kStops.findIndex(s => s.id === id);
  if (number < 0) say(`This page has no stop “${id}”. It has ${kStops.map(s => s.id).filter(Boolean).join(', ')}.`);
  return Math.max(0, number);
}

function toggle(name) {
  if ($(name).disabled) return;
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
  for (const id in kDigits)
    $(id).oninput = e => {
      label(id, +e.target.value);
      change({ [id]: +e.target.value });
    };
  for (const id of ['run', 'spin', 'drift']) $(id).onclick = () => toggle(id);
  for (const start of ['cold', 'hot']) $(start).onclick = () => change({ start, run: true });
  $('lattice').onchange = e => change({ lattice: +e.target.value });
  $('file').onchange = async e => {
    say('');
    try {
      const { extents, number } = readIldg(await e.target.files[0].arrayBuffer());
      e.target.value = '';  // so that the same file can be chosen again
      const n = pack.lattices.findIndex(l => l.extents.join() === extents.join());
      if (n < 0) throw new Error(`This page has no lattice of ${extents.join(' × ')}.`);
      await change({ lattice: n, start: 'cold', run: false });
      await inTurn(async () => {
        vacuum.load(number);
        const { deviation, plaquette, polyakov } = await vacuum.measure();
        if (!(deviation < 1e-3)) {
          vacuum.cold();
          say('The links of this configuration are not in SU(3). You see a cold start instead.');
        }
        forget();
        note(history.plaquettes, deviation < 1e-3 ? plaquette : 1);
        if (deviation < 1e-3) note(history.loops, polyakov);
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
    if (!pack || failed || e.ctrlKey || e.metaKey || e.altKey || e.target.matches('input, select, textarea')) return;
    if (e.key === ' ' && e.target.matches('button, summary')) return;
    const keys = { ' ': () => toggle('run'), s: () => toggle('spin'), d: () => toggle('drift'), f: () => change(next('field', kFields)),
      m: () => change(next('mode', kModes)), '+': () => zoom(0.9), '=': () => zoom(0.9), '-': () => zoom(1.1), ArrowLeft: () => turn(6, 0),
      ArrowRight: () => turn(-6, 0), ArrowUp: () => turn(0, 6), ArrowDown: () => turn(0, -6) };
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;  // with caps lock too
    const act = keys[key] ?? (kStops[key] && (() => showStop(+key)));
    if (!act || (e.repeat && !/^Arrow|^[+=-]$/.test(key)) || (key.startsWith('Arrow') && e.target !== canvas)) return;
    e.preventDefault();
    act();
  });
  new ResizeObserver(() => { dirty = true; }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').onchange = () => { dirty = true; };
  addEventListener('hashchange', () => { if (!failed && ready) showStop(stopOfAddress()); });
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
  if (failed) return;
  const bad = [...worst.values()].filter(r => !(r.ratio <= 1)).length;
  $('verdict').textContent = bad ? `${bad} of ${worst.size} kernels deviate on this GPU.` : `All ${worst.size} kernels agree.`;
  $('examine').disabled = false;
}

async function start() {
  addControls();
  const first = stopOfAddress();
  tell(first);
  enable(false);  // until there is a lattice
  const [opened, ...files] = await Promise.all([openDevice(),
    json('kernels.json', bytes => { if (!failed) $('device').textContent = `Loading the kernels: ${Math.round(bytes / 1e3)} kB`; }),
    json('recorded.json')]);
  device = opened.device;
  state.gpu = opened.name;
  [pack, recorded] = files;
  lost = device.lost.then(info => {
    const why = info.message?.trim().replace(/\.$/, '');
    fail(`The GPU was lost${why ? ` (${why})` : ''}: its driver or the browser has taken it away.`);
  });
  device.onuncapturederror = e => {
    console.error(e.error.message);
    fail(e.error.message || 'The GPU has too little memory.');
  };
  pack.lattices.forEach(({ extents: [x, , , t] }, n) => {
    $('lattice').append(new Option(x === t ? `${x}⁴` : `${x}³ × ${t} (hot when β > 5.69)`, n));
  });
  lattice = new Lattice(device, pack, 0);
  lattice.number = 0;
  vacuum = new Vacuum(lattice, { beta: state.beta, seed: 1 + Math.floor(Math.random() * 1e9) });
  enable(true);
  showControls();

  // The first picture is a recorded density, drawn live, while the other kernels are being compiled.
  const { largest, densities } = recorded.first, numbers = new Int8Array(bytesOf(densities).buffer), half = lattice.volume / 2;
  lattice.densities.forEach((number, parity) => {
    const texels = new Float32Array(4 * half);
    for (let n = 0; n < half; ++n) texels[4 * n + 2] = numbers[parity * half + n] * largest / 127;
    device.queue.writeBuffer(lattice.buffer(number), 0, texels);
  });
  range = largest;
  inTurn(async () => {
    await vacuum.prepare([lattice.parts.charge.points.even, lattice.parts.charge.surfaces], progress);
    loop();
    await compile(vacuum);
    await thermalise();
    ready = true;
  });
  if (first > 0) showStop(first);
}

globalThis.glueball = { state, history, change, inTurn, showStop, get vacuum() { return vacuum; }, get device() { return device; },
  get ready() { return ready; } };
start().catch(wentWrong);
