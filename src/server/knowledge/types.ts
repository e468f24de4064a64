/** A document as extraction leaves it: `title` may be empty, `markdown` is GFM of any length. */
export type Document = { title: string; url: string | null; markdown: string }

export type QuestionAndAnswer = { question: string; answer: string }

/**
 * A piece of a document small enough to be found and quoted by itself.
 * `heading` is the path of headings above it ("Guide > Limits > port"), or the question of a question-and-answer pair;
 * it is embedded with `content`, but only `content` is quoted.
 */
export type ChunkText = { heading: string | null; content: string }

/** A chunk as the database keeps it. `embedding` is little-endian float32, of any byte alignment. */
export type Chunk = ChunkText & {
  id: string
  sourceId: string
  title: string
  url: string | null
  /** Whether extraction made the content of HTML: its inline Markdown is then not the author's, and isn't quoted. */
  fromHtml?: boolean
  embedding: Uint8Array | Float32Array
}

/** An agent's chunks, wherever they are kept. */
export type ChunkSource = {
  /**
   * The chunks in pages of any length, ordered by source id and by place within the source: all of them, those of some
   * sources, or those of the sources from an id on. Called only when the worker lacks them.
   */
  load(which?: { sources: string[] } | { from: string }): AsyncIterable<Chunk[]> | Iterable<Chunk[]>
  /** The sources whose chunks have changed since a version; undefined where that isn't known any more: all are loaded. */
  changedSince?(version: number): Promise<string[] | undefined>
}

/** A readable piece of a passage: a sentence, a list item, a table row as "column: value", or a block of code. */
export type Unit = {
  text: string
  kind: UnitKind
  /** Which paragraph, list, table or block of code of the passage it belongs to, from 0. */
  block: number
}
export type UnitKind = 'sentence' | 'item' | 'row' | 'code'

/** A unit with what speaks for its being the answer: cosine to the question, and the idf share of its terms. */
export type RankedUnit = Unit & { similarity: number; coverage: number }

/** A chunk found for a question, best first. */
export type Passage = {
  id: string
  sourceId: string
  title: string
  url: string | null
  heading: string | null
  content: string
  fromHtml?: boolean
  /** What the ranking sorts by: `similarity` + 0.2 × `coverage`. */
  score: number
  /** Cosine of the question and the chunk, -1 to 1. */
  similarity: number
  /** How much of the question's words, weighed by how rare they are in the agent's chunks, the chunk contains: 0 to 1. */
  coverage: number
  /** How many chunks it was chosen from: the best of many comes near to any question by chance. */
  among: number
  /** Cosine of the question and the heading, where units were asked for. */
  headingSimilarity: number
  /** The passage's units in reading order; empty unless asked for. */
  units: RankedUnit[]
}
