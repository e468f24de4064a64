import { dot, dotProductsIn, ROW_FLOATS } from './dot-products.ts'

/** About how many bytes a table of the built-in model's vectors grows by at most when a single vector is added. */
export const STEP_BYTES = 2 * 1_048_576

/** Stores vectors of one length in numbered rows, which can be freed and used again. */
export interface VectorTable {
  readonly bytes: number
  /** Stores vectors that lie end to end, and returns the row of each. Vectors of another length become zeros. */
  add(vectors: Float32Array, count: number): Uint32Array
  /** Frees rows. */
  free(rows: Uint32Array): void
  /**
   * Returns the question's dot product with the vector in each row; zeros if the question has another length than the
   * vectors. The next call overwrites the result.
   */
  times(question: Float32Array): Float32Array
}

interface Rows {
  readonly capacity: number
  readonly bytes: number
  grow(): void
  at(row: number): Float32Array
  /** Stores vectors that lie end to end in as many consecutive rows, the first in `row`. */
  put(row: number, vectors: Float32Array): void
  times(question: Float32Array, count: number, out: Float32Array): void
}

const FIRST_ROWS = 64
/**
 * How many vectors are worth a WebAssembly memory, each of which reserves gigabytes of addresses. For fewer, JavaScript
 * is as fast.
 */
const WORTH_IT = 1_024
const PAGE_BYTES = 65_536
const GROWTH_PAGES = 24 // room for 1,024 vectors of 384 numbers
const ROWS_PER_RUN = 4_096

export function createVectorTable(dimensions: number): VectorTable {
  let rows = inJavaScript(dimensions)
  let used = 0 // Rows from this one on have never been used.
  const freed: number[] = []
  let out = new Float32Array(0)

  function nextRow(): number {
    const again = freed.pop()
    if (again !== undefined) return again
    if (used === WORTH_IT) rows = moved(rows, used, dimensions)
    if (used === rows.capacity) rows.grow()
    used += 1
    return used - 1
  }

  return {
    get bytes() {
      return rows.bytes + out.byteLength
    },
    add(vectors, count) {
      const taken = Uint32Array.from({ length: count }, nextRow)
      if (vectors.length !== count * dimensions) for (const row of taken) rows.at(row).fill(0)
      else
        for (const [from, to] of runsOf(taken))
          rows.put(taken[from]!, vectors.subarray(from * dimensions, to * dimensions))
      return taken
    },
    free(again) {
      for (const row of again) freed.push(row)
    },
    times(question) {
      if (out.length < used) out = new Float32Array(used + WORTH_IT)
      if (question.length !== dimensions) return out.fill(0)
      rows.times(question, used, out)
      return out
    },
  }
}

/**
 * The parts of a list in which each number is one more than the one before it, as their beginnings and ends. Rows are
 * written in such runs, because a view of memory for each row of a large agent would be 100,000 objects.
 */
function* runsOf(numbers: Uint32Array): Generator<[from: number, to: number]> {
  let from = 0
  for (let to = 1; to <= numbers.length; to += 1) {
    if (numbers[to] === numbers[to - 1]! + 1) continue
    yield [from, to]
    from = to
  }
}

function inJavaScript(dimensions: number): Rows {
  let all = new Float32Array(0)
  return {
    get capacity() {
      return Math.floor(all.length / dimensions)
    },
    get bytes() {
      return all.byteLength
    },
    grow() {
      const larger = new Float32Array(Math.max(all.length * 2, FIRST_ROWS * dimensions))
      larger.set(all)
      all = larger
    },
    at: (row) => all.subarray(row * dimensions, (row + 1) * dimensions),
    put: (row, vectors) => all.set(vectors, row * dimensions),
    times(question, count, out) {
      for (let row = 0; row < count; row += 1) out[row] = dot(all, row * dimensions, question)
    },
  }
}

/** Moves rows to a WebAssembly memory. They stay where they are if none can be had, as where addresses are scarce. */
function moved(rows: Rows, count: number, dimensions: number): Rows {
  try {
    const target = inWebAssembly(dimensions)
    while (target.capacity < count) target.grow()
    for (let row = 0; row < count; row += 1) target.put(row, rows.at(row))
    return target
  } catch {
    return rows
  }
}

/** In memory the question comes first, then room for results, then the vectors, so that these can grow. */
function inWebAssembly(dimensions: number): Rows {
  const row = Math.ceil(dimensions / ROW_FLOATS) * ROW_FLOATS
  const rowBytes = row * Float32Array.BYTES_PER_ELEMENT
  const outAt = rowBytes
  const vectorsAt = outAt + ROWS_PER_RUN * Float32Array.BYTES_PER_ELEMENT
  const memory = new WebAssembly.Memory({ initial: Math.ceil(vectorsAt / PAGE_BYTES) })
  const run = dotProductsIn(memory)
  const at = (number: number) => new Float32Array(memory.buffer, vectorsAt + number * rowBytes, dimensions)
  return {
    get capacity() {
      return Math.floor((memory.buffer.byteLength - vectorsAt) / rowBytes)
    },
    get bytes() {
      return memory.buffer.byteLength
    },
    grow() {
      memory.grow(GROWTH_PAGES)
    },
    at,
    put(number, vectors) {
      if (row === dimensions)
        return new Float32Array(memory.buffer, vectorsAt + number * rowBytes, vectors.length).set(vectors)
      for (let from = 0; from < vectors.length; from += dimensions)
        at(number + from / dimensions).set(vectors.subarray(from, from + dimensions))
    },
    times(question, count, out) {
      new Float32Array(memory.buffer, 0, dimensions).set(question)
      for (let first = 0; first < count; first += ROWS_PER_RUN) {
        const some = Math.min(ROWS_PER_RUN, count - first)
        run(vectorsAt + first * rowBytes, 0, outAt, some, rowBytes)
        out.set(new Float32Array(memory.buffer, outAt, some), first)
      }
    },
  }
}
