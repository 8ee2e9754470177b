// Runs `entry` of WebAssembly modules on blocks of 64-bit words. In Node: `node run_wasm.mjs < jobs.json`;
// a page imports `run` from here. A job: {wasm: base64, blocks: [{words, set: {index: "value"}}],
// read: [[block, index]]}; its answer: {code, words: ["value"], milliseconds}.

const PAGE = 65536, STACK = 4 << 20;
const LIBRARY = Object.fromEntries(["exp", "log", "log2", "log10", "sin", "cos", "tan", "tanh", "atan",
                                    "atan2", "pow"].map((name) => [name, Math[name]]));
LIBRARY.fmod = (a, b) => a % b;

const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

export async function run(job) {
  // The module's own constants lie from 0 on, the stack grows down towards them from STACK.
  const places = [];
  let end = STACK;
  for (const block of job.blocks) {
    places.push(end);
    end += 8 * block.words;
  }
  const memory = new WebAssembly.Memory({initial: Math.ceil(end / PAGE) + 1});
  const env = {
    ...LIBRARY, __linear_memory: memory,
    __stack_pointer: new WebAssembly.Global({value: "i32", mutable: true}, STACK),
  };
  const {instance} = await WebAssembly.instantiate(bytesOf(job.wasm), {env});
  const words = places.map((at, i) => new BigInt64Array(memory.buffer, at, job.blocks[i].words));
  job.blocks.forEach((block, i) => {
    for (const [index, value] of Object.entries(block.set)) words[i][index] = BigInt(value);
  });
  const began = performance.now();
  const code = instance.exports.entry(places[0], ...places);
  return {code: String(code), milliseconds: performance.now() - began,
          words: job.read.map(([block, index]) => String(words[block][index]))};
}

if (typeof process !== "undefined" && process.argv[1]?.endsWith("run_wasm.mjs")) {
  let text = "";
  for await (const part of process.stdin) text += part;
  const answers = [];
  for (const job of JSON.parse(text)) answers.push(await run(job));
  console.log(JSON.stringify(answers));
}
