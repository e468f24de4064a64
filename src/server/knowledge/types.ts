/** A document as extraction returns it: `title` may be empty, `markdown` is GitHub Flavored Markdown of any length. */
export type Document = { title: string; markdown: string }

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
  /** Whether the content was made from HTML. Its inline Markdown marks are then not the author's and not quoted. */
  fromHtml?: boolean
  embedding: Uint8Array | Float32Array
}

export type ChunkRecord = Omit<Chunk, 'embedding'>

export type ChunkSource = {
  /**
   * The chunks in pages of any length, ordered by source id and by place within the source: all of them, those of some
   * sources, or those of the sources from an id on. Called only when the worker lacks them.
   */
  load(which?: { sources: string[] } | { from: string }): AsyncIterable<Chunk[]> | Iterable<Chunk[]>
  /** The sources changed since a version of the knowledge; undefined if that is not known any more. */
  changedSince?(version: number): Promise<string[] | undefined>
}

/** A readable piece of a passage: a sentence, a list item, a table row as one line of text, or a block of code. */
export type Unit = {
  text: string
  kind: UnitKind
  /** Which paragraph, list, table or block of code of the passage it belongs to, from 0. */
  block: number
  /** What the rows of a table are, by the name of their first column ("Room"); undefined elsewhere. */
  rowOf?: string
}
type UnitKind = 'sentence' | 'item' | 'row' | 'code'

/**
 * A unit compared with a question, mostly together with the heading above it (`unitText` in worker/find-passages.ts).
 * `similarity` is `trust` × the cosine of the two, `coverage` the sum of the weights of the question's terms in that
 * text.
 */
export type RankedUnit = Unit & { similarity: number; coverage: number }

/** A chunk found for a question, with how well it fits. */
export type Passage = ChunkRecord & {
  /** What the ranking sorts by: `similarity` + 0.8 × `coverage`. */
  score: number
  /** How much the embedder knows of the question's language, 0 to 1. Every similarity here is a cosine times this. */
  trust: number
  /** The share of the question's words that the embedder's tokenizer need not split, 0 to 1. */
  whole: number
  /** `trust` × cosine of the question and the chunk, -1 to 1. */
  similarity: number
  /** The sum of the weights of the question's terms that the chunk contains, 0 to 1. */
  coverage: number
  asked: AskedTerm[]
  /** How many chunks it was chosen from. The best of many is similar to any question by chance. */
  among: number
  /** `trust` × cosine of the question and the last heading, or the title if there is none; 0 without units. */
  headingSimilarity: number
  /** The passage's units in reading order; empty unless asked for. */
  units: RankedUnit[]
}

/**
 * A term of a question. `weight` says how rare it is in the agent's chunks (its idf); the weights of a question add up
 * to 1. `share` is the share of the chunks that contain the term.
 */
export type AskedTerm = { term: string; weight: number; share: number }
