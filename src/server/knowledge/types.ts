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
  /** Whether the content was made from HTML. Its inline Markdown marks are then not the author's and are left out of quotes. */
  fromHtml?: boolean
  embedding: Uint8Array | Float32Array
}

/** Where an agent's chunks can be read from. */
export type ChunkSource = {
  /**
   * The chunks in pages of any length, ordered by source id and by place within the source: all of them, those of some
   * sources, or those of the sources from an id on. Called only when the worker lacks them.
   */
  load(which?: { sources: string[] } | { from: string }): AsyncIterable<Chunk[]> | Iterable<Chunk[]>
  /** The sources whose chunks have changed since a version, or undefined when that is no longer known and all must be loaded. */
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

/** A unit with `trust` × its cosine to the question, and the idf share of the question's terms that it contains. */
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
  /** What the ranking sorts by: `similarity` + 0.8 × `coverage`. */
  score: number
  /** How much the embedder knows of the question's language, 0 to 1. Every similarity here is a cosine times this. */
  trust: number
  /** The share of the question's words that the embedder knows whole, 0 to 1. */
  whole: number
  /** `trust` × cosine of the question and the chunk, -1 to 1. */
  similarity: number
  /** How much of the question's words, weighed by how rare they are in the agent's chunks, the chunk contains: 0 to 1. */
  coverage: number
  /** The question's terms. */
  asked: AskedTerm[]
  /** How many chunks it was chosen from. Among many, the best comes near to any question by chance. */
  among: number
  /** `trust` × cosine of the question and the heading, where units were asked for. */
  headingSimilarity: number
  /** The passage's units in reading order; empty unless asked for. */
  units: RankedUnit[]
}

/** A term of a question. `weight` is its idf as a share of 1, `isKnown` whether any chunk contains it. */
export type AskedTerm = { term: string; weight: number; isKnown: boolean }
