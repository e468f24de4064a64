import type { ChunkText, Document, QuestionAndAnswer } from '../../knowledge/types.ts'
import type { ExtractedDocument, ExtractedFile, PageFacts } from './document.ts'
import type { PageSource, Result, Task } from './tasks.ts'
import { createWorkerPool, type WorkerLimits, type WorkerPool } from './worker-pool.ts'

export type { ExtractedDocument, ExtractedFile, FileKind, PageFacts } from './document.ts'
export { ExtractError } from './errors.ts'

/** Reads pages and files in threads of their own, within bounds of time and memory. Every method throws ExtractError. */
export interface Extractor {
  /** A page as Markdown, with its links: for training. Bytes are decoded as browsers do. */
  extractHtml(html: string | Uint8Array, source: PageSource): Promise<ExtractedDocument>
  /** A page's title, links and robots directives alone, at a tenth of the cost: for crawling. Empty pages are fine. */
  readPage(html: string | Uint8Array, source: PageSource): Promise<PageFacts>
  /** An uploaded file, recognised by its content. The name tells text formats apart and stands in for a title. */
  extractFile(file: { bytes: Uint8Array; fileName: string }): Promise<ExtractedFile>
  /** Cuts a document's Markdown, whoever wrote it, into chunks; none where it is empty. */
  cutDocument(document: Document): Promise<ChunkText[]>
  /** Cuts questions and their answers into chunks. */
  cutQuestions(pairs: QuestionAndAnswer[]): Promise<ChunkText[]>
  /** An extractor whose tasks count as this agent's or organization's: one owner's tasks never take all workers. */
  forOwner(owner: string): Extractor
  close(): Promise<void>
}

const LIMITS: WorkerLimits = {
  workers: 3, // the third starts when somebody else needs one too
  heapMb: 1_024,
  buffersMb: 512,
  idleMs: 30_000,
  timeoutMs: { html: 20_000, page: 10_000, file: 60_000, chunks: 60_000, pairs: 60_000 },
}

/** Threads start at first use and end when idle; `limits` overrides the defaults. */
export function createExtractor(limits: Partial<WorkerLimits> = {}): Extractor {
  return extractorOf(createWorkerPool({ ...LIMITS, ...limits }), '')
}

function extractorOf(pool: WorkerPool, owner: string): Extractor {
  /** The worker answers each kind of task with its own kind of result (worker.ts); this is where that is said. */
  const ask = <T extends Result>(task: Task): Promise<T> => pool.run(task, owner) as Promise<T>

  return {
    extractHtml: (html, { url, contentType }) => ask<ExtractedDocument>({ kind: 'html', html, url, contentType }),
    readPage: (html, { url, contentType }) => ask<PageFacts>({ kind: 'page', html, url, contentType }),
    extractFile: ({ bytes, fileName }) => ask<ExtractedFile>({ kind: 'file', bytes, fileName }),
    cutDocument: (document) => ask<ChunkText[]>({ kind: 'chunks', document }),
    cutQuestions: (pairs) => ask<ChunkText[]>({ kind: 'pairs', pairs }),
    forOwner: (other) => extractorOf(pool, other),
    close: () => pool.close(),
  }
}
