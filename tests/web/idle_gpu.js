// A WebGPU that computes nothing at once, for tests of the page around it. Its faults are asked for in the
// address: ?noAdapter, ?refuses, ?badKernel=NAME, ?lost=KERNELS (lost after so many are compiled).
(() => {
  const faults = new URLSearchParams(location.search), soon = work => new Promise(done => setTimeout(() => done(work?.()), 4));
  let isLost = false, compiled = 0;
  class Buffer {
    constructor({ size }) { this.size = size; }
    destroy() {}
    async mapAsync() {
      await soon();
      if (isLost) throw new DOMException('[Device] is lost.', 'AbortError');
    }
    getMappedRange() {
      const bytes = new ArrayBuffer(this.size);
      if (this.size > 20000) new Uint32Array(bytes).forEach((_, n, all) => { all[n] = 0xff203000 + n % 97; });
      else new Float32Array(bytes).fill(0.3);
      return bytes;
    }
  }
  function open() {
    let lose;
    const same = x => x, nothing = () => {};
    const device = { lost: new Promise(done => { lose = done; }), queue: { writeBuffer: nothing, submit: nothing },
      createBuffer: x => new Buffer(x), createShaderModule: same, createBindGroupLayout: same, createPipelineLayout: same,
      createBindGroup: same,
      async createComputePipelineAsync(x) {
        await soon();
        if (x.label === faults.get('badKernel')) throw new DOMException('Internal error 0x7', 'OperationError');
        if (++compiled === +faults.get('lost')) device.destroy();
        return x;
      },
      createCommandEncoder: () => ({ copyBufferToBuffer: nothing, clearBuffer: nothing, finish: nothing,
        beginComputePass: () => ({ setPipeline: nothing, setBindGroup: nothing, dispatchWorkgroups: nothing, end: nothing }) }),
      destroy() {
        isLost = true;
        setTimeout(() => lose({ reason: 'unknown', message: 'Driver restarted.' }), 50);
      } };
    return device;
  }
  const adapter = { info: { vendor: '', architecture: '' }, async requestDevice() {
    if (faults.has('refuses')) throw new DOMException('requestDevice failed', 'OperationError');
    return open();
  } };
  Object.defineProperty(navigator, 'gpu', { value: { requestAdapter: async () => (faults.has('noAdapter') ? null : adapter) } });
})();
