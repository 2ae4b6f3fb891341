// Times heatbath sweeps of the page's kernels through Dawn, the WebGPU of Chrome, in Node:
//
//   npm install webgpu && node tests/web/dawn.mjs build/release/web [LATTICE [SWEEPS]]
//
// npm's folder node_modules is looked for in the current directory. LATTICE is a number in the page's list; 2
// is 16^4. VK_ICD_FILENAMES chooses a Vulkan driver, as for any Vulkan program.
import fs from 'fs';
import path from 'path';
import { pathToFileURL } from 'url';

const load = file => import(pathToFileURL(path.resolve(file)));
const [folder, number = 2, sweeps = 200] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node dawn.mjs PAGE [LATTICE [SWEEPS]]');
const { create, globals } = await load('node_modules/webgpu/index.js');
Object.assign(globalThis, globals);
// Node takes a .js file without a package.json for CommonJS.
const source = fs.readFileSync(`${folder}/glueball.js`, 'utf8');
const { Lattice, Vacuum, openDevice, selfTest } = await import('data:text/javascript,' + encodeURIComponent(source));
const read = name => JSON.parse(fs.readFileSync(`${folder}/${name}`));

globalThis.gpu = create([]);  // Node would collect it otherwise, and Dawn's work would never end
const { device, name } = await openDevice(gpu), pack = read('kernels.json');
device.onuncapturederror = e => { throw new Error(e.error.message); };
let began = performance.now();
const seconds = () => ((performance.now() - began) / 1e3).toFixed(2);
const time = async (what, count, work) => {
  began = performance.now();
  for (let n = 1; n <= count; ++n) {
    await work();
    if (n % 10 === 0) await device.queue.onSubmittedWorkDone();
  }
  await device.queue.onSubmittedWorkDone();
  console.log(`${what}: ${(count / seconds()).toFixed(1)} a second (${count} in ${seconds()} s)`);
};

const lattice = new Lattice(device, pack, +number), vacuum = new Vacuum(lattice, { beta: 6, seed: 7 });
await vacuum.prepare([lattice.parts.heatbath, lattice.parts.overrelax, lattice.parts.measure]);
console.log(`${name}, lattice ${lattice.extents.join(' x ')}, kernels compiled in ${seconds()} s`);
for (let n = 0; n < 20; ++n) await vacuum.sweep();
let step = vacuum.sweeps;  // a sweep with random numbers that were used before would leave equilibrium
// Links are projected to SU(3) after each sweep, as in the program: roundings of 2000 sweeps would leave it.
const project = lattice.parts.measure.filter(w => pack.shaders[w.shader]?.kernel === 'gauge/reunitarize');
const heatbath = [...lattice.parts.heatbath, ...project], overrelax = [...lattice.parts.overrelax, ...project];
await time('heatbath sweeps', +sweeps, () => lattice.play(heatbath, { 'gauge/heatbath': { step: ++step } }));
vacuum.sweeps = step;
await time('overrelaxation sweeps', +sweeps, () => lattice.play(overrelax));
await time('heatbath sweeps with plaquette and Polyakov loop read back', +sweeps, () => vacuum.sweep());
console.log(`plaquette at beta 6: ${(await vacuum.measure()).plaquette.toFixed(6)}`);
let kernels = new Set(), worst = 0;
for await (const r of selfTest(new Lattice(device, pack, 0), read('recorded.json'))) {
  kernels.add(r.kernel);
  worst = Math.max(worst, r.deviation / r.tolerance);
}
console.log(`${kernels.size} kernels: largest deviation ${worst.toFixed(3)} of the tolerance`);
process.exit(worst <= 1 ? 0 : 1);
