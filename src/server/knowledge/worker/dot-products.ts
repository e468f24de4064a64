/**
 * The one loop of retrieval that is long: the question's dot product with every chunk of an agent. As WebAssembly it
 * uses the processor's vector instructions, which JavaScript can't, and takes a third of the time.
 *
 * ```wat
 * (func (export "run") (param $vectors i32) (param $question i32) (param $out i32) (param $count i32) (param $bytes i32)
 *   (local $at i32) (local $even v128) (local $odd v128)
 *   loop $each
 *     even = odd = (v128.const 0), at = 0
 *     loop $more
 *       even += (v128.load vectors + at) * (v128.load question + at)
 *       odd += (v128.load vectors + at + 16) * (v128.load question + at + 16)
 *       at += 32, repeat while at < bytes
 *     end
 *     even += odd, (f32.store out (the sum of its four lanes))
 *     vectors += bytes, out += 4, count -= 1, repeat while count is not 0
 *   end)
 * ```
 */
const VECTORS = 0
const QUESTION = 1
const OUT = 2
const COUNT = 3
const BYTES = 4
const AT = 5
const EVEN = 6
const ODD = 7

const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const number = (value: number) => [0x41, value]
const zeros = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const add = [0x6a]
const addFloats = [0xfd, 0xe4, 0x01]
const multiplyFloats = [0xfd, 0xe6, 0x01]
const load = (base: number, offset: number) => [...get(base), ...get(AT), ...add, 0xfd, 0x00, 0x04, offset]
const loop = (...body: number[]) => [0x03, 0x40, ...body, 0x0b]
const repeatIf = [0x0d, 0x00]
const lane = (index: number) => [...get(EVEN), 0xfd, 0x1f, index]

const accumulate = (sum: number, offset: number) => [
  ...get(sum),
  ...load(VECTORS, offset),
  ...load(QUESTION, offset),
  ...multiplyFloats,
  ...addFloats,
  ...set(sum),
]

const body = loop(
  ...[...zeros, ...set(EVEN), ...zeros, ...set(ODD), ...number(0), ...set(AT)],
  ...loop(
    ...accumulate(EVEN, 0),
    ...accumulate(ODD, 16),
    ...[...get(AT), ...number(32), ...add, ...set(AT)],
    ...[...get(AT), ...get(BYTES), 0x49, ...repeatIf],
  ),
  ...[...get(EVEN), ...get(ODD), ...addFloats, ...set(EVEN)],
  ...[...get(OUT), ...lane(0), ...lane(1), 0x92, ...lane(2), 0x92, ...lane(3), 0x92, 0x38, 0x02, 0x00],
  ...[...get(VECTORS), ...get(BYTES), ...add, ...set(VECTORS)],
  ...[...get(OUT), ...number(4), ...add, ...set(OUT)],
  ...[...get(COUNT), ...number(1), 0x6b, 0x22, COUNT, ...repeatIf],
)

const length = (value: number) => (value < 128 ? [value] : [(value & 127) | 128, value >> 7])
const section = (id: number, ...content: number[]) => [id, ...length(content.length), ...content]
const name = (text: string) => [text.length, ...Buffer.from(text)]
const locals = [2, 1, 0x7f, 2, 0x7b] // one i32, two v128
const code = [...locals, ...body, 0x0b]

const program = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 1, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0),
  ...section(2, 1, ...name('m'), ...name('memory'), 0x02, 0x00, 0x01),
  ...section(3, 1, 0),
  ...section(7, 1, ...name('run'), 0x00, 0),
  ...section(10, 1, ...length(code.length), ...code),
])

const PAGE_BYTES = 65_536
const ROW_FLOATS = 8 // taken at once
/** Fewer are as soon done in JavaScript; a memory of its own takes its reservation for each agent. */
const WORTH_IT = 1_000

export interface Vectors {
  /** Copies vectors in, one behind the other, from the chunk numbered `first` on. */
  put(first: number, vectors: Float32Array): void
  /** The dot product of each with the question; 0 where that is of another length. Good until the next call. */
  times(question: Float32Array): Float32Array
  bytes: number
}

/** Room for that many vectors. */
export function createVectors(count: number, dimensions: number): Vectors {
  if (count < WORTH_IT || dimensions === 0) return inJavaScript(count, dimensions)
  try {
    return inWebAssembly(count, dimensions)
  } catch {
    return inJavaScript(count, dimensions) // where addresses are scarce: each memory reserves gigabytes of them
  }
}

function inWebAssembly(count: number, dimensions: number): Vectors {
  const row = Math.ceil(dimensions / ROW_FLOATS) * ROW_FLOATS
  const rowBytes = row * Float32Array.BYTES_PER_ELEMENT
  const questionAt = count * rowBytes
  const outAt = questionAt + rowBytes
  const bytes = outAt + count * Float32Array.BYTES_PER_ELEMENT
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) })
  const instance = new WebAssembly.Instance(new WebAssembly.Module(program), { m: { memory } })
  const run = instance.exports.run as (...parameters: number[]) => void
  const all = new Float32Array(memory.buffer, 0, count * row)
  const asked = new Float32Array(memory.buffer, questionAt, dimensions)
  const out = new Float32Array(memory.buffer, outAt, count)
  return {
    bytes,
    put(first, vectors) {
      if (row === dimensions) return all.set(vectors, first * row)
      for (let at = 0; at * dimensions < vectors.length; at += 1)
        all.set(vectors.subarray(at * dimensions, (at + 1) * dimensions), (first + at) * row)
    },
    times(question) {
      if (question.length !== dimensions) return out.fill(0)
      asked.set(question)
      run(0, questionAt, outAt, count, rowBytes)
      return out
    },
  }
}

function inJavaScript(count: number, dimensions: number): Vectors {
  const all = new Float32Array(count * dimensions)
  const out = new Float32Array(count)
  return {
    bytes: all.byteLength + out.byteLength,
    put: (first, vectors) => all.set(vectors, first * dimensions),
    times(question) {
      if (question.length !== dimensions) return out.fill(0)
      for (let chunk = 0; chunk < count; chunk += 1) out[chunk] = dot(all, chunk * dimensions, question)
      return out
    },
  }
}

/** Four sums at once, which the processor computes side by side. */
export function dot(vectors: Float32Array, from: number, question: Float32Array): number {
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  const even = question.length & ~3
  let at = 0
  for (; at < even; at += 4) {
    a += vectors[from + at]! * question[at]!
    b += vectors[from + at + 1]! * question[at + 1]!
    c += vectors[from + at + 2]! * question[at + 2]!
    d += vectors[from + at + 3]! * question[at + 3]!
  }
  for (; at < question.length; at += 1) a += vectors[from + at]! * question[at]!
  return a + b + c + d
}
